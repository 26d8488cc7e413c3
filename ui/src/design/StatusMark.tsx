// A shape that shows a status without colour: dot, ringed dot, bars, clock, hourglass, hollow ring, dashed ring, spinner, triangle.
import { Clock, Hourglass, TriangleAlert } from 'lucide-react';
import { classNames } from './classNames';
import { Icon } from './icons/Icon';
import { PauseBarsGlyph } from './icons/glyphs';
import { Spinner } from './Spinner';
import styles from './StatusMark.module.css';

export type StatusShape =
  'dot' | 'ringedDot' | 'bars' | 'clock' | 'hourglass' | 'hollowRing' | 'dashedRing' | 'spinner' | 'triangle';

export function StatusMark({ shape, className }: { shape: StatusShape; className?: string | undefined }) {
  switch (shape) {
    case 'dot':
      return <span aria-hidden="true" className={classNames(styles.dot, className)} />;
    case 'ringedDot':
      return <span aria-hidden="true" className={classNames(styles.dot, styles.ringed, className)} />;
    case 'hollowRing':
      return <span aria-hidden="true" className={classNames(styles.dot, styles.hollow, className)} />;
    case 'dashedRing':
      return <span aria-hidden="true" className={classNames(styles.dot, styles.dashed, className)} />;
    case 'bars':
      return (
        <Icon glyph={PauseBarsGlyph} size={12} strokeWidth={3} className={classNames(styles.warning, className)} />
      );
    case 'clock':
      return <Icon glyph={Clock} size={12} className={classNames(styles.warning, className)} />;
    case 'hourglass':
      return <Icon glyph={Hourglass} size={12} className={className} />;
    case 'triangle':
      return <Icon glyph={TriangleAlert} size={12} className={classNames(styles.danger, className)} />;
    case 'spinner':
      return <Spinner className={className} />;
  }
}
