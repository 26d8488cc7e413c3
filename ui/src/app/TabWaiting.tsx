// What the tab of the browser says while something waits: who calls, else how much is unread. It shows nothing on the page.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
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
