// A question with two answers. Esc chooses the answer that changes nothing. Enter gives the expected answer at once: its button has the focus, unless
// data would be lost.
import { CircleHelp } from 'lucide-react';
import { useTranslation } from '../i18n/useTranslation';
import { Button } from './Button';
import { AlertDialog, type DialogTone } from './Dialog';
import type { Glyph } from './icons/Icon';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  description: string;
  confirmLabel: string;
  /** The label of the answer that changes nothing, where "cancel" could mean either answer. */
  cancelLabel?: string | undefined;
  glyph?: Glyph;
  tone?: DialogTone;
  pending: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel,
  glyph = CircleHelp,
  tone = 'accent',
  pending,
  failure,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      open={open}
      onCancel={onCancel}
      title={title}
      glyph={glyph}
      tone={tone}
      description={description}
      failure={failure}
      footer={
        <>
          <Button tone="ghost" autoFocus={tone === 'danger'} onClick={onCancel}>
            {cancelLabel ?? t('shell.dialog.cancel')}
          </Button>
          <Button
            tone={tone === 'danger' ? 'danger' : 'primary'}
            autoFocus={tone !== 'danger'}
            pending={pending}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
