// Tests of the search in a conversation: its drawer, and the search of a web chat.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundMessageView, JobView, MessageView, SearchView } from 'core-wasm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { openJob, prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { ChatConversation } from './ChatConversation';
import { SearchDrawer, type SearchDrawerProps, type SearchResult } from './SearchDrawer';

beforeEach(prepareDesk);
afterEach(() => vi.unstubAllGlobals());

const time = new Date(2026, 10, 20, 14, 20).getTime();

describe('the search drawer', () => {
  const results: ReadonlyArray<SearchResult> = [
    { id: 'r1', author: 'Mariana', medium: '', text: 'Quando é a instalação?', time },
    { id: 'r2', author: 'Você', medium: 'Documento', text: 'Instalação agendada', time: undefined },
  ];
  function drawer(props: Partial<SearchDrawerProps> = {}) {
    const calls = { onSearch: vi.fn(), onMore: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() };
    const view = (more: Partial<SearchDrawerProps>) => (
      <TooltipProvider>
        <SearchDrawer
          searched=""
          searching={false}
          results={[]}
          more="complete"
          current={undefined}
          opening={{ state: 'none' }}
          {...calls}
          {...more}
        />
      </TooltipProvider>
    );
    const { rerender } = render(view(props));
    return { ...calls, change: (more: Partial<SearchDrawerProps>) => rerender(view(more)) };
  }
  const field = () => screen.getByRole('searchbox', { name: 'Buscar nas mensagens' });

  test('is empty at first, holds the focus, and searches what is typed [WAP-063]', async () => {
    const { onSearch } = drawer();
    expect(screen.getByText('Busque uma palavra nesta conversa')).toBeInTheDocument();
    expect(field()).toHaveFocus();
    await userEvent.keyboard('bo');
    expect(onSearch.mock.calls).toEqual([['b'], ['bo']]);
  });

  test('begins with the text of the last search, which typing replaces', async () => {
    const { onSearch } = drawer({ searched: 'instalação', results });
    expect(field()).toHaveValue('instalação');
    await userEvent.keyboard('b');
    expect(onSearch.mock.calls).toEqual([['b']]);
    expect(field()).toHaveValue('b');
  });

  test('says that it searches and that nothing was found, and offers to clear the search', async () => {
    const { change, onSearch } = drawer({ searched: 'xyz', searching: true });
    expect(screen.getByRole('status')).toHaveTextContent('Buscando…');
    expect(screen.queryByText(/^Nada encontrado/)).toBeNull();
    change({ searched: 'xyz' });
    const nothing = screen.getByText('Nada encontrado para ‘xyz’');
    expect(screen.queryByRole('status')).toBeNull();
    const place = nothing.closest<HTMLElement>('[aria-busy]') ?? document.body;
    await userEvent.click(within(place).getByRole('button', { name: 'Limpar busca' }));
    expect(onSearch).toHaveBeenLastCalledWith('');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  test('the Tab key stops at one result; the arrow keys move to the others', async () => {
    drawer({ searched: 'instalação', results });
    const [first, second] = within(screen.getByRole('list', { name: 'Mensagens encontradas' })).getAllByRole('button');
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    act(() => first?.focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  });

  test('marks the found text without regard to accents, and the shown result', async () => {
    const { onOpen } = drawer({ searched: 'instalacao', results, current: 'r2' });
    const list = screen.getByRole('list', { name: 'Mensagens encontradas' });
    expect([...list.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'instalação',
      'Instalação',
    ]);
    const [first, second] = within(list).getAllByRole('button');
    expect(first).not.toHaveAttribute('aria-current');
    expect(second).toHaveAttribute('aria-current', 'true');
    expect(second).toHaveTextContent('Documento · Instalação agendada');
    await userEvent.click(screen.getByRole('button', { name: /Quando é/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('r1');
  });

  test('further results are loaded at the end of the list, and again after a failure', async () => {
    const { onMore, change } = drawer({ searched: 'inst', results });
    const show = (props: Partial<SearchDrawerProps>) => change({ searched: 'inst', results, ...props });
    const panel = screen.getByRole('list', { name: 'Mensagens encontradas' }).parentElement ?? document.body;
    const sizes = { scrollHeight: 2_000, clientHeight: 500 };
    for (const [name, value] of Object.entries(sizes))
      Object.defineProperty(panel, name, { configurable: true, value });
    show({ more: 'more' });
    fireEvent.scroll(panel, { target: { scrollTop: 1_000 } });
    expect(onMore).not.toHaveBeenCalled();
    fireEvent.scroll(panel, { target: { scrollTop: 1_200 } });
    expect(onMore).toHaveBeenCalledTimes(1);
    show({ more: 'loading' });
    fireEvent.scroll(panel, { target: { scrollTop: 1_300 } });
    expect(onMore).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent('Carregando mais resultados…');
    show({ more: 'failed' });
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onMore).toHaveBeenCalledTimes(2);
  });

  test('Enter opens the newest result, the arrow keys lead to the results, and Escape closes the drawer and keeps the text', async () => {
    const { onOpen, onClose } = drawer({ searched: 'inst', results });
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith('r1');
    await userEvent.keyboard('{ArrowDown}');
    const [first, second] = within(screen.getByRole('list', { name: 'Mensagens encontradas' })).getAllByRole('button');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith('r2');
    await userEvent.click(field());
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(field()).toHaveValue('inst');
  });

  test('the arrow up leads from the first result back to the field [WAP-063]', async () => {
    drawer({ searched: 'inst', results });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
    expect(field()).toHaveFocus();
  });

  test('a refused search is not shown as a search without results: the drawer says so and offers to repeat it [WAP-066]', async () => {
    const { onMore } = drawer({ searched: 'inst', more: 'failed' });
    expect(screen.getByText('Não foi possível buscar nesta conversa')).toBeInTheDocument();
    expect(screen.queryByText(/^Nada encontrado/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onMore).toHaveBeenCalledTimes(1);
  });

  test('Enter opens no result of an earlier text', async () => {
    const { onOpen } = drawer({ searched: 'instala', searching: true, results });
    await userEvent.keyboard('{Enter}');
    expect(onOpen).not.toHaveBeenCalled();
  });

  test('Enter without a result opens nothing', async () => {
    const { onOpen } = drawer({ searched: 'xyz' });
    await userEvent.keyboard('{Enter}{ArrowDown}');
    expect(onOpen).not.toHaveBeenCalled();
    expect(field()).toHaveFocus();
  });

  test.each([
    ['none', undefined],
    ['shown', undefined],
    ['loading', 'Carregando a mensagem…'],
    ['gone', 'A mensagem não está mais na conversa'],
  ] as const)('given a chosen message that is "%s", the drawer says %s', (state, text) => {
    drawer({ searched: 'inst', results, current: 'r1', opening: { state } });
    expect(screen.queryByRole('status')?.textContent).toBe(text);
  });

  test('a chosen message that could not be loaded is requested again', async () => {
    const onRetry = vi.fn();
    drawer({ searched: 'inst', results, current: 'r1', opening: { state: 'failed', onRetry } });
    expect(screen.getByRole('status')).toHaveTextContent('Não foi possível carregar a mensagem');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('the search of a web chat', () => {
  const job: JobView = { ...openJob, protocol: 'P1', channel: 'chat' };
  const message = (localId: string, text: string): MessageView => ({
    localId,
    sender: 'customer',
    senderName: 'Mariana',
    senderInitials: 'M',
    senderColor: '#517693',
    text,
    media: undefined,
    time,
    delivery: 'received',
    failure: undefined,
    systemKey: undefined,
    dayStart: false,
    groupStart: true,
    groupEnd: true,
    newFromHere: false,
    forwarded: false,
    busy: false,
    content: undefined,
  });
  const found: FoundMessageView = {
    protocol: 'P1',
    messageId: 'm2',
    localId: 's2',
    sender: 'customer',
    agentName: '',
    agentInitials: '',
    agentColor: '',
    text: 'A instalação é amanhã?',
    media: undefined,
    time,
    delivery: 'received',
    systemKey: undefined,
    forwarded: false,
    content: undefined,
  };
  const searched: SearchView = {
    text: 'instalacao',
    searching: false,
    loading: false,
    failed: false,
    complete: true,
    results: [found],
  };

  function chat(results: ReadonlyArray<FoundMessageView> = [found]) {
    const core = new FakeCore({
      'jobRow:P1': { protocol: 'P1', channel: 'chat', unread: 0, disabled: false },
      'draft:P1': { epoch: 0, text: '' },
      preferences: { sendWith: 'enter', hiddenChannels: [] },
      channels: { items: [] },
      session: { phase: 'ready' },
      'thread:P1': ['s1', 's2'],
      'message:P1:s1': message('s1', 'Bom dia'),
      'message:P1:s2': message('s2', found.text),
      'conversationSearch:P1': { ...searched, results },
    });
    render(
      <CoreProvider core={core}>
        <TooltipProvider>
          <ChatConversation protocol="P1" job={job} contextOpen={false} onToggleContext={vi.fn()} />
        </TooltipProvider>
      </CoreProvider>,
    );
    return core;
  }

  test('opens from the header, searches what is typed and marks the chosen message in the thread', async () => {
    const core = chat();
    await userEvent.click(screen.getByRole('button', { name: 'Buscar na conversa' }));
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar nas mensagens' }), '!');
    expect(core.intents).toContainEqual({ area: 'conversation', type: 'search', protocol: 'P1', text: 'instalacao!' });
    await userEvent.click(screen.getByRole('button', { name: /amanhã/ }));
    expect(screen.getByRole('log').querySelector('[data-target="true"]')).toHaveTextContent(found.text);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('searchbox', { name: 'Buscar nas mensagens' })).toBeNull();
    expect(screen.getByRole('log').querySelector('[data-target="true"]')).toBeNull();
  });

  test('each result names its author: the customer, another agent, the agent or the bot [BEY-151]', async () => {
    const by = (sender: FoundMessageView['sender'], agentName = '') => ({
      ...found,
      messageId: `${sender}${agentName}`,
      sender,
      agentName,
    });
    chat([by('customer'), by('colleague', 'Juliana Costa'), by('own', 'Ana Souza'), by('colleague'), by('bot')]);
    await userEvent.click(screen.getByRole('button', { name: 'Buscar na conversa' }));
    const list = await screen.findByRole('list', { name: 'Mensagens encontradas' });
    const rows = within(list).getAllByRole('button');
    const names = ['Mariana', 'Juliana Costa', 'Você', 'Equipe', 'Assistente virtual'];
    expect(rows).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(rows[index]).toHaveTextContent(new RegExp(`^${name}`));
  });

  test('a chat takes files and answers to a message, and has no templates', () => {
    chat();
    expect(screen.getByRole('button', { name: /^Anexar/ })).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Responder à mensagem/ })).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: /odelo/ })).toBeNull();
  });
});
