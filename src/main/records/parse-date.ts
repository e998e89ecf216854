/** How `3/4/2025` is meant in one file: found from the rows that can be read one way only. */
export type DayOrder = 'day-first' | 'month-first' | 'unknown';

const twoParts = /^(\d{1,2})[/](\d{1,2})[/](\d{4})(?:\s.*)?$/;

export function findDayOrder(values: readonly string[]): DayOrder {
  let day = false;
  let month = false;
  for (const value of values) {
    const match = twoParts.exec(value);
    if (match === null) continue;
    if (Number(match[1]) > 12) day = true;
    if (Number(match[2]) > 12) month = true;
  }
  return day === month ? 'unknown' : day ? 'day-first' : 'month-first';
}

/** A date as `YYYY-MM-DD`, or null when it is none or cannot be told. Two-digit years are not guessed. */
export function parseDate(value: string, order: DayOrder): string | null {
  const yearFirst = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2}))(?:[T\s].*)?$/.exec(value);
  if (yearFirst !== null)
    return check(
      Number(yearFirst[1]),
      Number(yearFirst[2] ?? yearFirst[4] ?? yearFirst[6]),
      Number(yearFirst[3] ?? yearFirst[5] ?? yearFirst[7]),
    );
  const dotted = /^(\d{1,2})[.](\d{1,2})[.](\d{4})(?:\s.*)?$/.exec(value);
  if (dotted !== null) return check(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const slashed = twoParts.exec(value);
  if (slashed === null) return null;
  const [a, b, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
  if (a === b || b > 12) return check(year, a, b);
  if (a > 12 || order === 'day-first') return check(year, b, a);
  return order === 'month-first' ? check(year, a, b) : null;
}

function check(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || year > 2200 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}
