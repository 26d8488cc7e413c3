// Connects one message of a thread with the core. It subscribes to its own slice only.
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent } from '../../core/react';
import { useMessage } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { messageRow } from './messageRow';
import { MessageRow } from './MessageRow';
import { useSystemLine } from '../jobs/useSystemLine';

export const MessageRowContainer = memo(function MessageRowContainer({
  protocol,
  id,
}: {
  protocol: string;
  id: string;
}) {
  const { t } = useTranslation();
  const say = useCoreText();
  const systemLine = useSystemLine();
  const intend = useIntent();
  const message = useMessage(protocol, id);
  if (message === undefined) return null;
  const words = {
    systemLine,
    media: (media: NonNullable<typeof message.media>) => t(`chat.media.${media}`),
    bot: t('chat.message.bot'),
  };
  const failure = {
    text: message.failure === undefined ? undefined : say(message.failure),
    busy: message.busy,
    onRetry: () => intend({ area: 'conversation', type: 'retryMessage', protocol, localId: id }),
    onEdit: () => intend({ area: 'conversation', type: 'editMessage', protocol, localId: id }),
    onDiscard: () => intend({ area: 'conversation', type: 'discardMessage', protocol, localId: id }),
  };
  return <MessageRow {...messageRow(message, words, failure)} />;
});
