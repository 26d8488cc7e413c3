// Carries the agent's preferences out: theme and language of the page, and the two words boot.js reads at the next start.
import type { Preferences } from 'core-wasm';
import { useEffect } from 'react';
import { applyTheme } from '../design/theme';
import { changeLanguage } from '../i18n';
import { rememberLanguage, rememberTheme } from './remembered';

/** Undefined before the core is there: boot.js has set both then. */
export function usePreferences(preferences: Preferences | undefined): void {
  const theme = preferences?.theme;
  useEffect(() => {
    if (theme === undefined) return undefined;
    rememberTheme(theme);
    return applyTheme(theme);
  }, [theme]);

  const language = preferences?.language;
  useEffect(() => {
    if (language === undefined) return;
    rememberLanguage(language);
    void changeLanguage(language);
  }, [language]);
}
