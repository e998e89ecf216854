import type { AuditEvent } from '../audit/audit-log.ts';

/** The audit log takes no more ids in one entry; the counts say how many there were. */
const mostIds = 1000;

/** An event as a room reports it, with ids that the audit log takes: the id of a passage may hold words of its heading. */
export function plainEvent(event: {
  action: string;
  ids?: readonly string[];
  kinds?: readonly string[];
  counts?: Readonly<Record<string, number>>;
}): AuditEvent {
  return {
    action: event.action,
    ...(event.ids === undefined ? {} : { ids: event.ids.slice(0, mostIds).map(plainId) }),
    ...(event.kinds === undefined ? {} : { kinds: [...event.kinds] }),
    ...(event.counts === undefined ? {} : { counts: { ...event.counts } }),
  };
}

function plainId(id: string): string {
  const plain = id.replace(/[^A-Za-z0-9_.:/-]+/g, '-').slice(0, 100);
  return /^[A-Za-z0-9]/.test(plain) ? plain : `x${plain}`.slice(0, 100);
}
