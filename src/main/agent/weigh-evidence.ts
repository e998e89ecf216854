import { findCodes, normaliseCode } from '../domain/code.ts';
import type { Evidence } from '../domain/evidence.ts';
import type { KnownFacts } from '../tools/tool.ts';

const common = new Set(
  'about after again against also before been being cause causes come could does done ever fault from happen happened happens have help here into like machine manual mean means more most much must need needs next over please problem question said same shall should show shows solve solved some such tell than that their them then there these they this time under until used using very want what when where which while will with work would your 什么 怎么 如何 为什 这个 以前 发生 解决 问题 出现 一下 请问 是否 处理 情况 故障'.split(
    ' ',
  ),
);
// Share of the question's content words that a passage must speak of to answer without a case.
const enoughOverlap = 0.5;

/** Content words of Latin script, and pairs of Han characters. */
function contentWords(text: string): Set<string> {
  const words = (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/, ''));
  const pairs = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map((match) => match[1] ?? '');
  return new Set([...words, ...pairs].filter((word) => word.length > 1 && !common.has(word)));
}

/**
 * True for evidence that answers when no case does: a looked-up code, a record or a sum by their nature; a manual passage
 * only when it carries a code of the question, or when it is about this machine and speaks of most of what was asked.
 */
export function answersByItself(evidence: Evidence, facts: KnownFacts): boolean {
  if (evidence.cautions.includes('other-model') || evidence.cautions.includes('superseded')) return false;
  if (evidence.kind === 'code' || evidence.kind === 'calculation' || evidence.kind === 'record') return true;
  if (evidence.kind !== 'manual') return false;
  const machines = new Set(facts.equipment.flatMap((name) => [normaliseCode(name), ...findCodes(name).map((code) => code.normal)]));
  const inPassage = new Set(findCodes(`${evidence.title} ${evidence.text}`).map((code) => code.normal));
  const asked = facts.codes.map(normaliseCode).filter((code) => !machines.has(code));
  if (asked.length > 0) return asked.some((code) => inPassage.has(code));
  const aboutMachine = [...machines].some(
    (machine) => machine !== '' && normaliseCode(`${evidence.title} ${evidence.text}`).includes(machine),
  );
  if (!aboutMachine) return false;
  const wanted = contentWords(facts.question);
  if (wanted.size === 0) return false;
  const text = `${evidence.title} ${evidence.text}`.toLowerCase();
  return [...wanted].filter((word) => text.includes(word)).length / wanted.size >= enoughOverlap;
}
