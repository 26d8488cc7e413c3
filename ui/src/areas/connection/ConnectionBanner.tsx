// The line over the page while a link is down. Messages that are typed meanwhile are kept; it says so.
import { useTranslation } from 'react-i18next';
import { Banner } from '../../design/Banner';

export interface ConnectionBannerProps {
  state: 'offline' | 'reconnecting' | null;
}

export function ConnectionBanner({ state }: ConnectionBannerProps) {
  const { t } = useTranslation();
  if (state === null) return null;
  return (
    <Banner tone={state === 'offline' ? 'danger' : 'warning'} busy={state === 'reconnecting'}>
      {t(`connection.banner.${state}`)}
    </Banner>
  );
}
