// The words that a row of the thread needs beside those of the message.
import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { useSystemLine } from '../../jobs/useSystemLine';
import type { MessageWords } from './messageRow';

/** `customer`: the name of the author of quoted messages, if it is known. */
export function useMessageWords(customer?: string): MessageWords {
  const { t } = useTranslation();
  const systemLine = useSystemLine();
  return useMemo(
    () => ({
      systemLine,
      media: (media) => t(`chat.media.${media}`),
      bot: t('chat.message.bot'),
      customer: customer ?? t('chat.message.customer'),
      you: t('chat.message.you'),
    }),
    [t, systemLine, customer],
  );
}
