// The dialog of a new broadcast: its fields and their faults, the variables, the contacts, the file, the preview, the start, and what the server would do.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../test/virtual';
import { Announcer } from '../../design/Announcer';
import { TooltipProvider } from '../../design/Tooltip';
import { newBroadcastSample } from '../../gallery/BroadcastScreen';
import { broadcastCheck, broadcastContacts } from '../../gallery/broadcastSamples';
import { startI18n } from '../../i18n';
import { FileRefusal } from '../imports/table';
import { fileFaultText, mostFileBytes, readContactFile } from './contactFile';
import { NewBroadcast, type NewBroadcastProps } from './NewBroadcast';
import type { BroadcastDraft } from './types';

const heard = {
  change: vi.fn<NewBroadcastProps['onChange']>(),
  create: vi.fn(),
  close: vi.fn(),
  discard: vi.fn(),
  choose: vi.fn(),
  file: vi.fn(),
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

type Shown = Omit<Partial<NewBroadcastProps>, 'contacts'> & { contacts?: Partial<NewBroadcastProps['contacts']> };

/** Holds the draft as the core does. */
function Held({ contacts, ...more }: Shown) {
  const [draft, setDraft] = useState<BroadcastDraft>(more.draft ?? newBroadcastSample.draft);
  return (
    <TooltipProvider>
      <NewBroadcast
        {...newBroadcastSample}
        onCreate={heard.create}
        onClose={heard.close}
        {...more}
        draft={draft}
        onChange={(change) => {
          heard.change(change);
          setDraft({ ...draft, ...change });
        }}
        contacts={{ ...newBroadcastSample.contacts, onChoose: heard.choose, onFile: heard.file, ...contacts }}
      />
      <Announcer />
    </TooltipProvider>
  );
}

const create = () => screen.getByRole('button', { name: /^(Criar|Agendar) transmissão/ });
const atOnce = { ...newBroadcastSample.draft, startsAt: undefined };
const required = { key: 'broadcasts.fault.required' };

test('[BRD-022] the dialog shows the parts in the order of the focus and when the draft was stored', () => {
  render(<Held savedAt={new Date(2026, 10, 20, 14, 34).getTime()} />);
  const dialog = screen.getByRole('dialog', { name: 'Nova transmissão' });
  expect(within(dialog).getByText('Rascunho guardado às 14:34')).toBeVisible();
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Dados', 'Mensagem', 'Contatos', 'Prévia', 'Envio']);
  expect(within(dialog).getByRole('textbox', { name: /Nome/ })).toHaveFocus();
});

test('name, group, campaign, route and template report their changes', async () => {
  render(<Held draft={{ ...atOnce, groupId: '', templateId: '' }} />);
  await userEvent.type(screen.getByRole('textbox', { name: /Nome/ }), '!');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupo de atendimento' }), 'Financeiro');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Modelo' }), 'renovacao_contrato · pt_BR');
  expect(heard.change.mock.calls).toEqual([
    [{ name: 'Renovação dezembro!' }],
    [{ groupId: 'g2' }],
    [{ templateId: 't1' }],
  ]);
  expect(screen.getByText('19/100')).toBeInTheDocument();
});

test('[BRD-008] [BRD-009] [BRD-011] given fields with faults after an attempt, then each shows its fault, the first takes the focus, and their number is announced', async () => {
  const draft = { ...atOnce, name: '', groupId: '' };
  const { rerender } = render(<Held draft={draft} />);
  screen.getByRole('button', { name: 'Cancelar' }).focus();
  await userEvent.click(create());
  expect(heard.create).toHaveBeenCalledTimes(1);
  const faults = { name: required, group: required, contacts: { key: 'broadcasts.fault.noContacts' } };
  rerender(<Held draft={draft} faults={faults} />);
  const name = screen.getByRole('textbox', { name: /Nome/ });
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Esse campo é obrigatório');
  expect(screen.getByRole('combobox', { name: 'Grupo de atendimento. Esse campo é obrigatório' })).toBeInTheDocument();
  expect(screen.getByText('Escolha pelo menos um contato')).toBeVisible();
  expect(screen.getAllByText('3 campos precisam de atenção').length).toBeGreaterThan(1);
});

