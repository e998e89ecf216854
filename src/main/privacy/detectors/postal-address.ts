import { groupRange, spansOf, type Detector, type Span } from '../detector.ts';

// A road with a house number; what ends in 路 on a machine (电路, 油路, 回路 …) is no road, and 3号阀 is no house.
const chineseCore =
  /(?:(?<![电气油水回线支短断管液旁网通铁链光磁母公滑])路|街|大道|(?<![压启下])弄|胡同|巷(?!道))(?:[东南西北中]段)? ?\d{1,5} ?(?:号|弄)(?!阀|泵|机|线|端|柜|电|传感|轴|仓|皮带|开关|支架|采|炉|罐|输|回|模块)/g;
const chineseBlock =
  /(?<value>(?<!\d)\d{1,4} ?(?:栋|幢|号楼|座)(?: ?\d{1,3} ?单元)?(?: ?\d{1,3} ?[楼层])? ?\d{2,5} ?(?:室|房|号)?)(?!\d)/dg;
const chineseCue =
  /(?:住址|(?<![\p{Script=Han}A-Za-z])地址|(?:家庭|收货|联系|通讯|邮寄|现场|客户|公司|送货|详细|寄件|收件)地址) ?[:是为] ?(?<value>[^\n,;。,；]{4,60})/dgu;
const chineseLevels =
  /(?<value>\p{Script=Han}{2,8}(?:省|自治区|市)\p{Script=Han}{1,6}(?:市|区|县|旗)(?:\p{Script=Han}{1,8}(?:镇|乡|街道|村|路|街|园区|开发区))?)/dgu;
const chineseRight = /^(?: ?[\p{Script=Han}A-Za-z]{0,8}? ?\d{1,5} ?(?:号楼|栋|幢|座|单元|楼|层|室|房|号|弄))+/u;
const wordsBefore = /(?:地址|住址|位于|住在|家住|送到|送至|寄到|寄往|现场|前往|到达|[在到去往住于至是为请来])/gu;

