import { splitSentences } from './split-sentences.ts';

// Sentences addressed to an assistant rather than to a technician. They are data all the same; the model simply
// does not get to read them, since a small one tends to obey.
const orders = [
  /\b(?:ignore|disregard|forget|override)\b[^.。]{0,60}\b(?:instruction|instructions|rules?|prompt|above|previous|everything)\b/i,
  /\b(?:system prompt|developer message|jailbreak|you are now|act as an? |pretend (?:to be|you)|as an ai|new instructions?)\b/i,
  /\b(?:reply|respond|answer|output|print|say) (?:only|exactly|with the word|without (?:sources|citations?))\b/i,
  /\b(?:assistant|ai|model|chatbot)\b[^.。]{0,40}\b(?:must|should|has to|shall|:)/i,
  /\bcall (?:the )?tools?\b|\btool_call\b|<\|[a-z_]+\|>/i,
  /\b(?:delete|erase|export|send|upload|e-?mail) (?:all|every|the) (?:cases?|memory|memories|data|records?|files?)\b/i,
  /(?:忽略|无视|忘记|不要理会)[^。]{0,20}(?:指令|指示|规则|提示|要求|内容)/u,
  /系统提示|提示词|你现在是|扮演|作为(?:一个)?(?:AI|人工智能|助手)|不要引用|(?:删除|导出|发送|上传)(?:所有|全部)/u,
];

/** True for a sentence that gives orders to the assistant. */
export function isOrder(sentence: string): boolean {
  return orders.some((pattern) => pattern.test(sentence));
}

/** Quoted text as the model may read it: without orders, marks of its own dialogue or line breaks, at most `maxCharacters`. */
export function forPrompt(text: string, maxCharacters: number): string {
  const kept = splitSentences(text)
    .filter((sentence) => !isOrder(sentence))
    .join(' ')
    .replace(/<\/?evidence>|<\|[^|>]*\|>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (kept.length <= maxCharacters) return kept;
  const cut = kept.slice(0, maxCharacters);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxCharacters - 20))}…`;
}

/** The sentences of a case that speak to the technician, for showing as its fix. */
export function withoutOrders(text: string): string {
  return splitSentences(text)
    .filter((sentence) => !isOrder(sentence))
    .join(/\p{Script=Han}/u.test(text) ? '' : ' ');
}
