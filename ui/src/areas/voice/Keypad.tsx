// The keys of a telephone. While the focus is inside, digits, * and # of the keyboard send tones too; the arrow keys move between the keys.
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useRovingFocus } from '../../design/useRovingFocus';
import styles from './Keypad.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const letters: Readonly<Record<string, string>> = {
  '2': 'ABC',
  '3': 'DEF',
  '4': 'GHI',
  '5': 'JKL',
  '6': 'MNO',
  '7': 'PQRS',
  '8': 'TUV',
  '9': 'WXYZ',
  '0': '+',
};
/** Maximum number of digits that fit above the keys. */
const shownTones = 16;

export function Keypad({ onTone }: { onTone: (tone: string) => void }) {
  const { t } = useTranslation();
  const [sent, setSent] = useState('');
  const send = (tone: string): void => {
    setSent((before) => (before + tone).slice(-shownTones));
    onTone(tone);
  };
  return (
    <div className={styles.keypad}>
      <p className={styles.sent} data-empty={sent === '' || undefined}>
        <output aria-label={t('voice.keypad.sent')}>{sent === '' ? t('voice.keypad.none') : sent}</output>
      </p>
      <KeypadKeys label={t('voice.keypad.title')} onKey={send} />
    </div>
  );
}

/** The twelve keys; keyboard keys work, too, while the focus is on them. */
export function KeypadKeys({ label, onKey }: { label: string; onKey: (key: string) => void }) {
  const grid = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(grid, { count: keys.length, keyAt: (index) => keys[index] ?? null, columns: 3 });
  const press = (event: KeyboardEvent): void => {
    const isTone = keys.includes(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;
    if (!isTone) return roving.onKeyDown(event);
    event.preventDefault();
    onKey(event.key);
  };
  return (
    <div ref={grid} role="group" aria-label={label} className={styles.keys} onKeyDown={press} onFocus={roving.onFocus}>
      {keys.map((key) => (
        <span key={key} data-item={key}>
          <button
            type="button"
            className={styles.key}
            aria-label={key}
            tabIndex={roving.tabStop === key ? 0 : -1}
            onClick={() => onKey(key)}
          >
            <span>{key}</span>
            <span className={styles.letters}>{letters[key]}</span>
          </button>
        </span>
      ))}
    </div>
  );
}
