// The frame of the new broadcast: as wide as three columns, and the whole screen on phones. Otherwise it behaves like design/Dialog.
import { CircleAlert, Megaphone, X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { useContext, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { enterDialog, RememberOpener, returnFocus } from '../../design/dialogFocus';
import { FocusFallback } from '../../design/FocusFallback';
import { IconButton } from '../../design/IconButton';
import { Icon } from '../../design/icons/Icon';
import { useNoticePlace, useSaidInDialog } from '../../design/noticesInDialog';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './WideDialog.module.css';

export interface WideDialogProps {
  title: string;
  /** The line under the title; empty without one. */
  subtitle: string;
  /** The server's refusal, above the footer. */
  failure?: string | undefined;
  footer: ReactNode;
  contentRef: Ref<HTMLDivElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

export function WideDialog(props: WideDialogProps) {
  const { title, subtitle, failure, footer, contentRef, onKeyDown, onClose, children } = props;
  const { t } = useTranslation();
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  const noticePlace = useNoticePlace();
  return (
    <RadixDialog.Root open onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-scrim className={styles.scrim}>
          <RadixDialog.Content
            ref={contentRef}
            className={styles.dialog}
            aria-describedby={undefined}
            onKeyDown={onKeyDown}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, opener.current, focusFallback)}
          >
            <RememberOpener openerRef={opener} />
            <div className={styles.header} data-ch="whatsapp">
              <span className={styles.tile} aria-hidden="true">
                <Icon glyph={Megaphone} />
              </span>
              <div className={styles.titles}>
                <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
                <p className={styles.subtitle}>{subtitle}</p>
              </div>
              <IconButton glyph={X} label={t('shell.dialog.close')} onClick={onClose} />
            </div>
            {children}
            {failure !== undefined && <FailureStrip text={failure} />}
            <div ref={noticePlace} />
            <div className={styles.footer}>{footer}</div>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function FailureStrip({ text }: { text: string }) {
  useSaidInDialog(text);
  return (
    <p role="alert" className={styles.failure}>
      <Icon glyph={CircleAlert} size={14} className={styles.failureGlyph} />
      {text}
    </p>
  );
}
