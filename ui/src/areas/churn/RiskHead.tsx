// The first line of a small card of a churn risk: the title and the percentage. The color of its mark is that of the band.
import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../design/icons/Icon';
import type { RiskBand } from '../../design/RiskMeter';
import styles from './RiskHead.module.css';

export interface RiskHeadProps {
  band: RiskBand;
  /** Percentage, 0 to 100. */
  percent: number;
  /** The title. */
  children: ReactNode;
}

export function RiskHead({ band, percent, children }: RiskHeadProps) {
  return (
    <div className={styles.head} data-band={band}>
      <Icon glyph={TrendingUp} className={styles.glyph} />
      {children}
      <b className={styles.percent}>{`${percent}%`}</b>
    </div>
  );
}
