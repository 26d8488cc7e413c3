// Starts the translations, loads the words that are needed and switches the language. React escapes what it shows, so i18next must not escape a second
// time; and what comes from people (replacements) is never read as a template: it is shown as it was written.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, languages, type Language } from './language';
import { cutForSentence } from './cut';
import { isolated } from './direction';
import portugueseStart from './pt-BR/start';

export { isLanguage, languages, defaultLanguage, type Language } from './language';

/** What is read before anybody has signed in, what is read at work, and what only some dialogs and pages say. */
type Part = 'start' | 'work' | 'later';

const words: Record<Language, Record<Part, () => Promise<object>>> = {
  // The first page in the language of most agents waits for nothing.
  'pt-BR': {
    start: () => Promise.resolve(portugueseStart),
    work: () => import('./pt-BR/work').then((module) => module.default),
    later: () => import('./pt-BR/later').then((module) => module.default),
  },
  en: {
    start: () => import('./en/start').then((module) => module.default),
    work: () => import('./en/work').then((module) => module.default),
    later: () => import('./en/later').then((module) => module.default),
  },
};

let neededParts: ReadonlyArray<Part> = [];
let wanted: Language = defaultLanguage;

export async function startI18n(
  language: Language = defaultLanguage,
  parts: ReadonlyArray<Part> = ['start', 'work', 'later'],
): Promise<void> {
  wanted = language;
  neededParts = parts;
  i18next.on('languageChanged', (next) => document.documentElement.setAttribute('lang', next));
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    resources: {},
    // "Escaping" is what is done with each replacement; nothing here becomes HTML.
    interpolation: { escapeValue: true, escape: (text) => isolated(cutForSentence(text)), skipOnVariables: true },
    returnNull: false,
  });
  await load(defaultLanguage, parts);
  await changeLanguage(language);
}

/** Words that a part of the page needs, in the language that is spoken. */
export async function loadWords(...parts: ReadonlyArray<Part>): Promise<void> {
  const spoken = wanted;
  await load(spoken, parts);
  neededParts = [...new Set([...neededParts, ...parts])];
  // A language that was chosen meanwhile did not know of these parts.
  if (wanted !== spoken) await load(wanted, parts);
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
  await Promise.all(
    parts.map(async (part) =>
      i18next.addResourceBundle(language, 'translation', await words[language][part](), true, true),
    ),
  );
}
