// All words of the product, by language and area. Keys are area.component.text; every area has a file of the same name in every language. Types and tests
// read this; the page loads the parts it needs (index.ts).
import englishLater from './en/later';
import englishStart from './en/start';
import englishWork from './en/work';
import type { Language } from './language';
import portugueseLater from './pt-BR/later';
import portugueseStart from './pt-BR/start';
import portugueseWork from './pt-BR/work';

export const portuguese = { ...portugueseStart, ...portugueseWork, ...portugueseLater };

const english: typeof portuguese = { ...englishStart, ...englishWork, ...englishLater };

export const catalogues: Record<Language, typeof portuguese> = { 'pt-BR': portuguese, en: english };
