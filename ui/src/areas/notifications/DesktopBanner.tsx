// The browser did not answer the permission request for notifications: a click on the banner repeats the request.
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Banner } from '../../design/Banner';
import { Button } from '../../design/Button';
import styles from './DesktopBanner.module.css';

/** Renders nothing while no permission is needed. */
export function DesktopBanner() {
  const { t } = useTranslation();
  const { askDesktop } = useSlice('alerts');
  const intend = useIntent();
  if (!askDesktop) return null;
  return (
    <Banner
      tone="info"
      action={
        <span className={styles.actions}>
          <Button size="small" onClick={() => intend({ area: 'notifications', type: 'askDesktop' })}>
            {t('notifications.desktop.allow')}
          </Button>
          <Button size="small" tone="ghost" onClick={() => intend({ area: 'notifications', type: 'declineDesktop' })}>
            {t('notifications.desktop.notNow')}
          </Button>
        </span>
      }
    >
      {t('notifications.desktop.ask')}
    </Banner>
  );
}