test('[BRD-010] [BRD-025] [BRD-026] a name of a wrong length or of another list is refused at its field', () => {
  const length = { key: 'broadcasts.fault.nameLength', params: { least: 3, most: 100 } };
  const { rerender } = render(<Held faults={{ name: length }} />);
  const name = screen.getByRole('textbox', { name: /Nome/ });
  expect(name).toHaveAccessibleDescription('O nome precisa de 3 a 100 caracteres');
  rerender(<Held faults={{ name: { key: 'broadcasts.fault.duplicate' } }} />);
  expect(name).toHaveAccessibleDescription('Já existe uma transmissão com este nome');
});

test('faults that come while the agent writes do not move the focus', async () => {
  const { rerender } = render(<Held draft={atOnce} />);
  await userEvent.click(create());
  const name = screen.getByRole('textbox', { name: /Nome/ });
  await userEvent.type(name, 'a');
  screen.getByRole('searchbox', { name: 'Buscar contatos' }).focus();
  rerender(<Held faults={{ name: required }} />);
  expect(screen.getByRole('searchbox', { name: 'Buscar contatos' })).toHaveFocus();
});

test('a variable comes from a column or is the same text for all, and the contacts without a value are counted', async () => {
  render(<Held />);
  const variables = screen.getByRole('group', { name: 'Variáveis do modelo' });
  expect(within(variables).getByText('3 sem valor')).toBeVisible();
  await userEvent.selectOptions(within(variables).getByRole('combobox', { name: 'Coluna para nome' }), 'Plano');
  const source = within(variables).getByRole('radiogroup', { name: 'Origem de plano' });
  await userEvent.click(within(source).getByRole('radio', { name: 'Texto' }));
  await userEvent.type(within(variables).getByRole('textbox', { name: 'Texto para plano' }), 'F');
  const plan = { column: 'plan', text: '' };
  const written = heard.change.mock.calls.map(([{ variables: all }]) => all ?? []);
  expect(written.map((sources) => sources.slice(0, 2))).toEqual([
    [plan, plan],
    [plan, { column: '', text: '' }],
    [plan, { column: '', text: 'F' }],
  ]);
  expect(written[2]?.[3]).toEqual({ column: '', text: 'R$ 489,90' });
});

test('a contact is chosen by its box, by its row and with Space; one that cannot be chosen shows the reason instead', async () => {
  render(<Held />);
  const list = screen.getByRole('list', { name: 'Contatos' });
  await userEvent.click(within(list).getByRole('checkbox', { name: 'Selecionar Sônia Guimarães' }));
  await userEvent.click(within(list).getByText('Denise Sampaio'));
  within(list).getByRole('checkbox', { name: 'Selecionar Ricardo Teles' }).focus();
  await userEvent.keyboard(' ');
  expect(heard.choose.mock.calls).toEqual([
    [['9'], true],
    [['4'], false],
    [['6'], false],
  ]);
  const refused = within(list).getByRole('listitem', { name: 'Mariana Albuquerque, Já em atendimento' });
  expect(within(refused).queryByRole('checkbox')).toBeNull();
  await userEvent.click(refused);
  expect(heard.choose).toHaveBeenCalledTimes(3);
  const recanto = within(list).getByText('Instituto Recanto').closest('li');
  expect(recanto).toHaveTextContent('Empresarial 500sem valor');
});

