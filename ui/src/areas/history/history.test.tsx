// The page of the history, its open attendance and the timeline of a contact.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryOfView, HistoryPageView, HistoryRowView, MessageView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ResizeObserver } from '@juggle/resize-observer';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { saveCsv } from '../../shared/csv';
import { presetOf, rangeOf } from './datePresets';
import { EntityHistoryContainer } from './EntityHistoryContainer';
import { HistoryPage } from './HistoryPage';

vi.mock('../../shared/csv', () => ({ saveCsv: vi.fn() }));

beforeEach(() => {
  vi.mocked(saveCsv).mockClear();
  window.matchMedia = () =>
    ({ matches: false, addListener: () => undefined, removeListener: () => undefined }) as never;
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  Element.prototype.scrollTo = () => undefined;
  return startI18n('pt-BR');
});

const start = new Date(2026, 10, 19, 13, 52).getTime();
const row = (protocol: string, more: Partial<HistoryRowView> = {}): HistoryRowView => ({
  protocol,
  channel: 'whatsapp',
  metaType: undefined,
  contactId: '9',
  name: 'Sônia',
  initials: 'S',
  color: '#BC5135',
  contactIdentifier: '5511981237740',
  queue: 'Vendas',
  agent: 'Juliana Castro',
  start,
  end: start,
  durationSeconds: 1087,
  state: 'qualified',
  qualification: 'Venda',
  observation: '',
  tags: [],
  hasMessages: true,
  ...more,
});
const page: HistoryPageView = {
  from: '2026-11-13',
  to: '2026-11-19',
  today: '2026-11-19',
  error: undefined,
  fromInvalid: false,
  toInvalid: false,
  filter: { channel: '', qualification: '' },
  qualifications: ['Venda'],
  text: '',
  rows: [row('W1'), row('V1', { channel: 'voice', hasMessages: false, state: 'toQualify', qualification: '' })],
  page: 1,
  perPage: 25,
  total: 312,
  state: 'ready',
};
const message: MessageView = {
  localId: 'm1',
  sender: 'customer',
  senderName: 'Sônia',
  senderInitials: 'S',
  senderColor: '#517693',
  text: 'Dá para fechar ainda hoje?',
  media: undefined,
  time: start,
  delivery: 'received',
  failure: undefined,
  systemKey: undefined,
  dayStart: false,
  groupStart: true,
  groupEnd: true,
  newFromHere: false,
  forwarded: false,
  busy: false,
};
const messages = ['Um', 'Dois', 'Três', 'Quatro'].map((text, index) => ({ ...message, localId: `m${index}`, text }));

