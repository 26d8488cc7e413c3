// Connects voice with an extension (ramal). The dialog keeps the typed text; its errors are props. The server does not list free extensions, so the
// only suggestion is the extension of the last connection.
import { Phone } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Field } from '../../design/Field';
import { useKept } from '../../design/useKept';

const refusals = ['extensionNotExisting', 'extensionNotRegistered', 'extensionInUse', 'cannotOriginate'] as const;

/** A refusal by the server that is about the extension, so that the agent can act on it. */
export type ExtensionRefusal = (typeof refusals)[number];

/** The reason in the key of the core's text; undefined for a reason that is not about the extension. */
export function extensionRefusalOf(key: string): ExtensionRefusal | undefined {
  return refusals.find((reason) => key === `voiceChannel.${reason}`);
}

export interface ExtensionDialogProps {
  open: boolean;
  /** The extension of the last connection. */
  last: string;
  /** The error of the typed text. */
  error?: string | undefined;
  /** The reason of the server's refusal. */
  failure?: string | undefined;
  /** The reason of the failure, if it concerns the extension. */
  refusal?: ExtensionRefusal | undefined;
  pending: boolean;
  onConnect: (exten: string) => void;
  onClose: () => void;
}

export function ExtensionDialog({
  open,
  last,
  error,
  failure,
  refusal,
  pending,
  onConnect,
  onClose,
}: ExtensionDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useKept('extension', last);
  const form = useId();
  const advice = refusal === undefined ? undefined : t(`channels.extension.advice.${refusal}`);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('channels.extension.title')}
      glyph={Phone}
      description={t('channels.extension.lead')}
      failure={failure === undefined || advice === undefined ? failure : `${failure}. ${advice}`}
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
          help={last === '' || typed === last ? undefined : t('channels.extension.last', { last })}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      </form>
    </Dialog>
  );
}
