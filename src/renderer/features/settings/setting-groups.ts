import type { SettingDescription } from '../../../preload/contract/index.ts';

/** Settings that are thought of together. The user's own words stand on the privacy page. */
const groups = {
  answers: ['language', 'answerTokens', 'answerTemperature', 'maxSteps', 'toolsKept', 'budgetSeconds', 'budgetTokens'],
  recall: ['recallTop', 'recallOverfetch', 'keywordWeight', 'imageWeight'],
  ageing: ['decayAfterDays', 'decayFactor', 'oldAfterDays', 'oldFactor'],
  keeping: ['provisionalDays', 'purgeGraceDays'],
  machine: ['threads', 'contextTokens'],
} as const;

export type SettingGroup = keyof typeof groups | 'other';

/** In order; what no group names comes last, so that none can be lost. */
export function groupSettings(settings: readonly SettingDescription[]): { name: SettingGroup; members: SettingDescription[] }[] {
  const shown = settings.filter((setting) => setting.type !== 'words');
  const named = new Set<string>(Object.values(groups).flat());
  const sorted = Object.entries(groups).map(([name, keys]) => ({
    name: name as SettingGroup,
    members: keys.flatMap((key) => shown.filter((setting) => setting.key === key)),
  }));
  return [...sorted, { name: 'other' as const, members: shown.filter((setting) => !named.has(setting.key)) }].filter(
    ({ members }) => members.length > 0,
  );
}