function show(part: ReactNode, slices: Record<string, unknown>): FakeCore {
  const core = new FakeCore({
    channels: { items: [{ channel: 'voice' }, { channel: 'whatsapp', connected: true }] },
    ...slices,
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>{part}</TooltipProvider>
    </CoreProvider>,
  );
  return core;
}
const history = (more: Partial<HistoryPageView> = {}) => show(<HistoryPage />, { historyPage: { ...page, ...more } });
const last = (core: FakeCore) => core.intents.at(-1);

describe('the page of the history', () => {
  test.each(['notAsked', 'loading'] as const)('while the list is %s, the page says that it loads', (state) => {
    history({ state, rows: [], total: 0 });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByText(/^Nenhum/)).toBeNull();
  });

  test('the table has protocol, channel, contact, queue, start, duration and qualification [HIS-006]', () => {
    history();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Protocolo',
      'Canal',
      'Contato',
      'Fila ou campanha',
      'Início',
      'Duração',
      'Qualificação',
      'Agente',
    ]);
    const [, first] = screen.getAllByRole('row');
    const cells = within(first as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.filter((_, index) => index !== 4)).toEqual([
      'W1',
      'WhatsApp',
      'Sônia',
      'Vendas',
      '18:07',
      'Venda',
      'Juliana Castro',
    ]);
    expect(screen.getByText('312 atendimentos')).toBeInTheDocument();
    expect(screen.getByText('1–2 de 312')).toBeInTheDocument();
  });

  test.each([
    ['history.startAfterEnd', 'A data inicial não pode ser maior que a data final'],
    ['history.afterNow', 'A data não pode ser maior que a data atual'],
    ['history.tooLong', 'O período pode ter no máximo 3 meses'],
  ])(
    'given the refusal %s, then both dates are invalid with its text, the rows stay and nothing is exported [HIS-005]',
    async (key, text) => {
      history({ error: { key } as HistoryPageView['error'] });
      expect(screen.getByLabelText('Data inicial')).toHaveAccessibleDescription(text);
      expect(screen.getByLabelText('Data final')).toBeInvalid();
      expect(screen.getAllByRole('row')).toHaveLength(3);
      await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
      expect(saveCsv).not.toHaveBeenCalled();
    },
  );

  test('a preset chooses its days, and a typed year is reported when it is complete', async () => {
    const core = history();
    await userEvent.click(screen.getByRole('radio', { name: '30 dias' }));
    expect(last(core)).toEqual({ area: 'history', type: 'setHistoryRange', from: '2026-10-21', to: '2026-11-19' });
    const before = core.intents.length;
    const field = screen.getByLabelText('Data inicial');
    await userEvent.clear(field);
    expect(core.intents).toHaveLength(before);
    expect(field).toHaveValue('');
    await userEvent.type(field, '0211202');
    expect(core.intents).toHaveLength(before);
    await userEvent.type(field, '6');
    expect(field).toHaveValue('02/11/2026');
    expect(last(core)).toEqual({ area: 'history', type: 'setHistoryRange', from: '2026-11-02', to: '2026-11-19' });
  });

  test('channel, qualification and search are reported', async () => {
    const core = history();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Canal' }), 'Instagram');
    expect(last(core)).toMatchObject({ type: 'filterHistory', filter: { channel: 'instagram', qualification: '' } });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Qualificação' }), 'Venda');
    expect(last(core)).toMatchObject({ type: 'filterHistory', filter: { qualification: 'Venda' } });
    await userEvent.type(screen.getByRole('searchbox'), 'S');
    expect(last(core)).toEqual({ area: 'history', type: 'searchHistory', text: 'S' });
  });

  test('the agent opens the next and the previous portion, and at the first and the last one the button is disabled', async () => {
    const core = history();
    await userEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(last(core)).toEqual({ area: 'history', type: 'turnHistoryPage', page: 2 });
    const before = core.intents.length;
    await userEvent.click(screen.getByRole('button', { name: 'Página anterior' }));
    act(() => core.set('historyPage', { ...page, page: 13, rows: [row('W9')], perPage: 26, total: 313 }));
    await userEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(core.intents).toHaveLength(before);
  });

  test('the shown rows are exported with their headings', async () => {
    history();
    await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    const [rows, name] = vi.mocked(saveCsv).mock.calls[0] ?? [];
    expect(name).toBe('historico.csv');
    expect(rows?.map((cells) => cells[0])).toEqual(['Protocolo', 'W1', 'V1']);
    expect(rows?.[1]).toEqual([
      'W1',
      'WhatsApp',
      'Sônia',
      'Vendas',
      '19/11/2026 13:52',
      '18:07',
      'Venda',
      'Juliana Castro',
    ]);
  });

  test('an empty history shows why it is empty, and its filters can be cleared', async () => {
    const core = history({ rows: [], total: 0, text: 'zulmira' });
    expect(screen.getByText('Nenhum atendimento encontrado')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(last(core)).toEqual({ area: 'history', type: 'searchHistory', text: '' });
  });

  test('a failed load of the history can be repeated', async () => {
    const core = history({ state: 'failed' });
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(last(core)).toEqual({ area: 'history', type: 'reloadHistory' });
  });

  test('the search over messages opens with the search text of the list [BEY-162]', async () => {
    const core = history({ text: 'boleto' });
    await userEvent.click(screen.getByRole('button', { name: 'Buscar nas mensagens' }));
    expect(last(core)).toEqual({ area: 'messageSearch', type: 'openMessageSearch', text: 'boleto' });
  });

  test('the arrow keys move between the attendances', async () => {
    history();
    const [first, second] = screen.getAllByRole('button', { name: /^Abrir atendimento/ });
    first?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
  });

  test('a click on a row opens it once, and the table marks the open one and its order', async () => {
    const core = history();
    const row = screen.getByRole('row', { name: /V1/ });
    await userEvent.click(within(row).getByText('Vendas'));
    const opened = () => core.intents.filter(({ type }) => type === 'openHistoryEntry');
    expect(opened()).toEqual([{ area: 'history', type: 'openHistoryEntry', protocol: 'V1' }]);
    expect(row).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Abrir atendimento W1 de Sônia' }));
    expect(opened()).toHaveLength(2);
    expect(screen.getByRole('table', { name: 'Histórico' })).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Início' })).toHaveAttribute('aria-sort', 'descending');
  });
});

