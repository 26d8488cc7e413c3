// The transfer dialog with the core's slices and intents: lists, search, keyboard, refusal.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DestinationsView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { TransferDialogContainer } from './TransferDialogContainer';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const person = (id: string, name: string, status: string, available: boolean) => ({
  id,
  name,
  initials: 'X',
  color: '#B1508D',
  status,
  available,
});
const lists = {
  agentsState: 'ready',
  agents: [
    person('102', 'Bruno Lima', 'available', true),
    person('104', 'Élida Prado', 'inAttendance', true),
    person('103', 'Davi Rocha', 'paused', false),
  ],
  queuesState: 'ready',
  queues: [
    { id: '20', name: 'Vendas', current: true, agentsAvailable: 2 },
    { id: '30', name: 'Cobrança', current: false, agentsAvailable: 0 },
  ],
  pending: false,
  note: '',
} as DestinationsView;

function open(destinations: DestinationsView | 'not asked' = lists) {
  const core = new FakeCore({
    'transferDestinations:W1': destinations === 'not asked' ? undefined : destinations,
    snackbars: { items: [] },
  });
  const { rerender } = render(dialogOf(core, 'W1'));
  return Object.assign(core, { show: (protocol: string) => rerender(dialogOf(core, protocol)) });
}
function dialogOf(core: FakeCore, protocol: string) {
  return (
    <CoreProvider core={core}>
      <TooltipProvider>
        <TransferDialogContainer protocol={protocol} agent={null} onClose={vi.fn()} />
      </TooltipProvider>
    </CoreProvider>
  );
}
const watch = { area: 'transfers', type: 'watchDestinations', protocol: 'W1' };
const load = { area: 'transfers', type: 'loadDestinations', protocol: 'W1' };
const send = () => userEvent.click(screen.getByRole('button', { name: 'Transferir' }));
const rows = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const openQueues = () => userEvent.click(screen.getByRole('tab', { name: 'Fila' }));

test('the lists are loaded when the dialog opens and show availability as text', async () => {
  const core = open();
  expect(core.intents).toEqual([watch]);
  expect(rows()).toEqual(['Bruno LimaDisponível', 'Élida PradoEm atendimento', 'Davi RochaEm pausa']);
  expect(screen.getByRole('option', { name: /Davi/ })).toHaveAttribute('aria-disabled', 'true');
  await openQueues();
  expect(rows()).toEqual(['Vendasfila atual2 agentes disponíveis', 'CobrançaNenhum agente disponível']);
  expect(screen.getByRole('option', { name: /Cobrança/ })).not.toHaveAttribute('aria-disabled');
});

