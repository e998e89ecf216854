import { foldWidth } from '../domain/code.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';

/** What keyword search sees of a unit: all of its words, lower-cased and width-folded. */
export function searchTextOf(unit: MemoryUnit): string {
  const parts = [
    unit.title,
    unit.text,
    unit.resolution,
    unit.equipment,
    unit.asset,
    unit.workOrder,
    ...unit.photos.map((photo) => photo.description),
  ];
  return foldKeywords(parts.filter((part) => part !== '').join('\n'));
}

/** The same folding for the words of a query. */
export function foldKeywords(text: string): string {
  return foldWidth(text.normalize('NFKC')).toLowerCase();
}
