// Connects PreferencesDialog with the core and fills it with the sections of the areas.
import { useChangePreferences, useSlice } from '../core/react';
import { defaultLanguage } from '../i18n/language';
import type { DialogContainerProps } from '../shared/dialog';
import { PreferencesDialog } from './PreferencesDialog';
import { preferenceSections } from './tables/preferenceSections';

/** `sections`: the table of the areas, unless a test replaces it. */
export function PreferencesDialogContainer({
  onClose,
  sections = preferenceSections,
}: DialogContainerProps<'preferences'> & { sections?: typeof preferenceSections }) {
  const { theme = 'system', language = defaultLanguage } = useSlice('preferences');
  const change = useChangePreferences();
  return (
    <PreferencesDialog
      open
      theme={theme}
      onThemeChange={(next) => change({ theme: next })}
      language={language}
      onLanguageChange={(next) => change({ language: next })}
      sections={sections.map(({ id, Section }) => ({ id, content: <Section /> }))}
      onClose={onClose}
    />
  );
}
