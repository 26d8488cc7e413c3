// Connects PreferencesDialog with the core and fills it with the sections of the areas.
import { useState } from 'react';
import { useChangePreferences, useSlice } from '../core/react';
import { defaultLanguage } from '../i18n/language';
import type { DialogContainerProps } from '../shared/dialog';
import { takePreferenceTab } from '../shared/preferenceTabs';
import { PreferencesDialog } from './PreferencesDialog';
import { preferenceSections } from './tables/preferenceSections';

/** `sections`: the table of the areas, unless a test replaces it. */
export function PreferencesDialogContainer({
  onClose,
  sections = preferenceSections,
}: DialogContainerProps<'preferences'> & { sections?: typeof preferenceSections }) {
  const { theme = 'system', language = defaultLanguage } = useSlice('preferences');
  const hasVoice = useSlice('voice').enabled;
  const [tab, setTab] = useState(takePreferenceTab);
  const change = useChangePreferences();
  return (
    <PreferencesDialog
      open
      theme={theme}
      onThemeChange={(next) => change({ theme: next })}
      language={language}
      onLanguageChange={(next) => change({ language: next })}
      sections={sections
        .filter((section) => hasVoice || section.tab !== 'voice')
        .map(({ id, tab: of = 'general', Section }) => ({ id, tab: of, content: <Section /> }))}
      tab={tab}
      onTabChange={setTab}
      onClose={onClose}
    />
  );
}
