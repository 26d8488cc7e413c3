// The heading of a foldable group (snoozed or ended attendances): it opens and closes the group, with the pointer, Enter, or the arrow keys (ui-day
// §9).
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { formatNumber } from '../../i18n/format';
import type { FoldedGroup } from './groupedRows';
import styles from './JobList.module.css';

export interface FoldedHeadingProps {
  group: FoldedGroup;
  open: boolean;
  count: number;
  onOpenChange: (open: boolean) => void;
  /**
   * Whether the agent has just opened or closed the group: then this heading takes the focus from the heading that it
   * replaces.
   */
  toggledRef?: RefObject<FoldedGroup | null> | undefined;
}

export function FoldedHeading({ group, open, count, onOpenChange, toggledRef }: FoldedHeadingProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (toggledRef?.current !== group) return;
    toggledRef.current = null;
    button.current?.focus({ preventScroll: true });
  }, [toggledRef, group]);
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
      {t(`jobs.group.${group}`)}
      <span className={styles.count}>{formatNumber(count)}</span>
    </button>
  );
}
