import { createHash, randomBytes } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function fromBytes(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let id = '';
  for (let shift = 35n; shift >= 0n; shift -= 5n) id += crockford[Number((bits >> shift) & 31n)];
  return `C-${id}`;
}

/** The same source gives the same id on every machine: 40 bits of SHA-256 over system and id. */
export function unitIdOf(system: string, id: string): string {
  return fromBytes(createHash('sha256').update(`${system}\0${id}`).digest());
}

export function randomUnitId(): string {
  return fromBytes(randomBytes(5));
}
