// The shortcuts in the preferences dialog (BEY-051): each can be changed, switched off and reset. A conflict is shown and nothing is changed.
import type { ShortcutChoice } from 'core-wasm';
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useChangePreferences, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { IconButton } from '../../design/IconButton';
import { Kbd } from '../../design/Kbd';
import { bindingOf, bindingText, isUsable, type Binding } from '../../shared/keyBinding';
import { usePageNames } from '../../shared/pageNames';
import { defaultBinding, goesBefore, shortcutNames, type ShortcutName } from '../../shared/shortcuts';
import { shortcutGroups, shownShortcuts } from './ShortcutMap';
import { shortcutLabel } from './shortcutLabel';
import styles from './ShortcutPreferences.module.css';

export interface ShortcutPreferencesProps {
  /** Shortcuts that differ from their defaults; empty keys mean switched off. */
  choices: ReadonlyArray<ShortcutChoice>;
  onChange: (choices: ShortcutChoice[]) => void;
  /** Without the voice channel the shortcuts for calls are missing. */
  hasVoice: boolean;
}

export function ShortcutPreferences({ choices, onChange, hasVoice }: ShortcutPreferencesProps) {
  const { t } = useTranslation();
  const pages = usePageNames();
  const [recording, setRecording] = useState<ShortcutName | null>(null);
  const keysOf = (name: ShortcutName): Binding =>
    choices.find(({ action }) => action === name)?.keys ?? defaultBinding(name);
  const choose = (name: ShortcutName, keys: Binding): void => {
    const others = choices.filter(({ action }) => action !== name);
    onChange(keys === defaultBinding(name) ? others : [...others, { action: name, keys }]);
  };
  const objectionTo = (name: ShortcutName, keys: Binding): string | undefined => {
    if (!isUsable(keys)) return t('palette.preferences.notUsable');
    const isOwner = (other: ShortcutName): boolean =>
      other !== name && goesBefore(other) !== name && goesBefore(name) !== other && keysOf(other) === keys;
    const owner = shortcutNames.find(isOwner);
    if (owner === undefined) return undefined;
    return t('palette.preferences.conflict', { keys: bindingText(keys), action: shortcutLabel(owner, t, pages) });
  };
  return (
    <section className={styles.section} aria-labelledby="preferences-shortcuts">
      <div className={styles.header}>
        <h3 id="preferences-shortcuts" className={styles.title}>
          {t('palette.preferences.title')}
        </h3>
        {choices.length > 0 && (
          <Button size="small" tone="ghost" onClick={() => onChange([])}>
            {t('palette.preferences.resetAll')}
          </Button>
        )}
      </div>
      {shortcutGroups
        .filter((group) => hasVoice || group !== 'call')
        .map((group) => (
          <section key={group} aria-label={t(`palette.map.group.${group}`)}>
            <h4 className={styles.group}>{t(`palette.map.group.${group}`)}</h4>
            <ul className={styles.list}>
              {shownShortcuts(group, pages.length).map((name) => (
                <ShortcutRow
                  key={name}
                  label={shortcutLabel(name, t, pages)}
                  keys={keysOf(name)}
                  isDefault={keysOf(name) === defaultBinding(name)}
                  recording={recording === name}
                  objectionTo={(keys) => objectionTo(name, keys)}
                  onRecord={(on) => setRecording(on ? name : null)}
                  onChoose={(keys) => {
                    setRecording(null);
                    choose(name, keys);
                  }}
                  onToggle={(on) => choose(name, on ? defaultBinding(name) : '')}
                  onReset={() => choose(name, defaultBinding(name))}
                  resetObjection={objectionTo(name, defaultBinding(name))}
                />
              ))}
            </ul>
          </section>
        ))}
    </section>
  );
}

interface ShortcutRowProps {
  label: string;
  keys: Binding;
  isDefault: boolean;
  recording: boolean;
  objectionTo: (keys: Binding) => string | undefined;
  onRecord: (recording: boolean) => void;
  onChoose: (keys: Binding) => void;
  onToggle: (on: boolean) => void;
  onReset: () => void;
  /** The default keys belong to another action now. */
  resetObjection: string | undefined;
}

function ShortcutRow(props: ShortcutRowProps) {
  const { t } = useTranslation();
  const { label, keys, recording, onRecord } = props;
  const [objection, setObjection] = useState<string>();
  const press = (binding: Binding): void => {
    const found = props.objectionTo(binding);
    setObjection(found);
    if (found === undefined) props.onChoose(binding);
  };
  useRecordedKeys(recording, press, () => {
    setObjection(undefined);
    onRecord(false);
  });
  const isOff = keys === '';
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.name}>
          <Checkbox
            label={label}
            checked={!isOff}
            onChange={(on) => {
              setObjection(on ? props.resetObjection : undefined);
              if (!on || props.resetObjection === undefined) props.onToggle(on);
            }}
          />
        </span>
        {!props.isDefault && !isOff && (
          <IconButton
            size="small"
            iconSize={14}
            glyph={RotateCcw}
            label={t('palette.preferences.reset', { action: label })}
            disabledReason={props.resetObjection}
            onClick={() => {
              setObjection(undefined);
              props.onReset();
            }}
          />
        )}
        <button
          type="button"
          className={styles.keys}
          aria-label={t('palette.preferences.change', {
            action: label,
            keys: isOff ? t('palette.off') : bindingText(keys),
          })}
          aria-pressed={recording}
          onClick={() => {
            setObjection(undefined);
            onRecord(!recording);
          }}
          onBlur={() => recording && onRecord(false)}
        >
          {recording ? t('palette.preferences.press') : isOff ? t('palette.off') : <Kbd>{bindingText(keys)}</Kbd>}
        </button>
      </div>
      {objection !== undefined && (
        <p role="alert" className={styles.objection}>
          {objection}
        </p>
      )}
    </li>
  );
}

/** While recording, the next complete key press is the new shortcut. Esc and Tab end the recording. */
function useRecordedKeys(recording: boolean, onPress: (binding: Binding) => void, onCancel: () => void): void {
  useEffect(() => {
    if (!recording) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (['Alt', 'Control', 'Meta', 'Shift', 'AltGraph'].includes(event.key)) return;
      if (event.key === 'Tab') {
        onCancel();
        return;
      }
      // Listens before the dialog, which closes on Esc.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') onCancel();
      else onPress(bindingOf(event) ?? '');
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  });
}

export function ShortcutPreferencesContainer() {
  const { shortcuts: choices } = useSlice('preferences');
  const change = useChangePreferences();
  const hasVoice = useSlice('voice').enabled;
  return <ShortcutPreferences choices={choices} hasVoice={hasVoice} onChange={(next) => change({ shortcuts: next })} />;
}
