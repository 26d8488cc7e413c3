// The table of list pages: sorting, selection, keyboard, further portions, cards on phones; and the combobox.
import { ResizeObserver } from '@juggle/resize-observer';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment, useState, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../test/virtual';
import { startI18n } from '../i18n';
import { Combobox, type ComboboxOption, type ComboboxProps } from './Combobox';
import { Table, type TableColumn, type TableProps } from './Table';
import { useRowTabIndex } from './TableRows';
import { TooltipProvider } from './Tooltip';

interface Row {
  id: string;
  name: string;
}

const rows: ReadonlyArray<Row> = Array.from({ length: 40 }, (_, index) => ({
  id: `${index}`,
  name: `Cliente ${index}`,
}));

function NameButton({ name }: Row) {
  return (
    <button type="button" tabIndex={useRowTabIndex()}>
      Ligar {name}
    </button>
  );
}

const columns: ReadonlyArray<TableColumn<Row>> = [
  { id: 'name', label: 'Nome', sorts: 'ascending', cell: ({ name }) => name },
  { id: 'risk', label: 'Risco', sorts: 'descending', cell: () => 'Alto' },
  { id: 'actions', label: 'Ações', labelHidden: true, cell: (row) => <NameButton {...row} /> },
];

const heard = { open: vi.fn(), sort: vi.fn(), toggle: vi.fn(), all: vi.fn(), more: vi.fn() };

