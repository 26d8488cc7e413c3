// The frame of every dialog: icon tile, title, body, an optional danger strip, footer. Radix traps the focus and gives it back to the opener; if the
// opener is gone, focusFallback says where it goes. Below 768 px the frame is a sheet at the bottom edge.
import { CircleAlert, X } from 'lucide-react';
import { AlertDialog as RadixAlertDialog, Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
import styles from './Dialog.module.css';

export type DialogTone = 'accent' | 'warning' | 'danger';

interface FrameProps {
  title: string;
  glyph: Glyph;
  tone?: DialogTone;
  wide?: boolean;
  /** A sentence under the title; it describes the dialog to screen readers. */
  description?: string | undefined;
  /** What the server refused, above the footer. */
  failure?: string | undefined;
  children?: ReactNode;
  footer: ReactNode;
}

export interface DialogProps extends FrameProps {
  open: boolean;
  onClose: () => void;
  focusFallback?: (() => void) | undefined;
}

export function Dialog({ open, onClose, title, glyph, tone = 'accent', wide = false, description, failure, children, footer, focusFallback }: DialogProps) {
  const { t } = useTranslation();
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim}>
          <RadixDialog.Content
            className={classNames(styles.dialog, wide && styles.wide)}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, focusFallback)}
          >
            <div className={styles.header}>
              <IconTile glyph={glyph} tone={tone} />
              <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              <IconButton size="small" glyph={X} label={t('shell.dialog.close')} onClick={onClose} />
            </div>
            <div className={styles.body}>
              {description !== undefined && <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>}
              {children}
            </div>
            {failure !== undefined && <FailureStrip text={failure} />}
            <div className={styles.footer}>{footer}</div>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface AlertDialogProps extends FrameProps {
  open: boolean;
  /** Esc; an alert dialog has no cross and does not close by a click outside. */
  onCancel: () => void;
  focusFallback?: (() => void) | undefined;
}

export function AlertDialog({ open, onCancel, title, glyph, tone = 'warning', wide = false, description, failure, children, footer, focusFallback }: AlertDialogProps) {
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles.scrim}>
          <RadixAlertDialog.Content
            className={classNames(styles.dialog, wide && styles.wide)}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onCloseAutoFocus={(event) => returnFocus(event, focusFallback)}
          >
            <div className={styles.header}>
              <IconTile glyph={glyph} tone={tone} />
              <RadixAlertDialog.Title className={styles.title}>{title}</RadixAlertDialog.Title>
            </div>
            <div className={styles.body}>
              {description !== undefined && <RadixAlertDialog.Description className={styles.description}>{description}</RadixAlertDialog.Description>}
              {children}
            </div>
            {failure !== undefined && <FailureStrip text={failure} />}
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
  return (
    <p role="alert" className={styles.failure}>
      <Icon glyph={CircleAlert} size={14} className={styles.failureGlyph} />
      <span>{text}</span>
    </p>
  );
}

/** The dialog itself takes the focus, so that its title is read; a field that asked for the focus keeps it. */
function enterDialog(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  if (!dialog.contains(document.activeElement)) dialog.focus();
}

function returnFocus(event: Event, fallback: (() => void) | undefined): void {
  if (fallback === undefined) return;
  // Radix moves the focus to the opener after this event; when nothing focusable is left there, the page's body has it.
  window.requestAnimationFrame(() => {
    if (!event.defaultPrevented && (document.activeElement === null || document.activeElement === document.body)) fallback();
  });
}
