// The screens of broadcasts over a core whose slices are set by hand: what they read, and which intents they send.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { saveCsv } from '../../shared/csv';
import { BroadcastPageContainer } from './BroadcastPageContainer';
import { CancelBroadcastDialogContainer } from './CancelBroadcastDialogContainer';

vi.mock('../../shared/csv', () => ({ saveCsv: vi.fn() }));

const none = { total: 3, processed: 3, read: 0, delivered: 0, sent: 2, queued: 0, notSent: 0, error: 1 };
const card = (id: string, name: string, more = {}) => ({
  id,
  name,
  word: 'sending',
  group: 'Vendas',
  campaign: 'Renovação',
  route: 'Principal',
  template: 'renovacao',
  templateBody: 'Olá {{1}}',
  progress: none,
  retryable: 1,
  createdAt: 0,
  startsAt: 0,
  mayCancel: true,
  mayResume: false,
  mayRetry: true,
  ...more,
});
const lists = {
  phase: 'ready',
  filter: { search: '', tab: 'all' },
  counts: { all: 2, current: 2, planned: 0, ended: 0 },
  hasDraft: false,
  enabled: true,
  created: '',
};
const entry = (id: string, name: string, status: string, more = {}) => ({
  id,
  name,
  initials: 'A',
  color: '#000000',
  contactId: `c${id}`,
  identifier: '5511988776655',
  phone: '5511988776655',
  group: 'sent',
  status,
  statusText: { key: 'broadcasts.status.sent' },
  attempt: 1,
  retryable: false,
  changedAt: 0,
  ...more,
});
const opened = {
  id: '7',
  state: 'ready',
  loaded: 2,
  readAt: 0,
  group: 'all',
  reason: '',
  search: '',
  reasons: [{ reason: 'optedOut', text: { key: 'broadcasts.reasons.optedOut' }, count: 1 }],
};
const entries = {
  'broadcastEntries:shown': ['1', '2'],
  'broadcastEntry:7:1': entry('1', 'Ana', 'FAILED', { reason: { key: 'broadcasts.reasons.optedOut' } }),
  'broadcastEntry:7:2': entry('2', '5511977665544', 'MISSING_PREFIX'),
};
const draft = {
  phase: 'editing',
  name: 'Dezembro',
  groupId: '40',
  campaignId: '31',
  routeId: '1',
  templateId: 't1',
  headerLink: '',
  variables: [{ name: 'nome', column: 'fullname', text: '', missing: 0 }],
  chosen: 1,
  most: 1000,
  groups: [{ id: '40', name: 'Vendas' }],
  campaignsLoaded: true,
  campaigns: [{ id: '31', name: 'Renovação' }],
  routesLoaded: true,
  routes: [{ id: '1', name: 'Principal' }],
  routeDisconnected: true,
  templatesState: 'ready',
  templates: [{ id: 't1', name: 'renovacao', body: 'Olá {{1}}', variables: ['nome'] }],
  columns: [{ id: 'fullname', name: 'Nome' }],
  faults: [],
  checking: false,
  checkFailed: true,
  file: '',
  fileRows: 0,
  fileRepeated: 0,
  fileWithoutPhone: [],
};
const found = {
  text: '',
  filter: { wallet: false, savedFilter: '', tags: [], sort: '' },
  state: 'ready',
  total: 2,
  complete: true,
  onlyChosen: false,
  choosingAll: false,
  chosen: 1,
};
const contact = (id: string, name: string, more = {}) => ({
  id,
  contactId: id,
  name,
  initials: 'A',
  color: '',
  phone: '5511988776655',
  line: 0,
  chosen: false,
  values: [name],
  ...more,
});
const contacts = {
  broadcastContacts: found,
  'broadcastContactOrder:shown': ['5', '6'],
  'broadcastContact:5': contact('5', 'Otávio', { chosen: true, leftOut: { key: 'broadcasts.reasons.optedOut' } }),
  'broadcastContact:6': contact('6', 'Helena', { phone: '' }),
  tagCatalogue: { state: 'ready', tags: [] },
};

const base = {
  broadcasts: lists,
  'broadcastOrder:shown': ['7', '8'],
  'broadcastCard:7': card('7', 'Novembro'),
  'broadcastCard:8': card('8', 'Outubro'),
  link: { internet: 'ok', server: 'ok', product: 'ok' },
  unsupported: [],
};

function show(element: ReactNode, more: Record<string, unknown> = {}): FakeCore {
  const core = new FakeCore({ ...base, ...more });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>{element}</CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

beforeEach(() => {
  vi.clearAllMocks();
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

test('the cards of the lists and their actions reach the core [NAV-012] [BRD-001]', async () => {
  const core = show(<BroadcastPageContainer />);
  const [first] = screen.getAllByRole('article');
  expect(first).toHaveAccessibleName('Novembro');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar Novembro' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ver contatos de Outubro' }));
  await userEvent.click(screen.getByRole('button', { name: 'Nova transmissão' }));
  expect(core.intents).toEqual([
    { area: 'broadcasts', type: 'askCancelBroadcast', id: '7' },
    { area: 'broadcasts', type: 'openBroadcast', id: '8' },
    { area: 'broadcasts', type: 'openNewBroadcast' },
  ]);
});

