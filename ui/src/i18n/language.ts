// The languages of the interface. A new language needs one entry here and one folder of catalogues; the types and tests require the rest.

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'pt-BR';

export function isLanguage(value: string): value is Language {
  return languages.some((language) => language === value);
}
