// Asks for the name of the list before it is cancelled: messages that were sent do not come back.
import { ListX } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../design/Button';
import { AlertDialog } from '../../design/Dialog';
import { Field } from '../../design/Field';
import { isComposing } from '../../design/isComposing';
import { useTranslation } from '../../i18n/useTranslation';
import { isSameName } from './sameName';
import styles from './CancelBroadcastDialog.module.css';

export interface CancelBroadcastDialogProps {
  name: string;
  processed: number;
  /** Number of entries that will not be sent. */
  queued: number;
  pending: boolean;
  /** Why the server refused. */
  failure?: string | undefined;
  /** Called with the name as the agent typed it. */
  onConfirm: (typed: string) => void;
  onCancel: () => void;
}

export function CancelBroadcastDialog(props: CancelBroadcastDialogProps) {
  const { name, processed, queued, pending, failure, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isRight = isSameName(typed, name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRight && !pending) onConfirm(typed);
  };
  return (
    <AlertDialog
      open
      onCancel={onCancel}
      tone="danger"
      glyph={ListX}
      title={t('broadcastPage.cancel.title')}
      description={
        processed === 0
          ? t('broadcastPage.cancel.nothingGone', { count: queued })
          : t('broadcastPage.cancel.sentence', {
              gone: t('broadcastPage.cancel.gone', { count: processed }),
              left: t('broadcastPage.cancel.left', { count: queued }),
            })
      }
      failure={failure}
      footer={
        <>
          <Button tone="ghost" onClick={onCancel}>
            {t('broadcastPage.cancel.keep')}
          </Button>
          <Button
            tone="danger"
            type="submit"
            form={form}
            pending={pending}
            disabledReason={isRight ? undefined : t('broadcastPage.cancel.wrongName')}
          >
            {t('broadcastPage.cancel.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <p className={styles.prompt}>{t('broadcastPage.cancel.prompt', { name })}</p>
        <Field
          autoFocus
          label={t('broadcastPage.cancel.field')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={isChecked && !isRight ? t('broadcastPage.cancel.wrongName') : undefined}
          onChange={({ target }) => setTyped(target.value)}
          // The browser submits no form whose button is disabled.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event) && !isRight) setChecked(true);
          }}
        />
      </form>
    </AlertDialog>
  );
}
