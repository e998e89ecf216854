declare const masked: unique symbol;

/**
 * Text from which personal data has been taken. Only `privacy/masker.ts` makes it; every writer
 * (memory, transcript, log, audit, export) takes nothing else. A plain string does not fit.
 */
export type Masked = string & { readonly [masked]: true };

/** The kinds of personal data that the masker knows; each has a detector of its own. */
export const piiKinds = [
  'PHONE',
  'EMAIL',
  'CN_ID',
  'PASSPORT',
  'CARD',
  'IBAN',
  'PLATE',
  'IP',
  'GPS',
  'ADDRESS',
  'NAME',
  'MESSENGER',
  'CREDENTIAL',
  'SECRET',
  'URL_CREDENTIAL',
  'OWN_WORD',
] as const;

export type PiiKind = (typeof piiKinds)[number];

/** How many values of one kind were masked. Never the values. */
export interface MaskedCount {
  readonly kind: PiiKind;
  readonly count: number;
}
