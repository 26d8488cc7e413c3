// The shortcuts of the list: the next, the previous and the next unread attendance, and the search field.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { allVisible, noTags } from '../../shared/listTags';
import { useShortcutListener } from '../../shared/shortcuts';
import { JobListContainer } from './JobListContainer';

vi.mock('./JobCardContainer', () => ({ JobCardContainer: () => null }));

beforeEach(async () => {
  giveElementsASize();
  await startI18n('pt-BR');
});

function Shortcuts() {
  useShortcutListener(true);
  return null;
}

/** P1 is pinned, A1 and A2 are active, and Q1 waits for its qualification; A2 has unread messages. */
function list(selected: string | null, endedOpen = true) {
  const unread: Record<string, number> = { P1: 0, A1: 0, A2: 2, Q1: 0 };
  const core = new FakeCore({
    jobSummary: { total: 4, active: 3, hidden: 0, loaded: true, loadFailed: false },
    jobQueues: [],
    listViews: { phase: 'ready', views: [], changed: false, changing: false, full: false },
    bulk: { selected: [], ended: 0, open: 0 },
    channels: { items: [{ channel: 'chat', status: 'available', connected: true }] },
    pauses: { channels: [] },
    preferences: {
      hiddenChannels: [],
      listQueues: [],
      listTags: noTags,
      tagVisibility: allVisible,
      sendWith: 'enter',
      endedOpen,
    },
    inbox: { entries: [], unattended: 0, failed: false },
    ...{
      'jobOrder:pinned': ['P1'],
      'jobOrder:waiting': [],
      'jobOrder:active': ['A1', 'A2'],
      'jobOrder:snoozed': ['S1'],
      'jobOrder:toQualify': ['Q1'],
    },
    ...Object.fromEntries(Object.entries(unread).map(([protocol, count]) => [`jobRow:${protocol}`, { unread: count }])),
  });
  const onOpen = vi.fn();
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <Shortcuts />
        <JobListContainer selected={selected} onOpen={onOpen} />
      </TooltipProvider>
    </CoreProvider>,
  );
  const press = (code: string) => fireEvent.keyDown(document.body, { code, altKey: true, shiftKey: true });
  return { press, opened: () => onOpen.mock.calls.flat() as string[] };
}

test.each([
  [null, 'ArrowDown', ['P1']],
  ['P1', 'ArrowDown', ['A1']],
  ['A2', 'ArrowDown', ['Q1']],
  ['Q1', 'ArrowDown', []],
  [null, 'ArrowUp', ['Q1']],
  ['A1', 'ArrowUp', ['P1']],
  ['P1', 'ArrowUp', []],
  [null, 'KeyU', ['A2']],
  ['A2', 'KeyU', []],
  ['Q1', 'KeyU', ['A2']],
])('with %s open, Alt+Shift+%s opens %j', (selected, code, wanted) => {
  const { press, opened } = list(selected);
  press(code);
  expect(opened()).toEqual(wanted);
});

test('the shortcut skips a closed group of ended attendances', () => {
  const { press, opened } = list('A2', false);
  press('ArrowDown');
  expect(opened()).toEqual([]);
});

test('the shortcut of the search moves the focus into its field', () => {
  const { press } = list(null);
  press('KeyF');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});
