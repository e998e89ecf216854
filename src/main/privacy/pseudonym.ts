import { createHmac } from 'node:crypto';
import type { PiiKind } from '../domain/masked.ts';
import { placeholder } from './fold-text.ts';

/** Makes the placeholder of a value: the same for the same value on this installation, and no way back without the secret. */
export type Pseudonymise = (kind: PiiKind, canonical: string) => string;

/** Placeholders are `[KIND:` + the first 12 hex digits (48 bits) of HMAC-SHA-256 over kind and canonical value + `]`. */
export function createPseudonyms(secret: Uint8Array): Pseudonymise {
  return (kind, canonical) => {
    const digest = createHmac('sha256', secret).update(kind).update('\0').update(canonical).digest('hex');
    return `[${kind}:${digest.slice(0, 12)}]`;
  };
}

/** For display: `[PHONE:7f3a9c01b2d4]` → `[PHONE:7f3a]`. Never for what is stored: 16 bits collide. */
export function shortenPlaceholders(text: string): string {
  return text.replace(placeholder, (found) => found.replace(/:([0-9a-f]{4})[0-9a-f]{8}\]$/, ':$1]'));
}
