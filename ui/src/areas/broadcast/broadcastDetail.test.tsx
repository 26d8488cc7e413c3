// The page of one list: counts that filter, errors, the table, the panel, and the confirmation of a cancellation.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../test/virtual';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { broadcastDetails, broadcastEntries } from '../../gallery/broadcastSamples';
import { startI18n } from '../../i18n';
import { BroadcastDetail, type BroadcastDetailProps } from './BroadcastDetail';
import { CancelBroadcastDialog } from './CancelBroadcastDialog';

const heard = {
  filter: vi.fn(),
  back: vi.fn(),
  reload: vi.fn(),
  export: vi.fn(),
  cancel: vi.fn(),
  resume: vi.fn(),
  retry: vi.fn(),
  correct: vi.fn(),
};

function screenOf(...matching: string[]): void {
  window.matchMedia = vi.fn((query: string) => ({
    matches: matching.includes(query),
    addListener: vi.fn(),
    removeListener: vi.fn(),
  })) as unknown as typeof window.matchMedia;
}

beforeEach(() => {
  vi.clearAllMocks();
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  screenOf();
  return startI18n('pt-BR');
});

const none = { group: 'all', reason: '', search: '' } as const;

function Detail({ count = 9, ...more }: Partial<BroadcastDetailProps> & { count?: number }) {
  const entries = broadcastEntries(count);
  return (
    <TooltipProvider>
      <BroadcastDetail
        broadcast={broadcastDetails}
        state="ready"
        readAt={new Date(2026, 10, 20, 14, 34, 12).getTime()}
        entries={entries.map(({ scheduleId }) => scheduleId)}
        renderEntry={(id, draw) => {
          const entry = entries[Number(id)];
          return entry === undefined ? null : draw(entry);
        }}
        filter={none}
        onFilter={heard.filter}
        reasons={[{ value: 'missingPrefix', label: 'Prefixo ausente' }]}
        offline={false}
        onBack={heard.back}
        onReload={heard.reload}
        onExport={heard.export}
        onCancel={heard.cancel}
        onResume={heard.resume}
        onRetry={heard.retry}
        onCorrect={heard.correct}
        {...more}
      />
      <Announcer />
    </TooltipProvider>
  );
}

const row = (name: RegExp) => screen.getByRole('row', { name });

test('the counts are a choice that filters, with the share of each', async () => {
  render(<Detail />);
  const group = screen.getByRole('radiogroup', { name: 'Filtrar por situação do envio' });
  expect(
    within(group)
      .getAllByRole('radio')
      .map(({ textContent }) => textContent),
  ).toEqual(['Todos200', 'Lidas6231%', 'Entregues7136%', 'Enviadas126%', 'Na fila5226%', 'Com erro32%']);
  expect(within(group).getByRole('radio', { name: /Todos/ })).toBeChecked();
  await userEvent.click(within(group).getByRole('radio', { name: /Com erro/ }));
  expect(heard.filter.mock.calls).toEqual([[{ group: 'error', reason: '', search: '' }]]);
});

test('[BRD-003] [BRD-028] a row shows the name, the number, the status, the time and the reason of an entry', () => {
  render(<Detail />);
  expect(row(/Marcos Vinícius Leal/)).toHaveTextContent(
    /Marcos Vinícius Leal\+55 \(11\) 97744-0182Com erro14:33Já em atendimento/,
  );
  expect(row(/Otávio Brandão/)).toHaveTextContent(/Lida14:33-$/);
  expect(row(/Sônia Guimarães/)).toHaveTextContent(/Na fila--$/);
});

test('an entry that may be sent again has a retry, one with a wrong contact the correction, others nothing', async () => {
  render(<Detail />);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo com Marcos Vinícius Leal' }));
  expect(heard.retry.mock.calls).toEqual([[['0']]]);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir o contato Padaria Ipanema' }));
  expect(heard.correct.mock.calls).toEqual([['c2']]);
  expect(within(row(/Otávio Brandão/)).queryByRole('button')).toBeNull();
});

test('the strip says how many entries may be tried again and how many need a correction, and retries all of them', async () => {
  render(<Detail />);
  expect(screen.getByText('3 contatos com erro.').parentElement).toHaveTextContent(
    '3 contatos com erro. 1 pode ser tentado de novo; 2 não podem.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo os que falharam' }));
  expect(heard.retry.mock.calls).toEqual([[[]]]);
});

test('a paused list shows why, and can be resumed', async () => {
  const pausedReason = { key: 'broadcasts.paused.templatePaused' };
  render(<Detail broadcast={{ ...broadcastDetails, word: 'paused', pausedReason, mayResume: true }} />);
  expect(screen.getByText('O WhatsApp pausou ou desativou o modelo.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retomar' }));
  expect(heard.resume).toHaveBeenCalledTimes(1);
});

