// The colleagues of the palette: those whom the open attendance can be transferred to, with their availability.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DestinationsView } from 'core-wasm';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { useOfferCallTransfer, useOfferTransfer } from '../../shared/offeredTransfer';
import { PaletteContainer } from './PaletteContainer';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('ResizeObserver', ResizeObserver);
});
beforeEach(() => startI18n('pt-BR'));

const agent = (id: string, name: string, available: boolean): DestinationsView['agents'][number] => ({
  id,
  name,
  initials: '',
  color: '',
  status: available ? 'available' : 'paused',
  available,
  load: undefined,
});
const listed: DestinationsView = {
  agentsState: 'ready',
  agents: [agent('102', 'Otávio Lima', true), agent('103', 'Bruna Reis', false)],
  queuesState: 'ready',
  queues: [],
  campaigns: undefined,
  pending: false,
  note: '',
};

function Workspace({ onTransfer }: { onTransfer: (agentId: string | null) => void }) {
  useOfferTransfer('W1', onTransfer);
  return null;
}

function CallBar({ onTransfer }: { onTransfer: (agentId: string | null) => void }) {
  useOfferCallTransfer('V1', onTransfer);
  return null;
}

function Opened() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Abrir</button>
      {open && <PaletteContainer pages={[]} onClose={() => setOpen(false)} />}
    </>
  );
}

async function openPalette(
  offered = true,
  destinations: DestinationsView = listed,
  slices: Record<string, unknown> = {},
  inCall = false,
) {
  const onTransfer = vi.fn();
  const onCallTransfer = vi.fn();
  const core = new FakeCore({
    foundContacts: { text: '', pending: false, failed: false, contacts: [] },
    channels: { items: [{ channel: 'whatsapp', status: 'available', connected: true }] },
    'transferDestinations:W1': destinations,
    ...slices,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        {offered && <Workspace onTransfer={onTransfer} />}
        {inCall && <CallBar onTransfer={onCallTransfer} />}
        <Opened />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  return { core, onTransfer, onCallTransfer };
}
const colleagues = () => screen.queryAllByRole('option', { name: /Transferir para/ });

test('colleagues are loaded when the palette opens, and each one shows whether the attendance can be transferred there', async () => {
  const { core } = await openPalette();
  expect(core.intents).toContainEqual({ area: 'transfers', type: 'loadDestinations', protocol: 'W1' });
  expect(colleagues().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Otávio Lima.*Disponível/),
    expect.stringMatching(/Bruna Reis.*pausa/i),
  ]);
  const [first] = listed.agents;
  if (first === undefined) throw new Error('no agent');
  act(() =>
    core.set('transferDestinations:W1', {
      ...listed,
      agents: [{ ...first, status: 'paused' }, ...listed.agents.slice(1)],
    }),
  );
  expect(colleagues()[0]).not.toHaveTextContent('Disponível');
});

test('a colleague is found without accents and with a typing error, and opens the transfer', async () => {
  const { onTransfer } = await openPalette();
  await userEvent.type(screen.getByRole('combobox'), '@otvio');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onTransfer).toHaveBeenCalledExactlyOnceWith('102'));
});

test('a colleague who cannot get the attendance opens the transfer dialog without being chosen in it', async () => {
  const { onTransfer } = await openPalette();
  await userEvent.type(screen.getByRole('combobox'), 'bruna{Enter}');
  await waitFor(() => expect(onTransfer).toHaveBeenCalledExactlyOnceWith(null));
});

test('a failed load of colleagues is shown', async () => {
  await openPalette(true, { ...listed, agentsState: 'failed', agents: [] });
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível carregar os colegas');
});

test('without an open attendance the palette shows the colleagues with their status, and explains that a transfer needs an open attendance', async () => {
  const { core, onTransfer } = await openPalette(false, listed, {
    'jobOrder:active': ['V1', 'U1', 'W1'],
    'jobRow:U1': { name: 'Marcelo', channel: 'chat', queue: '', unread: 0 },
    'contact:V1': { contact: { state: 'found' } },
    // Otherwise the form of a contact would open over the palette.
    'contact:U1': { contact: { state: 'unknown' } },
    'contact:W1': { contact: { state: 'found' } },
    'jobRow:V1': { name: 'Rita', channel: 'voice', queue: '', unread: 0 },
    'jobRow:W1': { name: 'Paula', channel: 'chat', queue: '', unread: 0 },
  });
  expect(core.intents.filter(({ type }) => type === 'loadDestinations')).toEqual([
    { area: 'transfers', type: 'loadDestinations', protocol: 'W1' },
  ]);
  await userEvent.type(screen.getByRole('combobox'), '@otavio');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Otávio Lima.*Disponível · abra um atendimento para transferir/),
  ]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(core.intents.at(-1)).toMatchObject({ area: 'shell', type: 'openArea' }));
  expect(onTransfer).not.toHaveBeenCalled();
});

test('without an attendance the palette has no colleagues', async () => {
  const { core } = await openPalette(false);
  expect(colleagues()).toEqual([]);
  expect(core.intents.filter(({ type }) => type === 'loadDestinations')).toEqual([]);
});

