import type { FactName, KnownFacts, Tool } from '../tools/tool.ts';

/** Keeps the tools that take the next necessary step, most wanted first. */
export interface ToolFilter {
  /** `used`: names of the tools that have run. At most `limit` come back, and never more than eight. */
  keep(facts: KnownFacts, used: readonly string[], limit: number): Tool[];
}

const mostEver = 8;

// Signs that a question asks for a fact. Facts that matter in every diagnosis (what a code means, what the manual
// says about this machine) are wanted as soon as their subject is known.
const asks: readonly { readonly fact: FactName; readonly when: (facts: KnownFacts) => boolean }[] = [
  { fact: 'similar-cases', when: () => true },
  { fact: 'photo-reading', when: (facts) => facts.photos.length > 0 },
  { fact: 'code-meaning', when: (facts) => facts.codes.length > 0 },
  {
    fact: 'work-orders',
    when: (facts) =>
      facts.assets.length > 0 &&
      /\b(?:work ?orders?|histor(?:y|ies)|before|previous(?:ly)?|last (?:time|repair|service|year)|again|recur\w*|how often|records?|happened|serviced|since when)\b|工单|历史|以前|之前|上次|维修记录|保养|发生过|再次|反复|多少次|记录/iu.test(
        facts.question,
      ),
  },
  { fact: 'calculated-value', when: (facts) => facts.known.has('expression') },
  {
    fact: 'manual-passage',
    when: (facts) =>
      facts.equipment.length > 0 ||
      facts.codes.length > 0 ||
      /\b(?:how|manual|procedure|steps?|torque|setting|adjust|replace|reset|spec\w*|interval|safe\w*|should|what (?:is|does)|solved|fix(?:ed)?)\b|如何|怎么|怎样|手册|步骤|规程|扭矩|力矩|设定|调整|更换|复位|规格|周期|安全|解决|处理|什么意思/iu.test(
        facts.question,
      ),
  },
];

/**
 * Causal minimal filtering: a tool stays when all that it needs is known, when it would tell something that is not
 * known yet, and when that is asked for. A tool whose answer another wanted tool needs is wanted for its sake.
 */
export function createToolFilter(tools: readonly Tool[]): ToolFilter {
  return {
    keep(facts, used, limit) {
      const applicable = tools.filter(
        (tool) =>
          !used.includes(tool.name) &&
          tool.needs.every((need) => facts.known.has(need)) &&
          tool.gives.some((given) => !facts.known.has(given)),
      );
      const wanted = asks.filter((ask) => !facts.known.has(ask.fact) && ask.when(facts)).map((ask) => ask.fact);
      // A wanted fact may be a step away: then the facts its tool lacks are wanted too.
      for (const tool of tools) {
        if (!tool.gives.some((given) => wanted.includes(given))) continue;
        for (const need of tool.needs) if (!facts.known.has(need) && !wanted.includes(need)) wanted.push(need);
      }
      const rank = (tool: Tool): number =>
        Math.min(...tool.gives.map((given) => (wanted.indexOf(given) < 0 || facts.known.has(given) ? Infinity : wanted.indexOf(given))));
      const asked = applicable.filter((tool) => rank(tool) < Infinity).sort((a, b) => rank(a) - rank(b) || a.costMs - b.costMs);
      return asked.slice(0, Math.min(limit, mostEver));
    },
  };
}
