import { findCodes, foldWidth } from '../domain/code.ts';
import { wordOverlap } from './word-overlap.ts';

/** What two texts must have in common to be one: embedders do not see these differences (25 and 250 Nm have a cosine of 0.99). */
export interface SalientFacts {
  /** Numbers with the unit that follows, `25nm`, `3.5bar`, `2`. */
  readonly figures: ReadonlySet<string>;
  /** Normalised codes and part numbers. */
  readonly codes: ReadonlySet<string>;
  /** Short designators such as K3, F12, M1, and letters after "phase" or "valve". */
  readonly designators: ReadonlySet<string>;
  /** Directions and states: each pair has a name, each side a sign: `open+`, `open-`. */
  readonly directions: ReadonlySet<string>;
  /** How often something is denied. */
  readonly negations: number;
}

const figure =
  /(?<![\p{L}\p{N}.])(\d+(?:[.,]\d+)?)\s*(°\s?c|°\s?f|°|℃|%|‰|[a-zµμω]{1,5}(?:\/[a-z]{1,4})?[²³23]?(?![a-z])|毫米|厘米|米|公斤|千克|牛米|千帕|兆帕|巴|伏|安|瓦|千瓦|赫兹|转|秒|分钟|小时|天|度|欧)?/giu;
const designator = /(?<![A-Za-z0-9])(?:[A-Za-z]{1,2}\d{1,3})(?![A-Za-z0-9])/g;
const singleLetter = /\b(?:phase|pump|valve|line|side|bank|channel|axis|unit|station)\s+([a-z])\b|([A-Z])\s?(?:相|轴|侧|泵|阀|线|通道)/giu;

/** Opposites in both languages; the more specific word stands first, each place counts once. */
const pairs: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    'open',
    /\b(?:open(?:s|ed|ing)?)\b|打开|开启|断开|常开|(?<![打张展离公召拉推解分])开(?![始关机裂路])/giu,
    /\b(?:clos(?:e|es|ed|ing)|shut)\b|关闭|关上|闭合|合上|常闭|(?<![开相有无机])关(?![于联键节系断机])/giu,
  ],
  [
    'on',
    /\b(?:(?:switch|turn|power)(?:es|s|ed)? on|on)\b|接通|上电|开机/giu,
    /\b(?:(?:switch|turn|power)(?:es|s|ed)? off|off)\b|关断|断电|关机/giu,
  ],
  ['left', /\bleft\b|左/giu, /\bright\b|右/giu],
  [
    'up',
    /\b(?:up|upper|raise[ds]?|above|upstream|top)\b|上升|升高|上游|上部|上端|调高/giu,
    /\b(?:down|lower(?:ed|s)?|below|downstream|bottom)\b|下降|降低|下游|下部|下端|调低/giu,
  ],
  [
    'in',
    /\b(?:in|inlet|intake|input|inner|inward)\b|进口|入口|进油|进水|进气|吸入|输入|内侧|内圈/giu,
    /\b(?:out|outlet|exhaust|output|outer|outward)\b|出口|排油|排水|排气|排出|输出|外侧|外圈/giu,
  ],
  [
    'forward',
    /\b(?:forward|clockwise|front)\b|正转|正向|正极|顺时针|前/giu,
    /\b(?:reversed?|backward|counter-?clockwise|anti-?clockwise|rear)\b|反转|反向|负极|逆时针|后(?=[侧部端轮桥])/giu,
  ],
  ['tight', /\b(?:tighten(?:ed|s)?|tight)\b|拧紧|紧固|过紧/giu, /\b(?:loosen(?:ed|s)?|loose)\b|松动|拧松|过松/giu],
  [
    'high',
    /\b(?:high|too much|increase[ds]?|over(?:voltage|pressure|heat(?:ed|ing)?|current|load(?:ed)?))\b|过高|偏高|过压|过热|过流|过载|增大|增加/giu,
    /\b(?:low|too little|decrease[ds]?|reduce[ds]?|under(?:voltage|pressure))\b|过低|偏低|欠压|减小|减少/giu,
  ],
  [
    'with',
    /\b(?:install(?:ed)?|fit(?:ted)?|connect(?:ed)?|enable[ds]?)\b|安装|装上|连接|启用/giu,
    /\b(?:remove[ds]?|disconnect(?:ed)?|disable[ds]?|uninstall(?:ed)?)\b|拆除|拆下|拔掉|禁用|停用/giu,
  ],
];

const negation =
  /\b(?:no|not|never|none|without|cannot|can't|won't|doesn't|don't|didn't|isn't|wasn't|aren't|neither|nor)\b|没有|不是|不要|不能|不可|禁止|[不未无没勿]/giu;

export function salientFacts(text: string): SalientFacts {
  const folded = foldWidth(text.normalize('NFKC'));
  const found = findCodes(folded);
  const codes = new Set(found.map((code) => code.normal));
  // The digits of a code are no figure: `E-204` and `e204` say the same.
  const prose = found.reduce(
    (text, code) => text.slice(0, code.start) + ' '.repeat(code.raw.length) + text.slice(code.start + code.raw.length),
    folded,
  );
  const figures = new Set<string>();
  for (const match of prose.matchAll(figure)) {
    const number = (match[1] ?? '')
      .replace(',', '.')
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
    figures.add(`${number}${(match[2] ?? '').toLowerCase().replace(/\s/g, '').replace('℃', '°c')}`);
  }
  const designators = new Set<string>();
  for (const match of prose.matchAll(designator)) designators.add(match[0].toUpperCase());
  for (const match of folded.matchAll(singleLetter)) designators.add((match[1] ?? match[2] ?? '').toUpperCase());
  const directions = new Set<string>();
  for (const [name, one, other] of pairs) {
    if (folded.search(one) >= 0) directions.add(`${name}+`);
    if (folded.search(other) >= 0) directions.add(`${name}-`);
  }
  return { figures, codes, designators, directions, negations: folded.match(negation)?.length ?? 0 };
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}

/** True when nothing that an embedder overlooks differs. */
export function factsAgree(a: string, b: string): boolean {
  const one = salientFacts(a);
  const other = salientFacts(b);
  return (
    same(one.figures, other.figures) &&
    same(one.codes, other.codes) &&
    same(one.designators, other.designators) &&
    same(one.directions, other.directions) &&
    one.negations === other.negations
  );
}

/** Below this two resolutions speak of other work, and opposite words in them contradict nothing. */
const sameWork = 0.35;

/** True when both say what to do and they cannot both be right: other parts, or the same work in the other direction or denied. */
export function resolutionsContradict(a: string, b: string): boolean {
  if (a.trim() === '' || b.trim() === '') return false;
  const one = salientFacts(a);
  const other = salientFacts(b);
  if (one.codes.size > 0 && other.codes.size > 0 && ![...one.codes].some((code) => other.codes.has(code))) return true;
  if (wordOverlap(a, b) < sameWork) return false;
  const opposite = pairs.some(([name]) => {
    const signs = (facts: SalientFacts) => ['+', '-'].filter((sign) => facts.directions.has(name + sign)).join('');
    const [x, y] = [signs(one), signs(other)];
    return x.length === 1 && y.length === 1 && x !== y;
  });
  return opposite || one.negations % 2 !== other.negations % 2;
}
