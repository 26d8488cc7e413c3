// The message that the agent is answering, in the form that the strip over the composer shows.
import { useTranslation } from '../../../i18n/useTranslation';
import { useIntent } from '../../../core/react';
import { useDraft, useMessage } from '../../../core/slices';
import { cutBetweenCharacters } from '../../../i18n/cut';
import { messageWords, type Network } from '../../../shared/messageText/messageText';
import type { ComposerProps } from './Composer';

/** The text in one line. */
const longestText = 200;

export function useAnsweredMessage(protocol: string, network: Network): ComposerProps['reply'] {
  const { t } = useTranslation();
  const intend = useIntent();
  const { answered } = useDraft(protocol);
  const message = useMessage(protocol, answered ?? '-');
  if (answered === undefined || message === undefined) return undefined;
  const { sender, senderName, media, text } = message;
  const colleague = senderName === '' ? t('chat.message.colleague') : senderName;
  const names = {
    own: t('chat.message.you'),
    colleague,
    bot: t('chat.message.bot'),
    customer: senderName,
    system: '',
  };
  const parts = [
    media === undefined ? '' : t(`chat.media.${media}`),
    messageWords(cutBetweenCharacters(text, longestText), network),
  ];
  return {
    author: names[sender],
    text: parts.filter((part) => part !== '').join(' · '),
    onCancel: () => intend({ area: 'conversation', type: 'answer', protocol, answered: '' }),
  };
}
