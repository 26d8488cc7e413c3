// Connects an open conversation with the core: header, thread, composer. Mount it with the protocol as its React key.
import type { JobView } from 'core-wasm';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { useDraft, useThread } from '../../core/slices';
import { displayChannel } from '../channels/displayChannel';
import { ConversationHeader } from './ConversationHeader';
import { copyEntry } from '../jobs/jobMenu';
import { useShortcut } from '../../shared/shortcuts';
import { Composer, type ComposerLock } from './Composer';
import { Conversation } from './Conversation';
import { MessageRowContainer } from './MessageRowContainer';
import { keptPosition, shownPosition } from './scrollPosition';
import { Thread } from './Thread';

export interface ConversationPageProps {
  protocol: string;
  job: JobView;
  contextOpen: boolean;
  onToggleContext: () => void;
}

export function ConversationPage({ protocol, job, contextOpen, onToggleContext }: ConversationPageProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const [sent, setSent] = useState(0);
  const channel = displayChannel(job.channel, job.metaType);
  const finish = (): void => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false });
  const qualify = (): void => intend({ area: 'qualification', type: 'openQualification', protocol });
  useShortcut('finishJob', job.disabled ? qualify : finish);
  useShortcut('toggleDetails', onToggleContext);
  // The shell's banner leaves space for the drawer.
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (contextOpen) dataset.details = 'open';
    return () => void delete dataset.details;
  }, [contextOpen]);
  return (
    <Conversation
      label={t('jobs.conversation.label', { name: job.name })}
      channel={channel}
      header={
        <ConversationHeader
          name={job.name}
          initials={job.initials}
          color={job.color}
          channel={channel}
          place={job.queue}
          client={job.channel === 'chat' && !job.disabled ? job.clientStatus : undefined}
          finished={job.disabled}
          contextOpen={contextOpen}
          onBack={() => intend({ area: 'jobs', type: 'closeJob' })}
          onToggleContext={onToggleContext}
          onFinish={finish}
          finishPending={job.finishing}
          onQualify={qualify}
          menu={[copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied'))]}
        />
      }
      thread={<ThreadContainer protocol={protocol} job={job} endSignal={sent} />}
      composer={<ComposerContainer protocol={protocol} job={job} onSent={() => setSent((count) => count + 1)} />}
    />
  );
}

function ThreadContainer({ protocol, job, endSignal }: { protocol: string; job: JobView; endSignal: number }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const messages = useThread(protocol);
  const [initialScrollTop] = useState(() => shownPosition(job.scrollTop));
  const renderMessage = useCallback((id: string) => <MessageRowContainer protocol={protocol} id={id} />, [protocol]);
  // Stored messages are shown while the others are loaded.
  const isEmpty = messages.length === 0;
  const state = job.threadFailed && isEmpty ? 'failed' : job.threadLoading && isEmpty ? 'loading' : 'ready';
  return (
    <Thread
      label={t('chat.thread.label', { name: job.name })}
      messages={messages}
      renderMessage={renderMessage}
      typing={job.typing ? { name: job.name, initials: job.initials, color: job.color } : undefined}
      state={state}
      onRetry={() => intend({ area: 'jobs', type: 'reloadThread', protocol })}
      initialScrollTop={initialScrollTop}
      onScrollTopChange={(scrollTop) =>
        intend({ area: 'jobs', type: 'scrollChanged', protocol, scrollTop: keptPosition(scrollTop) })
      }
      endSignal={endSignal}
    />
  );
}

function ComposerContainer({ protocol, job, onSent }: { protocol: string; job: JobView; onSent: () => void }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const draft = useDraft(protocol);
  const { sendWith } = useSlice('preferences');
  const { items } = useSlice('channels');
  return (
    <Composer
      label={t('chat.composer.label', { name: job.name })}
      draft={draft.text}
      draftEpoch={draft.epoch}
      onDraftChange={(text) => intend({ area: 'conversation', type: 'draftChanged', protocol, text })}
      onSend={(text) => {
        intend({ area: 'conversation', type: 'sendMessage', protocol, text });
        onSent();
      }}
      sendWithCtrlEnter={sendWith === 'ctrlEnter'}
      lock={lockOf()}
    />
  );

  function lockOf(): ComposerLock | null {
    switch (job.composer) {
      case 'open':
        return null;
      case 'closed':
        return {
          kind: 'closed',
          onQualify: () => intend({ area: 'qualification', type: 'openQualification', protocol }),
        };
      case 'channelDisconnected': {
        const pending = items.some(({ channel, status }) => channel === job.channel && status === 'processing');
        return {
          kind: 'disconnected',
          channel: job.channel,
          pending,
          onConnect: () => intend({ area: 'channels', type: 'connectChannel', channel: job.channel }),
        };
      }
    }
  }
}
