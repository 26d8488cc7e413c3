// The list as its order changes: what stands where, and what the browser is made to lay out anew for it.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n';
import { JobList, type JobListProps } from './JobList';

beforeEach(() => startI18n('pt-BR'));

function list(active: ReadonlyArray<string>, toQualify: ReadonlyArray<string> = []) {
  const props: JobListProps = { groups: { pinned: [], active, toQualify }, total: active.length, state: 'ready', onRetry: vi.fn(), search: '', onSearchChange: vi.fn(), channels: [], shownChannels: [], onShownChannelsChange: vi.fn(), canReceive: true, selected: null, renderJob: (protocol, { tabIndex }) => <a href={`/${protocol}`} tabIndex={tabIndex}>{protocol}</a>, onHoldChange: vi.fn() };
  return <JobList {...props} />;
}

const shown = (): (string | null)[] => screen.getAllByRole('link').map(({ textContent }) => textContent);

test.each([
  ['the last goes to the top', '1 2 3 4 5', '5 1 2 3 4', 1],
  ['the first goes to the end', '1 2 3 4 5', '2 3 4 5 1', 1],
  ['one goes up', '5 3 1 4 2', '5 4 3 1 2', 1],
  ['two go to the top', '1 2 3 4 5', '4 3 1 2 5', 2],
  ['one comes on top', '3 2 1', '4 3 2 1', 0],
  ['one goes', '3 2 1', '3 1', 0],
  ['all of them turn round', '1 2 3 4 5', '5 4 3 2 1', 4],
])('%s: the others stay where they are', (_, before, after, moves) => {
  const { rerender } = render(list(before.split(' ')));
  expect(shown()).toEqual(before.split(' '));
  const rows = new Set(screen.getAllByRole('listitem'));
  const insert = vi.spyOn(Element.prototype, 'insertBefore');
  rerender(list(after.split(' ')));
  expect(shown()).toEqual(after.split(' '));
  expect(insert.mock.calls.filter(([row]) => rows.has(row as HTMLElement))).toHaveLength(moves);
});

test('the focus stays on a row while the others go around it, and on one that goes', () => {
  const { rerender } = render(list(['1', '2', '3', '4']));
  const focused = screen.getByRole('link', { name: '3' });
  focused.focus();
  for (const [active, toQualify] of [['1243', ''], ['4123', ''], ['3412', ''], ['412', '3'], ['1', '324']] as const) {
    rerender(list([...active], [...toQualify]));
    expect(shown()).toEqual([...active, ...toQualify]);
    expect(focused).toHaveFocus();
  }
});
