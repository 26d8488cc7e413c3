// Tests that the shell's grid follows the parts that the page declares; nothing is written on the root element.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useShellColumn } from '../shared/shellColumns';
import { ShellLayout, type ShellLayoutProps } from './ShellLayout';

interface DeclaredParts {
  list?: number | null;
  details?: number | null;
  drawer?: boolean;
  panel?: boolean;
}

function Columns({ list = null, details = null, drawer = false, panel = false }: DeclaredParts) {
  useShellColumn('list', list);
  useShellColumn('details', details);
  useShellColumn('detailsOpen', drawer);
  useShellColumn('callPanelOpen', panel);
  return <p>Página</p>;
}

const shell = (page: ShellLayoutProps['children'], more: Partial<ShellLayoutProps> = {}) => (
  <ShellLayout
    skipLinks={null}
    rail={null}
    topBar={<p>Barra</p>}
    bottomBar={null}
    banner={<p>Sem internet</p>}
    hasList
    {...more}
  >
    {page}
  </ShellLayout>
);

/** The attributes that the style sheet reads. */
const marks = () => {
  const main = screen.getByText('Página').parentElement?.parentElement;
  const style = main?.parentElement?.style;
  return {
    columns: main?.getAttribute('data-list'),
    details: main?.getAttribute('data-details'),
    panel: main?.getAttribute('data-call-panel'),
    list: style?.getPropertyValue('--list-w'),
    context: style?.getPropertyValue('--context-w'),
  };
};
const unset = { columns: 'default', details: null, panel: null, list: '', context: '' };

test.each<[string, DeclaredParts, Partial<Record<keyof typeof unset, string>>]>([
  ['nothing', {}, {}],
  ['the width of the list', { list: 300 }, { columns: 'chosen', list: '300px' }],
  ['the width of the details', { details: 400 }, { context: '400px' }],
  ['an open drawer', { drawer: true }, { details: 'open' }],
  ['an open panel of the call bar', { panel: true }, { panel: 'open' }],
])('given a page that declares %s, then the grid has the attribute until the page is left', (_what, told, expected) => {
  const { rerender } = render(shell(<Columns {...told} />));
  expect(marks()).toEqual({ ...unset, ...expected });
  rerender(shell(<p>Página</p>));
  expect(marks()).toEqual(unset);
  const { attributes } = document.documentElement;
  expect(Array.from(attributes, ({ name }) => name).filter((name) => /^(style|data-)/.test(name))).toEqual([]);
});

test('a drawer that covers the page of a phone takes the place of the bottom bar, which is shown again when the drawer closes', () => {
  function Drawer({ open }: { open: boolean }) {
    useShellColumn('pageCovered', open);
    return <p>Página</p>;
  }
  const page = (open: boolean) => shell(<Drawer open={open} />, { bottomBar: <p>Áreas</p> });
  const hides = () => /bottomHidden/.test(screen.getByText('Áreas').parentElement?.className ?? '');
  const { rerender } = render(page(false));
  expect(hides()).toBe(false);
  rerender(page(true));
  expect(hides()).toBe(true);
  rerender(page(false));
  expect(hides()).toBe(false);
});

test('a page without the list of attendances has no column for the list', () => {
  render(shell(<Columns list={300} />, { hasList: false }));
  expect(marks().columns).toBeNull();
});

// The oldest browser has no `:has()`, so the cells that depend on a call come after its cell.
test('banner and page are placed below the call bar, whose cell is empty without a call', () => {
  const order = (text: string) => {
    const cells = Array.from(screen.getByText('Página').parentElement?.parentElement?.children ?? []);
    return cells.findIndex((cell) => cell.textContent === text);
  };
  const { rerender } = render(shell(<Columns />));
  const empty = order('');
  for (const later of ['Sem internet', 'Página']) expect(order(later)).toBeGreaterThan(empty);
  rerender(shell(<Columns />, { callBar: <p>Em ligação</p> }));
  expect(order('Em ligação')).toBe(empty);
});
