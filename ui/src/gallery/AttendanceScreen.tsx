// The attendance workspace from invented data.
import { ArrowLeftRight, Headset } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { BottomBar, Rail } from '../app/Rail';
import type { OwnMenuProps } from '../app/OwnMenu';
import { RouteBoundary } from '../shared/RouteBoundary';
import { BrokenPartContext, brokenConversation } from '../shared/brokenPart';
import { ShellLayout } from '../app/ShellLayout';
import { SkipLinks } from '../app/SkipLinks';
import { CommandField } from '../app/CommandField';
import { TopBar } from '../app/TopBar';
import { ChannelChip } from '../areas/channels/ChannelChip';
import { Composer, type ComposerLock } from '../areas/conversation/composer/Composer';
import { Conversation } from '../areas/conversation/Conversation';
import { MessageRow } from '../areas/conversation/thread/MessageRow';
import { Thread } from '../areas/conversation/thread/Thread';
import { ConnectionBanner } from '../areas/connection/ConnectionBanner';
import { ConnectionMeter } from '../areas/connection/ConnectionMeter';
import { ContextPanel } from '../areas/attendance/ContextPanel';
import { ContactTab } from '../areas/contacts/ContactTab';
import { AttendanceLayout } from '../areas/attendance/AttendanceLayout';
import { ConversationHeader } from '../areas/conversation/ConversationHeader';
import { InboxCard } from '../areas/jobs/InboxCard';
import { InboxList } from '../areas/jobs/InboxList';
import { JobCard } from '../areas/jobs/JobCard';
import { JobList } from '../areas/jobs/JobList';
import { SelectionBar } from '../areas/jobs/SelectionBar';
import type { Receiving } from '../areas/channels/receiving';
import { WorkspaceEmpty } from '../areas/attendance/WorkspaceEmpty';
import { PauseBar } from '../areas/pauses/PauseBar';
import { NotificationsPopover } from '../areas/notifications/NotificationsPopover';
import type { ChannelName } from '../areas/channels/channels';
import { CallBar } from '../areas/voice/CallBar';
import { TransferList } from '../areas/transfers/TransferList';
import { VoiceAttendance } from '../areas/voice/VoiceAttendance';
import { SnackbarRegion, type SnackbarNotice } from '../design/Snackbar';
import { useLanguage } from '../i18n/text';
import { inboxSamples } from './inboxSamples';
import { contactSamples, identifierSamples, ignoredContactActions } from './contactSamples';
import { detailsSamples, historyTabSample } from './detailsSamples';
import { notificationSamples } from './notificationSamples';
import { at, ignore, jobSamples, longName, messageSamples, openedAt } from './samples';
import { transferListSamples } from './transferSamples';
import { callBarSamples, ignoredAttendanceActions, ignoredCallActions, voiceAttendanceSamples } from './voiceSamples';

const locks: Readonly<Record<string, ComposerLock>> = {
  closed: { kind: 'closed', onQualify: ignore },
  disconnected: { kind: 'disconnected', channel: 'chat', pending: false, onConnect: ignore },
};

export interface AttendanceScreenProps {
  pane: 'list' | 'workspace';
  context: string;
  contextOpen: boolean;
  /** "sample", or the content of the list: none, many, long names, … */
  jobs: string;
  lock: string | null;
  /** "ready", loading, failed, empty, above (the agent has scrolled up), or a voice attendance of the samples. */
  thread: string;
  banner: string | null;
  /** State of the call bar; undefined: no call bar. */
  call: string | null;
  /** The part that throws when it is rendered: workspace, or the whole page. */
  broken: string | null;
  /** Snackbars of the samples. */
  notices: ReadonlyArray<SnackbarNotice>;
}

function Broken(): never {
  throw new Error('A part of the gallery breaks because it was asked to.');
}

const selectionSample = {
  active: true,
  selected: ['p-8', 'p-9', 'p-4'],
  onChange: ignore,
  canSelect: () => true,
  labelOf: (protocol: string) => protocol,
  onBegin: ignore,
  onEnd: ignore,
};
const selectionBar = (
  <SelectionBar bulk={{ selected: selectionSample.selected, ended: 2, open: 1 }} onAsk={ignore} onClear={ignore} />
);

