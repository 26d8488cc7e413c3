// Tests of the destination dialog: search, groups, keyboard, refusals, and the intents sent to the core.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallDestinationsView, Text } from 'core-wasm';
import i18next from 'i18next';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { prepareDesk } from '../../../test/whatsappDesk';
import type { ReactNode } from 'react';
import { CoreProvider } from '../../core/react';
import { useOfferCallTransfer } from '../../shared/offeredTransfer';
import { TooltipProvider } from '../../design/Tooltip';
import { CallTransferDialogContainer } from './CallTransferDialogContainer';
import { CoreTransferDialog } from './CoreTransferDialog';
import { allRows, freeText, isCallable, sectionsOf, typedNumber } from './callDestinations';

beforeEach(prepareDesk);

const because = (key: string): Text => ({ key: `transferError.${key}`, params: {}, fallback: undefined });
const agent = (id: string, name: string, more = {}): CallDestinationsView['agents'][number] => ({
  id,
  name,
  initials: 'X',
  color: '#B1508D',
  extension: `40${id}`,
  status: 'available',
  since: 0,
  pause: '',
  groups: ['Suporte N2'],
  open: 2,
  refusal: undefined,
  ...more,
});
const group = (id: string, name: string, more = {}): CallDestinationsView['groups'][number] => ({
  kind: 'queue',
  id,
  name,
  current: false,
  agentsAvailable: 2,
  agents: 5,
  waiting: 0,
  waitingSince: undefined,
  refusal: undefined,
  ...more,
});
const lists: CallDestinationsView = {
  agentsState: 'ready',
  agents: [
    agent('27', 'Rafael Souza'),
    agent('19', 'Élida Prado', { status: 'inAttendance', open: 3, groups: ['Financeiro'] }),
    agent('31', 'André Lacerda', { status: 'paused', pause: 'Almoço', refusal: because('agentPaused') }),
  ],
  groupsState: 'ready',
  groups: [
    group('1', 'Suporte N3'),
    group('2', 'Retenção', { agents: 0, agentsAvailable: 0, refusal: because('noAvailableAgents') }),
    group('3', 'Renovação', { kind: 'campaign', waiting: 4 }),
  ],
  pending: false,
  failure: undefined,
  note: '',
};
const bar = { protocol: 'P1', name: 'Carlos Nunes', place: 'Suporte N2', status: 'inCall', since: 0, room: undefined };

function open(destinations: CallDestinationsView | undefined = lists, mode: 'transfer' | 'conference' = 'transfer') {
  const core = new FakeCore({ session: {}, callBar: bar, callDestinations: destinations });
  const onClose = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <CallTransferDialogContainer mode={mode} onClose={onClose} />
      </TooltipProvider>
    </CoreProvider>,
  );
  return Object.assign(core, { onClose, sent: () => core.intents.filter(({ area }) => area === 'voice').slice(1) });
}
const search = () => screen.getByRole('combobox', { name: 'Buscar destino' });
const options = () => screen.getAllByRole('option').map((row) => row.getAttribute('aria-label'));
const chosen = () => screen.queryByRole('option', { selected: true })?.getAttribute('aria-label');
const side = () => within(screen.getByRole('region', { name: 'Destino escolhido' }));
const tab = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const primary = (name: string | RegExp) => screen.getByRole('button', { name });

test('the dialog of a call shows agents, queues and campaigns with live state and load, and why one cannot get the call [SHELL-013] [BEY-059] [TRF-026]', () => {
  const core = open();
  expect(core.intents).toEqual([{ area: 'voice', type: 'watchCallDestinations' }]);
  expect(screen.getByRole('dialog', { name: 'Transferir ligação' })).toHaveAccessibleDescription(
    'Carlos Nunes · Suporte N2',
  );
  expect(options()).toEqual([
    'Rafael Souza, ramal 4027, Disponível, 2 em aberto',
    'Élida Prado, ramal 4019, Em atendimento, 3 em aberto',
    'André Lacerda, ramal 4031, Almoço, 2 em aberto, O agente está em pausa',
    'Suporte N3, 2 de 5 agentes livres, 0 na espera',
    'Retenção, Ninguém conectado, 0 na espera, Não há agentes disponíveis',
    'Renovação, 2 de 5 agentes livres, 4 na espera',
  ]);
  for (const name of [/André/, /Retenção/])
    expect(screen.getByRole('option', { name })).toHaveAttribute('aria-disabled', 'true');
  act(() => core.set('callDestinations', { ...lists, agents: [agent('27', 'Rafael Souza', { open: 4 })] }));
  expect(options()[0]).toBe('Rafael Souza, ramal 4027, Disponível, 4 em aberto');
});

