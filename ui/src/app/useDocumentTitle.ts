// The tab of the browser: its title with the number of unread messages, and a dot on its icon while there are any.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export function useDocumentTitle(title: string, unread = 0): void {
  const { t } = useTranslation();
  const shown = unread > 0 ? t('shell.title.unread', { unread, title }) : title;
  useEffect(() => {
    document.title = shown;
  }, [shown]);

  const hasUnread = unread > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon === null || !hasUnread) return undefined;
    const quiet = icon.href;
    icon.href = quiet.replace(/favicon\.svg/, 'favicon-unread.svg');
    return () => {
      icon.href = quiet;
    };
  }, [hasUnread]);
}
