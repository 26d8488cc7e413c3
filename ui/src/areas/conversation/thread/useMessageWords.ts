// The texts that a row of the thread needs beside its message.
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../../i18n/useTranslation';
import { useCoreText, useLanguage, type CoreText } from '../../../i18n/text';
import { detailSections, type DetailWords } from './messageDetails';
import type { MessageWords } from './messageRow';

/** `customer`: the name of the author of quoted messages, if it is known. */
export function useMessageWords(customer?: string): MessageWords {
  const { t } = useTranslation();
  const say = useCoreText();
  const language = useLanguage();
  return useMemo(
    () => ({
      line: say,
      unsupportedKind: (kind) => unsupportedWord(kind, say),
      details: (details) => detailSections(details, detailWords(t), language),
      revoked: t('chat.message.revoked'),
      noText: t('chat.message.noText'),
      media: (media) => t(`chat.media.${media}`),
      bot: t('chat.message.bot'),
      colleague: t('chat.message.colleague'),
      customer: customer ?? t('chat.message.customer'),
      you: t('chat.message.you'),
    }),
    [t, say, language, customer],
  );
}

/** Providers write `poll_creation`, `INFECTED_CONTENT` or `viewOnce`; an unknown kind is shown by its name. */
export function unsupportedWord(kind: string, say: (text: CoreText) => string): string {
  const key = kind.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return say({ key: `chat.unsupported.${key}`, params: { kind }, fallback: 'chat.unsupported.other' });
}

function detailWords(t: TFunction): DetailWords {
  return {
    order: t('chat.details.order'),
    orderItem: (quantity, product, price) =>
      price === ''
        ? t('chat.details.orderItem', { quantity, product })
        : t('chat.details.orderItemPrice', { quantity, product, price }),
    form: t('chat.details.form'),
    choice: t('chat.details.choice'),
    referral: t('chat.details.referral'),
    product: t('chat.details.product'),
    shared: {
      post: t('chat.details.post'),
      reel: t('chat.details.reel'),
      storyMention: t('chat.details.storyMention'),
      storyReply: t('chat.details.storyReply'),
    },
  };
}