test.each([
  ['Todos', 6],
  ['Agentes', 3],
  ['Filas', 2],
  ['Campanhas', 1],
])('the tab %s shows its destinations', async (name, count) => {
  open();
  await tab(new RegExp(`^${name}`));
  expect(options()).toHaveLength(count);
});

test('"Todos" shows the first four agents, three queues and one campaign, and during a search every match', () => {
  const many = (length: number, make: (index: string) => unknown) => Array.from({ length }, (_, at) => make(`9${at}`));
  const full = {
    ...lists,
    agents: many(20, (id) => agent(id, `Agente ${id}`)),
    groups: [
      ...many(9, (id) => group(id, `Fila ${id}`)),
      ...many(4, (id) => group(`c${id}`, `Campanha ${id}`, { kind: 'campaign' })),
    ],
  } as CallDestinationsView;
  const texts = { t: ((key: string) => key) as never, say: ({ key }: Text) => key };
  const sizes = (text: string, of: 'all' | 'agent' = 'all') =>
    sectionsOf(allRows(full, texts), { search: text, tab: of, mode: 'transfer' }, texts).map(({ rows }) => rows.length);
  expect(sizes('')).toEqual([4, 3, 1]);
  expect(sizes('', 'agent')).toEqual([20]);
  expect(sizes('agente')).toEqual([20]);
  expect(sizes('9')).toEqual([20, 9, 4]);
});

test.each([
  ['a name without accents', 'elida', ['Élida Prado']],
  ['an extension', '4027', ['4027', 'Rafael Souza']],
  ['a group of agents', 'financeiro', ['Élida Prado']],
  ['a queue', 'suporte n3', ['Suporte N3']],
])('the search finds %s', async (_, text, expected) => {
  open();
  await userEvent.type(search(), text);
  const found = options();
  expect(found).toHaveLength(expected.length);
  expected.forEach((part, at) => expect(found[at]).toContain(part));
});

test.each([
  ['1234567', false],
  ['12345678', true],
  ['123456789012345', true],
  ['1234567890123456', false],
])('the number %s can be called: %s [TRF-002]', async (digits, callable) => {
  const core = open();
  expect(isCallable(digits)).toBe(callable);
  await userEvent.type(search(), digits);
  const row = screen.getByRole('option', { name: /^Ligar para/ });
  expect(row.getAttribute('aria-disabled')).toBe(callable ? null : 'true');
  if (!callable) expect(row).toHaveAccessibleName(/Digite de 8 a 15 números$/);
  await userEvent.click(row);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const asked = core.sent().filter(({ type }) => type === 'transferCall');
  expect(asked).toEqual(
    callable
      ? [
          {
            area: 'voice',
            type: 'transferCall',
            kind: 'assisted',
            destination: { kind: 'number', id: digits },
            note: '',
          },
        ]
      : [],
  );
});

test.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['123', undefined],
  ['4027x', undefined],
])('what is typed as %s is the number %s [TRF-002]', (text, digits) => expect(typedNumber(text)).toBe(digits));

test('a call is transferred with the keyboard alone: search, arrows, mode, note, Ctrl+Enter [SHELL-013] [TRF-001] [TRF-027]', async () => {
  const core = open();
  expect(search()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toContain('Élida');
  await userEvent.keyboard('{ArrowDown}');
  const active = document.getElementById(search().getAttribute('aria-activedescendant') ?? '');
  expect(active).toHaveAccessibleName(/O agente está em pausa$/);
  expect(chosen()).toContain('Élida');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toContain('Rafael');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('radio', { name: 'Consultar antes' })).toHaveFocus();
  // Radix selects the row at keydown.
  await userEvent.keyboard('{ArrowUp>}');
  await vi.waitFor(() => expect(screen.getByRole('radio', { name: 'Transferir agora' })).toBeChecked());
  await userEvent.keyboard('{/ArrowUp}');
  await userEvent.tab();
  expect(screen.getByRole('textbox', { name: 'Observação para Rafael' })).toHaveFocus();
  await userEvent.keyboard(' Quer visita ');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(core.intents.at(-1)).toEqual({
    area: 'voice',
    type: 'transferCall',
    kind: 'blind',
    destination: { kind: 'agent', id: '27' },
    note: 'Quer visita',
  });
});

test.each([
  [/Suporte N3/, { kind: 'queue', id: '1' }],
  [/Renovação/, { kind: 'campaign', id: '3' }],
])(
  'a queue and a campaign get the call at once, and consulting is disabled with its reason [TRF-021]',
  async (name, destination) => {
    const core = open();
    await userEvent.click(screen.getByRole('option', { name }));
    const consult = screen.getByRole('radio', { name: 'Consultar antes' });
    expect(consult).toBeDisabled();
    expect(consult).toHaveAccessibleDescription('Não é permitida transferência assistida para grupo');
    expect(screen.getByRole('radio', { name: 'Transferir agora' })).toBeChecked();
    await userEvent.click(primary(/^Transferir para/));
    expect(core.intents.at(-1)).toMatchObject({ type: 'transferCall', kind: 'blind', destination });
  },
);

