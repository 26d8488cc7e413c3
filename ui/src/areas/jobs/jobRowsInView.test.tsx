// Tests of the visible part of a long list: the open attendance stays in view when its row moves, and an opened group begins at the top.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../test/virtual';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { JobList, type JobListProps } from './JobList';

const heading = 28;
const row = 78;
const height = 800;

beforeEach(async () => {
  giveElementsASize();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(10_000);
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: number | ScrollToOptions): void {
    this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0;
  };
  await startI18n('pt-BR');
});

const jobs = (letter: string, count: number): string[] => Array.from({ length: count }, (_, index) => letter + index);
const active = jobs('P', 40);
const moved = (key: string, to: number): string[] => {
  const others = active.filter((other) => other !== key);
  return [...others.slice(0, to), key, ...others.slice(to)];
};

const list = (props: Partial<JobListProps>) => (
  <TooltipProvider>
    <JobList
      groups={{ pinned: [], active, toQualify: [] }}
      total={40}
      active={40}
      hidden={0}
      channels={['chat']}
      shownChannels={['chat']}
      search=""
      state="ready"
      receiving={{ state: 'available' }}
      selected={null}
      onRetry={vi.fn()}
      onSearchChange={vi.fn()}
      onShownChannelsChange={vi.fn()}
      onShowAll={vi.fn()}
      onHoldChange={vi.fn()}
      renderJob={(protocol) => <a href={`#${protocol}`}>{protocol}</a>}
      {...props}
    />
  </TooltipProvider>
);
const scroller = (): HTMLElement => screen.getByRole('list').parentElement as HTMLElement;
const isInView = (index: number): boolean => {
  const top = heading + index * row;
  return top >= scroller().scrollTop && top + row <= scroller().scrollTop + height;
};

test.each([
  ['down, as after an answer', 'P1', 35],
  ['up, as after a message of the customer', 'P8', 30],
])('when the row of the open attendance moves far %s, the list scrolls so that it stays visible', (_, open, to) => {
  const { rerender } = render(list({ selected: open }));
  rerender(list({ selected: open, groups: { pinned: [], active: moved(open, to), toQualify: [] } }));
  expect(isInView(to)).toBe(true);
});

test('the list does not scroll to a moved row that the agent had scrolled out of view', () => {
  const { rerender } = render(list({ selected: 'P1' }));
  scroller().scrollTop = 1500;
  fireEvent.scroll(scroller());
  rerender(list({ selected: 'P1', groups: { pinned: [], active: moved('P1', 3), toQualify: [] } }));
  expect(scroller().scrollTop).toBe(1500);
});

test('rows that move while the open row keeps its place do not scroll the list', () => {
  const { rerender } = render(list({ selected: 'P1' }));
  scroller().scrollTop = 60;
  rerender(list({ selected: 'P1', groups: { pinned: [], active: moved('P20', 30), toQualify: [] } }));
  expect(scroller().scrollTop).toBe(60);
});

test('an attendance that is opened by a key, a snackbar or the search is scrolled into view', () => {
  const { rerender } = render(list({ selected: 'P1' }));
  rerender(list({ selected: 'P33' }));
  expect(isInView(33)).toBe(true);
});

/** Whether a row or a heading begins exactly at the upper edge of the list. */
const firstRowIsWhole = (headings: ReadonlyArray<number> = [0]): boolean => {
  let start = 0;
  for (let index = 0; start < scroller().scrollTop; index += 1) start += headings.includes(index) ? heading : row;
  return start === scroller().scrollTop;
};

test.each(['P9', 'P10', 'P25', 'P39'])(
  'when the list opens with %s below the visible part, that row is scrolled into view and the first row is shown whole',
  (open) => {
    render(list({ selected: open }));
    expect(isInView(Number(open.slice(1)))).toBe(true);
    expect(firstRowIsWhole()).toBe(true);
  },
);

test('a row that is scrolled into view from above brings the heading of its group into view', () => {
  const { rerender } = render(list({ selected: 'P33' }));
  rerender(list({ selected: 'P0' }));
  expect(scroller().scrollTop).toBe(0);
});

test('after a change of filters or order the list begins at the top, also if the open attendance gets another place', () => {
  const { rerender } = render(list({ selected: 'P1', arrangement: 'newest' }));
  scroller().scrollTop = 1510;
  fireEvent.scroll(scroller());
  const groups = { pinned: [], active: moved('P1', 35), toQualify: [] };
  rerender(list({ selected: 'P1', arrangement: 'longest', groups }));
  expect(scroller().scrollTop).toBe(0);
});

function WithEnded() {
  const [open, setOpen] = useState(false);
  const groups = { pinned: [], active, toQualify: jobs('E', 12) };
  return list({ groups, endedOpen: open, onEndedOpenChange: setOpen });
}

test('opening the group of ended attendances scrolls to it; its heading keeps the focus, also when it closes', async () => {
  render(<WithEnded />);
  const group = () => screen.getByRole('button', { name: /^A qualificar/ });
  await userEvent.click(group());
  expect(scroller().scrollTop).toBe(heading + 40 * row);
  expect(group()).toHaveAttribute('aria-expanded', 'true');
  expect(group()).toHaveFocus();
  await userEvent.click(group());
  expect(group()).toHaveAttribute('aria-expanded', 'false');
  expect(group()).toHaveFocus();
});

test('a group that is open already does not scroll the list when an attendance comes into it', () => {
  const { rerender } = render(list({ endedOpen: true, onEndedOpenChange: vi.fn() }));
  const groups = { pinned: [], active, toQualify: ['E1'] };
  rerender(list({ endedOpen: true, onEndedOpenChange: vi.fn(), groups }));
  expect(scroller().scrollTop).toBe(0);
});
