import type { SimilarCase } from '../domain/diagnosis.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { Language } from '../domain/language.ts';
import { isOrder, withoutOrders } from './quoted-text.ts';
import { defeatsProtection } from '../memory/defeats-protection.ts';
import type { SafetyLine } from './safety.ts';
import { splitSentences } from './split-sentences.ts';

/**
 * The sentences that code writes. What carries cause, fix, parts and figures is taken word for word from the
 * evidence, with its citation; a quotation in another language than the answer's is marked as one.
 */
const say = {
  en: {
    safety: 'Safety first: ',
    seen: 'This has happened before',
    symptom: 'What was seen: ',
    fix: 'What solved it: ',
    also: 'Also recorded: ',
    quote: (text: string, from: Language) => `${from === 'zh' ? '(original in Chinese) ' : ''}“${text}”`,
    nothing: 'Nothing like this is on this machine: no past case, manual passage or record matches closely enough.',
    nothingMore: 'Note the code, the model and what you see, and ask your team lead or the maker; once it is solved, store it here.',
    checks: 'A safe next check from the manual: ',
    manual: 'The manual says: ',
    code: 'The code: ',
    records: 'On record: ',
    sum: 'Calculated: ',
    warnUnsafe: 'Do not repeat: this earlier workaround was withdrawn as unsafe: ',
    warnDefeats: 'Do not repeat: this earlier workaround takes a protection out of work: ',
    warnFailed: 'Do not rely on this earlier fix, it did not hold: ',
    superseded: 'An older fix is superseded',
    supersededBy: ', use the newer one',
    conflict: 'Two cases contradict each other here; both are shown. Decide on site which one fits.',
    otherModels: 'There are cases of another model only; they are shown apart and are no fix for this machine.',
    retake: 'The text on the photo cannot be trusted, so no code was taken from it: ',
    problems: {
      dark: 'it is too dark',
      blurred: 'it is blurred',
      glare: 'a reflection covers it',
      small: 'it is too small',
      flat: 'nothing can be seen on it',
    },
    retakeHow: ' Take it again closer, sharp, and with light from the side.',
    left: (count: number) =>
      count === 1
        ? '1 statement was left out because its figures or source are not in the evidence.'
        : `${count} statements were left out because their figures or sources are not in the evidence.`,
    budget: 'The budget of this diagnosis is used up, so the advice ends here.',
    smallTalk:
      'Hello, I am Fixlore. Give me a photo of a fault or a question about a machine, and I look through the cases, manuals and records on this computer for how it was solved before.',
    join: ' ',
    stop: '.',
  },
  zh: {
    safety: '安全第一：',
    seen: '以前发生过类似情况',
    symptom: '当时的现象：',
    fix: '解决办法：',
    also: '另有记录：',
    quote: (text: string, from: Language) => `${from === 'en' ? '（英文原文）' : ''}“${text}”`,
    nothing: '本机没有类似的记录：没有足够接近的历史案例、手册内容或工单。',
    nothingMore: '请记下故障代码、型号和现象，咨询班组长或厂家；解决后请把它存到这里。',
    checks: '手册中的安全检查：',
    manual: '手册写道：',
    code: '代码含义：',
    records: '工单记录：',
    sum: '计算结果：',
    warnUnsafe: '不要重复：以前的这种做法已因不安全而撤回：',
    warnDefeats: '不要重复：以前的这种做法使保护失效：',
    warnFailed: '不要依赖以前的这个办法，它没有维持住：',
    superseded: '旧的办法已被取代',
    supersededBy: '，请采用较新的办法',
    conflict: '这里有两个案例互相矛盾，均已列出，请在现场判断哪一个适用。',
    otherModels: '只找到其他型号的案例；它们单独列出，不能当作本机的解决办法。',
    retake: '照片上的文字不可靠，因此没有采用其中的代码：',
    problems: { dark: '太暗', blurred: '模糊', glare: '有反光', small: '太小', flat: '看不到内容' },
    retakeHow: '请靠近、对准焦点、从侧面打光重新拍摄。',
    left: (count: number) => `有 ${count} 处说法因数字或来源不在证据中而被略去。`,
    budget: '本次诊断的预算已用完，建议到此为止。',
    smallTalk: '你好，我是 Fixlore。给我一张故障照片或一个设备问题，我会在本机的案例、手册和记录中查找以前是怎么解决的。',
    join: '',
    stop: '。',
  },
} as const;

export type FixedSentence = 'nothing' | 'nothingMore' | 'conflict' | 'otherModels' | 'budget' | 'smallTalk';

export function fixedSentence(name: FixedSentence, language: Language): string {
  return say[language][name];
}

export function leftOutSentence(count: number, language: Language): string {
  return say[language].left(count);
}

type Problem = keyof (typeof say)['en']['problems'];

