// Tests of the tabs of the details: which tabs an attendance has, their counts, and moving between them.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useContext } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import type { OpenJob } from '../../core/slices';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { DetailsTabContext } from '../../shared/detailsTab';
import { AttendanceSlotsContext, type ContextTab } from './attendanceSlots';
import { ContextPanelContainer } from './ContextPanelContainer';

beforeEach(() => startI18n('pt-BR'));

function ToHistory() {
  const show = useContext(DetailsTabContext);
  return <button onClick={() => show('history')}>Ver tudo</button>;
}
const contextTabs: ReadonlyArray<ContextTab> = [
  { id: 'contact', label: 'contacts.panel.contact', Content: ToHistory },
  { id: 'script', label: 'contacts.panel.script', needs: 'script', Content: () => null },
  { id: 'history', label: 'contacts.panel.history', Content: () => <p>Atendimentos anteriores</p> },
  { id: 'media', label: 'contacts.panel.media', needs: 'files', Content: () => null },
  { id: 'transfers', label: 'contacts.panel.transfers', needs: 'transfers', Content: () => null },
];

function show(job: Partial<OpenJob> = {}, slices: Record<string, unknown> = {}, onClose = vi.fn()) {
  const core = new FakeCore(slices);
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <AttendanceSlotsContext value={{ contextTabs, workspaces: {}, listActions: [] }}>
          <ContextPanelContainer protocol="W1" job={{ ...openJob, ...job }} onClose={onClose} />
        </AttendanceSlotsContext>
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const script = { state: 'ready', script: { name: '', text: 'Bom dia', fields: [] } };

test.each<[string, Partial<OpenJob>, Record<string, unknown>, ReadonlyArray<string>]>([
  ['a conversation', {}, {}, ['Contato', 'Histórico', 'Mídia']],
  ['a conversation with a script', {}, { 'jobScript:W1': script }, ['Contato', 'Script', 'Histórico', 'Mídia']],
  ['a call', { channel: 'voice' }, {}, ['Contato', 'Histórico']],
])('[BEY-157] the details of %s have their tabs', (_kind, job, slices, expected) => {
  show(job, slices);
  expect(tabs()).toEqual(expected);
});

test('[BEY-157] history and files are counted when their number is known', () => {
  const core = show({}, { 'contact:W1': { contact: { state: 'found', contact: { id: '9' } } } });
  act(() => core.set('historyOf:contact/9', { groups: [], total: 0 }));
  act(() => core.set('mediaGallery:W1', { items: [{}, {}], complete: false }));
  expect(tabs()).toEqual(['Contato', 'Histórico', 'Mídia']);
  act(() => core.set('historyOf:contact/9', { groups: [{}], total: 12 }));
  act(() => core.set('mediaGallery:W1', { items: [{}, {}], complete: true }));
  expect(tabs()).toEqual(['Contato', 'Histórico12', 'Mídia2']);
});

test('[BEY-157] a link in one tab opens another tab', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Ver tudo' }));
  expect(screen.getByText('Atendimentos anteriores')).toBeInTheDocument();
});

test.each<[string, Partial<OpenJob>, ReadonlyArray<string>]>([
  ['a conversation', {}, ['Contato', 'Histórico', 'Mídia', 'Transferências2']],
  ['a conversation of WhatsApp', { channel: 'whatsapp' }, ['Contato', 'Histórico', 'Mídia', 'Transferências2']],
  ['a call', { channel: 'voice' }, ['Contato', 'Histórico', 'Transferências2']],
])(
  '[JOB-040] the details of %s that was transferred have a tab with the number of transfers',
  (_kind, job, expected) => {
    const core = show(job);
    expect(core.intents).toEqual([{ area: 'transfers', type: 'loadTransfers', protocol: 'W1' }]);
    act(() => core.set('jobTransfers:W1', { state: 'ready', items: [] }));
    expect(tabs()).not.toContainEqual(expect.stringMatching(/^Transferências/));
    act(() => core.set('jobTransfers:W1', { state: 'ready', items: [{}, {}] }));
    expect(tabs()).toEqual(expected);
  },
);

test('[JOB-040] the transfers of a call are refetched when its transfer has failed, not while it is open', () => {
  const bar = { protocol: 'W1', status: 'inCall' };
  const core = show({ channel: 'voice' }, { callBar: { ...bar, room: undefined } });
  act(() => core.set('callBar', { ...bar, room: { transfer: { phase: 'ringing' } } }));
  act(() => core.set('callBar', { ...bar, level: 1, room: { transfer: { phase: 'ringing' } } }));
  act(() => core.set('callBar', { ...bar, room: { failure: { at: 7 } } }));
  expect(core.intents.filter(({ type }) => type === 'loadTransfers')).toHaveLength(2);
});

/** The width of the window in the media queries. */
function windowOf(width: number): void {
  window.matchMedia = (query) => {
    const most = /max-width: (\d+)px/.exec(query)?.[1];
    const matches = most !== undefined && width <= Number(most);
    return { matches, addListener: vi.fn(), removeListener: vi.fn() } as unknown as MediaQueryList;
  };
}

test.each([
  [768, 1],
  [1024, 1],
  [1440, 0],
])('at %d px Esc inside the details closes them only if they are a drawer', async (width, times) => {
  windowOf(width);
  const onClose = vi.fn();
  show({}, {}, onClose);
  screen.getByRole('button', { name: 'Ver tudo' }).focus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(times);
});

test.each<[string, Partial<OpenJob>, boolean]>([
  ['of a conversation', { queue: 'Vendas WhatsApp' }, true],
  ['of a call', { channel: 'voice', queue: 'Vendas WhatsApp' }, true],
  ['with the name of its channel', { channel: 'chat', queue: 'Chat' }, false],
])('the details show the queue %s', (_, job, isShown) => {
  show(job);
  expect(screen.queryByText('Fila') !== null).toBe(isShown);
  if (isShown) expect(screen.getByText('Fila').parentElement).toHaveTextContent('Fila Vendas WhatsApp');
});
