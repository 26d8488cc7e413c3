// A telephone number as it is shown: a button where the agent can call or write to it (SHELL-022), else a text.
import { useTranslation } from '../i18n/useTranslation';
import { classNames } from '../design/classNames';
import styles from './NumberButton.module.css';

export interface NumberButtonProps {
  /** The number, or what stands in its place. */
  shown: string;
  /** Before the number in the name of the button. */
  label?: string | undefined;
  /** Undefined where nothing can be done with it. */
  onChoose: (() => void) | undefined;
  /** In a column of numbers it has the color of a text until the pointer is on it. */
  isCell?: boolean;
  tabIndex?: 0 | -1;
  className?: string | undefined;
}

export function NumberButton({ shown, label = '', onChoose, isCell = false, tabIndex, className }: NumberButtonProps) {
  const { t } = useTranslation();
  if (onChoose === undefined) return <bdi className={className}>{shown}</bdi>;
  const name = t('shell.useNumber', { number: shown });
  return (
    <button
      type="button"
      className={classNames(styles.number, isCell && styles.cell, className)}
      tabIndex={tabIndex}
      title={shown}
      aria-label={label === '' ? name : `${label}: ${name}`}
      onClick={onChoose}
    >
      <bdi>{shown}</bdi>
    </button>
  );
}