describe.each([
  ['pt-BR', 'Sem qualificação'],
  ['en', 'No outcome'],
] as const)('the standard outcome in %s', (language, name) => {
  beforeEach(() => startI18n(language));

  test('is translated in the table and in the choice, which is sent with the name of the server', async () => {
    const qualification = 'Sem qualificação';
    const core = history({ rows: [row('W1', { qualification })], qualifications: [qualification] });
    const cells = screen.getAllByText(name).filter((text) => text.closest('td') !== null);
    expect(cells).toHaveLength(1);
    await userEvent.selectOptions(screen.getAllByRole('combobox').at(-1) as HTMLElement, name);
    expect(last(core)).toMatchObject({ filter: { qualification } });
  });

  test('a name of the org unit stays', () => {
    history({ rows: [row('W1', { qualification: 'Sem qualificação formal' })] });
    expect(screen.getByText('Sem qualificação formal')).toBeInTheDocument();
  });
});

test('the start of an attendance has the day and the hour apart, so that a narrow column cuts neither', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 10), toFake: ['Date'] });
  history();
  const cell = screen.getAllByText('13:52')[0];
  expect(cell?.previousElementSibling).toHaveTextContent('ontem,');
  vi.useRealTimers();
});

describe('an attendance of the history', () => {
  const entry = (own: Partial<HistoryRowView>, view: object = {}, slices: object = {}) =>
    show(<HistoryPage />, {
      historyPage: page,
      'historyEntry:W1': { entry: row('W1', own), state: 'ready', messages, ...view },
      ...slices,
    });
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Abrir atendimento W1 de Sônia' }));

  test('a row opens it with its conversation to read, without a field to write in [HIS-001]', async () => {
    const core = entry({});
    await open();
    expect(core.intents).toContainEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'W1' });
    const panel = screen.getByRole('complementary', { name: 'Atendimento de Sônia' });
    expect(panel).toHaveFocus();
    expect(within(panel).getAllByRole('article')).toHaveLength(4);
    expect(within(panel).getByText('Somente leitura')).toBeInTheDocument();
    expect(within(panel).queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('a result of the search over messages opens its attendance, and its message is marked [BEY-162]', () => {
    const core = entry(
      {},
      { messages: messages.map((one, index) => ({ ...one, id: `W1.${index}|x` })) },
      { foundMessage: { protocol: 'W1', messageId: 'W1.1|x', noteId: '', number: 1 } },
    );
    expect(core.intents).toContainEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'W1' });
    const panel = screen.getByRole('complementary', { name: 'Atendimento de Sônia' });
    expect([...panel.querySelectorAll('[data-found]')].map((found) => found.textContent)).toEqual([
      expect.stringContaining('Dois'),
    ]);
  });

  test('Escape closes it and the focus returns to its row', async () => {
    const core = entry({});
    await open();
    await userEvent.keyboard('{Escape}');
    expect(last(core)).toEqual({ area: 'history', type: 'closeHistoryEntry', protocol: 'W1' });
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Abrir atendimento W1 de Sônia' })).toHaveFocus();
  });

  test('a call has its details and no PDF', async () => {
    entry({ channel: 'voice', hasMessages: false, contactIdentifier: '5511981237740' });
    await open();
    const panel = screen.getByRole('complementary');
    expect(within(panel).getByText('Ligação, sem mensagens')).toBeInTheDocument();
    expect(within(panel).queryByRole('button', { name: 'Baixar PDF' })).not.toBeInTheDocument();
  });

  test('the panel links to the page of the contact and can begin a conversation', async () => {
    const core = entry({});
    await open();
    const link = screen.getByRole('link', { name: 'Ficha' });
    expect(link).toHaveAttribute('href', '/new-agent/contact/9');
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar conversa' }));
    expect(last(core)).toMatchObject({ type: 'openFastTrigger', phone: '5511981237740', channel: 'whatsapp' });
    await userEvent.click(link);
    expect(last(core)).toEqual({ area: 'shell', type: 'openArea', path: '/contact/9' });
  });

  test('an unregistered customer on Instagram has neither a contact page nor a number', async () => {
    entry({ contactId: '', metaType: 'instagram' });
    await open();
    expect(screen.queryByRole('link', { name: 'Ficha' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Iniciar conversa' })).not.toBeInTheDocument();
  });

  test('messages that could not be loaded are requested again', async () => {
    const core = entry({}, { state: 'failed', messages: [] });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(last(core)).toEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'W1' });
  });
});

