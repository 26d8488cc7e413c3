// What the agent can choose for this browser. Every choice holds at once; there is nothing to save.
import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../design/Button';
import { Dialog } from '../design/Dialog';
import { FieldLabel } from '../design/Field';
import { RadioList } from '../design/RadioList';
import { SegmentedControl } from '../design/SegmentedControl';
import type { ThemeChoice } from '../design/theme';
import { languages, type Language } from '../i18n/language';
import styles from './PreferencesDialog.module.css';

export type SendWith = 'enter' | 'ctrlEnter';

export interface PreferencesDialogProps {
  open: boolean;
  theme: ThemeChoice;
  onThemeChange: (theme: ThemeChoice) => void;
  language: Language;
  onLanguageChange: (language: Language) => void;
  sendWith: SendWith;
  onSendWithChange: (sendWith: SendWith) => void;
  /** What may be heard and shown. */
  alerts: ReactNode;
  onClose: () => void;
  focusFallback?: (() => void) | undefined;
}

const themes: ReadonlyArray<ThemeChoice> = ['system', 'light', 'dark'];
const sendWays: ReadonlyArray<SendWith> = ['enter', 'ctrlEnter'];

export function PreferencesDialog(props: PreferencesDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('shell.preferences.title')}
      glyph={Settings}
      focusFallback={props.focusFallback}
      footer={
        <Button tone="primary" onClick={props.onClose}>
          {t('shell.preferences.done')}
        </Button>
      }
    >
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
      <div className={styles.group}>
        <FieldLabel required={false}>{t('shell.preferences.sendWith')}</FieldLabel>
        <RadioList
          label={t('shell.preferences.sendWith')}
          value={props.sendWith}
          options={sendWays.map((way) => ({
            value: way,
            label: t(`shell.preferences.${way}`),
            detail: t(`shell.preferences.${way}Detail`),
          }))}
          onChange={(value) => {
            const way = sendWays.find((candidate) => candidate === value);
            if (way !== undefined) props.onSendWithChange(way);
          }}
        />
      </div>
      {props.alerts}
    </Dialog>
  );
}
