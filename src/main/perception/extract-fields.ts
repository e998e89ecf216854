import { findCodes, foldWidth, lookAlikes, normaliseCode } from '../domain/code.ts';
import type { Box, FieldName, OcrLine, PhotoField } from '../domain/photo.ts';
import { equipmentNouns, faultPrefix, fieldCues, measurePattern } from './field-cues.ts';

type Line = OcrLine<string>;
type Field = PhotoField<string>;

/** More would be a page of text, not a plate. */
const mostFields = 40;
/** Each doubtful character of a value takes this much from its confidence. */
const doubtCost = 0.1;

/** A number, serial, model or part: a run of letters, digits and joining signs. */
const valuePattern = /[A-Z0-9][A-Z0-9]*(?:[-/.+_][A-Z0-9]+)*/giu;
const wholeCode = /^[A-Z]{1,4}[-\s]?\d{1,5}[A-Z]?$/;
const plantTag = /^[A-Z]{3,4}-\d{1,4}$/;
const modelInText = /^[A-Z]{2,3}-\d{1,4}$/;
const wholeNumber = /^[-+]?\d{1,5}[.,]\d{1,3}$/;

/** Where the characters `start`–`end` of a line stand: a Chinese character is as wide as two Latin ones. */
function boxOfSpan(line: Line, start: number, end: number): Box {
  const width = (text: string): number =>
    [...text].reduce((sum, character) => sum + (/[\u2E80-\u9FFF\uFF00-\uFF60]/u.test(character) ? 2 : 1), 0);
  const total = Math.max(1, width(line.text));
  const [x, y, boxWidth, height] = line.box;
  // A line that runs down or aslant is not cut: its letters do not follow the box.
  if (height > boxWidth) return line.box;
  const margin = height * 0.15;
  const left = Math.max(x, Math.floor(x + (boxWidth * width(line.text.slice(0, start))) / total - margin));
  const right = Math.min(x + boxWidth, Math.ceil(x + (boxWidth * width(line.text.slice(0, end))) / total + margin));
  return [left, y, Math.max(1, right - left), height];
}

function makeField(name: FieldName, line: Line, start: number, end: number): Field {
  const value = line.text.slice(start, end).trim();
  const coded = name !== 'reading' && name !== 'equipment';
  const normal = name === 'reading' ? '' : normaliseCode(value);
  const doubts = line.doubtful.filter((at) => at >= start && at < end).length;
  return {
    name,
    value,
    normal,
    lookAlikes: coded ? lookAlikes(normal) : [],
    box: boxOfSpan(line, start, end),
    confidence: Math.max(0, line.confidence - doubtCost * doubts),
  };
}

