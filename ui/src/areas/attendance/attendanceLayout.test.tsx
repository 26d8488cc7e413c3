// Tests of the columns of the attendance page: their widths, and which rules of the style sheet apply to the details.
import { fireEvent, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import postcss from 'postcss';
import { useContext } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ColumnEdge } from '../../design/ColumnEdge';
import { startI18n } from '../../i18n';
import { AttendanceLayout, type AttendanceLayoutProps } from './AttendanceLayout';

beforeEach(() => startI18n('pt-BR'));

/** The component in a column renders the splitter at its edge. */
function Column({ name }: { name: string }) {
  return (
    <section aria-label={name}>
      {name}
      {useContext(ColumnEdge)}
    </section>
  );
}

function show(props: Partial<AttendanceLayoutProps> = {}) {
  return render(
    <AttendanceLayout
      list={<Column name="Lista" />}
      workspace={<p>Conversa</p>}
      context={<Column name="Detalhes" />}
      pane="workspace"
      contextOpen
      {...props}
    />,
  );
}

test.each([
  ['Largura da lista de atendimentos', { list: 240, details: 360 }],
  ['Largura dos detalhes', { list: 300, details: 280 }],
])(
  'given the widths of list and details, when the agent changes "%s", then the other width is kept',
  async (name, expected) => {
    const onWidthsChange = vi.fn();
    show({ widths: { list: 300, details: 360 }, onWidthsChange });
    fireEvent.keyDown(await screen.findByRole('separator', { name }), { key: 'Home' });
    expect(onWidthsChange.mock.calls).toEqual([[expected]]);
  },
);

test('the splitter of the list restores its default width', async () => {
  const onWidthsChange = vi.fn();
  show({ widths: { list: 300, details: 360 }, onWidthsChange });
  const splitter = await screen.findByRole('separator', { name: 'Largura da lista de atendimentos' });
  fireEvent.doubleClick(splitter);
  expect(onWidthsChange.mock.calls).toEqual([[{ list: null, details: 360 }]]);
});

// jsdom has no layout, so the test evaluates which rules of the style sheet apply to the details.
const sheet = postcss.parse(readFileSync(`${__dirname}/AttendanceLayout.module.css`, 'utf8'));
function appliedRules(): ReadonlyArray<string> {
  const applied: string[] = [];
  sheet.walkRules(/data-context/, (rule) => {
    if (document.querySelector(rule.selector) !== null) applied.push(rule.nodes.map(String).join(';'));
  });
  return applied;
}

test.each<[string, Partial<AttendanceLayoutProps>, string, ReadonlyArray<string>]>([
  ['no attendance is open', { context: null }, 'none', ['grid-template-columns: minmax(0, 1fr)']],
  ['the details are open', { contextOpen: true }, 'open', ['padding-right: var(--context-w)']],
  ['the details are closed', { contextOpen: false }, 'closed', ['display: none']],
])('while %s, the style sheet gives the details their place, or hides them', (_when, props, state, rules) => {
  show(props);
  expect(appliedRules()).toEqual(rules);
  expect(screen.getByText('Conversa').parentElement).toHaveAttribute('data-context', state);
  expect(screen.queryByRole('region', { name: 'Detalhes' }) === null).toBe(state === 'none');
});

test.each([
  [1440, 520],
  [1200, 336],
  [1024, 288],
  [768, 336],
])('at %d px the details can be made %d px wide, so that the messages keep their least width', async (width, most) => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const limit = /max-width: (\d+)px/.exec(query)?.[1];
    const matches = limit !== undefined && width <= Number(limit);
    return { matches, addListener: vi.fn(), removeListener: vi.fn() } as unknown as MediaQueryList;
  });
  try {
    show({ onWidthsChange: vi.fn() });
    const splitter = await screen.findByRole('separator', { name: 'Largura dos detalhes' });
    expect(splitter).toHaveAttribute('aria-valuemax', String(most));
  } finally {
    media.mockRestore();
  }
});
