// The name of the sender of a file.
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { GalleryItem } from './galleryItems';

export function useGalleryAuthor(customer: string): (item: GalleryItem) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ sender, agentName }) =>
      ({
        customer,
        own: t('chat.message.you'),
        colleague: agentName === '' ? t('chat.message.colleague') : agentName,
        bot: t('chat.message.bot'),
        system: '',
      })[sender],
    [customer, t],
  );
}
