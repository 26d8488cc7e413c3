// Connects an open conversation with the core: header, thread, composer. Mount it with the protocol as its React key.
import type { MessageView } from 'core-wasm';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent } from '../../core/react';
import { useContact, useNotes, useThread, useThreadLoading, type OpenJob } from '../../core/slices';
import { displayChannel } from '../channels/displayChannel';
import { ConversationHeader, type HeaderTool } from './ConversationHeader';
import { EarlierMessageRow } from './thread/EarlierMessageRow';
import { joinedList, placeOf } from './thread/earlierMessages';
import type { MenuEntry } from '../../design/Menu';
import { contactPageOf } from './contactPageOf';
import { copyEntry, copyIdentifierEntry, useSnoozeEntries } from '../jobs/jobMenu';
import type { ShownWindow } from '../jobs/windowLeft';
import { customerIdentifier } from '../../shared/customerIdentifier';
import { MessageTextContext } from '../../shared/messageText/messageTextContext';
import { useMessageTextPlace } from '../../shared/messageText/useMessageTextPlace';
import { NumberContext, useFastTrigger } from '../../shared/numberChannels';
import { useShortcut } from '../../shared/shortcuts';
import { useAttachments } from './composer/attachments/useAttachments';
import type { ComposerLock } from './composer/Composer';
import { ComposerContainer, type ComposerTools } from './composer/ComposerContainer';
import { useTypedText } from './composer/useTypedText';
import { Conversation } from './Conversation';
import { PicturesOfThreadContext } from './media/picturesOfThread';
import { ModeSwitch } from './notes/ModeSwitch';
import { NoteComposerContainer } from './notes/NoteComposerContainer';
import { NoteFrameContainer } from './notes/NoteFrameContainer';
import { NotesFailed } from './notes/NotesFailed';
import { messageAtOrAbove, noteFrames, withFrames } from './notes/noteRows';
import { useWritingMode } from './notes/useWritingMode';
import { useFoundMessage, useLastTarget } from './useFoundMessage';
import { MessageActionsProvider } from './thread/MessageActions';
import { MessageRowContainer } from './thread/MessageRowContainer';
import { keepReadingPlace, readingPlace, shownPosition, type ReadingPlace } from './thread/scrollPosition';
import { picturesOf } from './thread/picturesOf';
import { useMessageWords } from './thread/useMessageWords';
import { Thread, type ThreadTarget } from './thread/Thread';
import type { ThreadHistory } from './thread/ThreadTop';
import { useFirstUnread } from './thread/useFirstUnread';
import { useViewedReport } from './thread/useViewedReport';
import { useScrollReport } from './thread/useScrollReport';

/** The parts that a channel adds to the conversation. */
export interface ChannelParts {
  /** The conversation window. */
  window?: ShownWindow;
  /** Number or account of the route, as shown. */
  route?: string;
  /** Actions with a button in the header. */
  tools: ReadonlyArray<HeaderTool>;
  /** Actions of the header's menu. */
  menu?: ReadonlyArray<MenuEntry>;
  /** Slot between the messages and the composer. */
  bar?: ReactNode;
  /** Number of messages sent outside the composer; each one scrolls the thread to its end. */
  sentCount?: number;
  /** Messages before the thread. */
  earlier?: EarlierMessages;
  /** The message that the thread scrolls to and marks; a new object scrolls there again. */
  target: ThreadTarget | undefined;
  /** Whether a drawer is open at the right. */
  hasDrawer: boolean;
  /** Why the agent cannot write; undefined if only the state of the attendance decides. */
  lock?: ComposerLock | undefined;
  /** The tools of the composer beside text: files and answers too; undefined for a channel with text only. */
  compose?: ComposerTools;
}

export interface EarlierMessages extends ThreadHistory {
  /** Messages by id, oldest first. */
  messages: ReadonlyMap<string, MessageView>;
  /** The file of this message could not be loaded. */
  onExpired?: (id: string) => void;
}

export interface ConversationPageProps {
  protocol: string;
  job: OpenJob;
  contextOpen: boolean;
  onToggleContext: () => void;
  parts?: ChannelParts | undefined;
}

/** How long a quoted message is marked, in milliseconds. */
const markedMs = 1_500;

