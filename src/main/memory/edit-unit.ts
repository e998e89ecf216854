import { findCodes } from '../domain/code.ts';
import { detectLanguage } from '../domain/language.ts';
import type { EmbeddedUnit, MemoryUnit } from '../domain/memory-unit.ts';
import type { TextEmbedder } from '../inference/text-embedder.ts';
import { passageOf } from './remember.ts';
import { shortenMasked } from './shorten-masked.ts';

/** As `remember.ts` makes it. */
const titleLength = 80;

export type UnitEdit = Partial<Pick<MemoryUnit, 'title' | 'text' | 'resolution' | 'equipment' | 'asset' | 'importance' | 'standing'>>;

function codesIn(unit: Pick<MemoryUnit, 'title' | 'text' | 'resolution' | 'photos'>): string[] {
  return findCodes([unit.title, unit.text, unit.resolution, ...unit.photos.map((photo) => photo.description)].join('\n')).map(
    (code) => code.normal,
  );
}

/** The unit after an edit, with its codes and its vector made anew where the text changed. Codes that were given by hand stay. */
export async function editUnit(before: EmbeddedUnit, edit: UnitEdit, textEmbedder: TextEmbedder): Promise<EmbeddedUnit> {
  // A title that was made from the text follows it.
  const follows = edit.text !== undefined && edit.title === undefined && before.unit.title === shortenMasked(before.unit.text, titleLength);
  const merged: MemoryUnit = {
    ...before.unit,
    ...edit,
    ...(follows && edit.text !== undefined ? { title: shortenMasked(edit.text, titleLength) } : {}),
  };
  const inOldText = new Set(codesIn(before.unit));
  const unit: MemoryUnit = {
    ...merged,
    codes: [...new Set([...before.unit.codes.filter((code) => !inOldText.has(code)), ...codesIn(merged)])],
    language: detectLanguage(`${merged.title} ${merged.text} ${merged.resolution}`),
  };
  const passage = passageOf(unit);
  if (passage === passageOf(before.unit)) return { ...before, unit };
  const [textVector] = await textEmbedder.embed([passage], 'passage');
  return { ...before, unit, textVector: textVector ?? before.textVector, textEmbedder: textEmbedder.id };
}
