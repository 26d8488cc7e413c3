// The level of one side of the call, as bars on a scale of decibels: speech lies between -40 and -15 dB.
import { classNames } from './classNames';
import styles from './LevelBars.module.css';

const quietestDecibels = -54;
const loudestDecibels = -12;

/** Number of lit bars, of `bars`, for a root mean square of 0 to 1. */
export function litBars(level: number, bars: number): number {
  if (level <= 0) return 0;
  const share = (20 * Math.log10(level) - quietestDecibels) / (loudestDecibels - quietestDecibels);
  return Math.max(0, Math.min(bars, Math.ceil(share * bars)));
}

export interface LevelBarsProps {
  level: number;
  bars?: number;
  wide?: boolean;
  /** Six level bars beside a party. */
  tall?: boolean;
}

export function LevelBars({ level, bars = 4, wide = false, tall = false }: LevelBarsProps) {
  const lit = litBars(level, bars);
  return (
    <span className={classNames(styles.bars, wide && styles.wide, tall && styles.tall)} aria-hidden="true">
      {Array.from({ length: bars }, (_, index) => (
        <i key={index} className={index < lit ? styles.lit : undefined} />
      ))}
    </span>
  );
}
