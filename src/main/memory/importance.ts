import type { UnitKind } from '../domain/memory-unit.ts';

export interface ImportanceInput {
  readonly kind: UnitKind;
  readonly text: string;
  readonly resolution: string;
  readonly codes: readonly string[];
  readonly hasPhoto: boolean;
}

const danger =
  /\b(?:fire|smoke|burn(?:t|ed)?|explo(?:de|sion)|injur(?:y|ed)|electric shock|arc flash|short circuit|toxic|gas leak|emergency stop|e-stop|lock ?out)\b|起火|着火|冒烟|烧毁|爆炸|受伤|触电|短路|有毒|泄漏气体|急停|上锁挂牌/iu;
const standstill = /\b(?:stand ?still|down ?time|shut ?down|tripped|line stopped|out of service)\b|停机|停线|停产|跳闸/iu;

/** 1–5, by rule: how much it would hurt to lose this. 3 and above never expires by retention. */
export function importanceOf(input: ImportanceInput): 1 | 2 | 3 | 4 | 5 {
  const base: Record<UnitKind, number> = { 'solved-case': 3, 'domain-knowledge': 3, preference: 3, 'how-to-query': 2, 'tool-result': 1 };
  let value = base[input.kind];
  const all = `${input.text}\n${input.resolution}`;
  if (danger.test(all)) value += 2;
  else if (standstill.test(all)) value += 1;
  if (input.kind === 'solved-case') {
    if (input.resolution.trim() === '') value -= 1;
    else if (input.codes.length > 0 || input.hasPhoto) value += 1;
  }
  return Math.min(5, Math.max(1, value)) as 1 | 2 | 3 | 4 | 5;
}
