import { findCodes, foldWidth, normaliseCode } from '../domain/code.ts';

/** A checkable piece of a sentence. */
export interface Figure {
  readonly kind: 'code' | 'number' | 'date';
  /** As written. */
  readonly raw: string;
  /** Normalised code, decimal number or date. */
  readonly value: string;
  /** Normalised unit, empty for a bare number. */
  readonly unit: string;
}

const unitNames: Readonly<Record<string, string>> = {
  '°c': '°C',
  '℃': '°C',
  c: '°C',
  celsius: '°C',
  摄氏度: '°C',
  度: '°C',
  '°f': '°F',
  '℉': '°F',
  fahrenheit: '°F',
  '°': 'deg',
  degrees: 'deg',
  degree: 'deg',
  nm: 'Nm',
  n·m: 'Nm',
  'n.m': 'Nm',
  'n-m': 'Nm',
  牛米: 'Nm',
  牛·米: 'Nm',
  'lb-ft': 'lbft',
  'ft-lb': 'lbft',
  bar: 'bar',
  巴: 'bar',
  mbar: 'mbar',
  kpa: 'kPa',
  千帕: 'kPa',
  mpa: 'MPa',
  兆帕: 'MPa',
  pa: 'Pa',
  psi: 'psi',
  v: 'V',
  volt: 'V',
  volts: 'V',
  vdc: 'V',
  vac: 'V',
  伏: 'V',
  伏特: 'V',
  mv: 'mV',
  kv: 'kV',
  a: 'A',
  amp: 'A',
  amps: 'A',
  安: 'A',
  安培: 'A',
  ma: 'mA',
  毫安: 'mA',
  w: 'W',
  kw: 'kW',
  千瓦: 'kW',
  kva: 'kVA',
  va: 'VA',
  ah: 'Ah',
  hz: 'Hz',
  赫兹: 'Hz',
  khz: 'kHz',
  mhz: 'MHz',
  rpm: 'rpm',
  'r/min': 'rpm',
  '1/min': 'rpm',
  转: 'rpm',
  'min⁻¹': 'rpm',
  mm: 'mm',
  毫米: 'mm',
  cm: 'cm',
  厘米: 'cm',
  m: 'm',
  米: 'm',
  km: 'km',
  µm: 'µm',
  μm: 'µm',
  um: 'µm',
  微米: 'µm',
  inch: 'in',
  inches: 'in',
  in: 'in',
  kg: 'kg',
  公斤: 'kg',
  千克: 'kg',
  g: 'g',
  克: 'g',
  l: 'l',
  litre: 'l',
  litres: 'l',
  liter: 'l',
  liters: 'l',
  升: 'l',
  ml: 'ml',
  毫升: 'ml',
  'l/min': 'l/min',
  ms: 'ms',
  毫秒: 'ms',
  s: 's',
  sec: 's',
  second: 's',
  seconds: 's',
  秒: 's',
  秒钟: 's',
  min: 'min',
  minute: 'min',
  minutes: 'min',
  分钟: 'min',
  h: 'h',
  hour: 'h',
  hours: 'h',
  小时: 'h',
  day: 'd',
  days: 'd',
  天: 'd',
  week: 'wk',
  weeks: 'wk',
  month: 'mo',
  months: 'mo',
  year: 'y',
  years: 'y',
  年: 'y',
  个月: 'mo',
  ohm: 'Ω',
  ohms: 'Ω',
  ω: 'Ω',
  欧: 'Ω',
  欧姆: 'Ω',
  kω: 'kΩ',
  mω: 'MΩ',
  '%': '%',
  percent: '%',
  db: 'dB',
  ppm: 'ppm',
  'mm/s': 'mm/s',
  times: '×',
  次: '×',
};
const unitPattern = Object.keys(unitNames)
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .join('|');
const unitAfter = new RegExp(`^\\s?-?(${unitPattern})(?![a-z])`, 'iu');
const dates = /(?<!\d)(?:19|20)\d\d[-/.年](?:0?[1-9]|1[0-2])(?:[-/.月](?:0?[1-9]|[12]\d|3[01])日?|月)?(?!\d)/gu;
const numbers = /(?<![\p{L}\d])[-+]?\d+(?:[ '\u00a0\u202f](?=\d{3}(?!\d))\d{3}|[.,]\d+)*/gu;
const englishWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
};
const spelledEnglish = new RegExp(`\\b(${Object.keys(englishWords).join('|')})[ -]((?:[a-z]+|%))`, 'gi');
const spelledHan =
  /([一二两三四五六七八九十百]{1,4})个?(分钟|小时|秒钟?|天|摄氏度|度|毫米|厘米|米|伏特?|安培?|牛米|巴|兆帕|千帕|公斤|千克|升|欧姆?|转)/gu;

/** `1,250` and `1 250` → `1250`; `0,5` → `0.5`; `25.0` → `25`. */
export function normaliseNumber(raw: string): string {
  let text = raw.replace(/[ '\u00a0\u202f]/g, '').replace(/^\+/, '');
  const separators = text.match(/[.,]/g) ?? [];
  if (separators.length > 1 && new Set(separators).size === 1) text = text.replace(/[.,]/g, '');
  else if (separators.length > 1) {
    const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    text = text.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.');
  } else if (separators[0] === ',') text = /^-?[1-9]\d{0,2},\d{3}$/.test(text) ? text.replace(',', '') : text.replace(',', '.');
  const value = Number(text);
  return Number.isFinite(value) ? String(value) : text;
}

function hanNumber(text: string): number {
  const digits: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
  let total = 0;
  let digit = 0;
  for (const ch of text) {
    if (ch === '十') total += (digit || 1) * 10;
    else if (ch === '百') total += (digit || 1) * 100;
    if (ch === '十' || ch === '百') digit = 0;
    else digit = digits[ch] ?? 0;
  }
  return total + digit;
}

/** The unit that begins a text, in one spelling, or empty. */
function unitOf(after: string): string {
  const found = unitAfter.exec(after)?.[1];
  if (found === undefined) return '';
  // One upper-case M or K changes the size a million-fold, so these are told apart before folding.
  if (/^MΩ$/u.test(found)) return 'MΩ';
  return unitNames[found.toLowerCase()] ?? unitNames[found] ?? '';
}

/** Every figure, code and date of a text. List markers and "step 2" count nothing and are left out. */
export function findFigures(text: string): Figure[] {
  let rest = foldWidth(text).replace(/\[[^\]\n]{2,60}\]/g, (cited) => ' '.repeat(cited.length));
  const found: Figure[] = [];
  const blank = (start: number, length: number): void => {
    rest = rest.slice(0, start) + ' '.repeat(length) + rest.slice(start + length);
  };
  for (const match of rest.matchAll(dates)) {
    found.push({
      kind: 'date',
      raw: match[0],
      value: match[0]
        .replace(/[年月/.]/g, '-')
        .replace(/[日]|-$/g, '')
        .split('-')
        .map((part) => part.padStart(2, '0'))
        .join('-'),
      unit: '',
    });
    blank(match.index, match[0].length);
  }
  for (const code of findCodes(rest)) {
    // "20-25 Nm" is a range and no code.
    if (/^\d+(?:[-/.]\d+)+$/.test(code.raw) && (unitOf(rest.slice(code.start + code.raw.length)) !== '' || !/-/.test(code.raw))) continue;
    if (/^(?:step|case|no|option)\s?\d$/i.test(code.raw)) continue;
    // "10mm2", "24VDC", "5bar": a measure written in one piece.
    const measure = /^(\d+(?:[.,]\d+)?)(\D[^\d]*)$/.exec(code.raw);
    if (measure !== null && unitOf(measure[2] ?? '') !== '' && unitNames[(measure[2] ?? '').toLowerCase()] !== undefined) continue;
    found.push({ kind: 'code', raw: code.raw, value: code.normal, unit: '' });
    blank(code.start, code.raw.length);
  }
  for (const match of rest.matchAll(spelledEnglish)) {
    const unit = unitNames[(match[2] ?? '').toLowerCase()];
    if (unit !== undefined && (match[2] ?? '').length > 1 && !/^(?:in|times)$/i.test(match[2] ?? ''))
      found.push({ kind: 'number', raw: match[0], value: String(englishWords[(match[1] ?? '').toLowerCase()]), unit });
  }
  for (const match of rest.matchAll(spelledHan))
    found.push({ kind: 'number', raw: match[0], value: String(hanNumber(match[1] ?? '')), unit: unitNames[match[2] ?? ''] ?? '' });
  for (const match of rest.matchAll(numbers)) {
    const before = rest.slice(0, match.index);
    const after = rest.slice(match.index + match[0].length);
    let raw = match[0];
    // A dash after a digit joins a range: it is no sign.
    if (/^[-+]/.test(raw) && /\d\s?$|[\p{L})]$/u.test(before)) raw = raw.slice(1);
    const unit = unitOf(after) || unitOf(/^\s?(?:-|~|to|–|至|到)\s?\d+(?:[.,]\d+)?(.*)$/su.exec(after)?.[1] ?? '');
    const small = /^\d$/.test(raw) && unit === '';
    if (/^\d{1,2}$/.test(raw) && /(?:^|\n)\s*$/.test(before) && /^[.)、](?:\s|\p{Script=Han})/u.test(after)) continue;
    if (
      small &&
      (/(?:\b(?:step|case|option|item|point|number)s?|第|步骤|案例|方案)\s?$/iu.test(before) ||
        /^\s?(?:\)|(?:past |similar |such )?cases?\b|个案例|例)/iu.test(after))
    )
      continue;
    found.push({ kind: 'number', raw, value: normaliseNumber(raw), unit });
  }
  return found;
}

/** What may be said: every code, number and date of the evidence. */
export class KnownFigures {
  readonly #codes = new Set<string>();
  readonly #numbers = new Map<string, Set<string>>();
  readonly #dates = new Set<string>();

  add(text: string): void {
    for (const figure of findFigures(text)) {
      if (figure.kind === 'code') this.#codes.add(figure.value);
      else if (figure.kind === 'date') this.#dates.add(figure.value);
      else this.#numbers.set(figure.value, (this.#numbers.get(figure.value) ?? new Set()).add(figure.unit));
    }
  }

  addCode(code: string): void {
    this.#codes.add(normaliseCode(code));
  }

  has(figure: Figure): boolean {
    if (figure.kind === 'code') return this.#codes.has(figure.value);
    if (figure.kind === 'date')
      return this.#dates.has(figure.value) || [...this.#dates].some((known) => known.startsWith(`${figure.value}-`));
    const units = this.#numbers.get(figure.value);
    if (units === undefined) return false;
    return figure.unit === '' || units.has(figure.unit);
  }
}
