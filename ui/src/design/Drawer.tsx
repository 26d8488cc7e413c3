// A drawer at the right edge of the open attendance or of a page: title, close button, content. It is not modal: the page beside it stays usable. Esc
// closes it, and the focus returns to where it was before.
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { classNames } from './classNames';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
import { openerNow } from './dialogFocus';
import styles from './Drawer.module.css';

export interface DrawerProps {
  title: string;
  glyph?: Glyph;
  onClose: () => void;
  /** Buttons before the close button. */
  actions?: ReactNode;
  /** A column of its own where three fit into the page. */
  beside?: boolean;
  children: ReactNode;
}

export function Drawer({ title, glyph, onClose, actions, beside = false, children }: DrawerProps) {
  const { t } = useTranslation();
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  // Before the children take the focus.
  useLayoutEffect(() => {
    opener.current = openerNow();
  }, []);
  useEffect(() => {
    const element = drawer.current;
    if (element !== null && !element.contains(document.activeElement)) element.focus();
    return () => {
      const focused = document.activeElement;
      const isInside = focused === null || focused === document.body || element?.contains(focused) === true;
      if (isInside && opener.current?.isConnected === true) opener.current.focus();
    };
  }, []);
  return (
    // Also a field inside closes the drawer with one Esc.
    <aside
      ref={drawer}
      tabIndex={-1}
      aria-label={title}
      className={classNames(styles.drawer, beside && styles.beside)}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.header}>
        {glyph !== undefined && <Icon glyph={glyph} className={styles.glyph} />}
        <h2 className={styles.title}>{title}</h2>
        {actions}
        <IconButton glyph={X} label={t('shell.dialog.close')} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
