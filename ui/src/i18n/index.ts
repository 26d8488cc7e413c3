// Starts the translations, loads the words that are needed and switches the language. React escapes what it shows, so i18next must not escape a second
// time; and what comes from people (replacements) is never read as a template: it is shown as it was written.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, languages, type Language } from './language';
import portugueseStart from './pt-BR/start';

export { isLanguage, languages, defaultLanguage, type Language } from './language';

/** What is read before anybody has signed in, and what is read at work. */
type Part = 'start' | 'work';

const words: Record<Language, Record<Part, () => Promise<object>>> = {
  // The first page in the language of most agents waits for nothing.
  'pt-BR': { start: () => Promise.resolve(portugueseStart), work: () => import('./pt-BR/work').then((module) => module.default) },
  en: { start: () => import('./en/start').then((module) => module.default), work: () => import('./en/work').then((module) => module.default) },
};

let neededParts: ReadonlyArray<Part> = [];
let wanted: Language = defaultLanguage;

export async function startI18n(language: Language = defaultLanguage, parts: ReadonlyArray<Part> = ['start', 'work']): Promise<void> {
  wanted = language;
  neededParts = parts;
  i18next.on('languageChanged', (next) => document.documentElement.setAttribute('lang', next));
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    resources: {},
    interpolation: { escapeValue: false, skipOnVariables: true },
    returnNull: false,
  });
  await load(defaultLanguage, parts);
  await changeLanguage(language);
}

/** The words of the workspace, in the language that is spoken. */
export async function loadWorkWords(): Promise<void> {
  await load(wanted, ['work']);
  neededParts = ['start', 'work'];
}

/** Words that do not arrive leave the page in the language that it speaks. */
export async function changeLanguage(language: Language): Promise<void> {
  wanted = language;
  const arrived = await load(language, neededParts).then(
    () => true,
    () => false,
  );
  if (arrived && wanted === language) await i18next.changeLanguage(language);
}

async function load(language: Language, parts: ReadonlyArray<Part>): Promise<void> {
  await Promise.all(parts.map(async (part) => i18next.addResourceBundle(language, 'translation', await words[language][part](), true, true)));
}