test('a list that is created while the lists are shown takes the focus, and so does a list whose page closes', async () => {
  const core = show(<BroadcastPageContainer />);
  core.set('broadcasts', { ...lists, created: '8' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Outubro' })).toHaveFocus());
  core.set('broadcast', opened);
  await userEvent.click(await screen.findByRole('button', { name: 'Transmissões' }));
  expect(core.intents.at(-1)).toEqual({ area: 'broadcasts', type: 'closeBroadcast' });
  core.set('broadcast', undefined);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Novembro' })).toHaveFocus());
});

test('the page of a list filters, retries, corrects a contact and exports what it shows', async () => {
  const core = show(<BroadcastPageContainer />, { broadcast: opened, ...entries });
  const table = screen.getByRole('grid', { name: 'Contatos da transmissão' });
  expect(within(table).getByText('+55 (11) 97766-5544')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /Com erro/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo os que falharam' }));
  await userEvent.click(within(table).getByRole('button', { name: /Abrir o contato/ }));
  expect(core.intents).toEqual([
    { area: 'broadcasts', type: 'filterEntries', group: 'error', reason: '', search: '' },
    { area: 'broadcasts', type: 'retryEntries', id: '7', entries: [] },
    { area: 'shell', type: 'openArea', path: '/contact/c2' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  const [[rows = [], name] = []] = vi.mocked(saveCsv).mock.calls;
  expect(name).toBe('transmissao-Novembro.csv');
  expect(rows).toHaveLength(3);
  expect(rows[1]?.slice(0, 5)).toEqual(['Ana', '5511988776655', '5511988776655', 'Com erro', 'Pediu para não receber']);
});

test('a failed load keeps the entries that were loaded, and without any says so', () => {
  const core = show(<BroadcastPageContainer />, { broadcast: { ...opened, state: 'failed' }, ...entries });
  expect(screen.getByText('Ana')).toBeInTheDocument();
  core.set('broadcast', { ...opened, state: 'failed', loaded: 0, readAt: undefined });
  return screen.findByText('Não foi possível carregar os contatos da transmissão');
});

test('the fields of the draft change the draft of the core; no start means at once', async () => {
  const core = show(<BroadcastPageContainer />, { newBroadcast: draft, ...contacts });
  await userEvent.type(screen.getByRole('textbox', { name: /Nome/ }), '!');
  await userEvent.click(screen.getByRole('radio', { name: 'Agendar' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Agora' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await userEvent.click(screen.getByRole('button', { name: /Criar transmissão/ }));
  expect(core.intents).toEqual([
    { area: 'broadcasts', type: 'changeBroadcastDraft', change: { name: 'Dezembro!' } },
    { area: 'broadcasts', type: 'changeBroadcastDraft', change: { startsAt: 0 } },
    { area: 'broadcasts', type: 'changeBroadcastDraft', change: { startsAt: 0 } },
    { area: 'broadcasts', type: 'checkBroadcastDraft' },
    { area: 'broadcasts', type: 'createBroadcast' },
  ]);
  expect(screen.getByText('O número de WhatsApp está desconectado')).toBeInTheDocument();
});

test('a contact without a number cannot be chosen, and a chosen one that is left out keeps its mark and says why', async () => {
  const core = show(<BroadcastPageContainer />, { newBroadcast: draft, ...contacts });
  const list = screen.getByRole('list', { name: 'Contatos' });
  expect(within(list).getByRole('listitem', { name: 'Helena, Sem número de WhatsApp' })).toBeInTheDocument();
  expect(within(list).getByText('Pediu para não receber')).toBeInTheDocument();
  await userEvent.click(within(list).getByRole('checkbox', { name: 'Selecionar Otávio' }));
  expect(core.intents).toEqual([{ area: 'broadcasts', type: 'chooseBroadcastContacts', ids: ['5'], chosen: false }]);
});

test('the rows of a file go to the core with the lines of the file that they come from', async () => {
  const core = show(<BroadcastPageContainer />, { newBroadcast: draft, ...contacts });
  const file = new File(['Nome;Telefone\n\nAna;5511988776655\n'], 'clientes.csv', { type: 'text/csv' });
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[data-import]')!, file);
  await waitFor(() =>
    expect(core.intents).toEqual([
      {
        area: 'broadcasts',
        type: 'addBroadcastFile',
        name: 'clientes.csv',
        headings: ['Nome', 'Telefone'],
        rows: [['Ana', '5511988776655']],
        lines: [3],
      },
    ]),
  );
});

test('the draft can be discarded only if the dialog was opened from a stored one', () => {
  const core = show(<BroadcastPageContainer />, {
    broadcasts: { ...lists, hasDraft: true },
    newBroadcast: draft,
    ...contacts,
  });
  screen.getByRole('button', { name: 'Descartar rascunho' }).click();
  expect(core.intents).toEqual([{ area: 'broadcasts', type: 'discardBroadcastDraft' }]);
});

test('the typed name cancels the list [BRD-027]', async () => {
  const close = vi.fn();
  const dialog = { kind: 'cancelBroadcast', id: '7', name: 'Novembro' } as const;
  const core = show(<CancelBroadcastDialogContainer dialog={dialog} onClose={close} />);
  await userEvent.type(screen.getByRole('textbox'), 'novembro');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar transmissão' }));
  expect(core.intents).toEqual([{ area: 'broadcasts', type: 'cancelBroadcast', id: '7', name: 'novembro' }]);
});
