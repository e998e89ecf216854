import type { DiagnosisEvent } from '../domain/diagnosis.ts';
import { findCodes } from '../domain/code.ts';
import type { Language } from '../domain/language.ts';
import type { GenerationUsage, LanguageModel } from '../inference/language-model.ts';
import type { KnownFacts } from '../tools/tool.ts';
import { systemPrompts } from './prompt.ts';
import { forPrompt } from './quoted-text.ts';

export type Route = Extract<DiagnosisEvent, { type: 'route-selected' }>['route'];

const smallTalk = [
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|howdy|thanks?(?: you)?(?: very much| a lot)?|cheers|bye|goodbye|ok(?:ay)?|great|nice)\b(?:[ ,!.]*(?:there|fixlore|everyone|again|bot|assistant))*\W*$/i,
  /\b(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bwhat can you do\b|\bhow are you\b|\bhow do you do\b|\btell me a (?:joke|story)\b|\b(?:are you|you are) (?:a |an )?(?:bot|robot|human|ai)\b|\bhow(?:'s| is) the weather\b|\bweather (?:today|tomorrow)\b/i,
  /^\W*(?:你好|您好|嗨|哈喽|早上好|上午好|下午好|晚上好|早|谢谢|多谢|辛苦了|再见|拜拜|在吗|好的)[\s,，。!！~～呀啊吗?？]*$/u,
  /你是谁|你叫什么|你(?:能|会|可以)(?:做|干)(?:什么|啥)|讲个(?:笑话|故事)|今天天气|你好吗|你是(?:机器人|人工智能|AI|真人)/iu,
];
const faultWords =
  /\b(?:fault|error|alarm|code|fail\w*|broken|leak\w*|noise|trip\w*|stop\w*|start|overheat\w*|pressure|pump|motor|valve|drive|repair|fix|replace|solved|happened|manual|torque|reset)\b|故障|报警|错误|代码|失效|坏|漏|异响|跳闸|停机|启动|过热|过载|压力|泵|电机|阀|变频|维修|修|更换|解决|发生过|手册|扭矩|复位/iu;

/** True for a greeting or a question about the assistant, as rules can tell. */
export function isSmallTalk(question: string): boolean {
  const text = question.trim();
  return text.length <= 80 && smallTalk.some((pattern) => pattern.test(text)) && findCodes(text).length === 0 && !faultWords.test(text);
}

const choose: Readonly<Record<Language, { ask: string; fault: string; talk: string }>> = {
  en: { ask: 'Is this about a machine, or small talk? Answer: ', fault: 'machine', talk: 'small talk' },
  zh: { ask: '这是关于设备的问题，还是闲聊？回答：', fault: '设备', talk: '闲聊' },
};

const listing =
  /^\W*(?:list|show|find|display)\b.{0,40}\b(?:cases?|faults?|repairs?)\b|^(?:列出|显示|查找|查看).{0,20}(?:案例|故障|记录)/iu;

/**
 * The tier of the first turn, in two stages. First: is it about a machine at all? Rules decide, and the small model is
 * asked only where they cannot and nothing was found. Second: with nothing to reason about, retrieval alone; a listing
 * needs no reasoning either; a mere sum is the router's; the rest goes to the reasoning model.
 */
export async function routeIntent(options: {
  facts: KnownFacts;
  candidates: number;
  router: () => Promise<LanguageModel>;
  reuseState: boolean;
  onUsage: (usage: GenerationUsage) => void;
  signal: AbortSignal;
}): Promise<Route> {
  const { facts } = options;
  if (facts.photos.length === 0 && isSmallTalk(facts.question)) return 'small-talk';
  const aboutMachine =
    facts.photos.length > 0 ||
    facts.codes.length > 0 ||
    facts.equipment.length > 0 ||
    facts.assets.length > 0 ||
    faultWords.test(facts.question) ||
    facts.known.has('expression');
  if (!aboutMachine && options.candidates === 0) {
    const say = choose[facts.language];
    let answer = '';
    const events = (await options.router()).generate(
      {
        messages: [
          { role: 'system', text: systemPrompts.router[facts.language] },
          { role: 'user', text: `<evidence>${forPrompt(facts.question, 200)}</evidence>\n${say.ask}` },
        ],
        shape: { type: 'choice', options: [say.fault, say.talk] },
        maxTokens: 8,
        temperature: 0,
        reuseState: options.reuseState,
      },
      options.signal,
    );
    for await (const event of events) {
      if (event.type === 'text') answer += event.text;
      else options.onUsage(event.usage);
    }
    return answer === say.talk ? 'small-talk' : 'retrieval-only';
  }
  if (options.candidates === 0) return facts.known.has('expression') ? 'router' : 'retrieval-only';
  return listing.test(facts.question) ? 'retrieval-only' : 'reasoner';
}