describe('the timeline of a contact', () => {
  const groups: HistoryOfView['groups'] = [
    { protocol: 'W1', entries: [row('W2'), row('W1')] },
    { protocol: 'V1', entries: [row('V1', { channel: 'voice', start: start - 86_400_000, hasMessages: false })] },
  ];
  const timeline = (more: Partial<HistoryOfView> = {}, slices: Record<string, unknown> = {}) =>
    show(<EntityHistoryContainer kind="contact" id="9" />, {
      'historyOf:contact/9': { groups, total: 28, loading: false, failed: false, complete: false, ...more },
      ...slices,
    });

  test('attendances of one protocol group stay together, below the heading of their day [CTC-006]', () => {
    const core = timeline();
    expect(core.intents).toContainEqual({ area: 'history', type: 'loadHistoryOf', kind: 'contact', id: '9' });
    const lists = screen.getAllByRole('list');
    expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([2, 1]);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  });

  test('the next portion is loaded on request, and the last one has no button', async () => {
    const core = timeline();
    expect(screen.getByText('3 de 28 atendimentos')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
    expect(last(core)).toEqual({ area: 'history', type: 'moreHistoryOf', kind: 'contact', id: '9' });
    act(() => core.set('historyOf:contact/9', { groups, total: 3, loading: false, failed: false, complete: true }));
    expect(screen.queryByRole('button', { name: 'Mostrar mais' })).not.toBeInTheDocument();
  });

  test('an opened attendance shows its last three messages, and all on request', async () => {
    timeline({}, { 'historyEntry:W1': { entry: row('W1'), state: 'ready', messages } });
    expect(screen.getAllByRole('article').map((bubble) => bubble.textContent)).toEqual([
      expect.stringContaining('Dois'),
      expect.stringContaining('Três'),
      expect.stringContaining('Quatro'),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Ver as 4 mensagens' }));
    expect(screen.getAllByRole('article')).toHaveLength(4);
  });

  test('a click opens and closes an attendance', async () => {
    const core = timeline();
    const [button] = screen.getAllByRole('button', { expanded: false });
    await userEvent.click(button as HTMLElement);
    expect(last(core)).toEqual({ area: 'history', type: 'openHistoryEntry', protocol: 'W2' });
    act(() => core.set('historyEntry:W2', { entry: row('W2'), state: 'ready', messages: [] }));
    await userEvent.click(screen.getByRole('button', { expanded: true }));
    expect(core.intents).toContainEqual({ area: 'history', type: 'closeHistoryEntry', protocol: 'W2' });
  });

  test('a hidden channel hides only its attendances', async () => {
    timeline();
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar Voz' }));
    expect(screen.getAllByRole('list')).toHaveLength(1);
  });
});

describe('presets', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['week', '2026-02-23', '2026-03-01'],
    ['month', '2026-01-31', '2026-03-01'],
  ] as const)('the preset %s has its days', (preset, start, end) => {
    expect(rangeOf(preset, '2026-03-01')).toEqual({ start, end });
    expect(presetOf({ start, end }, '2026-03-01')).toBe(preset);
    expect(presetOf({ start, end: '2026-03-02' }, '2026-03-01')).toBeUndefined();
  });
});