function Shown(props: Partial<TableProps<Row>> & { selected?: ReadonlyArray<string> }) {
  const { selected = [], ...rest } = props;
  return (
    <TooltipProvider>
      <Table
        label="Contatos"
        columns={columns}
        rows={rows.slice(0, 5).map(({ id }) => id)}
        renderRow={(id, draw): ReactNode => {
          const row = rows.find((candidate) => candidate.id === id);
          return row === undefined ? null : <Fragment key={id}>{draw(row)}</Fragment>;
        }}
        card={({ name }) => `cartão de ${name}`}
        onOpen={heard.open}
        onSort={heard.sort}
        listKey=""
        selection={{
          isSelected: ({ id }) => selected.includes(id),
          all: selected.length === 0 ? false : 'mixed',
          allLabel: 'Selecionar todos',
          rowLabel: ({ name }) => `Selecionar ${name}`,
          onToggle: heard.toggle,
          onToggleAll: heard.all,
          bar: selected.length === 0 ? undefined : <button type="button">Excluir</button>,
        }}
        {...rest}
      />
    </TooltipProvider>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^(Selecionar )?${name}\\b`) });

test('a heading sorts by its column, in descending order if the column says so, and a second press reverses the order', async () => {
  const { rerender } = render(<Shown />);
  expect(screen.getByRole('columnheader', { name: 'Nome' })).not.toHaveAttribute('aria-sort');
  await userEvent.click(screen.getByRole('button', { name: 'Nome' }));
  await userEvent.click(screen.getByRole('button', { name: 'Risco' }));
  expect(heard.sort.mock.calls).toEqual([
    [{ column: 'name', descending: false }],
    [{ column: 'risk', descending: true }],
  ]);
  rerender(<Shown sort={{ column: 'risk', descending: true }} />);
  expect(screen.getByRole('columnheader', { name: 'Risco' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Risco' }));
  expect(heard.sort).toHaveBeenLastCalledWith({ column: 'risk', descending: false });
});

test('the arrow keys move between rows, Enter opens and Space selects a row, and keys of a control in the row do not act on the row', async () => {
  render(<Shown />);
  rowOf('Cliente 0').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(rowOf('Cliente 2')).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  expect(heard.open.mock.calls).toEqual([['2']]);
  expect(heard.toggle.mock.calls).toEqual([['2']]);
  screen.getByRole('button', { name: 'Ligar Cliente 2' }).focus();
  await userEvent.keyboard('{Enter} ');
  expect(heard.open).toHaveBeenCalledTimes(1);
  expect(heard.toggle).toHaveBeenCalledTimes(1);
});

test('Tab stops at one row and its controls, not at those of every row', () => {
  render(<Shown current="3" />);
  const stops = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
  expect(stops).toEqual([rowOf('Cliente 3')]);
  expect(screen.getByRole('button', { name: 'Ligar Cliente 3' })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('button', { name: 'Ligar Cliente 1' })).toHaveAttribute('tabindex', '-1');
});

test('a click opens a row, but not a click on its checkbox or its button', async () => {
  render(<Shown />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Cliente 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ligar Cliente 1' }));
  expect(heard.open).not.toHaveBeenCalled();
  expect(heard.toggle.mock.calls).toEqual([['1']]);
  await userEvent.click(within(rowOf('Cliente 1')).getByText('Alto'));
  expect(heard.open.mock.calls).toEqual([['1']]);
});

test('given selected rows, then their actions stand above the headings, which keep their names and their order', async () => {
  render(<Shown selected={['1', '2']} />);
  const actions = screen.getByRole('button', { name: 'Excluir' });
  expect(actions).toBeVisible();
  const table = screen.getByRole('grid');
  expect(actions.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(table).not.toContainElement(actions);
  expect(within(table).getByRole('button', { name: 'Nome' })).toBeVisible();
  expect(rowOf('Cliente 1')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('checkbox', { name: 'Selecionar todos' })).toHaveAttribute('aria-checked', 'mixed');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar todos' }));
  expect(heard.all.mock.calls).toEqual([[true]]);
});

test('the next portion is requested once when the end of the rows is near, and again after it arrived', () => {
  const ids = (count: number) => rows.slice(0, count).map(({ id }) => id);
  const { rerender } = render(<Shown rows={ids(20)} onMore={heard.more} />);
  rerender(<Shown rows={ids(20)} onMore={heard.more} />);
  expect(heard.more).toHaveBeenCalledTimes(1);
  rerender(<Shown rows={ids(20)} onMore={undefined} loading="more" />);
  rerender(<Shown rows={ids(40)} onMore={heard.more} />);
  expect(heard.more).toHaveBeenCalledTimes(2);
});

test('another list of the same length requests its next portion, too', () => {
  const ids = (count: number) => rows.slice(0, count).map(({ id }) => id);
  const { rerender } = render(<Shown rows={ids(20)} onMore={heard.more} />);
  rerender(<Shown rows={ids(20)} listKey="silva" onMore={undefined} loading="first" />);
  rerender(<Shown rows={ids(20)} listKey="silva" onMore={heard.more} />);
  expect(heard.more).toHaveBeenCalledTimes(2);
  rerender(<Shown rows={ids(20)} listKey="silva" onMore={heard.more} />);
  expect(heard.more).toHaveBeenCalledTimes(2);
});

test('a pinned column is the last one, wherever it is declared, in headings, rows and placeholders', () => {
  const [name, risk, actions] = columns;
  const declared = [{ ...actions, pinned: 'end' }, name, risk] as ReadonlyArray<TableColumn<Row>>;
  const { container } = render(<Shown columns={declared} selection={undefined} loading="more" />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Nome', 'Risco', 'Ações']);
  expect(rowOf('Cliente 1')).toHaveTextContent('Cliente 1AltoLigar Cliente 1');
  const drawn = Array.from(container.querySelectorAll('tr'));
  expect(drawn).toHaveLength(7);
  for (const row of drawn)
    expect(Array.from(row.cells, (cell) => cell.classList.contains('pinned'))).toEqual([false, false, true]);
});

test('on a phone the rows are cards with the same keys', async () => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: true, addListener: vi.fn(), removeListener: vi.fn() });
  render(<Shown />);
  expect(screen.queryByRole('grid')).toBeNull();
  const cards = within(screen.getByRole('list', { name: 'Contatos' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toContain('cartão de Cliente 4');
  cards[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(heard.open.mock.calls).toEqual([['1']]);
});

test('a long list keeps the focused row rendered while it scrolls, with spacers for the other rows, and has the number of all rows for screen readers', () => {
  const many = Array.from({ length: 500 }, (_, index) => `${index}`);
  const { container } = render(
    <Shown
      rows={many}
      total={1_200}
      onMore={heard.more}
      renderRow={(id, draw) => <Fragment key={id}>{draw({ id, name: `Cliente ${id}` })}</Fragment>}
    />,
  );
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1201');
  act(() => rowOf('Cliente 2').focus());
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  scroller.scrollTop = 9_000;
  fireEvent.scroll(scroller);
  expect(rowOf('Cliente 2')).toHaveFocus();
  expect(rowOf('Cliente 200')).toBeInTheDocument();
  expect(screen.queryByRole('row', { name: /Cliente 100\b/ })).toBeNull();
  const heights = Array.from(container.querySelectorAll<HTMLElement>('td.space'), (space) =>
    parseFloat(space.style.height),
  );
  expect(heights).toHaveLength(3);
  const drawn = container.querySelectorAll('tr[data-item]').length;
  expect(heights.reduce((sum, height) => sum + height, 0) + drawn * 45).toBe(500 * 45);
  expect(heard.more).not.toHaveBeenCalled();
});

test('when the focused row is removed, the focus moves to the row in its place, but not if the focus was outside the table', () => {
  const ids = ['0', '1', '2', '3'];
  const { rerender } = render(<Shown rows={ids} />);
  act(() => rowOf('Cliente 3').focus());
  rerender(<Shown rows={['0', '1', '2']} />);
  expect(rowOf('Cliente 2')).toHaveFocus();
  act(() => rowOf('Cliente 2').blur());
  rerender(<Shown rows={['0', '1']} />);
  expect(document.body).toHaveFocus();
});

test('if only the controls of rows act, the arrow keys move between the controls and the rows get no focus', async () => {
  render(<Shown stops="controls" selection={undefined} onOpen={undefined} />);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(rowOf('Cliente 0')).not.toHaveAttribute('tabindex');
  act(() => screen.getByRole('button', { name: 'Ligar Cliente 0' }).focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'Ligar Cliente 1' })).toHaveFocus();
  expect(screen.getByRole('table', { name: 'Contatos' })).toBeInTheDocument();
});

test('without cards a phone shows the table, and a column can be the heading of its row and show the sort order', () => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: true, addListener: vi.fn(), removeListener: vi.fn() });
  const [name, risk] = columns as [TableColumn<Row>, TableColumn<Row>];
  render(
    <Shown
      card={undefined}
      columns={[
        { ...name, isRowHeading: true },
        { ...risk, sorts: undefined, heading: <b>Risco</b> },
      ]}
      sort={{ column: 'risk', descending: true }}
    />,
  );
  expect(screen.getByRole('rowheader', { name: 'Cliente 0' })).toBeInTheDocument();
  const heading = screen.getByRole('columnheader', { name: 'Risco' });
  expect(heading).toHaveAttribute('aria-sort', 'descending');
  expect(within(heading).queryByRole('button')).toBeNull();
  expect(heading.querySelector('svg')).not.toBeNull();
});

test('without rows the outcome is shown, and while the first portion loads there are placeholders', () => {
  const { rerender, container } = render(<Shown rows={[]} loading="first" />);
  expect(container.querySelectorAll('tbody tr[aria-hidden]').length).toBeGreaterThan(5);
  rerender(<Shown rows={[]} outcome={<p>Nada encontrado</p>} />);
  expect(screen.getByText('Nada encontrado')).toBeInTheDocument();
});

const companies: ReadonlyArray<ComboboxOption> = [
  { id: '7', label: 'Lojas Sampaio' },
  { id: '8', label: 'Sampaio Têxtil' },
];

function Companies(props: Partial<ComboboxProps>) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  return (
    <TooltipProvider>
      <Combobox
        label="Empresa"
        chosen={chosen}
        options={companies}
        searching={false}
        failed={false}
        texts={{ count: String, loading: 'Busca', nothing: 'Nenhuma', failed: 'Falhou', clear: 'Remover' }}
        onSearch={heard.sort}
        onChoose={setChosen}
        {...props}
      />
      <button type="button">Depois</button>
    </TooltipProvider>
  );
}

test('the combobox searches while the agent types, and an option is chosen with the keyboard', async () => {
  render(<Companies />);
  const field = screen.getByRole('combobox', { name: 'Empresa' });
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(field, 'sam');
  expect(heard.sort).toHaveBeenLastCalledWith('sam');
  expect(field).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Sampaio Têxtil');
  expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await userEvent.keyboard('{Enter}');
  expect(field).toHaveValue('Sampaio Têxtil');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }));
  expect(field).toHaveValue('');
});

test('Esc and leaving the combobox keep the chosen option', async () => {
  render(<Companies chosen={{ id: '7', label: 'Lojas Sampaio' }} />);
  const field = screen.getByRole('combobox', { name: 'Empresa' });
  const outside = vi.fn();
  document.addEventListener('keydown', outside, true);
  await userEvent.type(field, ' x');
  outside.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(outside).not.toHaveBeenCalled();
  expect(field).toHaveValue('Lojas Sampaio');
  await userEvent.type(field, ' y');
  await userEvent.click(screen.getByRole('button', { name: 'Depois' }));
  expect(field).toHaveValue('Lojas Sampaio');
  document.removeEventListener('keydown', outside, true);
});
