// A displayed telephone number: a button if the agent can call or write to it (SHELL-022), else a text.
import { useContext } from 'react';
import { classNames } from '../design/classNames';
import { Tooltip } from '../design/Tooltip';
import { useTranslation } from '../i18n/useTranslation';
import { NumberReasonContext } from './numberChannels';
import styles from './NumberButton.module.css';

export interface NumberButtonProps {
  /** The number, or its replacement. */
  shown: string;
  /** Text before the number in the accessible name of the button. */
  label?: string | undefined;
  /** Action on the number; undefined if there is none. */
  onChoose: (() => void) | undefined;
  /** In a column of numbers it has the text colour until the pointer is on it. */
  isCell?: boolean;
  tabIndex?: 0 | -1;
  className?: string | undefined;
}

export function NumberButton({ shown, label = '', onChoose, isCell = false, tabIndex, className }: NumberButtonProps) {
  const { t } = useTranslation();
  const reason = useContext(NumberReasonContext);
  if (onChoose === undefined) return <bdi className={className}>{shown}</bdi>;
  const name = t('shell.useNumber', { number: shown });
  const button = (
    <button
      type="button"
      className={classNames(styles.number, isCell && styles.cell, className)}
      tabIndex={tabIndex}
      title={reason === undefined ? shown : undefined}
      aria-label={label === '' ? name : `${label}: ${name}`}
      aria-disabled={reason !== undefined || undefined}
      onClick={reason === undefined ? onChoose : undefined}
    >
      <bdi>{shown}</bdi>
    </button>
  );
  return reason === undefined ? button : <Tooltip text={reason}>{button}</Tooltip>;
}
