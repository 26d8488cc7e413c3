// The pages of broadcasts in each of their states: the lists, one list, and the dialogs.
import { useState } from 'react';
import { BroadcastDetail, type BroadcastDetailProps } from '../areas/broadcast/BroadcastDetail';
import { BroadcastPage, type BroadcastPageProps } from '../areas/broadcast/BroadcastPage';
import { CancelBroadcastDialog } from '../areas/broadcast/CancelBroadcastDialog';
import { entryGroups } from '../areas/broadcast/entryTexts';
import { LeftOutDialog } from '../areas/broadcast/LeftOutDialog';
import { NewBroadcast, type NewBroadcastProps } from '../areas/broadcast/NewBroadcast';
import type { BroadcastFilter, EntryFilter } from '../areas/broadcast/types';
import {
  broadcastCheck,
  broadcastContacts,
  broadcastDetails,
  broadcastEntries,
  broadcastLists,
  broadcastTemplate,
} from './broadcastSamples';
import { GalleryShell } from './GalleryShell';
import { at, ignore, openedAt } from './samples';

const lists: Partial<Record<string, Partial<BroadcastPageProps>>> = {
  loading: { phase: 'loading', broadcasts: [] },
  failed: { phase: 'failed', broadcasts: [] },
  disabled: { phase: 'disabled', broadcasts: [] },
  stale: { phase: 'stale', readAt: at(14, 31) },
  offline: { offline: true },
  none: { broadcasts: [], counts: { all: 0, current: 0, planned: 0, ended: 0 } },
  notFound: { broadcasts: [], filter: { search: 'zulmira', tab: 'all' } },
  emptyTab: { broadcasts: [], filter: { search: '', tab: 'planned' } },
};

export function BroadcastScreen({ state }: { state: string }) {
  const [filter, setFilter] = useState<BroadcastFilter>({ search: '', tab: 'all' });
  return (
    <GalleryShell area="broadcast">
      <BroadcastPage
        phase="ready"
        broadcasts={broadcastLists.map(({ id }) => id)}
        renderBroadcast={(id, draw) => {
          const found = broadcastLists.find((list) => list.id === id);
          return found === undefined ? null : draw(found);
        }}
        counts={{ all: 7, current: 4, planned: 1, ended: 2 }}
        filter={filter}
        onFilter={setFilter}
        offline={false}
        onNew={ignore}
        onOpen={ignore}
        onCancel={ignore}
        onResume={ignore}
        onRetry={ignore}
        onReload={ignore}
        {...lists[state]}
      />
    </GalleryShell>
  );
}

const details: Partial<Record<string, Partial<BroadcastDetailProps>>> = {
  loading: { broadcast: undefined, state: 'loading', entries: [], readAt: undefined, reasons: [] },
  failed: { state: 'failed', entries: [], readAt: undefined, reasons: [] },
  stale: { state: 'stale' },
  nothing: { entries: [], filter: { group: 'error', reason: '', search: 'zulmira' } },
  offline: { offline: true },
  paused: {
    broadcast: {
      ...broadcastDetails,
      word: 'paused',
      pausedReason: broadcastLists[3]?.pausedReason,
      mayResume: true,
    },
  },
  cancelled: {
    broadcast: {
      ...broadcastDetails,
      word: 'cancelled',
      cancelledAt: at(14, 20),
      mayCancel: false,
      mayRetry: false,
      progress: { ...broadcastDetails.progress, queued: 0, notSent: 52 },
    },
  },
};

export function BroadcastDetailScreen({ state }: { state: string }) {
  const [filter, setFilter] = useState<EntryFilter>({ group: 'all', reason: '', search: '' });
  const entries = broadcastEntries(state === 'many' ? 10_000 : 27).filter(
    ({ status, contactName }) =>
      (filter.group === 'all' || entryGroups[status] === filter.group) && contactName.includes(filter.search),
  );
  return (
    <GalleryShell area="broadcast">
      <BroadcastDetail
        broadcast={broadcastDetails}
        state="ready"
        readAt={at(14, 34)}
        entries={entries.map(({ scheduleId }) => scheduleId)}
        renderEntry={(id, draw) => {
          const found = entries.find(({ scheduleId }) => scheduleId === id);
          return found === undefined ? null : draw(found);
        }}
        filter={filter}
        onFilter={setFilter}
        reasons={[
          { value: 'ALREADY_IN_ATTENDANCE', label: 'Já em atendimento' },
          { value: 'MISSING_PREFIX', label: 'Prefixo ausente' },
        ]}
        offline={false}
        onBack={ignore}
        onReload={ignore}
        onExport={ignore}
        onCancel={ignore}
        onResume={ignore}
        onRetry={ignore}
        onCorrect={ignore}
        {...details[state]}
      />
    </GalleryShell>
  );
}

const draft: NewBroadcastProps['draft'] = {
  name: 'Renovação dezembro',
  groupId: 'g1',
  campaignId: 'c1',
  routeId: 'r1',
  templateId: 't1',
  variables: [
    { column: 'firstName', text: '' },
    { column: 'plan', text: '' },
    { column: 'due', text: '' },
    { column: '', text: 'R$ 489,90' },
  ],
  headerLink: '',
  startsAt: at(9, 0, -1),
};

