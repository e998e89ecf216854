import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';

const name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);

/** What a room reports: names of actions, ids, kinds and counts. Free text does not fit: no blanks, no @, no Han characters. */
export const auditEventSchema = z.strictObject({
  action: name,
  ids: z
    .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,99}$/))
    .max(1000)
    .optional(),
  kinds: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/))
    .max(100)
    .optional(),
  counts: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/), z.number().int().nonnegative()).optional(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** One line of the log. `hash` covers everything before it, `prev` is the hash of the line before (64 zeros for the first). */
export const auditEntrySchema = auditEventSchema.extend({
  seq: z.number().int().positive(),
  time: z.iso.datetime(),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const firstHash = '0'.repeat(64);

/** SHA-256 of the entry without its hash, keyed (HMAC) where a key is given: then nobody without it can write a valid chain. */
export function hashOf(entry: Omit<AuditEntry, 'hash'>, key: Uint8Array | undefined): string {
  const counts = Object.entries(entry.counts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const body = JSON.stringify([entry.seq, entry.time, entry.action, entry.ids ?? [], entry.kinds ?? [], counts, entry.prev]);
  return (key ? createHmac('sha256', key).update('audit\0') : createHash('sha256')).update(body).digest('hex');
}