// A street of a town, not a drive of a machine: Title case; words that are parts of machines too need a town or a unit after them.
const englishStreet =
  /(?<![A-Za-z0-9.,-])(?<value>\d{1,5}[A-Za-z]?,? (?:[A-Z\d][\p{L}\d'.-]{0,20} ){1,4}(?:(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Highway|Hwy|Parkway|Pkwy|Terrace|STREET|AVENUE|BOULEVARD)\b\.?|(?:Lane|Ln|Drive|Dr|Way|Court|Ct|Place|Pl|Close|Crescent|Square|Park|Circle|Row|Gate|Walk|ROAD)\b\.?(?=,|\s*\n|\s+(?:Suite|Apt|Unit)|\s+[A-Z][a-z]+,? [A-Z]{2})))/dgu;
const englishTail =
  /^(?:[,\s]{1,4}(?:(?:Suite|Apt|Unit|Ste|Floor|Room|#)\.? ?#?[A-Za-z0-9-]{1,6}|[A-Z][\p{L}'-]{1,20}(?: [A-Z][\p{L}'-]{1,20}){0,2}(?=,? ?(?:[A-Z]{2}\b|\d{4,5}))|[A-Z]{2}(?![A-Za-z])|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|\d{5}(?:-\d{4})?))+/u;
const unit =
  /(?<![A-Za-z])(?<value>(?:Apt|Apartment|Suite)\.? #?\d{1,5}[A-Za-z]?|P\.? ?O\.? ?Box \d{1,6}|Postfach \d{1,6})(?![A-Za-z0-9])/dgi;
const german =
  /(?<![\p{L}\d])(?<value>(?!(?:Walz|Fertigungs|Produktions|Montage|Takt|Transport|Förder|Lackier|Verpackungs|Abfüll|Prüf)str)[\p{Lu}][\p{L}-]{1,30}(?:[ -](?:S|s))?(?:straße|strasse|str\.|gasse|allee|chaussee|(?:weg|platz|damm|ufer|ring)(?= ?\d{1,4} ?[a-z]?, ?\d{5})) ?\d{1,4}(?: ?[a-z])?(?![\p{L}\d])(?:, ?\d{5} \p{Lu}\p{Ll}{2,20})?)/dgu;
const postcode =
  /(?<![A-Za-z])(?:zip(?: ?code)?|post ?code|postal code|plz|邮编|邮政编码)(?: is)?[\s:=是]{1,4}(?<value>\d{4,6}(?:-\d{3,4})?|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![A-Za-z0-9])/dgi;
const englishCue =
  /(?<![A-Za-z])(?:(?<kind>[A-Za-z]{1,12} )?address(?:ed)?(?: of [\p{L}' .]{2,40}?)?(?: (?:is|was|to|at))?|(?:lives|living|resides) (?:at|on)) ?[:\s] ?\s{0,4}(?<value>[\p{L}\d][^\n;]{3,60}(?:\n[^\n;]{1,40}){0,4})/dgiu;
const addressOfAThing =
  /^(?:ip|mac|modbus|register|slave|memory|node|bus|device|mail|email|e-mail|network|plc|start|base|web|i2c|can|hex|station|profibus|host|server|input|output)\b/i;

function compact(value: string): string {
  return value.replace(/[\s,.]/g, '').toLowerCase();
}

/** Takes the Han characters and digits to the left that belong to the road's name and its town. */
function leftOfRoad(text: string, at: number): number {
  const before = /[\p{Script=Han}A-Za-z0-9]{0,30}$/u.exec(text.slice(Math.max(0, at - 30), at))?.[0] ?? '';
  let cut = 0;
  for (const word of before.matchAll(wordsBefore)) if (word.index + word[0].length <= before.length - 1) cut = word.index + word[0].length;
  return at - Math.min(before.length - cut, 30);
}

function chineseAddresses(text: string): Span[] {
  const spans: Span[] = [];
  const put = (start: number, end: number) => {
    const right = chineseRight.exec(text.slice(end, end + 60))?.[0].length ?? 0;
    spans.push({ kind: 'ADDRESS', start, end: end + right, canonical: compact(text.slice(start, end + right)) });
  };
  for (const match of text.matchAll(chineseCore)) {
    const start = leftOfRoad(text, match.index);
    if (start < match.index) put(start, match.index + match[0].length);
  }
  for (const match of text.matchAll(chineseLevels)) {
    const range = groupRange(match, 'value');
    if (!range) continue;
    let start = range.start;
    for (const word of range.text.matchAll(wordsBefore))
      if (word.index <= 4) start = Math.max(start, range.start + word.index + word[0].length);
    if (range.end - start >= 5 && !/^(?:城|超|上|门|菜)市/.test(text.slice(start, start + 2))) put(start, range.end);
  }
  return spans;
}

function cuedEnglish(text: string): Span[] {
  const spans: Span[] = [];
  if (!/address|lives|living|resides/i.test(text)) return spans;
  for (const match of text.matchAll(englishCue)) {
    const range = groupRange(match, 'value');
    if (!range || addressOfAThing.test(match.groups?.['kind'] ?? '')) continue;
    // Up to the end of the sentence or of the address block (an empty line).
    const value = range.text.split(/\n\s*\n|\. (?=\p{Lu})|[?!]|\p{L}{3,}\. *$|(?<=\d)\.\s/u)[0]?.trimEnd() ?? '';
    const digits = value.match(/\d{1,6}/g) ?? [];
    const words = value.match(/(?<!\p{L})\p{L}{3,}/gu) ?? [];
    const looksLikeStreet = /^\d{1,5}[ ,]+\p{L}{3,}|\p{L}{3,}[ ,]+\d{1,5}/u.test(value);
    if (digits.length === 0 || words.length === 0 || !looksLikeStreet || /@|0x|\d+\.\d+\.\d+/.test(value)) continue;
    spans.push({ kind: 'ADDRESS', start: range.start, end: range.start + value.length, canonical: compact(value) });
  }
  return spans;
}

/** Postal addresses: Chinese roads with numbers, towns and flats; English and German streets with numbers; what follows "address:". */
export const postalAddress: Detector = {
  kind: 'ADDRESS',
  detect({ text }) {
    const spans: Span[] = [
      ...chineseAddresses(text),
      ...spansOf('ADDRESS', text, chineseBlock, (value) => (/单元|室|房/.test(value) ? compact(value) : undefined)),
      ...spansOf('ADDRESS', text, chineseCue, (value) => (/[省市区县镇乡村路街道号楼栋园厂]/.test(value) ? compact(value) : undefined)),
      ...spansOf('ADDRESS', text, unit, compact),
      ...spansOf('ADDRESS', text, german, compact),
      ...spansOf('ADDRESS', text, postcode, compact),
      ...cuedEnglish(text),
    ];
    for (const match of text.matchAll(englishStreet)) {
      const range = groupRange(match, 'value');
      if (!range) continue;
      const end = range.end + (englishTail.exec(text.slice(range.end, range.end + 120))?.[0].length ?? 0);
      spans.push({ kind: 'ADDRESS', start: range.start, end, canonical: compact(text.slice(range.start, end)) });
    }
    return spans;
  },
};
