import type { Caution } from '../domain/evidence.ts';
import type { MemoryUnit } from '../domain/memory-unit.ts';
import { defeatsProtection } from './defeats-protection.ts';

/** Why a case may not be taken as a fix, gravest first. `otherModel`: it is of another make or model than the machine in question. */
export function cautionsOf(unit: MemoryUnit, otherModel: boolean): Caution[] {
  const cautions: Caution[] = [];
  if (unit.standing === 'withdrawn-unsafe') cautions.push('withdrawn-unsafe');
  // What was read on the photo is no deed.
  if (defeatsProtection(`${unit.text}\n${unit.resolution}`)) cautions.push('defeats-protection');
  if (unit.supersededBy !== null || unit.status === 'obsolete') cautions.push('superseded');
  if (unit.standing === 'did-not-hold') cautions.push('did-not-hold');
  if (unit.conflictsWith.length > 0) cautions.push('conflict');
  if (unit.standing === 'history' || (unit.kind === 'solved-case' && unit.resolution === '')) cautions.push('history-only');
  if (otherModel) cautions.push('other-model');
  return cautions;
}
