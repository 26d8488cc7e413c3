// The actions on a message of the thread: answer, copy, go to the quoted message. The rows read them from a context, because they are rendered far
// below.
import type { AnsweredView, MessageView as CoreMessage } from 'core-wasm';
import { Copy, Forward, Reply } from 'lucide-react';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import type { Core } from '../../../core/host';
import { useCore } from '../../../core/react';
import { announce } from '../../../design/Announcer';
import type { MenuEntry } from '../../../design/Menu';
import { copyText } from '../../../shared/copyText';
import { focusComposer } from '../composer/focusComposer';
import { useBeginSelection } from './messageSelection';

export interface MessageActions {
  /** Undefined if a message cannot be answered. */
  onAnswer: ((id: string) => void) | undefined;
  /** Scrolls to the message that the given one answers. */
  onOpenQuote: (id: string) => void;
  /** Focuses the field of answers, also while the composer writes a note. */
  toReply: () => void;
  /** Whether the attendance has ended: nothing can be sent or taken back into the composer. */
  ended: boolean;
}

const none: MessageActions = {
  onAnswer: undefined,
  onOpenQuote: () => undefined,
  toReply: focusComposer,
  ended: false,
};
const MessageActionsContext = createContext(none);

export interface MessageActionsProviderProps {
  protocol: string;
  /** Whether the composer is open and the channel supports answers. */
  canAnswer: boolean;
  /** Whether the attendance has ended. */
  ended?: boolean;
  /** Focuses the field of answers; without it, the composer in its present mode. */
  onReply?: () => void;
  /** Scrolls to a message of the thread. */
  onShow: (id: string) => void;
  children: ReactNode;
}

export function MessageActionsProvider({
  protocol,
  canAnswer,
  ended = false,
  onReply = focusComposer,
  onShow,
  children,
}: MessageActionsProviderProps) {
  const { t } = useTranslation();
  const core = useCore();
  const actions = useMemo<MessageActions>(
    () => ({
      onAnswer: canAnswer
        ? (answered) => {
            core.dispatch({ area: 'conversation', type: 'answer', protocol, answered });
            onReply();
          }
        : undefined,
      onOpenQuote: (id) => {
        const quoted = quotedBy(core, protocol, id);
        if (quoted === undefined) announce(t('chat.message.quoteNotLoaded'));
        else onShow(quoted);
      },
      toReply: onReply,
      ended,
    }),
    [core, protocol, canAnswer, ended, onReply, onShow, t],
  );
  return <MessageActionsContext value={actions}>{children}</MessageActionsContext>;
}

export const useMessageActions = (): MessageActions => useContext(MessageActionsContext);

/** Whether the server has the message, and a person or a bot wrote it. */
export function isAnswerable({
  sender,
  delivery,
  content,
}: Pick<CoreMessage, 'sender' | 'delivery' | 'content'>): boolean {
  return content?.revoked !== true && sender !== 'system' && delivery !== 'sending' && delivery !== 'failed';
}

/** The entries of the menu of a message. */
export function useMessageEntries(message: CoreMessage | undefined): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const { onAnswer } = useMessageActions();
  const beginSelection = useBeginSelection();
  if (message === undefined || message.sender === 'system') return [];
  const { localId, text } = message;
  const entries: MenuEntry[] = [];
  if (onAnswer !== undefined && isAnswerable(message))
    entries.push({
      kind: 'action',
      id: 'answer',
      label: t('chat.message.answer'),
      glyph: Reply,
      onSelect: () => onAnswer(localId),
    });
  if (
    beginSelection !== undefined &&
    message.content?.revoked !== true &&
    message.delivery !== 'sending' &&
    message.delivery !== 'failed'
  )
    entries.push({
      kind: 'action',
      id: 'forward',
      label: t('chat.message.forward'),
      glyph: Forward,
      onSelect: () => beginSelection(localId),
    });
  if (text !== '')
    entries.push({
      kind: 'action',
      id: 'copy',
      label: t('chat.message.copy'),
      glyph: Copy,
      onSelect: () => void copyText(text).then((copied) => copied && announce(t('chat.message.copied'))),
    });
  return entries;
}

/** Maximum number of messages in which a quoted one is searched. */
const searchedMessages = 2_000;

/** The message that the quote names; for a quote without an id, the nearest earlier one with its sender, kind of file and text. */
function quotedBy(core: Core, protocol: string, id: string): string | undefined {
  const messageOf = (of: string): CoreMessage | undefined => core.snapshot<'message'>(`message:${protocol}:${of}`);
  const quote = messageOf(id)?.content?.answered;
  if (quote === undefined) return undefined;
  const thread = core.list(`thread:${protocol}`);
  let index = thread.length - 1;
  while (index >= 0 && thread.at(index) !== id) index -= 1;
  const last = Math.max(0, index - searchedMessages);
  for (index -= 1; index >= last; index -= 1) {
    const earlier = thread.at(index);
    const message = earlier === undefined ? undefined : messageOf(earlier);
    if (message !== undefined && isQuoted(message, quote)) return earlier;
  }
  return undefined;
}

function isQuoted(message: CoreMessage, quote: AnsweredView): boolean {
  if (quote.id !== undefined) return message.id === quote.id;
  return message.sender === quote.sender && message.media === quote.media && message.text === quote.text;
}
