import { useTranslation } from 'react-i18next';

/** `41 MB`, in the numbers of the window's language. */
export function useBytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
    const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
    const value = bytes / 1000 ** power;
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: units[power] ?? 'byte',
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
    }).format(value);
  };
}
