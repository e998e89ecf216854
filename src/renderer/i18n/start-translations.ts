import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en/index.ts';
import { zh } from './zh/index.ts';

const stored = 'fixlore-language';
export type InterfaceLanguage = 'en' | 'zh';

/** The language of the window: the one chosen before, else that of the system. */
export function interfaceLanguage(): InterfaceLanguage {
  const chosen = localStorage.getItem(stored);
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export async function setInterfaceLanguage(language: InterfaceLanguage): Promise<void> {
  localStorage.setItem(stored, language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  await i18next.changeLanguage(language);
}

export async function startTranslations(): Promise<void> {
  const language = interfaceLanguage();
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
