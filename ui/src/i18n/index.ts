// Starts the translations, loads the bundles of areas (one file per area and language) and switches the language.
// React escapes texts, so i18next must not escape them again; replacements contain user data and are never
// interpreted as templates.
import i18next from 'i18next';
import type { portuguese } from './catalogues';
import { cutForSentence } from './cut';
import { isolated } from './direction';
import { firstWords } from './firstWords';
import { formatNumber } from './format';
import { defaultLanguage, languages, type Language } from './language';

export { isLanguage, languages, defaultLanguage, type Language } from './language';

export type Area = keyof typeof portuguese;

/** The areas of the sign-in page; every page has them. */
export const firstAreas = Object.keys(firstWords) as ReadonlyArray<Area>;

const files = import.meta.glob<object>(
  ['./*/*.json', '!./*/boot.json', '!./pt-BR/{connection,documents,session,shell}.json'],
  { import: 'default' },
);

const allAreas = [
  ...new Set([...firstAreas, ...Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '') as Area)]),
];

export function isArea(name: string): name is Area {
  return allAreas.some((area) => area === name);
}

let neededAreas: ReadonlyArray<Area> = [];
let wanted: Language = defaultLanguage;

/** Without `areas` every bundle is loaded, for tests and the gallery. */
export async function startI18n(
  language: Language = defaultLanguage,
  areas: ReadonlyArray<Area> = allAreas,
): Promise<void> {
  wanted = language;
  i18next.on('languageChanged', (next) => document.documentElement.setAttribute('lang', next));
  await i18next.init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    // A copy: bundles are merged into it.
    resources: { [defaultLanguage]: { translation: { ...firstWords } } },
    // i18next applies this function to each replacement; the result is never HTML.
    interpolation: { escapeValue: true, escape: (text) => isolated(cutForSentence(text)), skipOnVariables: true },
    returnNull: false,
  });
  // The special Portuguese plural form for a million has the same text as the general plural.
  const plurals = i18next.services.pluralResolver as { getSuffix: (...of: unknown[]) => string };
  const suffixOf = plurals.getSuffix.bind(plurals);
  plurals.getSuffix = (...of) => suffixOf(...of).replace(/many$/, 'other');
  // The core writes every replacement as a text.
  i18next.services.formatter?.add('number', (value: unknown) =>
    typeof value === 'number' || /^\d+$/.test(String(value)) ? formatNumber(Number(value)) : String(value),
  );
  await loadWords(...areas);
  await changeLanguage(language);
}

/** Loads the bundles of areas in the current language. */
export async function loadWords(...areas: ReadonlyArray<Area>): Promise<void> {
  const language = wanted;
  await load(language, areas);
  neededAreas = [...new Set([...neededAreas, ...areas])];
  // Meanwhile the language may have changed to one that was loaded without these areas.
  if (wanted !== language) await load(wanted, areas);
}

/** If the bundles cannot be loaded the page stays in its current language. */
export async function changeLanguage(language: Language): Promise<void> {
  wanted = language;
  const loaded = await load(language, neededAreas).then(
    () => true,
    () => false,
  );
  if (loaded && wanted === language) await i18next.changeLanguage(language);
}

async function load(language: Language, areas: ReadonlyArray<Area>): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      if (i18next.getResource(language, 'translation', area) !== undefined) return;
      const words = await files[`./${language}/${area}.json`]?.();
      i18next.addResourceBundle(language, 'translation', { [area]: words }, true, true);
    }),
  );
}