export function ConversationPage({ protocol, job, contextOpen, onToggleContext, parts }: ConversationPageProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const [sent, setSent] = useState(0);
  const countSent = useCallback(() => setSent((count) => count + 1), []);
  const channel = displayChannel(job.channel, job.metaType);
  const attachments = useAttachments(protocol);
  const onNumber = useFastTrigger();
  const contact = useContact(protocol)?.contact;
  const identifier = customerIdentifier(channel, job.contactIdentifier);
  const place = useMessageTextPlace(channel, contact?.state === 'found' ? contact.contact.email : '');
  const writing = useWritingMode(protocol, job.name);
  const isOpen = parts?.lock === undefined && job.composer === 'open';
  const found = parts?.target;
  // A quoted message that the agent opened comes before the search result, until the search shows another one.
  const [quoted, setQuoted] = useState<{ shown: ThreadTarget | undefined; over: ThreadTarget | undefined }>();
  const target = quoted !== undefined && quoted.over === found ? quoted.shown : found;
  const showMessage = useCallback((id: string) => setQuoted({ shown: { id }, over: found }), [found]);
  useEffect(() => {
    if (quoted?.shown === undefined) return undefined;
    const timer = window.setTimeout(() => setQuoted({ ...quoted, shown: undefined }), markedMs);
    return () => window.clearTimeout(timer);
  }, [quoted]);
  const attach = (files: ReadonlyArray<File>): void => {
    attachments.add(files);
    document.getElementById('composer')?.focus();
  };
  const finish = (): void => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false });
  const qualify = (): void => intend({ area: 'qualification', type: 'openQualification', protocol });
  useShortcut('finishJob', job.disabled ? qualify : finish);
  const until = job.snooze?.until;
  const snoozeFacts = useMemo(
    () => ({ channel: job.channel, disabled: job.disabled, ...(until === undefined ? {} : { snoozedUntil: until }) }),
    [job.channel, job.disabled, until],
  );
  const snooze = useSnoozeEntries(protocol, snoozeFacts);
  useShortcut(
    'snoozeJob',
    snooze.length === 0 ? undefined : () => intend({ area: 'jobs', type: 'askSnooze', protocol }),
  );
  useTypedText();
  useShortcut('toggleDetails', onToggleContext);
  useShortcut('focusComposer', () => document.getElementById('composer')?.focus());
  useShortcut('focusLog', () => document.getElementById('message-log')?.focus());
  return (
    <Conversation
      label={t('jobs.conversation.label', { name: job.name })}
      channel={channel}
      bar={
        <>
          {parts?.bar}
          <NotesFailed protocol={protocol} />
        </>
      }
      hasDrawer={parts?.hasDrawer}
      onFiles={parts?.compose !== undefined && isOpen && writing.draft?.mode !== 'note' ? attach : undefined}
      header={
        <ConversationHeader
          name={job.name}
          initials={job.initials}
          color={job.color}
          contact={contactPageOf(contact, intend)}
          identifier={identifier}
          channel={channel}
          place={job.queue}
          client={job.channel === 'chat' && !job.disabled ? job.clientStatus : undefined}
          window={parts?.window}
          route={parts?.route}
          finished={job.disabled}
          qualifiedBelow={parts?.lock === undefined && job.composer === 'closed' && writing.draft?.mode !== 'note'}
          contextOpen={contextOpen}
          onBack={() => intend({ area: 'jobs', type: 'closeJob' })}
          onToggleContext={onToggleContext}
          onFinish={finish}
          finishPending={job.finishing}
          onQualify={qualify}
          tools={parts?.tools}
          menu={[
            ...snooze,
            ...(parts?.menu ?? []),
            ...(identifier === undefined ? [] : [copyIdentifierEntry(identifier, t)]),
            copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied')),
          ]}
        />
      }
      thread={
        <MessageActionsProvider
          protocol={protocol}
          canAnswer={parts?.compose !== undefined && isOpen}
          ended={job.disabled}
          onReply={writing.toReply}
          onShow={showMessage}
        >
          <MessageTextContext value={place}>
            <NumberContext value={onNumber}>
              <ThreadContainer
                protocol={protocol}
                job={job}
                endSignal={sent + (parts?.sentCount ?? 0)}
                earlier={parts?.earlier}
                target={target}
              />
            </NumberContext>
          </MessageTextContext>
        </MessageActionsProvider>
      }
      composer={
        writing.draft?.mode === 'note' ? (
          <NoteComposerContainer
            protocol={protocol}
            name={job.name}
            draft={writing.draft}
            onModeChange={writing.setMode}
            onAdded={countSent}
          />
        ) : (
          <ComposerContainer
            protocol={protocol}
            job={job}
            channelLock={parts?.lock}
            tools={parts?.compose}
            onSent={countSent}
            modeSwitch={writing.draft && <ModeSwitch mode="reply" onChange={writing.setMode} />}
          />
        )
      }
    />
  );
}

