// The session ends soon because the agent does nothing. Any use of the page keeps it; the button is for who wants to be sure.
import { Clock } from 'lucide-react';
import { Button } from '../../design/Button';
import { AlertDialog } from '../../design/Dialog';
import { useTranslation } from '../../i18n/useTranslation';

export function IdleEndDialog({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <AlertDialog
      open
      onCancel={onStay}
      title={t('session.idleEnd.title')}
      glyph={Clock}
      tone="warning"
      description={t('session.idleEnd.description')}
      footer={
        <Button tone="primary" onClick={onStay}>
          {t('session.idleEnd.stay')}
        </Button>
      }
    />
  );
}
