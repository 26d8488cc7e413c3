// The heading of the group of ended attendances: it opens and closes the group, with the pointer, Enter, or the arrow keys (ui-day §9).
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { formatNumber } from '../../i18n/format';
import styles from './JobList.module.css';

export interface EndedHeadingProps {
  open: boolean;
  count: number;
  onOpenChange: (open: boolean) => void;
  /** The agent has just opened or closed the group: this heading takes the focus of the one that it replaces. */
  toggledRef?: RefObject<boolean> | undefined;
}

export function EndedHeading({ open, count, onOpenChange, toggledRef }: EndedHeadingProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (toggledRef?.current !== true) return;
    toggledRef.current = false;
    button.current?.focus({ preventScroll: true });
  }, [toggledRef]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.ended}
      aria-expanded={open}
      onClick={() => onOpenChange(!open)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight' && !open) onOpenChange(true);
        if (key === 'ArrowLeft' && open) onOpenChange(false);
      }}
    >
      <Icon glyph={open ? ChevronDown : ChevronRight} size={14} className={styles.groupGlyph} />
      {t('jobs.group.toQualify')}
      <span className={styles.count}>{formatNumber(count)}</span>
    </button>
  );
}
