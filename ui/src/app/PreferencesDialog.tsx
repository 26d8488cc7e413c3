// The preferences of this browser, in tabs: theme and language, then the sections of the areas. Each choice applies at once; there is no save button.
import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Button } from '../design/Button';
import { Dialog } from '../design/Dialog';
import { FieldLabel } from '../design/Field';
import { SegmentedControl } from '../design/SegmentedControl';
import { Tabs } from '../design/Tabs';
import type { ThemeChoice } from '../design/theme';
import { languages, type Language } from '../i18n/language';
import type { PreferenceTab } from '../shared/preferenceTabs';
import styles from './PreferencesDialog.module.css';

export interface PreferencesDialogProps {
  open: boolean;
  theme: ThemeChoice;
  onThemeChange: (theme: ThemeChoice) => void;
  language: Language;
  onLanguageChange: (language: Language) => void;
  /** The sections of the areas, from top to bottom. A tab without sections is not shown. */
  sections: ReadonlyArray<{ id: string; tab: PreferenceTab; content: ReactNode }>;
  tab: PreferenceTab;
  onTabChange: (tab: PreferenceTab) => void;
  onClose: () => void;
}

const tabs: ReadonlyArray<PreferenceTab> = ['general', 'notifications', 'voice', 'shortcuts'];
const themes: ReadonlyArray<ThemeChoice> = ['system', 'light', 'dark'];

export function PreferencesDialog(props: PreferencesDialogProps) {
  const { t } = useTranslation();
  const shown = tabs.filter((tab) => tab === 'general' || props.sections.some((section) => section.tab === tab));
  const own = (
    <>
      <div className={styles.group}>
        <FieldLabel required={false}>{t('shell.theme.label')}</FieldLabel>
        <div className={styles.choice}>
          <SegmentedControl
            label={t('shell.theme.label')}
            value={props.theme}
            onChange={props.onThemeChange}
            segments={themes.map((theme) => ({ value: theme, label: t(`shell.theme.${theme}`) }))}
          />
        </div>
      </div>
      <div className={styles.group}>
        <FieldLabel required={false}>{t('shell.language.label')}</FieldLabel>
        <div className={styles.choice}>
          <SegmentedControl
            label={t('shell.language.label')}
            value={props.language}
            onChange={props.onLanguageChange}
            segments={languages.map((language) => ({ value: language, label: t(`shell.language.${language}`) }))}
          />
        </div>
      </div>
    </>
  );
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('shell.preferences.title')}
      glyph={Settings}
      footer={
        <Button tone="primary" onClick={props.onClose}>
          {t('shell.preferences.done')}
        </Button>
      }
    >
      <Tabs
        label={t('shell.preferences.title')}
        value={props.tab}
        onChange={(value) => {
          const chosen = tabs.find((tab) => tab === value);
          if (chosen !== undefined) props.onTabChange(chosen);
        }}
        tabs={shown.map((tab) => ({
          value: tab,
          label: t(`shell.preferences.tab.${tab}`),
          content: (
            <div className={styles.panel}>
              {tab === 'general' && own}
              {props.sections
                .filter((section) => section.tab === tab)
                .map(({ id, content }) => (
                  <div key={id} className={styles.group}>
                    {content}
                  </div>
                ))}
            </div>
          ),
        }))}
      />
    </Dialog>
  );
}