test('search and reason report the filter; the export is refused while the filter shows nobody', async () => {
  const { rerender } = render(<Detail />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar na transmissão' }), 'a');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Motivo' }), 'Prefixo ausente');
  expect(heard.filter.mock.calls).toEqual([[{ ...none, search: 'a' }], [{ ...none, reason: 'missingPrefix' }]]);
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  expect(heard.export).toHaveBeenCalledTimes(1);
  rerender(<Detail count={0} filter={{ ...none, search: 'zulmira' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }));
  expect(heard.export).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Nenhum contato neste filtro')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(heard.filter).toHaveBeenLastCalledWith(none);
});

test('of 10,000 entries only the visible rows are rendered, and the table names the number of all', () => {
  render(<Detail count={10_000} />);
  const table = screen.getByRole('grid', { name: 'Contatos da transmissão' });
  expect(table).toHaveAttribute('aria-rowcount', '10001');
  expect(within(table).getAllByRole('row').length).toBeLessThan(60);
});

test('the states of the reading: skeletons, a failure with retry, and old rows with their time', async () => {
  const { rerender } = render(<Detail broadcast={undefined} state="loading" count={0} readAt={undefined} />);
  expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Nenhum contato neste filtro')).toBeNull();
  rerender(<Detail state="failed" count={0} />);
  expect(screen.getByText('Não foi possível carregar os contatos da transmissão')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  rerender(<Detail state="stale" />);
  expect(screen.getByText(/^Atualizado às 14:34:12/)).toHaveAttribute('data-stale', 'true');
  expect(row(/Otávio Brandão/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(heard.reload).toHaveBeenCalledTimes(2);
});

test('[BRD-027] a list that is over cannot be cancelled, and its entries that wait were not sent', () => {
  const progress = { ...broadcastDetails.progress, queued: 0, notSent: 52 };
  render(
    <Detail broadcast={{ ...broadcastDetails, word: 'cancelled', mayCancel: false, mayRetry: false, progress }} />,
  );
  expect(screen.queryByRole('button', { name: 'Cancelar transmissão' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tentar de novo os que falharam' })).toBeNull();
  expect(screen.getByRole('radio', { name: /Não enviadas/ })).toHaveTextContent('52');
});

test('the completion of the shown list is announced once', async () => {
  const { rerender } = render(<Detail />);
  const progress = { total: 200, processed: 200, read: 100, delivered: 90, sent: 7, queued: 0, notSent: 0, error: 3 };
  rerender(<Detail broadcast={{ ...broadcastDetails, word: 'complete', progress }} />);
  expect(await screen.findByText('Transmissão concluída: 197 enviadas, 3 com erro')).toBeInTheDocument();
});

test('message and data stand beside the table, and in a drawer on narrow screens', async () => {
  const { unmount } = render(<Detail />);
  const panel = screen.getByRole('complementary', { name: 'Detalhes da transmissão' });
  expect(panel).toHaveTextContent('Olá, {nome}! Seu plano {plano} vence em {vencimento}.');
  expect(panel).toHaveTextContent('Modelorenovacao_contrato');
  unmount();
  screenOf('(max-width: 1279px)');
  render(<Detail />);
  expect(screen.queryByRole('complementary')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Detalhes da transmissão' }));
  expect(screen.getByRole('complementary', { name: 'Detalhes da transmissão' })).toHaveTextContent('Campanha');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('on a phone the entries are cards with the actions in a menu', async () => {
  screenOf('(max-width: 767px)', '(max-width: 1023px)', '(max-width: 1279px)');
  render(<Detail />);
  expect(screen.queryByRole('grid')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações para Padaria Ipanema' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Abrir contato' }));
  expect(heard.correct.mock.calls).toEqual([['c2']]);
});

test('the way back and the cancellation are reported', async () => {
  render(<Detail />);
  await userEvent.click(screen.getByRole('button', { name: 'Transmissões' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar transmissão' }));
  expect([heard.back.mock.calls.length, heard.cancel.mock.calls.length]).toEqual([1, 1]);
});

test('[BRD-022] [BRD-027] a cancellation needs the name of the list, without regard to case and accents', async () => {
  const onConfirm = vi.fn();
  render(
    <TooltipProvider>
      <CancelBroadcastDialog
        name="Renovação novembro"
        processed={148}
        queued={52}
        pending={false}
        onConfirm={onConfirm}
        onCancel={vi.fn()}
      />
    </TooltipProvider>,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'Cancelar a transmissão?' });
  expect(dialog).toHaveAccessibleDescription('148 já processados não voltam; 52 não serão enviados.');
  const field = screen.getByRole('textbox', { name: 'Nome da transmissão' });
  expect(field).toHaveFocus();
  await userEvent.type(field, 'renovacao{Enter}');
  expect(field).toHaveAccessibleDescription('Digite o nome da transmissão para cancelar');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar transmissão' }));
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.type(field, ' NOVEMBRO');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar transmissão' }));
  expect(onConfirm.mock.calls).toEqual([['renovacao NOVEMBRO']]);
});