/** What to retake when text on a photo cannot be trusted. */
export function retakeSentence(problems: readonly Problem[], language: Language): string {
  const phrases = say[language];
  const named = problems.map((problem) => phrases.problems[problem]).join(language === 'zh' ? '、' : ', ');
  return `${phrases.retake}${named || phrases.problems.blurred}${phrases.stop}${phrases.retakeHow}`;
}

function quoted(text: string, from: Language, language: Language): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  return from === language ? clean : say[language].quote(clean, from);
}

/** Puts the citation before the final stop: `… replaced the seal [C-7KQ2M9XA].` */
function cite(text: string, id: string, language: Language): string {
  const stop = /[.。!！;；]$/u.exec(text)?.[0];
  const bare = stop === undefined ? text : text.slice(0, -1);
  return `${bare} [${id}]${stop ?? say[language].stop}`;
}

/** The first sentences of a text up to a length; never half a sentence unless the first one alone is longer. */
function beginning(text: string, most: number): string {
  let out = '';
  for (const sentence of splitSentences(text)) {
    if (out !== '' && out.length + sentence.length > most) break;
    out = out === '' ? sentence : `${out}${/\p{Script=Han}/u.test(out) ? '' : ' '}${sentence}`;
  }
  return out;
}

export function safetySentences(lines: readonly SafetyLine[], language: Language): string[] {
  return lines.map(({ text, quotedFrom }, index) => {
    const body =
      quotedFrom === null
        ? text
        : cite(say[language].quote(text, quotedFrom.language === language ? language : quotedFrom.language), quotedFrom.id, language);
    return index === 0 ? `${say[language].safety}${body}` : body;
  });
}

/** The case as the answer: that it happened, what was seen, and the whole recorded fix. */
export function caseSentences(one: SimilarCase, language: Language, primary: boolean): string[] {
  const phrases = say[language];
  const fix = withoutOrders(one.resolution);
  if (fix === '') return [];
  const fixLine = cite(`${primary ? phrases.fix : phrases.also}${quoted(fix, one.language, language)}`, one.id, language);
  if (!primary) return [fixLine];
  const symptom = beginning(withoutOrders(one.text), 200);
  const opening = `${phrases.seen}${language === 'zh' ? '：' : ': '}${quoted(one.title, one.language, language)} [${one.id}]${phrases.stop}`;
  return [
    opening,
    ...(symptom === '' || symptom === one.title
      ? []
      : [cite(`${phrases.symptom}${quoted(symptom, one.language, language)}`, one.id, language)]),
    fixLine,
  ];
}

/** An earlier fix that must not be repeated. */
export function warningSentence(one: SimilarCase, language: Language): string {
  const phrases = say[language];
  const lead =
    one.standing === 'withdrawn-unsafe' || one.cautions.includes('withdrawn-unsafe')
      ? phrases.warnUnsafe
      : one.standing === 'did-not-hold' || one.cautions.includes('did-not-hold')
        ? phrases.warnFailed
        : phrases.warnDefeats;
  // The part that defeats the protection is what must be recognised; otherwise the beginning of the fix.
  const sentences = splitSentences(withoutOrders(one.resolution));
  const told = sentences.find((sentence) => defeatsProtection(sentence)) ?? beginning(sentences.join(' '), 160);
  return cite(`${lead}${quoted(told, one.language, language)}`, one.id, language);
}

export function supersededSentence(old: SimilarCase, newer: SimilarCase | undefined, language: Language): string {
  const phrases = say[language];
  return `${phrases.superseded} [${old.id}]${newer === undefined ? '' : `${phrases.supersededBy} [${newer.id}]`}${phrases.stop}`;
}

/** A code's meaning, a manual passage, a record or a sum, quoted. `next` marks it as a check to make when no case fits. */
export function lookUpSentence(evidence: Evidence, language: Language, next = false, about = ''): string {
  const phrases = say[language];
  const lead = next
    ? phrases.checks
    : evidence.kind === 'code'
      ? phrases.code
      : evidence.kind === 'record'
        ? phrases.records
        : evidence.kind === 'calculation'
          ? phrases.sum
          : phrases.manual;
  const text = fitting(withoutOrders(evidence.text), about, 220);
  if (text === '' || isOrder(text)) return '';
  return cite(`${lead}${quoted(text, evidence.language, language)}`, evidence.id, language);
}

/** The run of sentences of a passage that speaks most of what is asked about. */
function fitting(text: string, about: string, most: number): string {
  const sentences = splitSentences(text.replace(/^#+\s.*$/gmu, '').replace(/\|[-: |]+\|/g, ' '));
  const wanted = new Set(about.toLowerCase().match(/[a-z]{4,}|\d+|\p{Script=Han}{2}/gu) ?? []);
  const hits = (sentence: string): number => [...wanted].filter((word) => sentence.toLowerCase().includes(word)).length;
  let start = 0;
  sentences.forEach((sentence, index) => {
    if (hits(sentence) > hits(sentences[start] ?? '')) start = index;
  });
  return beginning(sentences.slice(start).join(/\p{Script=Han}/u.test(text) ? '' : ' '), most);
}
