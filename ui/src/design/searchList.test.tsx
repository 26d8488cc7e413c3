// The search list: arrow keys, disabled rows, input methods, long lists, and the text for an empty list.
import { ResizeObserver } from '@juggle/resize-observer';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../test/virtual';
import { startI18n } from '../i18n';
import { SearchField } from './SearchField';
import { SearchList, type SearchListProps } from './SearchList';
import { TooltipProvider } from './Tooltip';
import { useSearchList, type SearchListOptions, type SearchListRow } from './useSearchList';

const onPick = vi.fn<(id: string) => void>();
const scrolledTo: Array<string | null> = [];

beforeEach(async () => {
  await startI18n('pt-BR');
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  onPick.mockReset();
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolledTo.push(this.textContent);
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const rowsOf = (count: number): ReadonlyArray<SearchListRow> =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

function Shown(
  props: Partial<SearchListProps<SearchListRow> & SearchListOptions<SearchListRow>> & { onSubmit?: () => void },
) {
  const { rows = rowsOf(3), isOpen = true, start = 'first' } = props;
  const [text, setText] = useState('');
  const list = useSearchList({ rows, isOpen, start, onPick: ({ id }) => onPick(id) });
  return (
    <TooltipProvider>
      <form onSubmit={props.onSubmit}>
        <SearchField
          label="Busca"
          clearLabel="Limpar"
          value={text}
          list={list.field}
          onChange={setText}
          onKeyDown={list.press}
        />
      </form>
      <SearchList
        label="Resultados"
        state="ready"
        texts={{ loading: 'Buscando…', nothing: 'Nada encontrado', failed: 'Falhou' }}
        outcome=""
        renderRow={({ id }) => `Linha ${id}`}
        {...props}
        list={list}
      />
    </TooltipProvider>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Busca' });
/** Text for screen readers: the active row by its id, which must be rendered. */
const active = () => {
  const id = field().getAttribute('aria-activedescendant');
  return id === null ? null : (document.getElementById(id)?.textContent ?? 'not drawn');
};

test('the arrow keys move the active row around the list while the focus stays in the field', async () => {
  render(<Shown />);
  await userEvent.click(field());
  expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Resultados' }).id);
  expect(active()).toBe('Linha 0');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Linha 1');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe('Linha 2');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Linha 0');
  await userEvent.keyboard('{PageDown}');
  expect(active()).toBe('Linha 2');
  await userEvent.keyboard('{PageUp}{Enter}');
  expect(onPick.mock.calls).toEqual([['0']]);
  expect(field()).toHaveFocus();
});

test('a disabled row becomes active and is marked for screen readers; neither Enter nor a click picks it', async () => {
  render(<Shown rows={[{ id: 'a', disabled: true }, { id: 'b' }, { id: 'c', disabled: true }]} />);
  await userEvent.click(field());
  expect(active()).toBe('Linha b');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Linha c');
  expect(screen.getByRole('option', { name: 'Linha c' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('option', { name: 'Linha a' }));
  expect(onPick).not.toHaveBeenCalled();
  expect(field()).toHaveFocus();
});

test('without a start row no row is active until an arrow key leads to the preferred row', async () => {
  render(<Shown start={{ id: '1' }} />);
  await userEvent.click(field());
  expect(active()).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Linha 1');
});

test('while an input method composes, arrow keys and Enter do not act on the list', () => {
  const onSubmit = vi.fn((event?: { preventDefault: () => void }) => event?.preventDefault());
  render(<Shown onSubmit={onSubmit} />);
  for (const pressed of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(field(), { key, ...pressed });
  expect(active()).toBe('Linha 0');
  expect(onPick).not.toHaveBeenCalled();
});

test('with Shift, Ctrl or Alt the arrow keys move the caret and not the row', async () => {
  render(<Shown />);
  await userEvent.click(field());
  for (const modifier of ['Shift', 'Control', 'Alt', 'Meta'])
    await userEvent.keyboard(`{${modifier}>}{ArrowDown}{/${modifier}}`);
  expect(active()).toBe('Linha 0');
});

test.each([3, 1_000])('each of %i rows that becomes active is rendered and scrolled into view', async (count) => {
  giveElementsASize();
  render(<Shown rows={rowsOf(count)} />);
  await userEvent.click(field());
  await userEvent.keyboard('{ArrowDown}');
  expect(scrolledTo[scrolledTo.length - 1]).toBe('Linha 1');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe(`Linha ${count - 1}`);
  expect(scrolledTo[scrolledTo.length - 1]).toBe(`Linha ${count - 1}`);
});

test('of 1,000 rows only the visible ones are rendered, and each has its position among all for screen readers', () => {
  giveElementsASize();
  render(<Shown rows={rowsOf(1_000)} />);
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(60);
  expect(options[2]).toHaveAttribute('aria-posinset', '3');
  expect(options[2]).toHaveAttribute('aria-setsize', '1000');
});

test('if several rows can be chosen, the list stays open and the chosen rows are marked instead of the active one', async () => {
  render(<Shown multiple isChosen={({ id }) => id !== '1'} />);
  expect(screen.getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true');
  expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
    'Linha 0',
    'Linha 2',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Linha 1' }));
  expect(onPick.mock.calls).toEqual([['1']]);
  await userEvent.click(field());
  expect(active()).toBe('Linha 1');
});

test('without rows the list says whether it is loading, is empty or failed', async () => {
  const onRetry = vi.fn();
  const { rerender } = render(<Shown rows={[]} state="loading" />);
  expect(screen.getByText('Buscando…')).toBeInTheDocument();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  rerender(<Shown rows={[]} />);
  expect(screen.getByText('Nada encontrado')).toBeInTheDocument();
  rerender(<Shown rows={[]} state="failed" onRetry={onRetry} />);
  expect(screen.getByText('Falhou')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