test('the arrow keys move through the contacts, also over one that cannot be chosen, and Shift extends the choice', async () => {
  render(<Held />);
  screen.getByRole('checkbox', { name: 'Selecionar Helena Prado Vasconcelos' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('listitem', { name: /Mariana Albuquerque/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect(screen.getByRole('checkbox', { name: 'Selecionar Instituto Recanto' })).toHaveFocus();
  expect(heard.choose.mock.calls).toEqual([[['4', '5'], true]]);
});

test('the box of the heading stands for all contacts of the filter, also those that are not loaded', async () => {
  render(<Held />);
  const all = screen.getByRole('checkbox', { name: 'Selecionar todos deste filtro' });
  expect(all).toHaveAttribute('aria-checked', 'mixed');
  expect(all.parentElement).toHaveTextContent('182 selecionados');
  await userEvent.click(all);
  expect(heard.choose.mock.calls).toEqual([[[], true]]);
});

test('of 2,000 contacts only the visible rows are rendered, and the next portion is requested at the end', () => {
  const onMore = vi.fn();
  const rows = Array.from({ length: 2_000 }, (_, index) => `${index}`);
  const [some] = broadcastContacts;
  const renderContact: NewBroadcastProps['contacts']['renderContact'] = (id, draw) =>
    some === undefined ? null : draw({ ...some, id, name: `Cliente ${id}` });
  const { rerender } = render(<Held contacts={{ contacts: rows, renderContact, onMore }} />);
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(70);
  expect(onMore).not.toHaveBeenCalled();
  rerender(<Held contacts={{ contacts: rows.slice(0, 10), renderContact, onMore }} />);
  expect(onMore).toHaveBeenCalledTimes(1);
});

test('the number of chosen contacts is announced one second after the last change', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Held contacts={{ selectedCount: 1 }} />);
  rerender(<Held contacts={{ selectedCount: 2 }} />);
  act(() => void vi.advanceTimersByTime(900));
  rerender(<Held contacts={{ selectedCount: 3 }} />);
  const spoken = () => screen.queryAllByText(/^3 selecionados/).length;
  act(() => void vi.advanceTimersByTime(900));
  expect(spoken()).toBe(1);
  act(() => void vi.advanceTimersByTime(200));
  expect(spoken()).toBe(2);
  vi.useRealTimers();
});

test('[BRD-012] the most contacts of a broadcast are named', () => {
  render(<Held contacts={{ most: 1000, selectedCount: 1001 }} />);
  expect(screen.getByText('No máximo 1.000 contatos por transmissão')).toHaveAttribute('data-over', 'true');
});

test('a file is handed over, its result names the lines without a number, and it sends nothing', () => {
  const { rerender } = render(<Held />);
  const file = new File(['nome;telefone'], 'clientes.csv', { type: 'text/csv' });
  const input = document.querySelector<HTMLInputElement>('input[data-import]');
  if (input !== null) fireEvent.change(input, { target: { files: [file] } });
  expect(heard.file.mock.calls).toEqual([[file]]);
  const fileResult = { name: 'clientes.csv', read: 178, repeated: 4, withoutPhone: [12, 40] };
  rerender(<Held contacts={{ fileResult }} />);
  const result = screen.getByText('clientes.csv').closest('[role="status"]');
  expect(result).toHaveTextContent('clientes.csv 178 lidos, 4 repetidos, 2 com erroAs linhas 12, 40 não têm telefone');
  expect(heard.create).not.toHaveBeenCalled();
  rerender(<Held contacts={{ fileFault: 'O arquivo deve ter no máximo 5MB' }} />);
  expect(screen.getByText('O arquivo deve ter no máximo 5MB')).toHaveAttribute('role', 'alert');
});

test('a file above 5 MB is refused before it is read, and a readable one is a table', async () => {
  const t = i18next.getFixedT('pt-BR', 'translation');
  const large = new File([new Uint8Array(mostFileBytes + 1)], 'clientes.csv');
  const fault: unknown = await readContactFile(large).catch((cause: unknown) => cause);
  expect(fileFaultText(fault, t)).toBe('O arquivo deve ter no máximo 5MB');
  expect(fileFaultText(new FileRefusal('openQuote', 7), t)).toBe('A linha 7 tem aspas sem fim');
  expect(fileFaultText(new Error('no network'), t)).toMatch(/^Não foi possível carregar a leitura de arquivos/);
  const table = await readContactFile(new File(['nome;telefone\nAna;11987654321\n'], 'clientes.csv'));
  expect(table).toEqual({ headings: ['nome', 'telefone'], lines: [['Ana', '11987654321']], numbers: [2] });
});

test('the preview is the message to a chosen contact, and a gap shows the name of its variable', async () => {
  const onStep = vi.fn();
  const contact = {
    name: 'Instituto Recanto',
    values: ['Instituto', 'Fibra', '', 'R$ 1'],
    isFirst: false,
    isLast: true,
  };
  render(<Held preview={{ contact, onStep }} />);
  const preview = screen.getByRole('region', { name: 'Prévia' });
  expect(preview).toHaveTextContent('Olá, Instituto! Seu plano Fibra vence em [vencimento]. Renove por R$ 1 ao mês');
  expect(within(preview).getByText('[vencimento]')).toHaveAttribute('data-kind', 'gap');
  expect(preview).toHaveTextContent('Responda SAIR para não receber maisQuero renovarFalar com atendente');
  await userEvent.click(within(preview).getByRole('button', { name: 'Contato anterior' }));
  await userEvent.click(within(preview).getByRole('button', { name: 'Próximo contato' }));
  expect(onStep.mock.calls).toEqual([['previous']]);
});

test('a planned start is a day and a time; without them the broadcast is not created and the missing field takes the focus', async () => {
  render(<Held draft={atOnce} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Agendar' }));
  await userEvent.click(create());
  expect(heard.create).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Data' })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Data' }), '23112030');
  await userEvent.type(screen.getByRole('textbox', { name: /^Hora/ }), '9:30');
  expect(heard.change).toHaveBeenLastCalledWith({ startsAt: Date.UTC(2030, 10, 23, 12, 30) });
  await userEvent.click(screen.getByRole('button', { name: /^Agendar transmissão/ }));
  expect(heard.create).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Agora' }));
  expect(heard.change).toHaveBeenLastCalledWith({ startsAt: undefined });
});

