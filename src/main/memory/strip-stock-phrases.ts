/**
 * What technicians ask of every fault says nothing about this one, and pulls all cases together: it is taken out before the
 * question is embedded. Longer phrases stand first.
 */
const phrases: readonly RegExp[] = [
  /\b(?:has|have|did|was|were|is|do|does)\s+(?:this|that|it|we|anyone|anybody|somebody|you)(?:\s+(?:fault|error|problem|issue|alarm))?(?:\s+(?:ever|already|guys))?\s+(?:happen(?:ed)?|occur(?:red)?|come up|been\s+(?:seen|solved|fixed)|be|seen|had|have|see|met|known|know)(?:\s+(?:this|that|it|about it))?(?:\s+(?:fault|error|problem|issue|alarm))?(?:\s+(?:before|already|here|in the past|on this machine))*/giu,
  /\b(?:and\s+)?how\s+(?:was|is|were|did|do|does|can|could|should|to)\s*(?:it|this|that|we|you|i|they|one)?\s*(?:get\s+)?(?:be\s+)?(?:solved?|fix(?:ed)?|repair(?:ed)?|resolved?|cured?|dealt with|deal with|handled?)(?:\s+(?:it|this|that|them|the (?:fault|problem|issue|error)))?(?:\s+(?:last time|before|then|back then))?/giu,
  /\b(?:and\s+)?what\s+(?:was|is|were|did|do|does|can|could|should|can be)\s*(?:the|it|we|you|i|they|one)?\s*(?:do|done|solution|fix|remedy|cause|reason|help|helped|wrong|mean|this|that|root cause|problem)?(?:\s+(?:about|with|for|to)\s+(?:it|this|that|do))?(?:\s+(?:here|now|then))?(?=\s*[?.!,]|$)/giu,
  /\b(?:please|pls|can you|could you|would you)\s*(?:help(?:\s+me)?|tell me|check|look|find|show(?:\s+me)?|have a look)?(?=[\s,.?!]|$)/giu,
  /\b(?:any|are there|is there)(?:\s+(?:any|a))?\s+(?:similar|earlier|previous|past|known|like)?\s*(?:cases?|experiences?|ideas?|history|solutions?|fix(?:es)?)(?:\s+(?:like|for|of|with)\s+(?:this|that|it))?(?=\s*[?.!,]|$)/giu,
  /\b(?:hi|hello|hey|thanks?|thank you)\b[,.!]*/giu,
  /(?:这个|这种|该|此)?(?:故障|问题|情况|现象|报警|毛病)?\s*(?:以前|之前|过去|从前|曾经|有没有|是否|是不是)+(?:有没有|是否|也|曾经?|有|人|过|在这台机器上)*(?:发生|出现|遇到|碰到|见|处理|解决|有)过?(?:这个|这种|类似|同样|一样)?(?:的)?(?:故障|问题|情况|现象|报警|毛病)?(?:吗|没有|没|么|呢|过)*/gu,
  /(?:当时|上次|后来|最后|之前|以前|那时)?(?:是|都|又)?(?:应该|该|要|可以)?(?:怎么|怎样|如何|咋)(?:样|去)?(?:被)?(?:处理|解决|修|修复|修理|排除|办|弄|搞)(?:好|掉|的|了|呢|它|这个问题|这个故障)*(?:吗|呢|啊)?/gu,
  /(?:这|那|它)?(?:是)?(?:什么|啥)(?:原因|问题|毛病|情况|意思|故障)(?:造成的|引起的|导致的)?(?:吗|呢|啊)?/gu,
  /(?:请问|请|麻烦|帮我|帮忙|帮)?(?:看一下|看看|查一下|查查|告诉我|找一下)/gu,
  /请问|你好|您好|谢谢|多谢/gu,
  /有(?:没有)?(?:类似|相似|同样)的?(?:案例|经验|情况|记录|问题)(?:吗|没有|么|呢)?/gu,
];

const leftovers =
  /^(?:\s|[\p{P}\p{S}]|\b(?:and|or|so|it|this|that|the|a|an|of|to|is|was|then|here|now|but)\b|[的了吗呢啊和与并且又是它这那])*$/iu;

/** The content words of a question; empty when it holds nothing but stock phrases. */
export function stripStockPhrases(question: string): string {
  let rest = question.normalize('NFKC');
  for (const phrase of phrases) rest = rest.replace(phrase, ' ');
  rest = rest
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:?!，。；：？！、]+|[\s,;:?!，；：？！、]+$/gu, '')
    .replace(/^(?:and|but|so)\s+|\s+(?:and|but|so)$/giu, '')
    .trim();
  return leftovers.test(rest) ? '' : rest;
}
