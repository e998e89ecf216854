import type { Evidence } from '../domain/evidence.ts';
import type { Language } from '../domain/language.ts';
import { defeatsProtection } from '../memory/defeats-protection.ts';
import { isOrder } from './quoted-text.ts';
import { splitSentences } from './split-sentences.ts';

/** The energies that hurt people at a machine. */
export const energies = ['electricity', 'battery', 'pressure', 'heat', 'height', 'movement', 'spring'] as const;
export type Energy = (typeof energies)[number];

const signs: Readonly<Record<Energy, RegExp>> = {
  electricity:
    /\b(?:electric\w*|volt(?:age)?s?|\d+\s?v(?:ac|dc)?|inverter|drive|vfd|ups|dc bus|capacitors?|contactor|breaker|fuse|relay|cable|wiring|terminal|mains|earth fault|short circuit|motor|power supply|control (?:panel|cabinet|board)|pcb|sensor cable|charger|rectifier)\b|电|变频|逆变|电容|接触器|断路器|熔断|保险丝|继电器|端子|接线|短路|接地|线路板|充电/iu,
  battery: /\b(?:batter(?:y|ies)|cell (?:voltage|string)|bms|accumulator cell|lead-acid|lithium)\b|电池|蓄电|锂电/iu,
  pressure:
    /\b(?:pressure|hydraulic\w*|pneumatic\w*|accumulator|compress(?:or|ed)|bar|mpa|psi|boiler|steam|refrigerant|gas (?:line|valve)|relief valve|air (?:line|receiver|tank))\b|压力|液压|气压|气动|蓄能器|空压|压缩|蒸汽|锅炉|制冷剂|高压|泄压/iu,
  heat: /\b(?:hot|heat(?:er|ing|ed)?|over-?(?:heat\w*|temperature)|burn|boiler|steam|furnace|oven|exhaust|°c)\b|高温|过热|过温|超温|加热|烫|烧|锅炉|蒸汽|炉/iu,
  height:
    /\b(?:ladder|scaffold|roof|hoist|crane|suspended|lift (?:car|shaft)|elevator|mast|at height|forklift mast|tower)\b|高处|高空|屋顶|吊|起重|电梯|轿厢|塔|梯子/iu,
  movement:
    /\b(?:pump|shaft|belt|chain|gear(?:box)?|conveyor|fan|rotor|impeller|coupling|spindle|robot|cylinder|actuator|press|roller|blade|rotating|moving parts?|bearing|motor)\b|泵|轴|皮带|链条|齿轮|输送|传送|风机|风扇|叶轮|联轴|主轴|机器人|气缸|油缸|压机|滚筒|刀片|旋转|运动部件|电机/iu,
  spring: /\b(?:spring(?:-| )(?:loaded|brake|tension)|torsion spring|brake spring)\b|弹簧/iu,
};

const lines: Readonly<Record<Energy, Readonly<Record<Language, string>>>> = {
  electricity: {
    en: 'Switch off, lock and tag the electrical supply, let stored charge (DC bus, capacitors) drain, and verify zero voltage before touching anything.',
    zh: '切断电源并上锁挂牌，等待直流母线和电容放电，验电确认零电压后再接触任何部件。',
  },
  battery: {
    en: 'A battery stays live: open its isolator, remove jewellery, use insulated tools, and verify zero voltage on the side you work on.',
    zh: '电池始终带电：断开电池隔离开关，取下金属饰品，使用绝缘工具，并验电确认作业侧零电压。',
  },
  pressure: {
    en: 'Shut off and lock the pressure source, relieve the line and any accumulator, and verify zero on the gauge before opening a fitting.',
    zh: '关闭并锁定压力源，泄放管路和蓄能器的压力，确认压力表归零后再拆接头。',
  },
  heat: {
    en: 'Let hot parts cool, and verify that they are cool before touching them.',
    zh: '等待高温部件冷却，确认不再烫手后再接触。',
  },
  height: {
    en: 'Secure suspended loads mechanically, secure yourself against falling, and verify that no load can move (zero stored height).',
    zh: '用机械方式固定悬吊的负载，做好防坠落保护，确认负载无法移动（势能归零）。',
  },
  movement: {
    en: 'Lock the machine against restart, wait for standstill, block parts that can still move, and verify zero movement with a start attempt.',
    zh: '锁定设备防止意外启动，等待完全停止，固定仍可移动的部件，并试启动确认零运动。',
  },
  spring: {
    en: 'Release or block spring tension, and verify zero tension before loosening anything.',
    zh: '释放或固定弹簧张力，确认张力归零后再松开部件。',
  },
};

