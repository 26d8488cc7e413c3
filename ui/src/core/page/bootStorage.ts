// The keys of localStorage that the boot script reads before the first paint: token, theme and language. This module is their only writer.
import { defaultLanguage, isLanguage, type Language } from '../../i18n/language';

const keys = { token: 'workspace.token', theme: 'workspace.theme', language: 'workspace.language' } as const;

export interface BootChoice {
  /** `system` is stored as no theme: the boot script then asks the system. */
  theme?: string | undefined;
  language?: string | undefined;
}

export function storedToken(): string | undefined {
  return read(keys.token);
}

/** Whether localStorage can be read and holds no token. */
export function isTokenAbsent(): boolean {
  try {
    return window.localStorage.getItem(keys.token) === null;
  } catch {
    return false;
  }
}

/** Throws if the storage is blocked or full. */
export function storeToken(token: string | undefined): void {
  write(keys.token, token);
}

export function storedLanguage(): Language {
  const language = read(keys.language);
  return language !== undefined && isLanguage(language) ? language : defaultLanguage;
}

/** Throws if the storage is blocked or full. */
export function storeBootChoice({ theme, language }: BootChoice): void {
  write(keys.theme, theme === 'system' ? undefined : theme);
  write(keys.language, language);
}

/** The language chosen before the core is loaded: the core stores it with the preferences later. */
export function storeLanguage(language: Language): void {
  try {
    write(keys.language, language);
  } catch {
    // Storage is blocked or full: the choice holds for this page only.
  }
}

function read(key: string): string | undefined {
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string | undefined): void {
  if (value === undefined) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, value);
}
