import type { Masked, MaskedCount, PiiKind } from '../domain/masked.ts';
import { literal, type Masker } from './masked.ts';

export interface MaskedCode {
  readonly text: Masked;
  readonly counts: readonly MaskedCount[];
  /** What personal data it holds; null when there is none. */
  readonly kind: PiiKind | null;
}

/**
 * Masks the text of a QR or bar code. A visiting card is personal as a whole and the login of a network is a secret as a
 * whole, whatever the detectors make of their fields: of those only the kind is told.
 */
export function maskCode(text: string, masker: Masker): MaskedCode {
  if (/^\s*(?:MECARD:|BIZCARD:|BEGIN:VCARD)/i.test(text)) {
    const { counts } = masker.mask(text);
    return {
      text: literal('Visiting card'),
      counts: counts.some(({ kind }) => kind === 'NAME') ? counts : [{ kind: 'NAME', count: 1 }, ...counts],
      kind: 'NAME',
    };
  }
  if (/^\s*WIFI:/i.test(text)) return { text: literal('Wi-Fi login'), counts: [{ kind: 'CREDENTIAL', count: 1 }], kind: 'CREDENTIAL' };
  if (/^\s*otpauth:/i.test(text)) return { text: literal('Login code'), counts: [{ kind: 'SECRET', count: 1 }], kind: 'SECRET' };
  const result = masker.mask(text);
  return { text: result.text, counts: result.counts, kind: result.spans[0]?.kind ?? null };
}
