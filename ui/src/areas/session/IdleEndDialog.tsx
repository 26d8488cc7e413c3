// The warning that the session ends soon because the agent is idle. Any use of the page keeps the session; the button makes
// that explicit.
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
