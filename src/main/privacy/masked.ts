import type { Masked, MaskedCount } from '../domain/masked.ts';

/** A text after masking, and how much of each kind was taken out. */
export interface MaskResult {
  readonly text: Masked;
  readonly counts: readonly MaskedCount[];
  /** Where each masked value stood in the input (UTF-16 offsets), for painting over the photo. */
  readonly spans: readonly { readonly start: number; readonly end: number; readonly kind: MaskedCount['kind'] }[];
}

/** The one function before every write. Idempotent: masking masked text changes nothing. */
export interface Masker {
  mask(text: string): MaskResult;
}

/**
 * Marks text that was masked before it was stored, when it is read back. For stores alone: the dependency rules
 * let only `memory/lancedb`, `platform/write-journal`, `audit`, `knowledge` and `records` import it.
 */
export function fromStore(text: string): Masked {
  return text as Masked;
}

/** Text written by us in the source code: it holds no personal data. Never pass it anything that came from outside. */
export function literal(text: string): Masked {
  return text as Masked;
}

/** Joins masked pieces; what lies between must be a literal of the source code. */
export function joinMasked(parts: readonly Masked[], separator: string): Masked {
  return parts.filter((part) => part !== '').join(separator) as Masked;
}

/** `maskedText\`Case ${title}\``: literals of the source code and masked pieces make masked text. */
export function maskedText(strings: TemplateStringsArray, ...values: readonly (Masked | number)[]): Masked {
  return String.raw({ raw: strings }, ...values) as Masked;
}
