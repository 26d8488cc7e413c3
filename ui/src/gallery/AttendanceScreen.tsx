// The attendance workspace from invented data.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomBar, Rail } from '../app/Rail';
import type { OwnMenuProps } from '../app/OwnMenu';
import { ShellLayout } from '../app/ShellLayout';
import { SkipLinks } from '../app/SkipLinks';
import { TopBar } from '../app/TopBar';
import { ChannelChip } from '../areas/channels/ChannelChip';
import { Composer, type ComposerLock } from '../areas/chat/Composer';
import { Conversation } from '../areas/chat/Conversation';
import { MessageRow } from '../areas/chat/MessageRow';
import { Thread } from '../areas/chat/Thread';
import { ConnectionBanner } from '../areas/connection/ConnectionBanner';
import { ConnectionMeter } from '../areas/connection/ConnectionMeter';
import { ContextPanel } from '../areas/contacts/ContextPanel';
import type { ContactPanelState, ContactSearchState } from '../areas/contacts/contactViews';
import { AttendanceLayout } from '../areas/jobs/AttendanceLayout';
import { ConversationHeader } from '../areas/jobs/ConversationHeader';
import { JobCard } from '../areas/jobs/JobCard';
import { JobList } from '../areas/jobs/JobList';
import { WorkspaceEmpty } from '../areas/jobs/WorkspaceEmpty';
import { NotificationsPopover } from '../areas/notifications/NotificationsPopover';
import type { ChannelName } from '../design/channels';
import { SnackbarRegion } from '../design/Snackbar';
import { useLanguage } from '../i18n/text';
import { at, ignore, jobSamples, messageSamples, openedAt } from './samples';

const closedSearch: ContactSearchState = { open: false, pending: false, results: null, linkPending: null };
const candidates = [
  { id: 'c1', fullname: 'Mariana Albuquerque', initials: 'MA', color: '#B1508D', detail: '+55 (11) 98123-7740' },
  { id: 'c2', fullname: 'Mariana A. Souza', initials: 'MS', color: '#0279B6', detail: 'mariana.souza@exemplo.com.br' },
];

const contacts: Readonly<Record<string, ContactPanelState>> = {
  known: {
    kind: 'known',
    search: closedSearch,
    contact: {
      id: 'c1',
      fullname: 'Mariana Albuquerque',
      initials: 'MA',
      color: '#B1508D',
      employer: 'Clínica Bem Viver Ltda.',
      tags: [
        { name: 'VIP', color: '#7B63C3' },
        { name: 'Renovação', color: '#0279B6' },
        { name: 'Saúde', color: '#906E04' },
      ],
      lastContact: '12/11/2026 · Voz com Rafael Souza',
      fields: [
        { name: 'fullname', label: { key: 'contacts.field.fullname' }, value: 'Mariana Albuquerque', editable: true, pending: false },
        { name: 'chat', label: { key: 'contacts.field.chat' }, value: 'mariana@clinicabemviver.com.br', editable: true, pending: false },
        { name: 'phone', label: { key: 'contacts.field.phone' }, value: '(11) 3842-5510', editable: true, pending: false },
        { name: 'whatsapp', label: { key: 'contacts.field.whatsapp' }, value: '', editable: false, pending: false },
      ],
    },
  },
  unknown: { kind: 'unknown', identifier: 'visitante-4817', suggestedName: 'Mariana', formOpen: false, createPending: false, search: closedSearch },
  form: { kind: 'unknown', identifier: 'visitante 4817', suggestedName: 'Mariana', formOpen: true, createPending: false, createError: { field: 'identifier', message: 'O identificador não pode conter espaços' }, search: closedSearch },
  search: { kind: 'unknown', identifier: 'visitante-4817', suggestedName: 'Mariana', formOpen: false, createPending: false, search: { ...closedSearch, open: true, results: candidates } },
  several: { kind: 'several', candidates, linkPending: 'c2', search: closedSearch },
  loading: { kind: 'loading' },
  failed: { kind: 'failed', message: 'Ocorreu um erro ao recuperar os dados do contato' },
};

const locks: Readonly<Record<string, ComposerLock>> = {
  closed: { kind: 'closed', onQualify: ignore },
  disconnected: { kind: 'disconnected', channel: 'chat', pending: false, onConnect: ignore },
};

export interface AttendanceScreenProps {
  pane: 'list' | 'workspace';
  context: string;
  contextOpen: boolean;
  jobs: string;
  lock: string | null;
}

