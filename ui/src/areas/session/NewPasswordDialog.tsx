// The agent at work changes the password, and stays at work.
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { NewPasswordForm } from './NewPasswordForm';

const formId = 'new-password';

export function NewPasswordDialog({ onClose, focusFallback }: { onClose: () => void; focusFallback?: () => void }) {
  const { t } = useTranslation();
  const { newPassword: view } = useSlice('session');
  const intend = useIntent();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('password.form.title')}
      glyph={Lock}
      focusFallback={focusFallback}
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
      <NewPasswordForm view={view} intend={intend} id={formId} size="medium" />
    </Dialog>
  );
}
