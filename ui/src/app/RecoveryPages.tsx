// Pages shown without a core: it could not be loaded, or it crashed twice in a row.
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { Button } from '../design/Button';
import { StatePage } from '../design/StatePage';

export function StartFailedPage() {
  const { t } = useTranslation();
  return (
    <StatePage
      glyph={RefreshCw}
      tone="danger"
      title={t('shell.startFailed.title')}
      sentence={t('shell.startFailed.sentence')}
      action={
        <Button tone="primary" size="large" onClick={() => window.location.reload()}>
          {t('shell.error.retry')}
        </Button>
      }
    />
  );
}

export function RecoveryPage({ onCleanStart }: { onCleanStart: () => Promise<void> }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  return (
    <StatePage
      glyph={TriangleAlert}
      tone="warning"
      title={t('shell.recovery.title')}
      sentence={t('shell.recovery.sentence')}
      action={
        <Button
          tone="primary"
          size="large"
          pending={pending}
          onClick={() => {
            setPending(true);
            void onCleanStart();
          }}
        >
          {t('shell.recovery.action')}
        </Button>
      }
    />
  );
}
