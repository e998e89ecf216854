/** A point for every month from the first to the last; a month in which nothing came keeps the sum of the one before. */
export function fillMonths(growth: readonly { readonly month: string; readonly units: number }[]): { month: string; units: number }[] {
  const known = new Map(growth.map(({ month, units }) => [month, units]));
  const [first, last] = [growth[0]?.month, growth.at(-1)?.month];
  if (first === undefined || last === undefined) return [];
  const filled: { month: string; units: number }[] = [];
  for (let month = first; month <= last; month = monthAfter(month))
    filled.push({ month, units: known.get(month) ?? filled.at(-1)?.units ?? 0 });
  return filled;
}

/** `2025-12` → `2026-01`. */
function monthAfter(month: string): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
