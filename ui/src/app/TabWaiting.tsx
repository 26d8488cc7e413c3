// The title of the browser's tab while an incoming call waits, else the number of unread messages. It renders nothing.
import { useEffect } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { useSlice } from '../core/react';
import { showWaiting } from '../core/ports/tabFace';

export function TabWaiting() {
  const { t } = useTranslation();
  const { ring } = useSlice('alerts');
  const { unread } = useSlice('jobSummary');
  const said =
    ring !== undefined
      ? t(`notifications.tab.${ring.kind}`, { name: ring.name })
      : unread > 0
        ? t('notifications.tab.unread', { unread })
        : undefined;
  const mark = ring === undefined ? 'unread' : 'ringing';
  useEffect(() => {
    showWaiting(said === undefined ? undefined : { mark, title: said });
  }, [said, mark]);
  useEffect(() => () => showWaiting(undefined), []);
  return null;
}