export function AttendanceScreen({ pane, context, contextOpen, jobs, lock }: AttendanceScreenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [shownChannels, setShownChannels] = useState<ReadonlyArray<ChannelName>>(['whatsapp', 'chat', 'instagram']);
  const [drawer, setDrawer] = useState(contextOpen);
  const openSince = openedAt - (2 * 3600 + 11 * 60 + 46) * 1000;
  const [typed, setTyped] = useState<ReadonlyArray<string>>([]);
  const many = Array.from({ length: 10_000 }, (_, index) => `p-${(index % 7) + 1}#${index}`);
  const [groups] = useState(() =>
    jobs === 'none' ? { pinned: [], active: [], toQualify: [] } : jobs === 'many' ? { pinned: ['p-1'], active: many, toQualify: ['p-8'] } : { pinned: ['p-1'], active: ['p-3', 'p-4', 'p-2', 'p-5', 'p-6', 'p-7'], toQualify: ['p-8', 'p-9'] },
  );
  const ownMenu: OwnMenuProps = { name: 'Juliana Castro', login: 'juliana.castro', initials: 'JC', color: '#4E6EC9', version: '5.0.575', theme: 'light', onThemeChange: ignore, language, onLanguageChange: ignore, onOpenPreferences: ignore, onLogOff: ignore };
  const areas = [{ id: 'attendance' as const, href: '#', current: true, unread: 15, onOpen: ignore }];
  const ids = [...Object.keys(messageSamples), ...typed];
  const empty = jobs === 'none';

  return (
    <>
      <ShellLayout
        skipLinks={<SkipLinks targets={[{ id: 'job-list', label: 'list' }, { id: 'conversation', label: 'conversation' }, ...(empty ? [] : [{ id: 'details', label: 'details' as const }])]} />}
        rail={<Rail areas={areas} ownMenu={ownMenu} />}
        bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
        hideBottomBar={pane === 'workspace'}
        banner={<ConnectionBanner state={null} />}
        topBar={
          <TopBar
            chips={
              <>
                <ChannelChip channel="whatsapp" status="disconnected" since={null} pending={false} canConnect canDisconnect={false} onConnect={ignore} onDisconnect={ignore} />
                <ChannelChip channel="chat" status={empty ? 'available' : 'inAttendance'} since={openSince} pending={false} canConnect={false} canDisconnect onConnect={ignore} onDisconnect={ignore} />
              </>
            }
            meter={<ConnectionMeter links={[{ link: 'internet', state: 'ok', checkedAt: at(14, 31) }, { link: 'server', state: 'ok', checkedAt: at(14, 31), latencyMs: 18 }]} />}
            notifications={
              <NotificationsPopover
                unread={2}
                onReadAll={ignore}
                onToggleRead={ignore}
                notifications={[
                  { id: 'n1', type: 'message', text: 'Nova mensagem de Rodrigo Farias', time: at(14, 29), read: false },
                  { id: 'n2', type: 'system', text: 'Conexão restabelecida', time: at(14, 2), read: false },
                  { id: 'n3', type: 'message', text: 'Nova mensagem de Studio Bella Pele', time: at(10, 2, 1), read: true },
                ]}
              />
            }
          />
        }
      >
        <AttendanceLayout
          pane={pane}
          contextOpen={drawer}
          list={
            <JobList
              groups={groups}
              total={9}
              state={jobs === 'loading' ? 'loading' : jobs === 'failed' ? 'failed' : 'ready'}
              onRetry={ignore}
              search={search}
              onSearchChange={setSearch}
              channels={['whatsapp', 'chat', 'instagram']}
              shownChannels={shownChannels}
              onShownChannelsChange={setShownChannels}
              canReceive
              selected="p-1"
              onHoldChange={ignore}
              renderJob={(protocol, position) => {
                const sample = jobSamples[protocol.split('#')[0] ?? ''];
                return sample === undefined ? null : (
                  <JobCard {...sample} href="#" selected={protocol === 'p-1'} tabIndex={position.tabIndex} onOpen={ignore} menu={[{ kind: 'action', id: 'finish', label: t('jobs.card.finish'), onSelect: ignore }]} />
                );
              }}
            />
          }
          workspace={
            empty ? (
              <WorkspaceEmpty canReceive hasJobs={false} />
            ) : (
              <Conversation
                label={t('jobs.conversation.label', { name: 'Mariana Albuquerque' })}
                channel="chat"
                header={
                  <ConversationHeader
                    name="Mariana Albuquerque"
                    initials="MA"
                    color="#B1508D"
                    channel="chat"
                    place="Vendas · Site"
                    client="online"
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
                    label={t('chat.thread.label', { name: 'Mariana Albuquerque' })}
                    messages={ids}
                    state="ready"
                    onRetry={ignore}
                    initialScrollTop={null}
                    onScrollTopChange={ignore}
                    endSignal={typed.length}
                    typing={{ name: 'Mariana Albuquerque', initials: 'MA', color: '#B1508D' }}
                    renderMessage={(id) => {
                      const sample = messageSamples[id];
                      return sample === undefined ? (
                        <MessageRow first last message={{ kind: 'text', id, sender: 'agent', senderName: '', initials: 'JC', color: '#4E6EC9', text: id, time: at(14, 40), delivery: 'sending' }} />
                      ) : (
                        <MessageRow {...sample} />
                      );
                    }}
                  />
                }
                composer={
                  <Composer
                    label={t('chat.composer.label', { name: 'Mariana Albuquerque' })}
                    draft={typed.length > 0 ? '' : 'Ouvi aqui! Consigo agendar a instalação para terça, dia 24, pela manhã. Pode ser?'}
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
                contact={contacts[context] ?? { kind: 'loading' }}
                onClose={() => setDrawer(false)}
                actions={{ onRetry: ignore, onFormToggle: ignore, onCreate: ignore, onSearchToggle: ignore, onSearch: ignore, onLink: ignore, onSaveField: ignore, onLeaveField: ignore }}
              />
            )
          }
        />
      </ShellLayout>
      <SnackbarRegion notices={[]} onClose={ignore} onShown={ignore} onHoldChange={ignore} />
    </>
  );
}
