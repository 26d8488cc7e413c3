// The banner above the page while a link is down. It says that messages are kept meanwhile.
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Banner } from '../../design/Banner';

export interface ConnectionBannerProps {
  state: 'offline' | 'reconnecting' | null;
  /** Opens the details of the reconnection. */
  onDetails?: (() => void) | undefined;
}

export function ConnectionBanner({ state, onDetails }: ConnectionBannerProps) {
  const { t } = useTranslation();
  if (state === null) return null;
  return (
    <Banner
      tone={state === 'offline' ? 'danger' : 'warning'}
      busy={state === 'reconnecting'}
      action={
        state === 'reconnecting' &&
        onDetails !== undefined && (
          <Button size="small" onClick={onDetails}>
            {t('connection.banner.details')}
          </Button>
        )
      }
    >
      {t(`connection.banner.${state}`)}
    </Banner>
  );
}
