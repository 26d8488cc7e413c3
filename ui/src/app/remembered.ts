// What boot.js reads before anything else runs: the theme and the language of the last time, and whether a session may be there. Storage may be blocked;
// then nothing is remembered.
import type { ThemeChoice } from '../design/theme';
import { defaultLanguage, isLanguage, type Language } from '../i18n/language';

const keys = { token: 'workspace.token', theme: 'workspace.theme', language: 'workspace.language' } as const;

export function hasToken(): boolean {
  return read(keys.token) !== null;
}

export function rememberedLanguage(): Language {
  const language = read(keys.language);
  return language !== null && isLanguage(language) ? language : defaultLanguage;
}

export function rememberTheme(theme: ThemeChoice): void {
  // Without a choice boot.js asks the system.
  write(keys.theme, theme === 'system' ? null : theme);
}

export function rememberLanguage(language: Language): void {
  write(keys.language, language);
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // The choice holds for this page; the next one begins without it.
  }
}