test.each([
  ['an agent', 'Agente', 'Bruno Lima', { toAgentId: '102', queueId: '' }],
  ['another queue', 'Fila', 'Cobrança', { toAgentId: '', queueId: '30' }],
  ['its own queue', 'Fila', 'Vendas', { toAgentId: '', queueId: '20' }],
])('an attendance is transferred to %s with a note [TRF-041]', async (_, tab, name, expected) => {
  const core = open();
  await userEvent.click(screen.getByRole('tab', { name: tab }));
  await userEvent.click(screen.getByRole('option', { name: new RegExp(name) }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Observação' }), ' Quer renovar ');
  await send();
  expect(core.intents.at(-1)).toEqual({
    area: 'transfers',
    type: 'transfer',
    protocol: 'W1',
    campaignId: '',
    observation: 'Quer renovar',
    ...expected,
  });
});

const chosenRow = () => screen.queryByRole('option', { selected: true })?.textContent;
/** The row that a screen reader announces while the focus stays in the search. */
const activeRow = () => {
  const search = screen.getByRole('combobox');
  expect(search).toHaveFocus();
  return document.getElementById(search.getAttribute('aria-activedescendant') ?? '')?.textContent;
};

test('an agent is found and chosen and the attendance transferred with the keyboard alone', async () => {
  const core = open();
  await userEvent.type(screen.getByRole('combobox', { name: 'Buscar agente' }), 'elida');
  expect(rows()).toEqual(['Élida PradoEm atendimento']);
  await userEvent.keyboard('{Enter}');
  expect(chosenRow()).toContain('Élida');
  expect(core.intents.some(({ type }) => type === 'transfer')).toBe(false);
  await userEvent.clear(screen.getByRole('combobox'));
  await userEvent.keyboard('{ArrowDown}');
  expect(activeRow()).toContain('Élida');
  await userEvent.keyboard('{ArrowUp}');
  expect(chosenRow()).toContain('Bruno');
  await userEvent.keyboard('{Enter}');
  expect(core.intents.at(-1)).toMatchObject({ type: 'transfer', toAgentId: '102' });
});

test('the arrow key leads from the search to the first agent who can get the attendance', async () => {
  open({ ...lists, agents: [...lists.agents].reverse() });
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.keyboard('{ArrowDown}');
  expect(activeRow()).toContain('Élida');
  expect(chosenRow()).toContain('Élida');
});

test('an agent who cannot get the attendance is reached by the arrow keys, announced with the reason and not chosen', async () => {
  const core = open();
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(activeRow()).toBe('Davi RochaEm pausa');
  expect(chosenRow()).toContain('Élida');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('option', { name: /Davi/ }));
  expect(chosenRow()).toContain('Élida');
  expect(core.intents).toEqual([watch]);
});

test('a chosen row that the search hides is not the target of the transfer', async () => {
  const core = open();
  await userEvent.click(screen.getByRole('option', { name: /Bruno/ }));
  await userEvent.type(screen.getByRole('combobox'), 'élida');
  expect(screen.getByRole('button', { name: 'Transferir' })).toHaveAttribute('aria-disabled', 'true');
  await send();
  await userEvent.type(screen.getByRole('combobox'), 'x');
  expect(screen.getByText('Nenhum agente encontrado')).toBeInTheDocument();
  expect(core.intents).toEqual([watch]);
});

test('for another attendance the dialog loads the lists of that attendance', () => {
  const core = open();
  core.show('W2');
  expect(core.intents.filter(({ type }) => type === 'watchDestinations')).toEqual([
    watch,
    { ...watch, protocol: 'W2' },
  ]);
});

test('an empty, loading or failed list says so, and a failed list can be requested again', async () => {
  const core = open('not asked');
  expect(screen.getByText('Carregando os agentes…')).toBeInTheDocument();
  act(() => core.set('transferDestinations:W1', { ...lists, agentsState: 'ready', agents: [] }));
  expect(screen.getByText('Nenhum outro agente nesta fila')).toBeInTheDocument();
  act(() => core.set('transferDestinations:W1', { ...lists, agentsState: 'failed', agents: [] }));
  expect(screen.getByText('Não foi possível carregar os agentes')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toEqual([watch, load]);
  await openQueues();
  expect(rows()).toHaveLength(2);
});

test.each([
  ['transfers.offline', 'O agente está offline'],
  ['transfers.queue', 'O agente não está na fila'],
  ['transfers.pause', 'O agente está em pausa'],
  ['transfers.failed', 'Não foi possível realizar a transferência'],
])(
  'after the refusal %s the choice and the note stay [TRF-034] [TRF-035] [TRF-036] [TRF-037]',
  async (key, sentence) => {
    const core = open();
    await userEvent.click(screen.getByRole('option', { name: /Bruno/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Observação' }), 'Quer renovar');
    const paused = [person('102', 'Bruno Lima', 'paused', false)] as DestinationsView['agents'];
    core.dispatch = (intent) => {
      if (intent.type !== 'transfer') return;
      core.set('snackbars', { items: [{ id: 1, type: 'error', body: { key }, time: 0 }] });
      core.set('transferDestinations:W1', { ...lists, agents: paused });
    };
    await send();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('alert')).toHaveTextContent(sentence);
    const chosen = dialog.getByRole('option', { name: 'Bruno Lima Em pausa', selected: true });
    expect(chosen).not.toHaveAttribute('aria-disabled');
    expect(dialog.getByRole('textbox', { name: 'Observação' })).toHaveValue('Quer renovar');
  },
);

test('each agent shows the load, and each queue its number of waiting customers [BEY-059]', async () => {
  const agents = lists.agents.map((agent, at) => (at === 0 ? { ...agent, load: { open: 1, limit: 5 } } : agent));
  const queues = lists.queues.map((queue, at) => ({ ...queue, waiting: at * 3 }));
  open({ ...lists, agents, queues });
  expect(rows()[0]).toBe('Bruno Lima1 de 5 atendimentosDisponível');
  await openQueues();
  expect(rows()).toEqual([
    'Vendasfila atual2 agentes disponíveis',
    'Cobrança3 clientes na esperaNenhum agente disponível',
  ]);
});

test('a note that was begun is shown when the dialog opens again, and the core is told when the dialog closes', async () => {
  const core = open({ ...lists, note: 'Quer o boleto' });
  const note = screen.getByRole('textbox', { name: 'Observação' });
  expect(note).toHaveValue('Quer o boleto');
  await userEvent.type(note, '!');
  expect(core.intents.at(-1)).toEqual({
    area: 'transfers',
    type: 'noteTransfer',
    protocol: 'W1',
    note: 'Quer o boleto!',
  });
  core.show('W2');
  expect(core.intents).toContainEqual({ area: 'transfers', type: 'leaveDestinations', protocol: 'W1' });
});

const listedCampaigns = {
  state: 'ready',
  items: [
    { id: '31', name: 'Renovação', current: true },
    { id: '32', name: 'Pesquisa', current: false },
  ],
  chosen: '',
  agentsState: 'notAsked',
  agents: [],
} as NonNullable<DestinationsView['campaigns']>;
/** The dialog of a WhatsApp attendance, with the tab of the campaigns open. */
async function openCampaigns() {
  const core = open({ ...lists, campaigns: listedCampaigns });
  await userEvent.click(screen.getByRole('tab', { name: 'Campanha' }));
  const show = (changes: Partial<typeof listedCampaigns>) =>
    act(() => core.set('transferDestinations:W1', { ...lists, campaigns: { ...listedCampaigns, ...changes } }));
  return { core, show };
}
const choice = (campaignId: string) => ({ area: 'transfers', type: 'chooseCampaign', protocol: 'W1', campaignId });
const campaign = (name: string) => screen.getByRole('option', { name: new RegExp(name) });
const receiver = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Quem recebe' });
const workers = [person('102', 'Bruno Lima', 'available', true), person('103', 'Davi Rocha', 'paused', false)];
const agentsOf = (chosen: string) =>
  ({ chosen, agentsState: 'ready', agents: workers }) as Partial<typeof listedCampaigns>;

test('campaigns are destinations of a WhatsApp attendance and not of a web chat [API-120]', async () => {
  const core = open();
  expect(screen.queryByRole('tab', { name: 'Campanha' })).toBeNull();
  act(() => core.set('transferDestinations:W1', { ...lists, campaigns: listedCampaigns }));
  await userEvent.click(screen.getByRole('tab', { name: 'Campanha' }));
  expect(rows()).toEqual(['Renovaçãocampanha atual', 'Pesquisa']);
  expect(screen.queryByLabelText('Quem recebe')).toBeNull();
});

test('a campaign is found and chosen and the attendance transferred with the keyboard alone [API-120]', async () => {
  const { core } = await openCampaigns();
  await userEvent.type(screen.getByRole('combobox', { name: 'Buscar campanha' }), 'renovacao');
  await userEvent.keyboard('{Enter}');
  expect(core.intents.at(-1)).toEqual(choice('31'));
  await userEvent.clear(screen.getByRole('combobox', { name: 'Buscar campanha' }));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(core.intents.filter(({ type }) => type === 'chooseCampaign')).toEqual([choice('31'), choice('32')]);
  await userEvent.keyboard('{Enter}');
  expect(core.intents.at(-1)).toMatchObject({ type: 'transfer', toAgentId: '', queueId: '', campaignId: '32' });
});

test('an agent of the chosen campaign is chosen as the receiver, and another campaign begins without one [API-120]', async () => {
  const { core, show } = await openCampaigns();
  await userEvent.click(campaign('Pesquisa'));
  show(agentsOf('32'));
  const options = within(receiver()).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Qualquer agente disponível', false],
    ['Bruno Lima · Disponível', false],
    ['Davi Rocha · Em pausa', true],
  ]);
  await userEvent.selectOptions(receiver(), '102');
  await send();
  expect(core.intents.at(-1)).toMatchObject({ type: 'transfer', toAgentId: '102', queueId: '', campaignId: '32' });
  await userEvent.click(campaign('Renovação'));
  show(agentsOf('31'));
  expect(receiver()).toHaveValue('');
  await send();
  expect(core.intents.at(-1)).toMatchObject({ type: 'transfer', toAgentId: '', campaignId: '31' });
});

test('agents of another campaign are not offered, and an agent who left the campaign is not the receiver [API-120]', async () => {
  const { core, show } = await openCampaigns();
  await userEvent.click(campaign('Pesquisa'));
  show(agentsOf('31'));
  expect(receiver()).toHaveTextContent(/^Qualquer agente disponível$/);
  show(agentsOf('32'));
  await userEvent.selectOptions(receiver(), '102');
  show({ ...agentsOf('32'), agents: [] });
  expect(receiver()).toHaveValue('');
  expect(screen.getByText('Nenhum outro agente nesta campanha')).toBeInTheDocument();
  await send();
  expect(core.intents.at(-1)).toMatchObject({ type: 'transfer', toAgentId: '', campaignId: '32' });
});

test('the load of campaigns and of their agents is shown, and a failed one can be requested again [API-120]', async () => {
  const { core, show } = await openCampaigns();
  show({ state: 'loading', items: [] });
  expect(screen.getByText('Carregando as campanhas…')).toBeInTheDocument();
  show({ state: 'failed', items: [] });
  expect(screen.getByText('Não foi possível carregar as campanhas')).toBeInTheDocument();
  show({ items: [] });
  expect(screen.getByText('Nenhuma campanha neste canal')).toBeInTheDocument();
  show({});
  await userEvent.click(campaign('Pesquisa'));
  expect(screen.getByText('Carregando os agentes…')).toBeInTheDocument();
  show({ chosen: '32', agentsState: 'failed' });
  expect(screen.getByText('Não foi possível carregar os agentes')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.at(-1)).toEqual(load);
});
