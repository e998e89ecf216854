import { findCodes, normaliseCode } from '../domain/code.ts';
import type { MatchReason, SimilarCase } from '../domain/diagnosis.ts';
import type { Caution } from '../domain/evidence.ts';
import type { KnownFacts } from '../tools/tool.ts';
import { defeatsProtection } from '../memory/defeats-protection.ts';

/** Cases by what an answer may do with them. */
export interface WeighedCases {
  /** May be shown as a fix of this machine, best first. */
  readonly usable: readonly SimilarCase[];
  /** Fixes that must not be repeated; shown as warnings. */
  readonly warnings: readonly SimilarCase[];
  /** Older fixes that something newer replaces. */
  readonly superseded: readonly SimilarCase[];
  /** The model that the question names, normalised, when the memory knows only its relatives (GR-25 where GR-16 is known); else null. */
  readonly strangeModel: string | null;
}

const neverAFix: readonly Caution[] = ['withdrawn-unsafe', 'did-not-hold', 'defeats-protection'];
// The same machine alone says nothing of the same fault.
const exact: readonly MatchReason[] = ['same-code', 'look-alike-code', 'same-part'];
// How far below the best case another one may stand and still be put before the model: small embedders keep all
// cosines of one field within some 0.1.
const nearTheBest = 0.04;
const mostCandidates = 4;

function isExact(one: SimilarCase): boolean {
  return one.matchedBy.some((reason) => exact.includes(reason));
}

/** Codes that were typed, without those that name the machine itself. */
function typedCodes(facts: KnownFacts): string[] {
  const machines = new Set(
    [...facts.equipment, ...facts.assets].flatMap((name) => [normaliseCode(name), ...findCodes(name).map((code) => code.normal)]),
  );
  return findCodes(facts.question)
    .map((code) => code.normal)
    .filter((code) => !machines.has(code));
}

/** A typed designation with the letters of a case's machine but other digits, where that machine itself is not meant. */
function nameStrangeModel(cases: readonly SimilarCase[], facts: KnownFacts): string | null {
  const carried = new Set(cases.flatMap((one) => one.codes));
  const machines = [...new Set(cases.map((one) => normaliseCode(one.equipment)).filter((name) => name !== ''))];
  const meant = normaliseCode(`${facts.question} ${facts.equipment.join(' ')}`);
  if (machines.some((machine) => meant.includes(machine))) return null;
  const letters = (name: string): string => /^[A-Z]{2,}(?=\d)/.exec(name)?.[0] ?? '';
  return (
    typedCodes(facts).find(
      (code) => !carried.has(code) && letters(code) !== '' && machines.some((machine) => letters(machine) === letters(code)),
    ) ?? null
  );
}

/**
 * Sorts the recalled cases by their cautions. A case without a fix, of another machine or of history is no fix.
 * When the question names a code and the memory holds no case with it, cases that are near in meaning only are
 * none of this fault: then nothing is usable.
 */
export function weighCases(cases: readonly SimilarCase[], facts: KnownFacts): WeighedCases {
  const strangeModel = nameStrangeModel(cases, facts);
  const own = cases
    .filter((one) => strangeModel === null || one.equipment === '')
    .filter((one) => !one.cautions.includes('other-model') && one.status !== 'archived');
  const isWarning = (one: SimilarCase): boolean =>
    one.standing === 'withdrawn-unsafe' ||
    one.standing === 'did-not-hold' ||
    one.cautions.some((caution) => neverAFix.includes(caution)) ||
    defeatsProtection(one.resolution);
  const warnings = own.filter(isWarning);
  const superseded = own.filter((one) => !isWarning(one) && (one.cautions.includes('superseded') || one.status === 'obsolete'));
  let usable = own.filter(
    (one) => !warnings.includes(one) && !superseded.includes(one) && !one.cautions.includes('history-only') && one.resolution.trim() !== '',
  );
  const codes = typedCodes(facts);
  const carries = (one: SimilarCase): boolean => isExact(one) || codes.some((code) => one.codes.includes(code));
  const named = codes.length > 0 && usable.some(carries);
  if (codes.length > 0 && !named) {
    const machines = new Set(cases.map((one) => normaliseCode(one.equipment)));
    // A "code" may be the name of a machine that only the memory knows.
    if (codes.some((code) => ![...machines].some((machine) => machine !== '' && (machine.includes(code) || code.includes(machine)))))
      usable = usable.filter((one) => one.matchedBy.includes('photo'));
  }
  const best = usable[0];
  if (best !== undefined) {
    usable = usable.filter((one) => one === best || one.score >= best.score - nearTheBest || isExact(one)).slice(0, mostCandidates);
    // An exact hit settles it: what is only near in meaning would be noise beside it.
    if (usable.some(isExact)) usable = usable.filter((one) => isExact(one) || one === best);
  }
  const concerns = (one: SimilarCase): boolean => best === undefined || sameFault(one, best) || one.score >= best.score - nearTheBest;
  return { usable, warnings: warnings.filter(concerns), superseded: superseded.filter(concerns), strangeModel };
}

const designator = /^[BKMQRSTXY]\d{1,2}$/;

/** Codes of a case that name a fault or a part, not the machine or a terminal in it. */
function faultCodes(one: SimilarCase): string[] {
  const own = new Set([one.equipment, one.asset].flatMap((name) => [normaliseCode(name), ...findCodes(name).map((code) => code.normal)]));
  return one.codes.filter((code) => !own.has(code) && !designator.test(code));
}

/** True when two cases of one machine share a fault code or a part, or contradict each other. */
export function sameFault(one: SimilarCase, other: SimilarCase): boolean {
  if (one.equipment !== '' && other.equipment !== '' && normaliseCode(one.equipment) !== normaliseCode(other.equipment)) return false;
  if (one.cautions.includes('conflict') && other.cautions.includes('conflict')) return true;
  const codes = faultCodes(other);
  return faultCodes(one).some((code) => codes.includes(code));
}