test('no destination is chosen at the start, and the dialog asks for one', async () => {
  const core = open();
  expect(chosen()).toBeUndefined();
  expect(side().getByText('Escolha um destino')).toBeInTheDocument();
  expect(primary('Consultar')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(primary('Consultar'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(core.sent()).toEqual([]);
});

test('the note is kept by the core, restored and counted', async () => {
  const core = open({ ...lists, note: 'Quer boleto' });
  const note = screen.getByRole('textbox', { name: 'Observação' });
  expect(note).toHaveValue('Quer boleto');
  expect(side().getByText('11/500')).toBeInTheDocument();
  await userEvent.type(note, '!');
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'noteCallTransfer', note: 'Quer boleto!' });
  expect(side().getByText('12/500')).toBeInTheDocument();
});

test('a chosen agent who becomes busy stays chosen, is named as impossible and does not get the call [BEY-059]', async () => {
  const core = open();
  await userEvent.click(screen.getByRole('option', { name: /Rafael/ }));
  const busy = agent('27', 'Rafael Souza', { status: 'inAttendance', refusal: because('agentInCall') });
  act(() => core.set('callDestinations', { ...lists, agents: [busy] }));
  expect(chosen()).toContain('Rafael');
  const reason = 'Rafael Souza: O agente está em uma chamada. Escolha outro destino.';
  expect(side().getByRole('alert')).toHaveTextContent(reason);
  expect(primary('Consultar Rafael')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(core.sent().filter(({ type }) => type === 'transferCall')).toEqual([]);
});

test.each([
  ['agentOffline', 'O agente está offline', 'TRF-016'],
  ['agentPaused', 'O agente está em pausa', 'TRF-017'],
  ['agentInCall', 'O agente está em uma chamada', 'TRF-018'],
  ['alreadyInTransfer', 'A chamada já está em transferência', 'TRF-019'],
  ['callAlreadyEnded', 'A chamada já foi finalizada', 'TRF-020'],
  ['assistedTransferToGroupNotAllowed', 'Não é permitida transferência assistida para grupo', 'TRF-021'],
  ['transferToAgentExtensionNotAllowed', 'Não é permitido transferir para ramal de agente', 'TRF-022'],
  ['noAvailableAgents', 'Não há agentes disponíveis', 'TRF-023'],
  ['invalidQueue', 'Fila inválida', 'TRF-024'],
])('the refusal %s is shown as "%s", and the choice stays [%s]', async (cause, text) => {
  const core = open();
  await userEvent.click(screen.getByRole('option', { name: /Rafael/ }));
  await userEvent.click(primary('Consultar Rafael'));
  act(() => core.set('callDestinations', { ...lists, pending: true }));
  expect(primary('Consultar Rafael')).toHaveAttribute('aria-busy', 'true');
  act(() => core.set('callDestinations', { ...lists, failure: because(cause) }));
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(chosen()).toContain('Rafael');
  expect(core.onClose).not.toHaveBeenCalled();
});

describe('the dialog closes', () => {
  test('when the server has taken the request', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('option', { name: /Rafael/ }));
    await userEvent.click(primary('Consultar Rafael'));
    act(() => core.set('callDestinations', { ...lists, pending: true }));
    expect(core.onClose).not.toHaveBeenCalled();
    act(() => core.set('callDestinations', lists));
    expect(core.onClose).toHaveBeenCalledOnce();
  });
  test('when the call has an open transfer', () => {
    const core = open();
    act(() => core.set('callBar', { ...bar, room: { transfer: {}, parties: [] } }));
    expect(core.onClose).toHaveBeenCalledOnce();
  });
  test('when the call ends', () => {
    const core = open();
    act(() => core.set('callBar', { ...bar, status: 'ended' }));
    expect(core.onClose).toHaveBeenCalledOnce();
  });
});

test('the dialog of a conference offers agents and numbers, without the kind of transfer and without a note [TRF-030]', async () => {
  const core = open(lists, 'conference');
  expect(screen.getByRole('dialog', { name: 'Chamar para a conferência' })).toBeInTheDocument();
  expect(options()).toHaveLength(3);
  expect(screen.queryByRole('textbox', { name: /Observação/ })).toBeNull();
  await userEvent.click(screen.getByRole('option', { name: /Rafael/ }));
  await userEvent.click(primary('Chamar Rafael'));
  expect(core.intents.at(-1)).toEqual({
    area: 'voice',
    type: 'addToConference',
    destination: { kind: 'agent', id: '27' },
  });
});

