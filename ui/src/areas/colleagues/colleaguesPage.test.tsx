// Tests of the page of colleagues with slices: rows, filter, the button and its reasons, and the rows reported to the
// core.
import type { ColleagueRowView, ColleaguesView } from 'core-wasm';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CoreProvider } from '../../core/react';
import { useOfferCallTransfer } from '../../shared/offeredTransfer';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ResizeObserver } from '@juggle/resize-observer';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { allColleagues } from './colleagues';
import { ColleaguesPage } from './ColleaguesPage';

const row = (agentId: string, name: string, changes: Partial<ColleagueRowView> = {}): ColleagueRowView => ({
  agentId,
  name,
  initials: 'A',
  color: '#517693',
  extension: `40${agentId}`,
  groups: ['Vendas'],
  channels: [
    { channel: 'voice', status: 'available', since: 1_000, pause: undefined, activeAttendances: 0 },
    { channel: 'whatsapp', status: 'inAttendance', since: 1_000, pause: undefined, activeAttendances: 2 },
  ],
  openAttendances: 2,
  obstacle: undefined,
  ...changes,
});

const view: ColleaguesView = {
  loading: false,
  failed: false,
  total: 3,
  counts: { all: 3, available: 1, inCall: 1, busy: 0, paused: 1, disconnected: 0 },
  filter: allColleagues,
  groups: ['Suporte', 'Vendas'],
  readAt: 1_000,
  stale: false,
  obstacle: undefined,
};

let core: FakeCore;
beforeEach(async () => {
  await startI18n('pt-BR');
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  core = new FakeCore({
    colleagues: view,
    link: { server: 'ok', reconciledAt: 1_000 },
    'colleagueOrder:shown': ['01', '02', '03'],
    'colleagueRow:01': row('01', 'Aline'),
    'colleagueRow:02': row('02', 'Rafael', { obstacle: 'withYou' }),
    'colleagueRow:03': row('03', 'Renata', { obstacle: 'inOtherCall' }),
  });
});

function show() {
  return render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <ColleaguesPage />
      </CoreProvider>
    </TooltipProvider>,
  );
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const types = () => core.intents.map((intent) => intent.type);

test('[INT-003] the list shows name, extension, group, state of each channel and open attendances', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Colegas' })).toBeVisible();
  const aline = rowOf('Aline');
  for (const text of ['4001', 'Vendas', 'Disponível', '2 conversas', '2 atendimentos em aberto'])
    expect(aline).toHaveTextContent(text);
  expect(screen.getByText('3 pessoas')).toBeVisible();
});

test('[INT-001] the button of a row calls its colleague; a row without a button shows the reason', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Ligar para Aline, ramal 4001' }));
  expect(core.intents).toContainEqual({ area: 'colleagues', type: 'callColleague', agentId: '01' });
  expect(rowOf('Rafael')).toHaveTextContent('Em ligação com você');
  act(() => core.set('internalCall', { stage: 'calling' }));
  expect(rowOf('Rafael')).toHaveTextContent('Você está chamando');
  act(() => core.set('internalCall', { stage: 'ringing' }));
  expect(rowOf('Rafael')).toHaveTextContent('Está ligando para você');
  act(() => core.set('internalCall', { stage: 'inProgress' }));
  expect(rowOf('Rafael')).toHaveTextContent('Em ligação com você');
  expect(rowOf('Renata')).toHaveTextContent('Em outra ligação');
  await userEvent.click(within(rowOf('Renata')).getByRole('button'));
  expect(types().filter((type) => type === 'callColleague')).toHaveLength(1);
});

const withoutVoice = (agentId: string, name: string, changes: Partial<ColleagueRowView> = {}) => {
  const whole = row(agentId, name, { obstacle: 'voiceDisconnected', ...changes });
  return { ...whole, channels: whole.channels.filter(({ channel }) => channel !== 'voice') };
};

test.each([
  ['no voice channel', withoutVoice('01', 'Aline'), 'Não atende por voz'],
  ['a voice channel that is not connected', row('01', 'Aline', { obstacle: 'voiceDisconnected' }), 'Voz desconectada'],
])('a colleague with %s has this reason in the row, and in the menu for every action', async (_, aline, reason) => {
  core.set('colleagueRow:01', aline);
  const open = vi.fn();
  function Offer() {
    useOfferCallTransfer('V1', open);
    return null;
  }
  render(<Offer />);
  show();
  act(() => core.set('callBar', { protocol: 'V1', status: 'inCall' }));
  const button = within(rowOf('Aline')).getByRole('button', { name: `Aline: ${reason}` });
  expect(button).toHaveTextContent(reason);
  fireEvent.contextMenu(button);
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(entries.every((entry) => entry.textContent.includes(reason))).toBe(true);
});

