/** A placeholder in one line of plain text: `‹name 3f2a›`; where there is no room for an explanation. */
export function plainMasked(text: string, nameOf: (kind: string) => string): string {
  return text.replaceAll(
    /\[([A-Z_]{2,20}):([0-9a-f]{4,16})\]/g,
    (_whole, kind: string, digest: string) => `‹${nameOf(kind)} ${digest.slice(0, 4)}›`,
  );
}
