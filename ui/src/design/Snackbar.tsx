// One snackbar at a time, the newest, in one place: in the top bar beside the command field, on a phone over the channels; or in the dialog that it
// belongs to. Its duration is decided elsewhere: the region reports when the pointer or the focus is on it, so that the timer can be held.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
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
  /** `name`: the accessible name, if the label alone is unclear. */
  action?: { label: string; name?: string | undefined; onPress: () => void } | undefined;
}

export interface SnackbarRegionProps {
  /** Newest first. The other snackbars wait. */
  notices: ReadonlyArray<SnackbarNotice>;
  onClose: (id: string) => void;
  /** Reports the length of the shown text, which determines the duration. Called once per snackbar. */
  onShown: (id: string, characters: number) => void;
  /** True while the pointer or the focus is on the region or the page is hidden. */
  onHoldChange: (held: boolean) => void;
  /** Inside a dialog, between its content and its buttons. */
  inDialog?: boolean;
}

const glyphOf: Record<SnackbarType, Glyph> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
};

export function SnackbarRegion({ notices, onClose, onShown, onHoldChange, inDialog = false }: SnackbarRegionProps) {
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
  const [newest] = notices;

  return (
    <section
      aria-label={t('shell.snackbar.region')}
      // Each snackbar is a live region of its own. This attribute keeps them readable while a dialog is open: a dialog
      // hides everything else from screen readers, except elements with `aria-live`.
      aria-live="off"
      className={styles.region}
      data-in-dialog={inDialog || undefined}
      onPointerEnter={() => report({ pointer: true })}
      onPointerLeave={() => report({ pointer: false })}
      onFocus={() => report({ focus: true })}
      onBlur={() => report({ focus: false })}
    >
      {newest !== undefined && (
        <Snackbar key={newest.id} notice={newest} count={notices.length} onClose={onClose} onShown={onShown} />
      )}
    </section>
  );
}

interface SnackbarProps extends Pick<SnackbarRegionProps, 'onClose' | 'onShown'> {
  notice: SnackbarNotice;
  /** The number of snackbars, including those that wait. */
  count: number;
}

function Snackbar({ notice, count, onClose, onShown }: SnackbarProps) {
  const { t } = useTranslation();
  // A touch has no hover: it shows the whole text until the snackbar ends.
  const [isUnfolded, setUnfolded] = useState(false);
  const measured = (notice.body ?? notice.title ?? '').length;
  const tellShown = useRef(onShown);
  useEffect(() => {
    tellShown.current = onShown;
  });
  useEffect(() => {
    tellShown.current(notice.id, measured);
  }, [notice.id, measured]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose(notice.id);
  };
  return (
    <div
      className={styles.snackbar}
      data-type={notice.type}
      data-unfolded={isUnfolded || undefined}
      onPointerDown={() => setUnfolded(true)}
      onKeyDown={closeOnEscape}
    >
      <Icon glyph={glyphOf[notice.type]} size={18} className={styles.glyph} />
      <span role="status" className={styles.text}>
        {notice.title !== undefined && <span className={styles.title}>{notice.title}</span>}
        {notice.body !== undefined && <span>{notice.body}</span>}
      </span>
      {count > 1 && <span className={styles.place}>{t('shell.snackbar.place', { place: 1, count })}</span>}
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
