// Starts the translations and switches the language. React escapes what it shows, so i18next must not escape a second time.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { catalogues } from './catalogues';
import { defaultLanguage, languages, type Language } from './language';

export { isLanguage, languages, defaultLanguage, type Language } from './language';

export async function startI18n(language: Language = defaultLanguage): Promise<void> {
  i18next.on('languageChanged', (next) => document.documentElement.setAttribute('lang', next));
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    resources: Object.fromEntries(languages.map((name) => [name, { translation: catalogues[name] }])),
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
}
