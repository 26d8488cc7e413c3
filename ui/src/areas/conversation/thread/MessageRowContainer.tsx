// Connects one message of a thread with the core. It subscribes to its own slice only.
import { memo } from 'react';
import { useCore, useIntent } from '../../../core/react';
import { useMessage } from '../../../core/slices';
import { fileAt } from '../../../core/ports/localFiles';
import { useCoreText } from '../../../i18n/text';
import { isFinalRefusal } from '../../../shared/finalRefusal';
import { chosenFile } from '../composer/attachments/useAttachments';
import { takeBackFile } from '../composer/composing';
import { isSameDay } from './earlierMessages';
import { isAnswerable, useMessageActions, useMessageEntries } from './MessageActions';
import { messageRow } from './messageRow';
import { MessageRow } from './MessageRow';
import { useMessageWords } from './useMessageWords';

export const MessageRowContainer = memo(function MessageRowContainer({
  protocol,
  id,
  before,
  customer,
}: {
  protocol: string;
  id: string;
  /** The time of the message above the thread's first one: messages of the same day share one separator. */
  before?: number | undefined;
  /** Name of the customer. */
  customer: string;
}) {
  const say = useCoreText();
  const words = useMessageWords(customer);
  const intend = useIntent();
  const message = useMessage(protocol, id);
  const menu = useMessageEntries(message);
  const { onAnswer, onOpenQuote, toReply, ended } = useMessageActions();
  const core = useCore();
  if (message === undefined) return null;
  // The provider refused a message that the server has: the message stays, and a text can be written again.
  const isKept = message.id !== undefined;
  const isText = message.media === undefined && message.content?.template === undefined;
  // The buttons disappear with the failure, and are disabled while one of the actions is pending.
  const failure = {
    text: message.failure === undefined ? undefined : say(message.failure),
    mayHaveArrived: message.failure?.key.endsWith('.deliveryUnknown'),
    busy: message.busy,
    onRetry:
      isKept || ended || isFinalRefusal(message.failure)
        ? undefined
        : () => {
            intend({ area: 'conversation', type: 'retryMessage', protocol, localId: id });
            toReply();
          },
    onEdit:
      ended || (isKept && !isText)
        ? undefined
        : () => {
            // The core takes the caption back into the composer; its file comes with it.
            const file = fileAt(message.content?.attachment?.url ?? '');
            if (file !== undefined) takeBackFile(core, protocol, id, chosenFile(core, protocol, file));
            intend({ area: 'conversation', type: 'editMessage', protocol, localId: id });
            toReply();
          },
    onDiscard: isKept
      ? undefined
      : () => {
          intend({ area: 'conversation', type: 'discardMessage', protocol, localId: id });
          toReply();
        },
  };
  const handlers = {
    menu,
    onAnswer: onAnswer === undefined || !isAnswerable(message) ? undefined : () => onAnswer(id),
    onOpenQuote: () => onOpenQuote(id),
    onExpired: () => intend({ area: 'jobs', type: 'renewFile', protocol, localId: id }),
    onCancelUpload: () => {
      intend({ area: 'conversation', type: 'cancelUpload', protocol, localId: id });
      toReply();
    },
  };
  const row = messageRow(message, words, failure, handlers);
  return <MessageRow {...row} day={before !== undefined && isSameDay(before, row.day) ? undefined : row.day} />;
});