const sitesOwn: Readonly<Record<Language, string>> = {
  en: 'Before you start, get the isolation procedure of your site, follow it, and verify zero energy.',
  zh: '开始之前，请取得并遵守现场的隔离程序，并确认能量归零。',
};
const isWork =
  /\b(?:replac\w*|remov\w*|tighten\w*|loosen\w*|clean\w*|adjust\w*|open(?:ed)?|dismantl\w*|fit(?:ted)?|swap\w*|repair\w*|disconnect\w*)\b|更换|拆|紧固|松开|清洗|清洁|调整|打开|修复|断开/iu;
const isolates =
  /\b(?:lock(?:ed)?[ -]?out|tag[ -]?out|isolat\w*|de-?energi[sz]\w*|discharg\w*|depressuri[sz]\w*|(?:relieve|release|bleed)\b[^.]{0,30}\bpressure|switch(?:ed)? off|disconnect\w*[^.]{0,30}\b(?:supply|power|battery)|verify[^.]{0,20}zero|warning|danger|let[^.]{0,30}cool)\b|断电|上锁|挂牌|隔离|放电|泄压|切断电源|验电|警告|危险|冷却后/iu;

/** Energies that a piece of work touches. A battery counts as electricity too, and is said once. */
export function energiesOf(text: string): Energy[] {
  const found = energies.filter((energy) => signs[energy].test(text));
  return found.includes('battery')
    ? found.filter((energy) => energy !== 'electricity' || /\bmains|inverter|drive|motor|变频|逆变|电机/iu.test(text))
    : found;
}

/** A safety sentence, and the manual passage that it is quoted from, if it is. */
export interface SafetyLine {
  readonly text: string;
  readonly quotedFrom: Evidence | null;
}

/** The steps of a manual's safety section, each on a line, in its own wording; headings and step numbers are left out. */
function stepsOf(section: Evidence): string {
  return section.text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\d{1,2}[.)、）]|[-*•])\s*/u, ''))
    .filter((line) => line !== '' && !line.startsWith('#') && !isOrder(line) && !defeatsProtection(line))
    .join('\n');
}

/**
 * What comes before any work: the manual's own safety section, whole and word for word, where this machine has one;
 * else a sentence of a found passage that says it; else the table of energies, each with "verify zero". A section in
 * another language is followed by the table, so that it is understood. Work without a known energy gets the pointer
 * to the site's own procedure.
 */
export function safetyLines(options: {
  subject: string;
  sections?: readonly Evidence[];
  passages: readonly Evidence[];
  language: Language;
}): SafetyLine[] {
  const touched = energiesOf(options.subject);
  const section = options.sections?.find(
    (one) => one.cautions.length === 0 && splitSentences(one.text).some((part) => isolates.test(part)),
  );
  if (touched.length === 0 && !isWork.test(options.subject)) return [];
  const out: SafetyLine[] = [];
  const covered = new Set<Energy>();
  if (section !== undefined) {
    out.push({ text: stepsOf(section), quotedFrom: section });
    if (section.language === options.language) for (const energy of energiesOf(section.text)) covered.add(energy);
  } else {
    for (const passage of options.passages) {
      if (passage.kind !== 'manual' || passage.cautions.length > 0) continue;
      const sentence = splitSentences(passage.text).find(
        (part) =>
          isolates.test(part) &&
          !isOrder(part) &&
          !defeatsProtection(part) &&
          part.length <= 300 &&
          energiesOf(part).some((energy) => touched.includes(energy)),
      );
      if (sentence === undefined) continue;
      const says = energiesOf(sentence).filter((energy) => touched.includes(energy) && !covered.has(energy));
      if (says.length === 0) continue;
      for (const energy of says) covered.add(energy);
      out.push({ text: sentence, quotedFrom: passage });
    }
  }
  for (const energy of touched) if (!covered.has(energy)) out.push({ text: lines[energy][options.language], quotedFrom: null });
  return out.length === 0 ? [{ text: sitesOwn[options.language], quotedFrom: null }] : out;
}
