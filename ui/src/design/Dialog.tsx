// The frame of every dialog: icon tile, title, body, an optional danger strip, footer. Radix traps the focus and
// returns it to the element that opened the dialog; if that no longer exists, FocusFallback moves it. Below 768 px
// the frame is a sheet at the bottom edge.
import { CircleAlert, X } from 'lucide-react';
import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import * as RadixDialog from 'radix-ui/dialog';
import { useContext, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames';
import { FocusFallback } from './FocusFallback';
import { IconButton } from './IconButton';
import { Icon, type Glyph } from './icons/Icon';
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
  footer: ReactNode;
}

export interface DialogProps extends FrameProps {
  open: boolean;
  onClose: () => void;
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
}: DialogProps) {
  const { t } = useTranslation();
  const opener = useRef<HTMLElement>(null);
  const focusFallback = useContext(FocusFallback);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay data-scrim className={styles.scrim}>
          <RadixDialog.Content
            className={classNames(styles.dialog, wide && styles.wide)}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={enterDialog}
            onCloseAutoFocus={(event) => returnFocus(event, opener.current, focusFallback)}
          >
            <RememberOpener openerRef={opener} />
            <div className={styles.header}>
              <IconTile glyph={glyph} tone={tone} />
              <RadixDialog.Title className={styles.title}>{title}</RadixDialog.Title>
              <IconButton size="small" glyph={X} label={t('shell.dialog.close')} onClick={onClose} />
            </div>
            <div className={styles.body}>
              {description !== undefined && (
                <RadixDialog.Description className={styles.description}>{description}</RadixDialog.Description>
              )}
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
  /** Esc; an alert dialog has no close button and does not close by a click outside. */
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

/**
 * The dialog itself takes the focus, so that its title is read; a field that asked for the focus keeps it. Without
 * this, Radix's alert dialog looks for its own cancel button, finds none, and leaves the focus behind the overlay.
 */
function enterDialog(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  if (!dialog.contains(document.activeElement)) dialog.focus();
}

/**
 * The element to focus after the dialog: the one that had the focus before, or got it meanwhile (a menu that closes
 * behind the dialog returns the focus to its button).
 */
function RememberOpener({ openerRef }: { openerRef: RefObject<HTMLElement | null> }) {
  const [before] = useState(openerNow);
  // Before the paint, because a closing menu returns the focus in the next task.
  useLayoutEffect(() => {
    openerRef.current = before;
    const follow = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || target.hasAttribute('data-radix-focus-guard')) return;
      if (target.closest('[role="dialog"], [role="alertdialog"]') === null) openerRef.current = target;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [openerRef, before]);
  return null;
}

/** A menu entry no longer exists when its menu has closed: the menu's button replaces it. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button == null ? focused : document.getElementById(button);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * Radix returns the focus to its own trigger, but dialogs here are opened by the core and have none. Radix does so in
 * a later task: if the agent has focused another element meanwhile, it keeps the focus.
 */
function returnFocus(event: Event, opener: HTMLElement | null, fallback: (() => void) | undefined): void {
  event.preventDefault();
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  if (opener?.isConnected === true) opener.focus();
  if (document.activeElement === null || document.activeElement === document.body) fallback?.();
}
