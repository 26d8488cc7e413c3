// A drawer at the right edge of the open attendance or of a page: title, close button, content. It is not modal: the page beside it stays usable. Esc
// closes it, and the focus returns to where it was before.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { classNames } from './classNames';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
import { useSidePanel } from './useSidePanel';
import styles from './Drawer.module.css';

export interface DrawerProps {
  title: string;
  glyph?: Glyph;
  onClose: () => void;
  /** Buttons before the close button. */
  actions?: ReactNode;
  /** Whether the drawer is a separate column if the page has space for three. */
  beside?: boolean;
  children: ReactNode;
}

export function Drawer({ title, glyph, onClose, actions, beside = false, children }: DrawerProps) {
  const { t } = useTranslation();
  const { panel, onKeyDownCapture } = useSidePanel(onClose);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className={classNames(styles.drawer, beside && styles.beside)}
      onKeyDownCapture={onKeyDownCapture}
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
