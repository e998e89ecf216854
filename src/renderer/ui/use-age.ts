import { useTranslation } from 'react-i18next';

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `9 months ago`, in the language of the window. */
export function useAge(iso: string): string {
  const { i18n } = useTranslation();
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' });
  // "14 months ago" says more than "last year"; years count from two on.
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= (unit === 'year' ? 2 : 1) * length) return format.format(Math.round(seconds / length), unit);
  return format.format(0, 'minute');
}
