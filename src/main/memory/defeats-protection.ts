/** A piece of text as one claim: what is denied in one sentence does not excuse the next. */
const sentences = /[^.!?;。！？；\n]+/gu;

const protection =
  /\b(?:safety|interlock(?:s|ing)?|guard(?:s|ing)?|door (?:contact|switch)|limit switch|light curtain|e-?stop|emergency stop|protective|protection|overload|relief valve|safety valve|rupture disc|fuse|rcd|residual current|breaker|alarm|dead ?man|two-hand|pressure switch|float switch|thermal (?:cut-?out|switch|contact)|contact)s?\b|保护|安全|联锁|连锁|互锁|门开关|门锁|限位|光幕|急停|防护|光栅|过载|热继|安全阀|泄压阀|保险丝|熔断|漏电|断路器|报警|双手|压力开关|浮球|温控|触点/iu;

const defeat =
  /\b(?:bridg(?:e|ed|ing)|jumper(?:ed|ing)?|jumped(?: out)?|by-?pass(?:ed|ing)?|short(?:ed|ing)?(?:[- ]out| across| circuited)?|defeat(?:ed|ing)?|overr(?:ide|ode|idden|iding)|wire[ds]? (?:across|around|over)|tied? (?:down|back|open)|taped? (?:down|over|back)|block(?:ed|ing)? (?:the )?(?:switch|sensor|valve|guard|door)|disabl(?:e|ed|ing)|deactivat(?:e|ed|ing)|(?:put|fitted|placed|used|inserted|with|installed) (?:in )?(?:a |the )?(?:wire )?(?:jumper|bridge|link|wire link|magnet|nail)|gag(?:ged|ging)?|plugg(?:ed|ing) the (?:relief|safety))\b|短接|短路掉|屏蔽|跨接|旁路|封掉|绑住|绑死|顶住|卡住.{0,4}(?:开关|阀)|拆掉.{0,6}(?:保护|联锁|开关|防护)|取消.{0,6}(?:保护|联锁)|(?:解除|禁用|停用|强制).{0,6}(?:保护|联锁|互锁|安全)|铜丝|铁丝代替/iu;

/** Said against it, or undoing it. */
const excuse =
  /\b(?:never|do not|don't|must not|mustn't|may not|not allowed|forbidden|prohibited|no|without|not|instead of|found|was found|had been|somebody had|someone had|remove[ds]?|removing|took out|taken out|undid|undone|restored?)\b(?=[^,]{0,60}(?:bridg|jumper|by-?pass|short|link|defeat|overr|disabl|tape|tied|block|magnet|deactivat))|\b(?:bridg|jumper|by-?pass|link)\w*\b[^,]{0,40}\b(?:removed|taken out|is forbidden|is prohibited|not allowed|was undone)\b|(?:禁止|严禁|不得|不要|不可|不能|请勿|切勿|切忌|不准|不应|勿|未|没有|拆除|去掉|取下|取消了?|恢复|发现|拆掉).{0,12}(?:短接|屏蔽|跨接|旁路|短路线|跳线)|(?:短接|屏蔽|跨接|旁路|跳线|短路线)[^，,；]{0,8}(?:已?拆除|已?去掉|已?取下|已?恢复|是?禁止|不允许|不可取)/iu;

/** Electrical repair, where the words mean something else. */
const harmless =
  /\b(?:by-?pass (?:valve|filter|line|damper|loop|cock)|short circuit|short[- ]circuit(?:ed)? (?:in|between|to)|contact bridges?|bridge rectifier|h-bridge|bridge crane|gantry bridge|bridge motor|overhead bridge)\b|旁路(?:阀|滤|管|风门)|桥式|整流桥|行车大车桥/giu;

/**
 * True when a text tells that a protection was defeated: a bridged contact, a jumper, a bypassed interlock (短接, 屏蔽,
 * 跨接, 旁路). "Removed the jumper" and "never bridge" are not that. Cases of this kind are warnings, not fixes.
 */
export function defeatsProtection(text: string): boolean {
  for (const [sentence] of text.normalize('NFKC').matchAll(sentences)) {
    const plain = sentence.replace(harmless, ' ');
    if (defeat.test(plain) && protection.test(plain) && !excuse.test(plain)) return true;
  }
  return false;
}
