// A tinted strip inside a form or a panel: information, a warning or an error, with an optional action.
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type Glyph } from './icons/Icon';
import styles from './Note.module.css';

export type NoteTone = 'info' | 'warning' | 'danger';

const glyphOf: Record<NoteTone, Glyph> = { info: Info, warning: TriangleAlert, danger: CircleAlert };

export function Note({
  tone,
  children,
  action,
  className,
}: {
  tone: NoteTone;
  children: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={className === undefined ? styles.note : `${styles.note} ${className}`}
      data-tone={tone}
    >
      <Icon glyph={glyphOf[tone]} size={18} className={styles.glyph} />
      <div>
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
