// The preferences, open at one of their tabs.
import { useState } from 'react';
import { PreferencesDialog, type PreferencesDialogProps } from '../app/PreferencesDialog';
import { ignore } from './samples';

export function PreferencesSample({
  first,
  sections,
}: { first: PreferencesDialogProps['tab'] } & Pick<PreferencesDialogProps, 'sections'>) {
  const [tab, setTab] = useState(first);
  return (
    <PreferencesDialog
      open
      theme="system"
      onThemeChange={ignore}
      language="pt-BR"
      onLanguageChange={ignore}
      tab={tab}
      onTabChange={setTab}
      sections={sections}
      onClose={ignore}
    />
  );
}
