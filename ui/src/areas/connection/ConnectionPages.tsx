// The pages of a tab that lost its session to another one and of an offline browser.
import { CopyX, WifiOff } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { StatePage } from '../../design/StatePage';
import { Button } from '../../design/Button';
import { RetryCountdown } from './RetryCountdown';

export interface TabDisabledPageProps {
  pending?: boolean;
  onTakeOver: () => void;
}

export function TabDisabledPage({ pending = false, onTakeOver }: TabDisabledPageProps) {
  const { t } = useTranslation();
  return (
    <StatePage
      glyph={CopyX}
      tone="warning"
      title={t('connection.tabDisabled.title')}
      sentence={t('connection.tabDisabled.sentence')}
      action={
        <Button tone="primary" size="large" pending={pending} onClick={onTakeOver}>
          {t('connection.tabDisabled.takeOver')}
        </Button>
      }
    />
  );
}

export interface LostConnectionPageProps {
  /** The next automatic attempt, epoch milliseconds. */
  retryAt: number | null;
  pending: boolean;
  onRetry: () => void;
}

export function LostConnectionPage({ retryAt, pending, onRetry }: LostConnectionPageProps) {
  const { t } = useTranslation();
  return (
    <StatePage
      glyph={WifiOff}
      tone="danger"
      title={t('connection.lost.title')}
      sentence={t('connection.lost.sentence')}
      detail={retryAt === null ? undefined : <RetryCountdown retryAt={retryAt} />}
      action={
        <Button tone="primary" size="large" pending={pending} onClick={onRetry}>
          {t('shell.error.retry')}
        </Button>
      }
    />
  );
}
