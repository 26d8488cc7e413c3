// Texts that the core chose: a key with replacements. An unknown key (a new reason of the server) shows the area's default, never the key.
import i18next, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { isArea, loadWords } from '.';
import { formatPhone } from './format';
import { isLanguage, defaultLanguage, type Language } from './language';
import { useTranslation } from './useTranslation';
import { customerName } from './visitors';

export interface CoreText {
  key: string;
  params?: Readonly<Record<string, string | number>> | undefined;
  /** The key shown when `key` is unknown. */
  fallback?: string | null | undefined;
}

const lastResort = 'shell.error.unknown';

export function useCoreText(): (text: CoreText) => string {
  const { t } = useTranslation();
  return useCallback((text: CoreText) => say(t, text), [t]);
}

/** The text in the present language, for use outside of components: desktop notifications. */
export function sayNow(text: CoreText): string {
  return say(i18next.t.bind(i18next), text);
}

function say(t: unknown, { key, params: given, fallback }: CoreText): string {
  requestBundleOf(key);
  const params = forReading(given, t as TFunction);
  // The messages named by the documents have keys without an area; they are in the bundle `documents`.
  const candidates = [key, fallback].flatMap((name) => (name == null ? [] : [`documents.${name}`, name]));
  const known = candidates.find((candidate) => i18next.exists(candidate, params)) ?? lastResort;
  // The key is known only at run time; exists() above checks it.
  return (t as (key: string, params?: CoreText['params']) => string)(known, params);
}

/** The core writes every replacement as a text. The plural is chosen by a number, and a telephone number gets its usual form. */
function forReading(params: CoreText['params'], t: TFunction): CoreText['params'] {
  const count = params?.count;
  const customer = params?.customer;
  const phone = params?.phone;
  const name = params?.name;
  return {
    ...params,
    ...(typeof count === 'string' && /^\d+$/.test(count) && { count: Number(count) }),
    ...(typeof phone === 'string' && { phone: formatPhone(phone) }),
    // The name of a customer of whom only the number or nothing is known.
    ...(typeof name === 'string' && { name: customerName(name, t) }),
    ...(typeof customer === 'string' && { customer: customerName(customer, t) }),
  };
}

/** The core may name a text of an area that was not opened yet: it is shown when its bundle has been loaded. */
function requestBundleOf(key: string): void {
  const [area = ''] = key.split('.');
  if (isArea(area) && i18next.getResource(i18next.language, 'translation', area) === undefined)
    loadWords(area).catch(() => undefined);
}

/** The language of the interface, as one of the supported languages. */
export function useLanguage(): Language {
  const { language } = useTranslation();
  return isLanguage(language) ? language : defaultLanguage;
}