test('between phone and desktop the table has no column of its own for the extension, which stands under the name', () => {
  window.matchMedia = (query) =>
    ({
      matches: query === '(max-width: 1023px)' || query === '(max-width: 1279px)',
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as never;
  show();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Colega', 'Voz', 'WhatsApp', 'Chat', 'Ligar'],
  ]);
  expect(within(rowOf('Aline')).getByRole('rowheader')).toHaveTextContent('Aline4001');
});

test('the call buttons say why no colleague can be called', async () => {
  core.set('colleagues', { ...view, obstacle: 'ownVoiceDisconnected' });
  show();
  const button = screen.getByRole('button', { name: /Ligar para Aline/ });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(types()).not.toContain('callColleague');
});

test('[INT-013] where the org unit blocks calls a line says so, and there are no buttons', () => {
  core.set('colleagues', { ...view, obstacle: 'blocked' });
  show();
  expect(screen.getByText('Chamadas entre agentes não são permitidas')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Ligar para/ })).toBeNull();
});

test('situation, group and search go to the core', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: /Em pausa/ }));
  expect(core.intents).toContainEqual({
    area: 'colleagues',
    type: 'filterColleagues',
    filter: { ...allColleagues, situation: 'paused' },
  });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupo' }), 'Suporte');
  expect(core.intents).toContainEqual({
    area: 'colleagues',
    type: 'filterColleagues',
    filter: { ...allColleagues, groups: ['Suporte'] },
  });
  await userEvent.type(screen.getByRole('searchbox'), 'r');
  expect(core.intents).toContainEqual({
    area: 'colleagues',
    type: 'filterColleagues',
    filter: { ...allColleagues, search: 'r' },
  });
});

test('[INT-015] the core gets the rows that are drawn, once for each change', async () => {
  show();
  await act(async () => Promise.resolve());
  const told = () => core.intents.filter((intent) => intent.type === 'shownColleagues');
  expect(told()).toEqual([{ area: 'colleagues', type: 'shownColleagues', agentIds: ['01', '02', '03'] }]);
  act(() => core.set('colleagueOrder:shown', ['02']));
  await act(async () => Promise.resolve());
  expect(told().at(-1)).toEqual({ area: 'colleagues', type: 'shownColleagues', agentIds: ['02'] });
});

test('after a failed load of presence the rows stay and the page shows the time of the last load', async () => {
  core.set('colleagues', { ...view, stale: true });
  show();
  expect(screen.getByText(/Atualizado às/)).toBeVisible();
  expect(rowOf('Aline')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents).toContainEqual({ area: 'colleagues', type: 'reloadColleagues' });
});

test.each([
  [{ ...view, total: 0 }, 'Nenhum colega na sua unidade'],
  [{ ...view, filter: { ...allColleagues, search: 'zulmira' } }, 'Nada encontrado para “zulmira”'],
  [{ ...view, failed: true }, 'Não foi possível carregar os colegas'],
])('an empty list says why', (changed, text) => {
  core.set('colleagueOrder:shown', []);
  core.set('colleagues', changed);
  show();
  expect(screen.getByText(text)).toBeVisible();
});

test('Shift+F10 on the button of a colleague offers to call, to transfer the current call or to consult; without a call the menu says so', async () => {
  const open = vi.fn();
  function Offer() {
    useOfferCallTransfer('V1', open);
    return null;
  }
  render(<Offer />);
  show();
  const menu = async () => {
    fireEvent.contextMenu(within(rowOf('Aline')).getByRole('button', { name: /Aline/ }));
    return screen.findByRole('menu');
  };
  expect(within(await menu()).getByRole('menuitem', { name: /Usar como consulta/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await userEvent.keyboard('{Escape}');
  act(() => core.set('callBar', { protocol: 'V1', status: 'inCall' }));
  await userEvent.click(within(await menu()).getByRole('menuitem', { name: /Usar como consulta/ }));
  expect(open).toHaveBeenCalledExactlyOnceWith('01', 'assisted');
});