/** The lines where the value of a cue without one may stand: to its right in the same row, then below it. */
function neighbours(line: Line, lines: readonly Line[]): Line[] {
  const [x, y, width, height] = line.box;
  const right = lines.filter((other) => {
    const [ox, oy, , otherHeight] = other.box;
    const shared = Math.min(y + height, oy + otherHeight) - Math.max(y, oy);
    return other !== line && ox >= x + width * 0.7 && shared > 0.5 * Math.min(height, otherHeight);
  });
  const below = lines.filter((other) => {
    const [ox, oy, otherWidth, otherHeight] = other.box;
    const gap = oy - (y + height);
    return (
      other !== line && gap > -0.5 * height && gap < 1.8 * Math.max(height, otherHeight) && oy > y && ox < x + width && ox + otherWidth > x
    );
  });
  const nearest = (found: Line[], at: 0 | 1): Line | undefined => [...found].sort((a, b) => a.box[at] - b.box[at])[0];
  return [nearest(right, 0), nearest(below, 1)].filter((found) => found !== undefined);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first piece of the text, from `from` on, that can be a value of this field. */
function findValue(name: FieldName, text: string, from: number): Span | undefined {
  const folded = foldWidth(text);
  if (name === 'equipment') {
    const start = from + (/^[\s:.=#-]*/.exec(folded.slice(from))?.[0].length ?? 0);
    return folded.length - start >= 2 && /\p{L}{2}/u.test(folded.slice(start)) ? { start, end: text.length } : undefined;
  }
  // A value follows its cue at once: what comes after another word or cue belongs to that one.
  const gap = /^[\s:.=#№-]*/.exec(folded.slice(from))?.[0].length ?? 0;
  valuePattern.lastIndex = from + gap;
  const match = valuePattern.exec(folded);
  if (match === null || match.index !== from + gap || !/\d/.test(match[0])) return undefined;
  let end = match.index + match[0].length;
  if (name === 'fault-code' && match[0].length > 8) return undefined;
  if (name !== 'fault-code' && match[0].length < 2) return undefined;
  if (name === 'model') {
    const tail = /^\s\d[A-Z0-9-]*(?![A-Za-z0-9.,:：])/.exec(folded.slice(end));
    if (tail !== null && /[A-Z]/i.test(match[0]) && tail[0].length <= 7) end += tail[0].length;
  }
  return { start: match.index, end };
}

/** `ACS 550` after a cue: letters, a blank, digits. */
function findSpacedValue(text: string, from: number): Span | undefined {
  const match = /^[\s:.=#-]*([A-Z]{1,6}\s\d{1,6}[A-Z]?)(?![A-Za-z0-9])/.exec(foldWidth(text).slice(from));
  if (match?.[1] === undefined) return undefined;
  const start = from + match[0].length - match[1].length;
  return { start, end: start + match[1].length };
}

function valueAfter(name: FieldName, text: string, from: number): Span | undefined {
  return findValue(name, text, from) ?? (name === 'equipment' ? undefined : findSpacedValue(text, from));
}

/** A lamp marked FAULT stands beside all sorts of plates: only what looks like a fault code belongs to it. */
function fitsBeside(name: FieldName, value: string): boolean {
  return name !== 'fault-code' || faultPrefix.test(normaliseCode(value)) || /^\d{1,5}$/.test(value);
}

/** Fields that a cue announces. `taken` receives the spans that belong to a field, line by line. */
function fieldsByCue(lines: readonly Line[], take: (line: Line, span: Span) => void): Field[] {
  const fields: Field[] = [];
  for (const line of lines) {
    const folded = foldWidth(line.text);
    const covered: Span[] = [];
    for (const { name, pattern } of fieldCues) {
      for (const cue of folded.matchAll(pattern)) {
        const start = cue.index;
        const end = start + cue[0].length;
        if (covered.some((span) => start < span.end && end > span.start)) continue;
        let found = valueAfter(name, line.text, end);
        let holder = line;
        // A cue that ends its line announces what stands beside or below it.
        if (found === undefined && /^[\s:.=#-]*$/.test(folded.slice(end))) {
          for (const other of neighbours(line, lines)) {
            const next = valueAfter(name, other.text, 0);
            if (
              next === undefined ||
              !fitsBeside(name, other.text.slice(next.start, next.end)) ||
              fieldCues.some((rule) => foldWidth(other.text).search(rule.pattern) === 0)
            )
              continue;
            found = next;
            holder = other;
            break;
          }
        }
        if (found === undefined) continue;
        covered.push({ start, end: holder === line ? found.end : end });
        take(holder, found);
        fields.push(makeField(name, holder, found.start, found.end));
      }
    }
  }
  return fields;
}

/**
 * Codes that nothing announces: a display shows `E-204` and no word. Three letters, a dash and a number are a plant's
 * own tag (`CMP-02`), two are a model (`HP-40`); both only when they stand alone on their line, or else for the
 * first such model when no line holds one alone.
 */
function bareCodes(lines: readonly Line[], isTaken: (line: Line, span: Span) => boolean): Field[] {
  const fields: Field[] = [];
  const inText: Field[] = [];
  for (const line of lines) {
    const codes = findCodes(line.text);
    const alone = wholeCode.test(foldWidth(line.text).trim());
    for (const { raw, normal, start } of codes) {
      const span = { start, end: start + raw.length };
      if (isTaken(line, span)) continue;
      const add = (name: FieldName): void => void fields.push(makeField(name, line, span.start, span.end));
      // Many codes in one line are a program or a table.
      if (faultPrefix.test(normal) && codes.length <= 2) add('fault-code');
      else if (alone && plantTag.test(raw)) add('asset');
      else if (alone && /^[A-Z]{2}/.test(normal)) add('model');
      else if (modelInText.test(raw) && !faultPrefix.test(normal)) inText.push(makeField('model', line, span.start, span.end));
    }
  }
  const kept = fields.filter((field) => !isKeyLabel(field, fields));
  const model = inText[0];
  return model === undefined || kept.some(({ name }) => name === 'model') ? kept : [...kept, model];
}

/** `F1` beside `F2` and `F3` is a row of keys, not a row of faults. */
function isKeyLabel(field: Field, all: readonly Field[]): boolean {
  const key = /^([A-Z]+)\d$/;
  const prefix = key.exec(field.normal)?.[1];
  return (
    field.name === 'fault-code' &&
    prefix !== undefined &&
    all.some((other) => other !== field && other.normal !== field.normal && key.exec(other.normal)?.[1] === prefix)
  );
}

function measures(lines: readonly Line[], isTaken: (line: Line, span: Span) => boolean): Field[] {
  const fields: Field[] = [];
  for (const line of lines) {
    const folded = foldWidth(line.text);
    let found = false;
    for (const match of folded.matchAll(measurePattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (isTaken(line, span)) continue;
      fields.push(makeField('reading', line, span.start, span.end));
      found = true;
    }
    if (!found && wholeNumber.test(folded.trim()) && !isTaken(line, { start: 0, end: line.text.length }))
      fields.push(makeField('reading', line, 0, line.text.length));
  }
  return fields;
}

/** The kind of machine, from the first short line that names one, unless a cue gave it. */
function equipmentByNoun(lines: readonly Line[]): Field[] {
  // One word is a lamp or a key (INVERTER, BATTERY); digits are a code or a rating.
  const named = (text: string): boolean =>
    text.length <= 40 &&
    equipmentNouns.test(text) &&
    !/\d/.test(text.replace(measurePattern, '')) &&
    (/\s/.test(text.trim()) || /\p{Script=Han}/u.test(text));
  const line = lines.find(({ text }) => named(text));
  if (line === undefined) return [];
  const afterCue = /[:：]\s*/.exec(line.text);
  const start = afterCue === null ? 0 : afterCue.index + afterCue[0].length;
  return equipmentNouns.test(line.text.slice(start)) ? [makeField('equipment', line, start, line.text.length)] : [];
}

/**
 * Fault codes, model, serial, part and asset numbers, readings and the equipment's name, picked out of the lines;
 * each with the box of its own characters, its look-alike spellings, and less confidence for doubtful characters.
 */
export function extractFields(lines: readonly Line[]): Field[] {
  const taken = new Map<Line, Span[]>();
  const take = (line: Line, span: Span): void => void taken.set(line, [...(taken.get(line) ?? []), span]);
  const isTaken = (line: Line, span: Span): boolean =>
    (taken.get(line) ?? []).some((other) => span.start < other.end && span.end > other.start);
  const announced = fieldsByCue(lines, take);
  const codes = bareCodes(lines, isTaken);
  const equipment = announced.some(({ name }) => name === 'equipment') ? [] : equipmentByNoun(lines);
  const order: readonly FieldName[] = ['fault-code', 'equipment', 'model', 'asset', 'serial', 'part-number', 'reading'];
  const seen = new Set<string>();
  return [...announced, ...codes, ...equipment, ...measures(lines, isTaken)]
    .map((field, index) => ({ field, index }))
    .sort((a, b) => order.indexOf(a.field.name) - order.indexOf(b.field.name) || a.index - b.index)
    .map(({ field }) => field)
    .filter((field) => {
      const key = `${field.name} ${field.normal === '' ? field.value : field.normal}`;
      if (field.value === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, mostFields);
}
