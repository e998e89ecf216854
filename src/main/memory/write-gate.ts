import type { UnitKind } from '../domain/memory-unit.ts';

export type GateVerdict =
  | { readonly keep: true }
  | { readonly keep: false; readonly reason: 'empty' | 'small-talk' | 'temporary-sum' | 'ages-in-days' };

export interface GateInput {
  readonly kind: UnitKind;
  readonly text: string;
  readonly resolution: string;
  readonly hasPhoto: boolean;
  /** Written by the product itself after a diagnosis; what a user or an import adds is always kept unless it is empty. */
  readonly automatic: boolean;
}

const smallTalk =
  /^(?:(?:hi|hello|hey|thanks?|thank you|thx|ok(?:ay)?|good (?:morning|afternoon|evening|night|job)|bye|see you|how are you|who are you|what can you do|yes|no|sure|great|nice|cool|sorry|welcome|please|there|very much|a lot)[\s,.!?]*)+$|^(?:(?:你好|您好|谢谢|多谢|好的|嗯|哦|早上好|下午好|晚上好|晚安|再见|拜拜|辛苦了|没事|不客气|你是谁|你能做什么|行|可以|是的|收到|了|吗|啊|呢|你)[\s，。！？,.!?]*)+$/iu;

// A sum and its result, perhaps with "what is": nothing that was learnt about a machine.
const sum =
  /^(?:what(?:'s| is)|calculate|compute|how much is|请?计算|算一下)?[\s:：]*[-+(]*\d[\d\s.,()%]*(?:(?<![a-z])[a-zµ°]{1,4}[²³]?(?![a-z]))?\s*(?:[-+*/×÷^=]\s*[-+(]*\d[\d\s.,()%]*(?:(?<![a-z])[a-zµ°]{1,4}[²³]?(?![a-z]))?\s*)+(?:等于多少|是多少|[=?？])*\s*$/iu;

// Stock, shifts, weather, what is on today: store how to look it up instead.
const ages =
  /\b(?:in stock|on stock|stock level|today|tomorrow|tonight|this (?:week|shift)|right now|at the moment|currently on (?:shift|leave)|on duty|weather)\b|库存|今天|明天|今晚|本周|这周|当班|值班|目前在|天气/iu;

/** Decides what is worth remembering. Rules, not a model: the same input always gets the same verdict. */
export function judgeWrite(input: GateInput): GateVerdict {
  const text = input.text.trim();
  const resolution = input.resolution.trim();
  if (text === '' && resolution === '' && !input.hasPhoto) return { keep: false, reason: 'empty' };
  if (!input.automatic) return { keep: true };
  // A solved fault is what the memory is for, whatever words tell it.
  if (input.kind === 'solved-case' && resolution !== '' && !smallTalk.test(text)) return { keep: true };
  if (input.hasPhoto) return { keep: true };
  if (text === '' || smallTalk.test(text)) return { keep: false, reason: 'small-talk' };
  if (sum.test(text)) return { keep: false, reason: 'temporary-sum' };
  if (input.kind !== 'how-to-query' && input.kind !== 'preference' && ages.test(text)) return { keep: false, reason: 'ages-in-days' };
  return { keep: true };
}