interface ThreadContainerProps {
  protocol: string;
  job: OpenJob;
  endSignal: number;
  earlier: EarlierMessages | undefined;
  target: ThreadTarget | undefined;
}

function ThreadContainer({ protocol, job, endSignal, earlier, target }: ThreadContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const thread = useThread(protocol);
  const isLoading = useThreadLoading(protocol);
  const customer = job.name;
  const before = earlier?.messages;
  const onExpired = earlier?.onExpired;
  const lastTime = useMemo(() => [...(before?.values() ?? [])].map(placeOf).pop(), [before]);
  const notes = useNotes(protocol)?.notes;
  const frames = useMemo(() => noteFrames(notes ?? []), [notes]);
  const messages = useMemo(
    () => withFrames(joinedList(before === undefined ? [] : [...before.keys()], thread), frames),
    [before, thread, frames],
  );
  const firstOfThread = thread.at(0);
  const shownTarget = useLastTarget(target, useFoundMessage(protocol, thread, frames));
  const core = useCore();
  const [scrollTop] = useState(() => core.snapshot<'job'>(`job:${protocol}`)?.scrollTop ?? 0);
  const reportScroll = useScrollReport(protocol, scrollTop);
  const [place] = useState(() => readingPlace(core, protocol));
  const onPlace = useCallback(
    (next: ReadingPlace | undefined) => keepReadingPlace(core, protocol, next),
    [core, protocol],
  );
  const firstUnread = useFirstUnread(protocol, thread, isLoading);
  const reportViewed = useViewedReport(protocol);
  const onViewed = useCallback(
    (id: string) => {
      const message = messageAtOrAbove(messages, frames, id);
      if (message !== undefined) reportViewed(message);
    },
    [messages, frames, reportViewed],
  );
  const renderMessage = useCallback(
    (id: string) => {
      const frame = frames.find((one) => one.id === id);
      if (frame !== undefined) return <NoteFrameContainer protocol={protocol} frame={frame} />;
      const message = before?.get(id);
      if (message !== undefined)
        return <EarlierMessageRow message={message} customer={customer} onExpired={onExpired} />;
      const above = id === firstOfThread ? lastTime : undefined;
      return <MessageRowContainer protocol={protocol} id={id} before={above} customer={customer} />;
    },
    [protocol, before, lastTime, onExpired, customer, frames, firstOfThread],
  );
  const words = useMessageWords(customer);
  const pictures = useCallback(() => {
    const own = Array.from({ length: thread.length }, (_, index): MessageView | undefined =>
      core.snapshot<'message'>(`message:${protocol}:${thread.at(index) ?? ''}`),
    );
    return picturesOf([...(before?.values() ?? []), ...own.filter((message) => message !== undefined)], words);
  }, [core, protocol, thread, before, words]);
  // Stored messages are shown while the others are loaded.
  const isEmpty = thread.length === 0;
  const state = job.threadFailed && isEmpty ? 'failed' : isLoading && isEmpty ? 'loading' : 'ready';
  return (
    <PicturesOfThreadContext value={pictures}>
      <Thread
        label={t('chat.thread.label', { name: job.name })}
        messages={messages}
        renderMessage={renderMessage}
        typing={job.typing ? { name: job.name, initials: job.initials, color: job.color } : undefined}
        state={state}
        onRetry={() => intend({ area: 'jobs', type: 'reloadThread', protocol })}
        initialScrollTop={shownPosition(scrollTop)}
        initialPlace={place}
        onPlaceChange={onPlace}
        firstUnread={firstUnread}
        onViewed={onViewed}
        onScrollTopChange={reportScroll}
        endSignal={endSignal}
        history={earlier}
        target={shownTarget}
      />
    </PicturesOfThreadContext>
  );
}
