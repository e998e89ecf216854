import { findCodes, normaliseCode } from '../domain/code.ts';
import type { Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import { modelKeys, mentionedEquipment } from './equipment-match.ts';
import { translateTerms } from './glossary.ts';
import { stripStockPhrases } from './strip-stock-phrases.ts';

/** What is looked for. Codes as they were read or written; the image vector is of the embedder in use, or null. */
export interface RecallQuery {
  readonly question: Masked;
  /** Of the photos; empty without one. */
  readonly description: Masked;
  readonly codes: readonly string[];
  /** Spellings that the photo may mean as well; never as sure as what was read. */
  readonly lookAlikeCodes: readonly string[];
  /** Make and model as far as known. */
  readonly equipment: readonly string[];
  readonly assets: readonly string[];
  readonly imageVector: Float32Array | null;
  readonly language: Language;
}

/** The query after reading: each route gets what it needs. */
export interface ReadQuery {
  /** For the text vector; empty when there are no content words. */
  readonly meaning: string;
  /** For BM25: the same with field terms of the other language. */
  readonly words: string;
  /** Normalised fault codes and part numbers, without models and assets. */
  readonly codes: readonly string[];
  readonly lookAlikes: readonly string[];
  /** Equipment that is asked about: given, or found in the text. */
  readonly equipment: readonly string[];
  /** Normalised. */
  readonly assets: readonly string[];
}

const labelLine =
  /^[ \t]*(?:labels?|(?:the photo )?(?:seems to show|looks like|shows)|标签|看起来像?|照片(?:似乎|看起来)?(?:显示|是)?)[ \t]*[:：].*$/gimu;

/** Keyword search splits `E-204` into `e` and `204`, which stand in other cases too; codes have their own column. */
function withoutCodes(text: string, codes: readonly string[]): string {
  return findCodes(text)
    .filter((found) => codes.includes(found.normal))
    .reduce((rest, found) => rest.slice(0, found.start) + ' '.repeat(found.raw.length) + rest.slice(found.start + found.raw.length), text)
    .trim();
}

/** `known`: the equipment that stands in memory. */
export function readQuery(query: RecallQuery, known: readonly string[]): ReadQuery {
  const description = query.description
    .replace(labelLine, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
  const content = stripStockPhrases(query.question);
  const meaning = [description, content].filter((part) => part !== '').join('\n');
  const named = mentionedEquipment(`${query.question}\n${description}`, known);
  const equipment = query.equipment.length > 0 ? query.equipment : named;
  // A model designation looks like a code, and every case of the model carries it: it is no exact hit on a fault.
  const models = new Set([...known, ...query.equipment].flatMap((name) => [normaliseCode(name), ...modelKeys(name)]));
  const assets = query.assets.map(normaliseCode).filter((asset) => asset !== '');
  const isFault = (code: string) => code.length >= 2 && !models.has(code) && !assets.includes(code);
  const asked = findCodes(query.question).map((code) => code.normal);
  const codes = [...new Set([...query.codes.map(normaliseCode), ...asked])].filter(isFault);
  const lookAlikes = [...new Set(query.lookAlikeCodes.map(normaliseCode))].filter((code) => isFault(code) && !codes.includes(code));
  const terms = translateTerms(meaning);
  return {
    meaning,
    words: [withoutCodes(meaning, codes), ...terms].filter((part) => part !== '').join(' '),
    codes,
    lookAlikes,
    equipment,
    assets,
  };
}