export function AttendanceScreen({
  pane,
  context,
  contextOpen,
  jobs,
  lock,
  thread,
  banner,
  call,
  broken,
  notices,
}: AttendanceScreenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [shownChannels, setShownChannels] = useState<ReadonlyArray<ChannelName>>(['whatsapp', 'chat', 'instagram']);
  const [inboxShown, setInboxShown] = useState(jobs.startsWith('inbox'));
  const [drawer, setDrawer] = useState(contextOpen);
  const openSince = openedAt - (2 * 3600 + 11 * 60 + 46) * 1000;
  const [typed, setTyped] = useState<ReadonlyArray<string>>([]);
  const many = Array.from({ length: 10_000 }, (_, index) => `p-${(index % 7) + 1}#${index}`);
  const [groups] = useState(() =>
    jobs === 'none' || jobs === 'paused' || jobs === 'disconnected'
      ? { pinned: [], active: [], toQualify: [] }
      : jobs === 'many'
        ? { pinned: ['p-1'], active: many, toQualify: ['p-8'] }
        : { pinned: ['p-1'], active: ['p-3', 'p-4', 'p-2', 'p-5', 'p-6', 'p-7'], toQualify: ['p-8', 'p-9'] },
  );
  const ownMenu: OwnMenuProps = {
    name: 'Juliana Castro',
    login: 'juliana.castro',
    initials: 'JC',
    color: '#4E6EC9',
    version: '5.0.575',
    theme: 'light',
    onThemeChange: ignore,
    language,
    onLanguageChange: ignore,
    onOpenPreferences: ignore,
    onOpenNewPassword: ignore,
    onLogOff: ignore,
  };
  const areas = [
    {
      id: 'attendance',
      label: t('shell.rail.attendance'),
      shortLabel: t('shell.bottomBar.attendance'),
      glyph: Headset,
      href: '#',
      current: true,
      unread: 15,
      onOpen: ignore,
    },
  ];
  const repeated = thread === 'above' ? [1, 2, 3, 4, 5] : [1];
  const ids = [...repeated.flatMap((round) => Object.keys(messageSamples).map((id) => `${id}#${round}`)), ...typed];
  const empty = ['none', 'paused', 'closed', 'disconnected'].includes(jobs);
  const canReceive = jobs !== 'disconnected';
  const paused = jobs === 'paused';
  const receiving: Receiving = { state: paused ? 'paused' : canReceive ? 'available' : 'disconnected' };
  const connect = canReceive ? undefined : { several: true, pending: false, onConnect: ignore };
  const name = jobs === 'long' ? longName : 'Mariana Albuquerque';
  const place = jobs === 'long' ? `Fila ${longName}` : 'Vendas · Site';
  const callBar = call === null ? undefined : callBarSamples[call];
  const voiceAttendance = voiceAttendanceSamples[thread];
  const transfers = transferListSamples[context];
  const threadState = thread === 'loading' || thread === 'failed' ? thread : 'ready';

  return (
    <>
      <ShellLayout
        skipLinks={
          <SkipLinks
            targets={[
              ...(broken === 'page' ? [] : [{ id: 'job-list', label: 'shell.skip.list' as const }]),
              { id: 'conversation', label: 'shell.skip.conversation' },
              ...(empty || broken === 'page' ? [] : [{ id: 'details', label: 'shell.skip.details' as const }]),
            ]}
          />
        }
        rail={<Rail areas={areas} ownMenu={ownMenu} onOpenShortcuts={ignore} />}
        bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
        hasList
        callBar={callBar && <CallBar {...callBar} {...ignoredCallActions} />}
        hideBottomBar={pane === 'workspace' && !empty}
        banner={<ConnectionBanner state={banner === 'reconnecting' || banner === 'offline' ? banner : null} />}
        topBar={
          <TopBar
            hasSnackbar={notices.length > 0}
            snackbars={<SnackbarRegion notices={notices} onClose={ignore} onShown={ignore} onHoldChange={ignore} />}
            command={<CommandField onOpen={ignore} />}
            chips={
              <>
                <ChannelChip
                  channel="whatsapp"
                  status="disconnected"
                  since={null}
                  pending={false}
                  canConnect
                  canDisconnect={false}
                  onConnect={ignore}
                  onDisconnect={ignore}
                />
                <ChannelChip
                  channel="chat"
                  status={paused ? 'paused' : canReceive ? (empty ? 'available' : 'inAttendance') : 'disconnected'}
                  since={openSince}
                  pending={false}
                  canConnect={false}
                  canDisconnect
                  onConnect={ignore}
                  onDisconnect={ignore}
                />
              </>
            }
            pauses={
              <PauseBar
                action={paused ? 'leave' : canReceive ? 'pause' : 'blocked'}
                pending={false}
                next={[]}
                onPause={ignore}
                onLeave={ignore}
              />
            }
            meter={
              <ConnectionMeter
                links={[
                  { link: 'internet', state: 'ok', checkedAt: at(14, 31) },
                  { link: 'server', state: 'ok', checkedAt: at(14, 31), latencyMs: 18 },
                ]}
                updatedAt={at(14, 31)}
              />
            }
            notifications={
              <NotificationsPopover
                unread={2}
                onReadAll={ignore}
                onToggleRead={ignore}
                unsentFiles={[]}
                onDiscardFile={ignore}
                onDiscard={ignore}
                onOpen={ignore}
                onOpenCustomer={ignore}
                notifications={() => notificationSamples}
              />
            }
          />
        }
      >
        {broken === 'page' ? (
          <RouteBoundary>
            <Broken />
          </RouteBoundary>
        ) : (
          <AttendanceLayout
            pane={pane}
            contextOpen={drawer}
            list={
              <JobList
                groups={groups}
                total={groups.pinned.length + groups.active.length + groups.toQualify.length}
                active={groups.pinned.length + groups.active.length}
                hidden={0}
                state={jobs === 'loading' ? 'loading' : jobs === 'failed' ? 'failed' : 'ready'}
                onRetry={ignore}
                search={search}
                onSearchChange={setSearch}
                channels={['whatsapp', 'chat', 'instagram']}
                shownChannels={shownChannels}
                onShownChannelsChange={setShownChannels}
                onShowAll={() => setShownChannels(['whatsapp', 'chat', 'instagram'])}
                receiving={receiving}
                connect={connect}
                selected={empty ? null : 'p-1'}
                onHoldChange={ignore}
                {...(jobs === 'selecting' ? { selection: selectionSample, selectionBar } : {})}
                inbox={{
                  shown: inboxShown,
                  onShownChange: setInboxShown,
                  count: jobs === 'inbox' ? inboxSamples.length : 0,
                  unattended: jobs === 'inbox' ? 1219 : 0,
                  waitingSince: jobs === 'inbox' ? openedAt - 34 * 60_000 : undefined,
                  content: (
                    <InboxList
                      entries={jobs === 'inbox' ? inboxSamples.map((_, index) => String(index)) : []}
                      total={jobs === 'inbox' ? inboxSamples.length : 0}
                      failed={jobs === 'inboxFailed'}
                      onRetry={ignore}
                      search=""
                      onClearSearch={ignore}
                      onShowAllChannels={ignore}
                      onHoldChange={ignore}
                      renderEntry={(index, { tabIndex }) => (
                        <InboxCard {...(inboxSamples[Number(index)] ?? inboxSamples[0])} tabIndex={tabIndex} />
                      )}
                    />
                  ),
                }}
                renderJob={(protocol, position) => {
                  const sample = jobSamples[protocol.split('#')[0] ?? ''];
                  return sample === undefined ? null : (
                    <JobCard
                      {...sample}
                      {...(jobs === 'long' ? { name: longName, unread: 1204, place } : {})}
                      href="#"
                      selected={!empty && protocol === 'p-1'}
                      tabIndex={position.tabIndex}
                      onOpen={ignore}
                      menu={[{ kind: 'action', id: 'finish', label: t('jobs.card.finish'), onSelect: ignore }]}
                    />
                  );
                }}
              />
            }
            workspace={
              broken === 'workspace' ? (
                <BrokenPartContext value={brokenConversation}>
                  <RouteBoundary>
                    <Broken />
                  </RouteBoundary>
                </BrokenPartContext>
              ) : voiceAttendance !== undefined ? (
                <VoiceAttendance
                  {...voiceAttendance}
                  {...ignoredAttendanceActions}
                  contextOpen={drawer}
                  onToggleContext={() => setDrawer(!drawer)}
                />
              ) : empty ? (
                <WorkspaceEmpty receiving={receiving} hasJobs={jobs === 'closed'} connect={connect} />
              ) : (
                <Conversation
                  label={t('jobs.conversation.label', { name })}
                  channel="chat"
                  header={
                    <ConversationHeader
                      name={name}
                      initials="MA"
                      color="#B1508D"
                      channel="chat"
                      place={place}
                      client="online"
                      identifier={identifierSamples.typed.identifier}
                      contact={{ href: '#', onOpen: ignore }}
                      tools={[
                        {
                          id: 'transfer',
                          label: t('jobs.conversation.transfer'),
                          glyph: ArrowLeftRight,
                          shortcut: 'transferJob',
                          onSelect: ignore,
                        },
                      ]}
                      finished={lock === 'closed'}
                      contextOpen={drawer}
                      onBack={ignore}
                      onToggleContext={() => setDrawer(!drawer)}
                      onFinish={ignore}
                      finishPending={false}
                      onQualify={ignore}
                      menu={[{ kind: 'action', id: 'copy', label: t('jobs.card.copyProtocol'), onSelect: ignore }]}
                    />
                  }
                  thread={
                    <Thread
                      label={t('chat.thread.label', { name })}
                      messages={thread === 'empty' ? [] : ids}
                      state={threadState}
                      onRetry={ignore}
                      initialScrollTop={thread === 'above' ? 0 : null}
                      onScrollTopChange={ignore}
                      endSignal={typed.length}
                      typing={thread === 'empty' ? undefined : { name, initials: 'MA', color: '#B1508D' }}
                      renderMessage={(id) => {
                        const sample = messageSamples[id.split('#')[0] ?? ''];
                        return sample === undefined ? (
                          <MessageRow
                            first
                            last
                            message={{
                              kind: 'text',
                              id,
                              sender: 'own',
                              senderName: '',
                              initials: 'JC',
                              color: '#4E6EC9',
                              text: id,
                              time: at(14, 40),
                              delivery: 'sending',
                            }}
                          />
                        ) : (
                          <MessageRow {...sample} />
                        );
                      }}
                    />
                  }
                  composer={
                    <Composer
                      label={t('chat.composer.label', { name })}
                      draft={
                        typed.length > 0
                          ? ''
                          : 'Ouvi aqui! Consigo agendar a instalação para terça, dia 24, pela manhã. Pode ser?'
                      }
                      draftEpoch={typed.length}
                      onDraftChange={ignore}
                      onSend={(text) => setTyped((all) => [...all, text])}
                      sendWithCtrlEnter={false}
                      lock={lock === null ? null : (locks[lock] ?? null)}
                    />
                  }
                />
              )
            }
            context={
              empty ? null : (
                <ContextPanel
                  place={place}
                  tabs={[
                    ...(transfers === undefined
                      ? []
                      : [
                          {
                            value: 'transfers',
                            label: t('contacts.panel.transfers'),
                            count: transfers.items.length,
                            content: <TransferList transfers={transfers} onRetry={ignore} />,
                          },
                        ]),
                    {
                      value: 'contact',
                      label: t('contacts.panel.contact'),
                      content: (
                        <ContactTab
                          contact={contactSamples[context] ?? { kind: 'loading' }}
                          actions={ignoredContactActions}
                          identifier={identifierSamples.typed}
                          details={context === 'known' ? () => detailsSamples.record : undefined}
                        />
                      ),
                    },
                    { value: 'history', label: t('contacts.panel.history'), count: 12, content: historyTabSample },
                    ...(transfers === undefined
                      ? []
                      : [{ value: 'media', label: t('contacts.panel.media'), count: 9, content: null }]),
                  ]}
                  onClose={() => setDrawer(false)}
                />
              )
            }
          />
        )}
      </ShellLayout>
    </>
  );
}
