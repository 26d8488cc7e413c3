// Snackbars at the bottom left of the main card, newest on top, at most three. Their duration is not decided here:
// the region reports when the pointer or the focus is on it, so that the timer can be held.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
import styles from './Snackbar.module.css';

export type SnackbarType = 'success' | 'error' | 'info' | 'warning';

export interface SnackbarNotice {
  id: string;
  type: SnackbarType;
  title?: string | undefined;
  body?: string | undefined;
  /** `name`: the accessible name, where the label says too little. */
  action?: { label: string; name?: string | undefined; onPress: () => void } | undefined;
}

export interface SnackbarRegionProps {
  /** Newest first. */
  notices: ReadonlyArray<SnackbarNotice>;
  onClose: (id: string) => void;
  /** Reports the length of the shown text, which determines the duration. Called once per snackbar. */
  onShown: (id: string, characters: number) => void;
  /** True while the pointer or the focus is on the region or the page is hidden. */
  onHoldChange: (held: boolean) => void;
  /** In a conversation: below its header and banner, so that neither the last messages nor the composer are covered. */
  raised?: boolean;
  /** The open attendance shows a script instead of a conversation. */
  overScript?: boolean;
  /** The buttons of a dialog must not be covered either. */
  besideDialog?: boolean;
  /** The page has no list of attendances beside it. */
  wholePage?: boolean;
}

const mostShown = 3;
const glyphOf: Record<SnackbarType, Glyph> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
};

export function SnackbarRegion({
  notices,
  onClose,
  onShown,
  onHoldChange,
  raised = false,
  overScript = false,
  besideDialog = false,
  wholePage = false,
}: SnackbarRegionProps) {
  const { t } = useTranslation();
  const reasons = useRef({ pointer: false, focus: false, hidden: false });
  const lastHeld = useRef(false);
  const report = (change: Partial<(typeof reasons)['current']>): void => {
    reasons.current = { ...reasons.current, ...change };
    const held = reasons.current.pointer || reasons.current.focus || reasons.current.hidden;
    if (held === lastHeld.current) return;
    lastHeld.current = held;
    onHoldChange(held);
  };
  const reportLatest = useRef(report);
  useEffect(() => {
    reportLatest.current = report;
  });
  useEffect(() => {
    const follow = (): void => reportLatest.current({ hidden: document.visibilityState === 'hidden' });
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  // A snackbar that closes under the pointer or with the focus fires no leave or blur event.
  const isEmpty = notices.length === 0;
  useEffect(() => {
    if (isEmpty) reportLatest.current({ pointer: false, focus: false });
  }, [isEmpty]);

  return (
    <section
      aria-label={t('shell.snackbar.region')}
      // Each snackbar is a live region of its own. This attribute keeps them readable while a dialog is open: a dialog
      // hides everything else from screen readers, except elements with `aria-live`.
      aria-live="off"
      className={styles.region}
      data-raised={raised && !besideDialog ? (overScript ? 'overScript' : 'overConversation') : undefined}
      data-dialog={besideDialog || undefined}
      data-whole-page={wholePage || undefined}
      onPointerEnter={() => report({ pointer: true })}
      onPointerLeave={() => report({ pointer: false })}
      onFocus={() => report({ focus: true })}
      onBlur={() => report({ focus: false })}
    >
      {notices.slice(0, mostShown).map((notice) => (
        <Snackbar key={notice.id} notice={notice} onClose={onClose} onShown={onShown} />
      ))}
    </section>
  );
}

function Snackbar({
  notice,
  onClose,
  onShown,
}: { notice: SnackbarNotice } & Pick<SnackbarRegionProps, 'onClose' | 'onShown'>) {
  const { t } = useTranslation();
  const measured = (notice.body ?? notice.title ?? '').length;
  const tellShown = useRef(onShown);
  useEffect(() => {
    tellShown.current(notice.id, measured);
  }, [notice.id, measured]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose(notice.id);
  };
  return (
    <div role="status" className={styles.snackbar} data-type={notice.type} onKeyDown={closeOnEscape}>
      <Icon glyph={glyphOf[notice.type]} size={18} className={styles.glyph} />
      <span className={styles.text}>
        {notice.title !== undefined && <span className={styles.title}>{notice.title}</span>}
        {notice.body !== undefined && <span className={styles.body}>{notice.body}</span>}
      </span>
      {notice.action !== undefined && (
        <button type="button" className={styles.action} aria-label={notice.action.name} onClick={notice.action.onPress}>
          {notice.action.label}
        </button>
      )}
      <IconButton
        size="small"
        iconSize={14}
        className={styles.close}
        glyph={X}
        label={t('shell.snackbar.close')}
        onClick={() => onClose(notice.id)}
      />
    </div>
  );
}
