import { findCodes, normaliseCode } from '../domain/code.ts';
import { foldKeywords } from './search-text.ts';

/** Normalised model designations in a name: `Hydra HP-40 pump` → `HP40`. */
export function modelKeys(name: string): string[] {
  return findCodes(name).map((code) => code.normal);
}

/**
 * Whether two names of equipment mean one make and model: `same` and `different` only where both say enough;
 * `HP-40` and `HP-40B` are different, `pump` and `HP-40` unknown.
 */
export function compareEquipment(a: string, b: string): 'same' | 'different' | 'unknown' {
  if (a.trim() === '' || b.trim() === '') return 'unknown';
  const [wholeA, wholeB] = [normaliseCode(a), normaliseCode(b)];
  if (wholeA === wholeB) return 'same';
  const [keysA, keysB] = [modelKeys(a), modelKeys(b)];
  if (keysA.length > 0 && keysB.length > 0) return keysA.some((key) => keysB.includes(key)) ? 'same' : 'different';
  if (keysA.length === 0 && keysB.length === 0) return wholeA.includes(wholeB) || wholeB.includes(wholeA) ? 'same' : 'different';
  return 'unknown';
}

/** Equipment of the memory that a text speaks of, by model designation or by the whole name. */
export function mentionedEquipment(text: string, names: readonly string[]): string[] {
  const codes = new Set(findCodes(text).map((code) => code.normal));
  const folded = foldKeywords(text);
  return names.filter((name) => {
    const keys = modelKeys(name);
    if (keys.length > 0) return keys.some((key) => codes.has(key));
    const whole = foldKeywords(name).trim();
    if (/\p{Script=Han}/u.test(whole)) return whole.length >= 2 && folded.includes(whole);
    return (
      whole.length >= 3 &&
      new RegExp(`(?<![\\p{L}\\p{N}])${whole.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').test(folded)
    );
  });
}
