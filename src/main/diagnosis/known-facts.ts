import { findCodes, normaliseCode } from '../domain/code.ts';
import type { Language } from '../domain/language.ts';
import type { Masked } from '../domain/masked.ts';
import type { PhotoField, PhotoReading } from '../domain/photo.ts';
import type { FactName, KnownFacts } from '../tools/tool.ts';

/** Names of machines and assets that this computer knows, so that they are recognised in a question. */
export interface KnownMachines {
  readonly equipment: readonly string[];
  readonly assets: readonly string[];
}

const assetInText = /(?:\basset|\bmachine no\.?|\bunit no\.?|资产(?:编号|号)?|设备(?:编号|号))\s*[:：#]?\s*([A-Z0-9][A-Z0-9-]{2,15})/giu;
// Two numbers with a sign between, or "percent of": what the calculator can work on. A code or a date is none.
const expression =
  /(?<![\p{L}\d.-])\d+(?:[.,]\d+)?\s*(?:[+*/×÷^]|\s-\s)\s*\d+(?:[.,]\d+)?(?![\p{L}\d-])|\b(?:calculate|convert|how much is)\b|计算|换算|多少钱/iu;

function fieldsNamed(photos: readonly PhotoReading[], ...names: readonly PhotoField['name'][]): Masked[] {
  return photos
    .filter((photo) => photo.quality.textTrusted)
    .flatMap((photo) => photo.fields)
    .filter((field) => names.includes(field.name))
    .sort((a, b) => b.confidence - a.confidence)
    .map((field) => field.value);
}

function distinct(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = normaliseCode(value);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * What is known before any tool runs: from the masked question, the photos whose text can be trusted, and what the
 * user says about the equipment. Codes that name a machine are equipment and no fault codes.
 */
export function gatherFacts(options: {
  question: Masked;
  photos: readonly PhotoReading[];
  language: Language;
  equipment?: Masked;
  machines?: KnownMachines;
}): KnownFacts {
  const { question, photos, machines } = options;
  const text = normaliseCode(question);
  const mentioned = (names: readonly string[]): string[] =>
    names.filter((name) => normaliseCode(name).length >= 3 && text.includes(normaliseCode(name)));
  // Stores and manuals are searched by their own spelling: HP40 on a plate is the HP-40 of the cases.
  const spelling = new Map((machines?.equipment ?? []).map((name) => [normaliseCode(name), name]));
  const equipment = distinct(
    [
      ...(options.equipment ? [options.equipment] : []),
      ...mentioned(machines?.equipment ?? []),
      ...fieldsNamed(photos, 'model', 'equipment'),
    ].map((name) => spelling.get(normaliseCode(name)) ?? name),
  );
  const assets = distinct([
    ...mentioned(machines?.assets ?? []),
    ...[...question.matchAll(assetInText)].map((match) => match[1] ?? ''),
    ...fieldsNamed(photos, 'asset'),
  ]);
  const names = new Set([...equipment, ...assets].flatMap((name) => [normaliseCode(name), ...findCodes(name).map((code) => code.normal)]));
  const serials = new Set(fieldsNamed(photos, 'serial').map(normaliseCode));
  const codes = distinct([
    ...fieldsNamed(photos, 'fault-code'),
    ...findCodes(question).map((code) => code.raw),
    ...fieldsNamed(photos, 'part-number'),
  ]).filter((code) => !names.has(normaliseCode(code)) && !serials.has(normaliseCode(code)));
  const known = new Set<FactName>(['question']);
  if (photos.length > 0) known.add('photo-reading');
  if (codes.length > 0) known.add('fault-code');
  if (equipment.length > 0) known.add('equipment');
  if (assets.length > 0) known.add('asset');
  if (expression.test(question)) known.add('expression');
  return { question, language: options.language, photos, codes, equipment, assets, known };
}

/** Look-alike spellings of the codes read on trusted photos, normalised. */
export function lookAlikeCodes(photos: readonly PhotoReading[]): string[] {
  return [
    ...new Set(
      photos
        .filter((photo) => photo.quality.textTrusted)
        .flatMap((photo) =>
          photo.fields.filter((field) => field.name === 'fault-code' || field.name === 'part-number').flatMap((field) => field.lookAlikes),
        ),
    ),
  ];
}
