// The page of the lists: cards, their words and actions, tabs, search, and the states of the page.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { broadcastLists } from '../../gallery/broadcastSamples';
import { startI18n } from '../../i18n';
import { BroadcastPage, type BroadcastPageProps } from './BroadcastPage';
import type { BroadcastSummary } from './types';

const heard = {
  filter: vi.fn(),
  new: vi.fn(),
  open: vi.fn(),
  cancel: vi.fn(),
  resume: vi.fn(),
  retry: vi.fn(),
  reload: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  return startI18n('pt-BR');
});

function Page({
  lists = broadcastLists,
  ...more
}: Partial<BroadcastPageProps> & { lists?: readonly BroadcastSummary[] }) {
  return (
    <TooltipProvider>
      <BroadcastPage
        phase="ready"
        broadcasts={lists.map(({ id }) => id)}
        renderBroadcast={(id, draw) => {
          const list = lists.find((one) => one.id === id);
          return list === undefined ? null : draw(list);
        }}
        counts={{ all: 7, current: 4, planned: 1, ended: 2 }}
        filter={{ search: '', tab: 'all' }}
        onFilter={heard.filter}
        offline={false}
        onNew={heard.new}
        onOpen={heard.open}
        onCancel={heard.cancel}
        onResume={heard.resume}
        onRetry={heard.retry}
        onReload={heard.reload}
        {...more}
      />
      <Announcer />
    </TooltipProvider>
  );
}

const card = (name: string) => screen.getByRole('article', { name });
const sample = (id: string, change: Partial<BroadcastSummary> = {}): BroadcastSummary => ({
  ...(broadcastLists.find((list) => list.id === id) as BroadcastSummary),
  ...change,
});

test('[NAV-012] [BRD-021] the page shows a card for each list, in the order of the lists: newest first', () => {
  render(<Page />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Transmissões');
  const names = screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent);
  expect(names).toEqual(broadcastLists.map(({ name }) => name));
  expect(card('Renovação novembro')).toHaveTextContent(
    'Grupo Vendas · Campanha Renovação 2026 · rota (11) 4002-8922 · modelo renovacao_contrato',
  );
});

test.each([
  ['1', /^Agendada · hoje, 23:50$/],
  ['2', /^Enviando$/],
  ['3', /^Parada$/],
  ['5', /^Concluída$/],
  ['6', /^Cancelada$/],
  ['7', /^Na fila$/],
] as const)('[BRD-002] the state of list %s is shown as a word', (id, word) => {
  render(<Page lists={[sample(id)]} />);
  expect(within(screen.getByRole('article')).getByText(word)).toBeVisible();
});

test('a list that is planned for another day shows day and time', () => {
  const startsAt = new Date(2031, 0, 5, 9, 0).getTime();
  render(<Page lists={[sample('1', { startsAt })]} />);
  expect(screen.getByText('Agendada · 05/01/2031 09:00')).toBeVisible();
  expect(screen.getByText(/começa em 05\/01\/2031 09:00/)).toBeVisible();
});

test('the progress is read as a sentence, and its counts are shown in words', () => {
  render(<Page lists={[sample('2')]} />);
  const bar = screen.getByRole('progressbar', {
    name: '62 lidas, 71 entregues, 12 enviadas, 3 com erro, 52 na fila',
  });
  expect(bar).toHaveAttribute('aria-valuenow', '148');
  expect(bar).toHaveAttribute('aria-valuemax', '200');
  expect(Array.from(bar.children, (part) => (part as HTMLElement).style.width)).toEqual(['31%', '35.5%', '6%', '1.5%']);
  expect(card('Renovação novembro')).toHaveTextContent('62 lidas71 entregues12 enviadas52 na fila3 com erro148 de 200');
});

test('the entries of a cancelled list that were not sent are named so, and one entry is said in the singular', () => {
  const progress = { total: 3, processed: 2, read: 1, delivered: 0, sent: 1, queued: 0, notSent: 1, error: 0 };
  render(<Page lists={[sample('6', { progress })]} />);
  expect(screen.getByRole('progressbar', { name: '1 lida, 1 enviada, 1 não enviada' })).toBeInTheDocument();
});

test('[BRD-027] only a list that may be cancelled has the action, and a press reports the list', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar Renovação novembro' }));
  expect(heard.cancel.mock.calls).toEqual([['2']]);
  for (const over of ['2ª via de outubro', 'Pesquisa de satisfação'])
    expect(screen.queryByRole('button', { name: `Cancelar ${over}` })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações para Pesquisa de satisfação' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Ver contatos']);
});

