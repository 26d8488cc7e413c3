// The frame of every dialog: icon tile, title, body, an optional danger strip, footer. Radix traps the focus and
// returns it to the element that opened the dialog; if that no longer exists, FocusFallback moves it. Below 768 px
// the frame is a sheet at the bottom edge.
import { CircleAlert, X } from 'lucide-react';
import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import * as RadixDialog from 'radix-ui/dialog';
import { useContext, useRef, type ReactNode } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { classNames } from './classNames';
import { enterDialog, RememberOpener, returnFocus } from './dialogFocus';
import { FocusFallback } from './FocusFallback';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
import { useNoticePlace, useSaidInDialog } from './noticesInDialog';
import styles from './Dialog.module.css';

export type DialogTone = 'accent' | 'warning' | 'danger';

interface FrameProps {
  title: string;
  glyph: Glyph;
  tone?: DialogTone;
  wide?: boolean;
  /** A sentence under the title, used as the dialog's accessible description. */
  description?: string | undefined;
  /** The server's refusal, above the footer. */
  failure?: string | undefined;
  children?: ReactNode;
  /** The buttons of the dialog; null if the content has its own buttons. */
  footer: ReactNode;
}

export interface DialogProps extends FrameProps {
  open: boolean;
  onClose: () => void;
  /** Whether the content has two columns if the screen has space for them. */
  broad?: boolean;
  /** The line under the title. */
  subtitle?: string | undefined;
  /** Content in the header, before the close button. */
  beside?: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  glyph,
  tone = 'accent',
  wide = false,
  description,
  failure,
  children,
  footer,
  broad = false,
  subtitle,
  beside,
}: DialogProps) {
  const { t } = useTranslation();
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  const noticePlace = useNoticePlace();
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-scrim className={styles.scrim}>
          <RadixDialog.Content
            className={classNames(styles.dialog, wide && styles.wide, broad && styles.broad)}
            {...(description === undefined && subtitle === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, opener.current, focusFallback)}
          >
            <RememberOpener openerRef={opener} />
            <div className={styles.header}>
              <IconTile glyph={glyph} tone={tone} />
              {subtitle === undefined ? (
                <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              ) : (
                <div className={styles.titles}>
                  <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
                  <RadixDialog.Description className={styles.subtitle} title={subtitle}>
                    {subtitle}
                  </RadixDialog.Description>
                </div>
              )}
              {beside}
              <IconButton size="small" glyph={X} label={t('shell.dialog.close')} onClick={onClose} />
            </div>
            <div className={styles.body}>
              {description !== undefined && (
                <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
              )}
              {children}
            </div>
            {failure !== undefined && <FailureStrip text={failure} />}
            <div ref={noticePlace} className={styles.notices} />
            {footer !== null && <div className={styles.footer}>{footer}</div>}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface AlertDialogProps extends FrameProps {
  open: boolean;
  /** Closes on Esc; an alert dialog has no close button and does not close by a click outside. */
  onCancel: () => void;
}

export function AlertDialog({
  open,
  onCancel,
  title,
  glyph,
  tone = 'warning',
  wide = false,
  description,
  failure,
  children,
  footer,
}: AlertDialogProps) {
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  const noticePlace = useNoticePlace();
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay data-scrim className={styles.scrim}>
          <RadixAlertDialog.Content
            className={classNames(styles.dialog, wide && styles.wide)}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, opener.current, focusFallback)}
          >
            <RememberOpener openerRef={opener} />
            <div className={styles.header}>
              <IconTile glyph={glyph} tone={tone} />
              <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
            </div>
            <div className={styles.body}>
              {description !== undefined && (
                <RadixAlertDialog.Description className={styles.description}>
                  {description}
                </RadixAlertDialog.Description>
              )}
              {children}
            </div>
            {failure !== undefined && <FailureStrip text={failure} />}
            <div ref={noticePlace} className={styles.notices} />
            <div className={styles.footer}>{footer}</div>
          </RadixAlertDialog.Content>
        </RadixAlertDialog.Overlay>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}

export function IconTile({ glyph, tone }: { glyph: Glyph; tone: DialogTone }) {
  return (
    <span className={styles.tile} data-tone={tone} aria-hidden="true">
      <Icon glyph={glyph} />
    </span>
  );
}

function FailureStrip({ text }: { text: string }) {
  useSaidInDialog(text);
  return (
    <p role="alert" className={styles.failure}>
      <Icon glyph={CircleAlert} size={14} className={styles.failureGlyph} />
      <span>{text}</span>
    </p>
  );
}
