// A risk as a bar: its band is shown by colour and by a word (ORG-007), the percentage is in the label.
import type { CSSProperties } from 'react';
import { classNames } from './classNames';
import styles from './RiskMeter.module.css';

export type RiskBand = 'low' | 'medium' | 'high';

export interface RiskMeterProps {
  /** Risk from 0 to 100. */
  percent: number;
  band: RiskBand;
  /** The word of the band; empty if it is shown beside the bar. */
  word: string;
  /** The accessible name, with word and percentage. */
  label: string;
  /** Small: in a row of a table. Wide: the whole width. Large: with marks for the bands, too. */
  size?: 'small' | 'wide' | 'large';
  className?: string | undefined;
}

/** The limits of the bands (ORG-007). */
const marks = [0, 40, 70, 100] as const;

export function RiskMeter({ percent, band, word, label, size = 'small', className }: RiskMeterProps) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <span
      role="img"
      aria-label={label}
      data-band={band}
      className={classNames(styles.meter, size !== 'small' && styles.large, className)}
    >
      {word !== '' && <span className={styles.word}>{word}</span>}
      <span className={styles.track}>
        <i className={styles.value} style={{ width: `${shown}%` }} />
      </span>
      {size === 'large' && (
        <span className={styles.marks}>
          {marks.map((mark) => (
            <span key={mark} className={styles.mark} style={{ '--at': `${mark}%` } as CSSProperties}>
              {mark}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