const callAgent = (id: string, name: string, more = {}) => ({
  ...agent(id, name, true),
  extension: `40${id}`,
  since: 0,
  pause: '',
  groups: [],
  open: 0,
  refusal: undefined,
  ...more,
});
const inCall = {
  callBar: { protocol: 'V1' },
  'contact:V1': { contact: { state: 'found' } },
  callDestinations: {
    ...listed,
    agents: [
      callAgent('27', 'Rafael Souza'),
      callAgent('31', 'André Lacerda', { status: 'paused', refusal: { key: 'transferError.agentPaused', params: {} } }),
    ],
    groupsState: 'ready',
    groups: [],
  },
};

test.each([
  ['rafael', '27'],
  ['andré', null],
])('with a call in the call bar, a colleague found by "%s" leads to the dialog of the call', async (typed, chosen) => {
  const { core, onCallTransfer } = await openPalette(false, listed, inCall, true);
  expect(core.intents).toContainEqual({ area: 'voice', type: 'watchCallDestinations' });
  expect(colleagues().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Transferir para Rafael Souza.*Disponível/),
    expect.stringMatching(/^Transferir para André Lacerda.*pausa/i),
  ]);
  await userEvent.type(screen.getByRole('combobox'), `@${typed}{Enter}`);
  await waitFor(() => expect(onCallTransfer).toHaveBeenCalledExactlyOnceWith(chosen));
  // The dialog of the call subscribes to the lists itself.
  expect(core.intents.at(-1)).toEqual({ area: 'voice', type: 'leaveCallDestinations' });
});

test('with a call and an open conversation the two transfers have different names', async () => {
  const { onTransfer, onCallTransfer } = await openPalette(true, listed, inCall, true);
  await userEvent.type(screen.getByRole('combobox'), '@transferir ligação rafael');
  expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Transferir ligação para Rafael Souza/);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onCallTransfer).toHaveBeenCalledExactlyOnceWith('27'));
  expect(onTransfer).not.toHaveBeenCalled();
});

test('for a call of an unregistered customer the destinations are not requested', async () => {
  const unknown = { ...inCall, 'contact:V1': { contact: { state: 'unknown' } } };
  const { core } = await openPalette(false, listed, unknown, true);
  expect(colleagues()).toEqual([]);
  expect(core.intents).toEqual([]);
});

const row = (agentId: string, name: string, more = {}) => ({
  [`colleagueRow:${agentId}`]: {
    agentId,
    name,
    extension: `40${agentId}`,
    groups: ['Suporte'],
    channels: [{ channel: 'voice', status: 'available' }],
    ...more,
  },
});
const callable = {
  channels: { items: [{ channel: 'voice', status: 'available', connected: true }] },
  colleagues: { loading: false, failed: false },
  // The page of colleagues filters: that is no reason here.
  'colleagueOrder:shown': [],
  'colleagueOrder:all': ['27', '31'],
  ...row('27', 'Rafael Souza'),
  ...row('31', 'André Lacerda', { obstacle: 'inOtherCall' }),
};
const calls = () => screen.queryAllByRole('option', { name: /^Ligar para/ });

test('without a conversation and a call, a colleague who is free can be called', async () => {
  const { core } = await openPalette(false, listed, callable);
  expect(core.intents).toEqual([{ area: 'colleagues', type: 'reloadColleagues' }]);
  expect(calls().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ligar para Rafael Souza.*Disponível/),
  ]);
  await userEvent.type(screen.getByRole('combobox'), '@4027{Enter}');
  await waitFor(() =>
    expect(core.intents.at(-1)).toEqual({ area: 'colleagues', type: 'callColleague', agentId: '27' }),
  );
});

test.each<[string, Record<string, unknown>]>([
  [
    'whose voice is not connected',
    { channels: { items: [{ channel: 'voice', status: 'disconnected', connected: false }] } },
  ],
  ['who is in a call', { callBar: { protocol: 'V1' } }],
  ['whose org unit does not allow it', { colleagues: { loading: false, failed: false, obstacle: 'blocked' } }],
])('an agent %s is offered no call to a colleague', async (_name, slices) => {
  await openPalette(false, listed, { ...callable, ...slices });
  expect(calls()).toEqual([]);
});

test('a name offers the transfer of the open conversation before a call, which would ring at once', async () => {
  const otavio = row('102', 'Otávio Lima');
  const { core, onTransfer } = await openPalette(true, listed, {
    ...callable,
    ...otavio,
    'colleagueOrder:all': ['102'],
  });
  await userEvent.type(screen.getByRole('combobox'), 'otavio');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Transferir para Otávio Lima/),
    expect.stringMatching(/^Ligar para Otávio Lima/),
    expect.stringMatching(/mensagens/i),
  ]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onTransfer).toHaveBeenCalledExactlyOnceWith('102'));
  expect(core.intents.filter(({ type }) => type === 'callColleague')).toEqual([]);
});
