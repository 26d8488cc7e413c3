// The dialog in which a signed-in agent changes the password; the session continues.
import type { Intent, NewPasswordView } from 'core-wasm';
import { Lock } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { NewPasswordForm } from './NewPasswordForm';

const formId = 'new-password';

export interface NewPasswordDialogProps {
  view: NewPasswordView;
  intend: (intent: Intent) => void;
  onClose: () => void;
}

export function NewPasswordDialog({ view, intend, onClose }: NewPasswordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('password.form.title')}
      glyph={Lock}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={view.saving}>
            {t('password.form.save')}
          </Button>
        </>
      }
    >
      <NewPasswordForm view={view} intend={intend} id={formId} size="medium" asksCurrent />
    </Dialog>
  );
}