test('the figures of the check: who receives, how long it takes, and the limit of the route', () => {
  const firstAt = new Date(2030, 10, 23, 9, 0).getTime();
  const check = { ...broadcastCheck, firstAt, lastAt: firstAt + 95 * 60_000, dailyUsed: 961 };
  render(<Held draft={{ ...atOnce, startsAt: firstAt - 3_600_000 }} check={check} />);
  const sending = screen.getByRole('region', { name: 'Envio' });
  expect(sending).toHaveTextContent(
    'Recebem179 contatosDuração estimada1 h 35 minTermina por volta de23/11/2030 10:35',
  );
  expect(sending).toHaveTextContent('Fora do horário de envio: começa 23/11/2030 09:00');
  expect(screen.getByRole('img', { name: '1.140 de 1.000 clientes no limite da rota' })).toHaveAttribute('data-over');
  expect(sending).toHaveTextContent('Passa do limite da rota em 140. O restante sai no próximo dia de envio.');
  expect(create()).not.toHaveAttribute('aria-disabled');
});

test('the foot says who is left out, and lists them by reason', async () => {
  render(<Held />);
  expect(screen.getByText(/^3 dos 182 selecionados não recebem: sem valor em “Vencimento”\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ver contatos' }));
  const dialog = screen.getByRole('dialog', { name: 'Contatos que não recebem' });
  expect(within(dialog).getByRole('heading', { level: 3 })).toHaveTextContent('Sem valor em “Vencimento” (3)');
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Instituto Recanto', 'Ótica Belo Visual', 'Ateliê Flor de Lis']);
});

test('Ctrl+Enter creates the broadcast once; while the answer is pending nothing is sent again', async () => {
  const { rerender } = render(<Held draft={atOnce} />);
  await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}');
  expect(heard.create).toHaveBeenCalledTimes(1);
  rerender(<Held draft={atOnce} phase="creating" />);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await userEvent.click(create());
  expect(heard.create).toHaveBeenCalledTimes(1);
});

test('Esc closes the dialog and keeps the draft; the draft is discarded only by its button', async () => {
  render(<Held onDiscard={heard.discard} />);
  await userEvent.keyboard('{Escape}');
  expect([heard.close.mock.calls.length, heard.discard.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Descartar rascunho' }));
  expect(heard.discard).toHaveBeenCalledTimes(1);
});

test('below 1024 px the parts are four steps, and a fault leads to the step of its field', async () => {
  screenOf('(max-width: 1023px)');
  const { rerender } = render(<Held draft={atOnce} />);
  const step = () => screen.getByRole('navigation').querySelector('[aria-current="step"]')?.textContent;
  expect(step()).toBe('1Dados');
  expect(screen.queryByRole('list', { name: 'Contatos' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ver prévia' }));
  expect(screen.getByRole('region', { name: 'Prévia' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(screen.getByRole('list', { name: 'Contatos' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(step()).toBe('4Envio');
  await userEvent.click(create());
  rerender(<Held draft={atOnce} faults={{ template: required }} />);
  expect(step()).toBe('2Mensagem');
  expect(screen.getByRole('combobox', { name: 'Modelo. Esse campo é obrigatório' })).toHaveFocus();
});

test('the states of the reading are named: templates, contacts, and the calculation', () => {
  render(
    <Held
      templatesState="failed"
      checkState="failed"
      contacts={{ contacts: [], state: 'failed', selectedCount: 0, all: false }}
    />,
  );
  for (const text of [
    'Não foi possível carregar os modelos',
    'Não foi possível carregar os contatos',
    'Não foi possível calcular o envio',
  ])
    expect(screen.getByText(text)).toBeVisible();
});