test('lists that could not be loaded can be requested again, one that is empty says so', async () => {
  const core = open({ ...lists, agents: [], agentsState: 'failed', groups: [] });
  expect(screen.queryByText('Nenhum destino')).toBeNull();
  expect(screen.getByText('Não foi possível carregar os agentes')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'watchCallDestinations' });
  act(() => core.set('callDestinations', { ...lists, groups: [] }));
  await tab(/^Filas/);
  expect(screen.getByText('Nenhuma fila')).toBeInTheDocument();
  await userEvent.type(search(), 'ninguém');
  expect(screen.getByText('Nada encontrado para ‘ninguém’')).toBeInTheDocument();
});

test('of 1,000 agents only the visible rows are drawn, and the arrow keys reach the next ones', async () => {
  giveElementsASize();
  open({ ...lists, agents: Array.from({ length: 1_000 }, (_, at) => agent(String(at), `Agente ${at}`)) });
  await tab(/^Agentes/);
  expect(screen.getAllByRole('option').length).toBeLessThan(60);
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '1000');
  await userEvent.type(search(), 'agente 999');
  expect(options()).toEqual(['Agente 999, ramal 40999, Disponível, 2 em aberto']);
  vi.restoreAllMocks();
});

test('after the registration of the customer the call of the call bar opens its own dialog [TRF-003]', () => {
  const core = new FakeCore({ session: {}, callBar: bar, callDestinations: lists });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <CoreTransferDialog dialog={{ kind: 'transfer', protocol: 'P1' }} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  expect(screen.getByRole('dialog', { name: 'Transferir ligação' })).toBeInTheDocument();
});

function CallBar({ onOpen }: { onOpen: (agent: string | null) => void }) {
  useOfferCallTransfer('P1', onOpen);
  return null;
}

test('if the call bar offers the transfer, it opens its own dialog and the dialog of the core closes [TRF-003]', () => {
  const [onOpen, onClose] = [vi.fn(), vi.fn()];
  const core = new FakeCore({ session: {}, callBar: bar, callDestinations: lists });
  const page = (dialogs: ReactNode) => (
    <CoreProvider core={core}>
      <TooltipProvider>
        <CallBar onOpen={onOpen} />
        {dialogs}
      </TooltipProvider>
    </CoreProvider>
  );
  const { rerender } = render(page(null));
  rerender(page(<CoreTransferDialog dialog={{ kind: 'transfer', protocol: 'P1' }} onClose={onClose} />));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['transfer', 'conference'] as const)(
  'after a refusal the dialog stays with the cause, and the next request closes it when it is accepted: %s',
  async (mode) => {
    const core = open(lists, mode);
    await userEvent.click(screen.getByRole('option', { name: /Rafael/ }));
    const send = () => userEvent.click(primary(mode === 'transfer' ? /^Consultar Rafael/ : /^Chamar Rafael/));
    await send();
    act(() => core.set('callDestinations', { ...lists, pending: true }));
    act(() => core.set('callDestinations', { ...lists, failure: because('agentPaused') }));
    expect(core.onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent('O agente está em pausa');
    await send();
    act(() => core.set('callDestinations', { ...lists, pending: true }));
    act(() => core.set('callDestinations', lists));
    expect(core.onClose).toHaveBeenCalledOnce();
  },
);

test('the agent who was chosen in the palette is chosen in the dialog', () => {
  const core = new FakeCore({ session: {}, callBar: bar, callDestinations: lists });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <CallTransferDialogContainer mode="transfer" agent="27" onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  expect(chosen()).toMatch(/^Rafael Souza/);
});

test.each([
  [1, 1, '1 de 1 agente livre'],
  [0, 1, '0 de 1 agente livre'],
  [1, 3, '1 de 3 agentes livres'],
])('%s free of %s agents are counted with the right plural', (free, all, words) => {
  const line = group('1', 'Suporte N3', { agentsAvailable: free, agents: all });
  expect(freeText(line, i18next.t)).toBe(words);
});

test("without a search the colleagues of the agent's groups are first, and a search finds everybody", async () => {
  const core = new FakeCore({ session: { agent: { groups: ['Financeiro'] } }, callBar: bar, callDestinations: lists });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <CallTransferDialogContainer mode="transfer" onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const option = (name: RegExp) => screen.queryByRole('option', { name });
  expect(option(/^Élida Prado/)).not.toBeNull();
  expect(option(/^Rafael Souza/)).toBeNull();
  await userEvent.type(screen.getByRole('combobox'), 'rafael');
  expect(option(/^Rafael Souza/)).not.toBeNull();
  await userEvent.clear(screen.getByRole('combobox'));
  await userEvent.click(screen.getByRole('button', { name: 'Meus grupos' }));
  expect(option(/^Rafael Souza/)).not.toBeNull();
});
