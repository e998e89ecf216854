export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

const han = /\p{Script=Han}/gu;
const latinWord = /[a-z]{2,}/giu;

/**
 * The language a text is written in: Chinese when it holds at least as many Han characters as Latin words
 * (codes and model names in a Chinese sentence do not make it English).
 */
export function detectLanguage(text: string): Language {
  const hanCount = text.match(han)?.length ?? 0;
  if (hanCount === 0) return 'en';
  const words = text.match(latinWord)?.length ?? 0;
  return hanCount >= words ? 'zh' : 'en';
}
