// The frame of the forms of contacts and companies. Typed text is not lost by Esc or a click outside: a changed form asks first. After a refused save the
// focus goes to the first field with an error.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { Dialog } from '../../design/Dialog';
import type { Glyph } from '../../design/icons/Icon';
import styles from './FormDialog.module.css';

export interface FormDialogProps {
  title: string;
  glyph: Glyph;
  submitLabel: string;
  pending: boolean;
  failure?: string | undefined;
  /** Number of refused saves. */
  attempts: number;
  /** Whether the values differ from those at opening. */
  changed: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, glyph, submitLabel, pending, failure, attempts, changed, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending) onSubmit();
  };
  return (
    <Dialog
      open
      wide
      title={title}
      glyph={glyph}
      failure={failure}
      onClose={() => (changed ? setAsking(true) : onClose())}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button tone="primary" type="submit" form="record-form" pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id="record-form" ref={form} noValidate className={styles.form} aria-label={title} onSubmit={submit}>
        {children}
      </form>
      <ConfirmDialog
        open={asking}
        tone="danger"
        title={t('people.form.discardTitle')}
        description={t('people.form.discardText')}
        confirmLabel={t('people.form.discard')}
        cancelLabel={t('people.form.keepEditing')}
        pending={false}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
