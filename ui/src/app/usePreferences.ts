// Applies theme and language of the preferences to the page. The storage port stores them for the boot script.
import type { Preferences } from 'core-wasm';
import { useEffect } from 'react';
import { applyTheme } from '../design/theme';
import { changeLanguage } from '../i18n';

/** The preferences are undefined before the core is loaded: boot.js has set theme and language by then. */
export function usePreferences(preferences: Preferences | undefined): void {
  const theme = preferences?.theme;
  useEffect(() => {
    if (theme === undefined) return undefined;
    return applyTheme(theme);
  }, [theme]);

  const language = preferences?.language;
  useEffect(() => {
    if (language === undefined) return;
    void changeLanguage(language);
  }, [language]);
}