test('a list opens by its name with Enter and by its button, and a retry reports the list', async () => {
  render(<Page />);
  screen.getByRole('button', { name: '2ª via de outubro' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Ver contatos de Renovação novembro' }));
  expect(heard.open.mock.calls).toEqual([['5'], ['2']]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo os que falharam em 2ª via de outubro' }));
  expect(heard.retry.mock.calls).toEqual([['5']]);
});

test('a paused list shows why; it can be resumed only if the server does not go on by itself', async () => {
  render(<Page />);
  expect(card('Reajuste de planos 2027')).toHaveTextContent('A rota atingiu o limite de clientes por dia.');
  expect(screen.queryByRole('button', { name: 'Retomar Reajuste de planos 2027' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retomar Boas-vindas' }));
  expect(heard.resume.mock.calls).toEqual([['4']]);
});

test('without a connection the lists stay, and the actions that need the server say why they are disabled', async () => {
  render(<Page offline />);
  for (const name of ['Nova transmissão', 'Cancelar Renovação novembro', 'Retomar Boas-vindas']) {
    const button = screen.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
  }
  expect([heard.new, heard.cancel, heard.resume].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(screen.getByRole('button', { name: 'Ver contatos de Renovação novembro' })).not.toHaveAttribute(
    'aria-disabled',
  );
});

test('tabs with counts and the search report the filter', async () => {
  render(<Page />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Todas7',
    'Em andamento4',
    'Agendadas1',
    'Encerradas2',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: /Agendadas/ }));
  expect(heard.filter).toHaveBeenLastCalledWith({ search: '', tab: 'planned' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar transmissões' }), 'v');
  expect(heard.filter).toHaveBeenLastCalledWith({ search: 'v', tab: 'all' });
});

test('on a phone the tabs are a choice with the same words and counts', async () => {
  window.matchMedia = vi.fn((query: string) => ({
    matches: query === '(max-width: 767px)',
    addListener: vi.fn(),
    removeListener: vi.fn(),
  })) as unknown as typeof window.matchMedia;
  render(<Page />);
  const choice = screen.getByRole('combobox', { name: 'Transmissões por situação' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toContain('Em andamento (4)');
  await userEvent.selectOptions(choice, 'Encerradas (2)');
  expect(heard.filter.mock.calls).toEqual([[{ search: '', tab: 'ended' }]]);
  expect(screen.queryByRole('button', { name: 'Ver contatos de Renovação novembro' })).toBeNull();
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
});

test('[BRD-005] [BRD-006] given broadcasts are disabled in the unit, then the page says so and offers no action', () => {
  render(<Page phase="disabled" lists={[]} />);
  expect(screen.getByText('As transmissões estão desativadas na sua unidade')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('without lists the page offers a new one, after a search without result it offers to clear the search', async () => {
  const { rerender } = render(<Page lists={[]} counts={{ all: 0, current: 0, planned: 0, ended: 0 }} />);
  expect(screen.getByText('Crie uma lista para enviar um modelo a vários contatos.')).toBeVisible();
  const [, inList] = screen.getAllByRole('button', { name: 'Nova transmissão' });
  if (inList !== undefined) await userEvent.click(inList);
  expect(heard.new).toHaveBeenCalledTimes(1);
  rerender(<Page lists={[]} filter={{ search: ' zulmira ', tab: 'all' }} />);
  expect(screen.getByText('Nada encontrado para “zulmira”')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Limpar' }));
  expect(heard.filter.mock.calls).toEqual([[{ search: '', tab: 'all' }]]);
});

test('the page says that it loads, that loading failed, and that the lists may be old', async () => {
  const { rerender } = render(<Page phase="loading" lists={[]} />);
  expect(screen.getByRole('status', { name: 'Carregando transmissões' })).toHaveAttribute('aria-busy', 'true');
  rerender(<Page phase="failed" lists={[]} />);
  expect(screen.getByText('Não foi possível carregar as transmissões')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  rerender(<Page phase="stale" readAt={new Date(2026, 10, 20, 14, 34, 12).getTime()} />);
  expect(screen.getByText(/^Atualizado às 14:34:12/)).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(broadcastLists.length);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(heard.reload).toHaveBeenCalledTimes(2);
});

test('of many lists the first ones are shown, and more on request', async () => {
  const lists = Array.from({ length: 45 }, (_, index) => sample('2', { id: `n${index}`, name: `Lista ${index}` }));
  render(<Page lists={lists} />);
  expect(screen.getAllByRole('article')).toHaveLength(20);
  expect(screen.getByText(/^20 de 45 transmissões/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(screen.getAllByRole('article')).toHaveLength(40);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('the card of a list that was just created takes the focus', () => {
  render(<Page focusOn="6" />);
  expect(screen.getByRole('button', { name: 'Pesquisa de satisfação' })).toHaveFocus();
});

test('a changed state is announced, and a second change within half a minute is not', async () => {
  const { rerender } = render(<Page lists={[sample('7'), sample('2')]} />);
  rerender(<Page lists={[sample('7', { word: 'sending', name: 'Boas festas' }), sample('2')]} />);
  expect(await screen.findByText('Boas festas: Enviando')).toBeInTheDocument();
  rerender(<Page lists={[sample('7', { word: 'sending', name: 'Boas festas' }), sample('2', { word: 'complete' })]} />);
  expect(screen.queryByText('Renovação novembro: Concluída')).toBeNull();
});
