// Connects voice with an extension (ramal). The dialog keeps the typed text; its errors are props.
import { Phone } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Field } from '../../design/Field';
import { useKept } from '../../design/useKept';

export interface ExtensionDialogProps {
  open: boolean;
  /** The extension of the last connection. */
  last: string;
  /** The error of the typed text. */
  error?: string | undefined;
  /** Why the server refused. */
  failure?: string | undefined;
  pending: boolean;
  onConnect: (exten: string) => void;
  onClose: () => void;
}

export function ExtensionDialog({ open, last, error, failure, pending, onConnect, onClose }: ExtensionDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useKept('extension', last);
  const form = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('channels.extension.title')}
      glyph={Phone}
      description={t('channels.extension.lead')}
      failure={failure}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button tone="primary" type="submit" form={form} pending={pending}>
            {t('channels.extension.submit')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) onConnect(typed);
        }}
      >
        <Field
          label={t('channels.extension.label')}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}