const emptyDraft = { ...draft, name: '', groupId: '', campaignId: '', routeId: '', templateId: '', variables: [] };

/** A complete draft. */
export const newBroadcastSample: NewBroadcastProps = {
  draft,
  faults: {},
  groups: [
    { value: 'g1', label: 'Vendas' },
    { value: 'g2', label: 'Financeiro' },
  ],
  campaigns: [{ value: 'c1', label: 'Renovação 2026' }],
  routes: [{ value: 'r1', label: '(11) 4002-8922 · Vendas' }],
  templates: [broadcastTemplate],
  templatesState: 'ready',
  onRetryTemplates: ignore,
  columns: [
    { value: 'firstName', label: 'Primeiro nome' },
    { value: 'plan', label: 'Plano' },
    { value: 'due', label: 'Vencimento' },
  ],
  withoutValue: [0, 0, 3, 0],
  contacts: {
    contacts: broadcastContacts.map(({ id }) => id),
    renderContact: (id, draw) => {
      const found = broadcastContacts.find((row) => row.id === id);
      return found === undefined ? null : draw(found);
    },
    listKey: '',
    state: 'ready',
    onRetry: ignore,
    search: '',
    onSearch: ignore,
    total: 214,
    selectedCount: 182,
    all: 'mixed',
    onlyChosen: false,
    onOnlyChosen: ignore,
    onChoose: ignore,
    most: 1000,
    isReadingFile: false,
    fileResult: undefined,
    fileFault: undefined,
    onFile: ignore,
  },
  preview: {
    contact: {
      name: 'Otávio Brandão',
      values: ['Otávio', 'Fibra 500', '04/12/2026', 'R$ 489,90'],
      isFirst: true,
      isLast: false,
    },
    onStep: ignore,
  },
  zone: 'America/Sao_Paulo',
  check: broadcastCheck,
  checkState: 'ready',
  onRetryCheck: ignore,
  phase: 'editing',
  savedAt: openedAt,
  offline: false,
  onChange: ignore,
  onCreate: ignore,
  onClose: ignore,
};

const noContacts = { ...newBroadcastSample.contacts, contacts: [], total: 0, selectedCount: 0, all: false };
const required = { key: 'broadcasts.fault.required' };

const newStates: Partial<Record<string, Partial<NewBroadcastProps>>> = {
  empty: {
    draft: { ...emptyDraft, startsAt: undefined },
    templates: [],
    contacts: { ...newBroadcastSample.contacts, selectedCount: 0, all: false },
    preview: { contact: undefined, onStep: ignore },
    check: undefined,
    checkState: 'none',
    savedAt: undefined,
  },
  faults: {
    draft: { ...emptyDraft, startsAt: undefined },
    contacts: { ...newBroadcastSample.contacts, selectedCount: 0, all: false },
    preview: { contact: undefined, onStep: ignore },
    faults: { name: required, group: required, campaign: required, contacts: { key: 'broadcasts.fault.noContacts' } },
    check: undefined,
    checkState: 'none',
  },
  gap: {
    preview: {
      contact: {
        name: 'Instituto Recanto',
        values: ['Instituto', 'Empresarial 500', '', 'R$ 489,90'],
        isFirst: false,
        isLast: true,
      },
      onStep: ignore,
    },
    onDiscard: ignore,
  },
  over: { check: { ...broadcastCheck, dailyUsed: 961, firstAt: at(10, 0, -1), lastAt: at(13, 5, -1) } },
  checking: { checkState: 'loading', templatesState: 'loading' },
  checkFailed: { checkState: 'failed', templatesState: 'failed' },
  contactsLoading: { contacts: { ...noContacts, state: 'loading' } },
  contactsFailed: { contacts: { ...noContacts, state: 'failed' } },
  contactsNothing: { contacts: { ...noContacts, search: 'zulmira', onClearFilters: ignore } },
  file: {
    contacts: {
      ...newBroadcastSample.contacts,
      fileResult: { name: 'clientes-dezembro.xlsx', read: 178, repeated: 4, withoutPhone: [12, 40] },
    },
  },
  fileFailed: { contacts: { ...newBroadcastSample.contacts, fileFault: 'O arquivo deve ter no máximo 5MB' } },
  creating: { phase: 'creating' },
  unknown: { phase: 'unknown' },
  refused: { failure: 'O número de Whatsapp está desconectado' },
  offline: { offline: true },
};

/** The dialogs of broadcasts; the names after `broadcast-`. */
export function BroadcastDialog({ name }: { name: string }) {
  if (name === 'leftOut') return <LeftOutDialog leftOut={broadcastCheck.leftOut} onClose={ignore} />;
  if (name.startsWith('cancel'))
    return (
      <CancelBroadcastDialog
        name="Renovação novembro"
        processed={148}
        queued={52}
        pending={name === 'cancelPending'}
        failure={name === 'cancelFailed' ? 'Algo não funcionou. Tente de novo.' : undefined}
        onConfirm={ignore}
        onCancel={ignore}
      />
    );
  return <NewBroadcast {...newBroadcastSample} {...newStates[name]} />;
}
