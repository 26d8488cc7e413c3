// The agent's own menu behind the avatar: theme, language, preferences, version, sign-out.
import { Lock, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Avatar } from '../design/Avatar';
import type { Glyph } from '../design/icons/Icon';
import { DropdownMenu, type MenuEntry } from '../design/Menu';
import type { ThemeChoice } from '../design/theme';
import { isLanguage, languages, type Language } from '../i18n/language';
import styles from './OwnMenu.module.css';

export interface OwnMenuProps {
  name: string;
  login: string;
  initials: string;
  color: string;
  version: string;
  theme: ThemeChoice;
  onThemeChange: (theme: ThemeChoice) => void;
  language: Language;
  onLanguageChange: (language: Language) => void;
  onOpenPreferences: () => void;
  onOpenNewPassword: () => void;
  /** Undefined if the org unit has no second factor. */
  onOpenSecondFactor?: (() => void) | undefined;
  onLogOff: () => void;
}

const themeChoices: ReadonlyArray<ThemeChoice> = ['system', 'light', 'dark'];

/** A page that the menu leads to, because the bottom bar of phones has no place for it. */
export interface MenuArea {
  id: string;
  label: string;
  glyph: Glyph;
  onOpen: () => void;
}

export interface OwnMenuParts {
  trigger?: ReactElement;
  areas?: ReadonlyArray<MenuArea>;
}

export const OwnMenu = memo(function OwnMenu({ trigger, areas = [], ...props }: OwnMenuProps & OwnMenuParts) {
  const { t } = useTranslation();
  const avatar = (
    <button type="button" className={styles.avatar} aria-label={t('shell.ownMenu.label', { name: props.name })}>
      <Avatar initials={props.initials} color={props.color} size={34} />
    </button>
  );
  const entries: ReadonlyArray<MenuEntry> = [
    {
      kind: 'text',
      id: 'identity',
      content: (
        <>
          <span className={styles.name}>{props.name}</span>
          {props.login}
        </>
      ),
    },
    { kind: 'separator', id: 'after-identity' },
    ...areas.map(({ id, label, glyph, onOpen }): MenuEntry => ({ kind: 'action', id, label, glyph, onSelect: onOpen })),
    ...(areas.length === 0 ? [] : [{ kind: 'separator', id: 'after-areas' } as const]),
    {
      kind: 'choice',
      id: 'theme',
      label: t('shell.theme.label'),
      value: props.theme,
      options: themeChoices.map((choice) => ({ value: choice, label: t(`shell.theme.${choice}`) })),
      onChange: (value) => {
        const choice = themeChoices.find((candidate) => candidate === value);
        if (choice !== undefined) props.onThemeChange(choice);
      },
    },
    {
      kind: 'choice',
      id: 'language',
      label: t('shell.language.label'),
      value: props.language,
      options: languages.map((language) => ({ value: language, label: t(`shell.language.${language}`) })),
      onChange: (value) => {
        if (isLanguage(value)) props.onLanguageChange(value);
      },
    },
    { kind: 'separator', id: 'after-choices' },
    {
      kind: 'action',
      id: 'preferences',
      label: t('shell.preferences.title'),
      glyph: Settings,
      onSelect: props.onOpenPreferences,
    },
    {
      kind: 'action',
      id: 'newPassword',
      label: t('shell.ownMenu.newPassword'),
      glyph: Lock,
      onSelect: props.onOpenNewPassword,
    },
    ...(props.onOpenSecondFactor === undefined
      ? []
      : [
          {
            kind: 'action',
            id: 'secondFactor',
            label: t('shell.ownMenu.secondFactor'),
            glyph: ShieldCheck,
            onSelect: props.onOpenSecondFactor,
          } as const,
        ]),
    { kind: 'separator', id: 'before-leaving' },
    { kind: 'action', id: 'logOff', label: t('shell.ownMenu.logOff'), glyph: LogOut, onSelect: props.onLogOff },
    { kind: 'text', id: 'version', content: t('shell.product.version', { version: props.version }) },
  ];
  return (
    <DropdownMenu
      label={t('shell.ownMenu.label', { name: props.name })}
      entries={entries}
      trigger={trigger ?? avatar}
      side={trigger === undefined ? 'right' : 'top'}
    />
  );
});
