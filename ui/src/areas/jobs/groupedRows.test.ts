// Grouped rows: headings above their jobs, no empty groups.
import { expect, test } from 'vitest';
import { groupedRows, type OpenGroups, type JobGroups } from './groupedRows';

function keys(groups: JobGroups): ReadonlyArray<string | undefined> {
  const rows = groupedRows(groups);
  return Array.from({ length: rows.length + 1 }, (_, index) => rows.at(index)?.key);
}

test.each<[string, JobGroups, ReadonlyArray<string | undefined>]>([
  ['nothing', { pinned: [], active: [], toQualify: [] }, [undefined]],
  ['one group', { pinned: [], active: ['1', '2'], toQualify: [] }, ['group:active', '1', '2', undefined]],
  [
    'all groups',
    { pinned: ['1'], active: ['2'], toQualify: ['3'] },
    ['group:pinned', '1', 'group:active', '2', 'group:toQualify', '3', undefined],
  ],
])('groups and their rows are given in order: %s', (_case, groups, expected) => {
  expect(keys(groups)).toEqual(expected);
});

test('the heading of a group has the number of its jobs', () => {
  expect(groupedRows({ pinned: [], active: ['1', '2'], toQualify: [] }).at(0)).toEqual({
    kind: 'group',
    key: 'group:active',
    group: 'active',
    name: 'active',
    count: 2,
  });
});

test('[BEY-155] sorted by waiting time, waiting customers are above answered ones', () => {
  const rows = groupedRows({ pinned: [], waiting: ['1'], active: ['2'], toQualify: [] });
  const names = [0, 2].map((index) => rows.at(index)).map((row) => row?.kind === 'group' && row.name);
  expect(names).toEqual(['waiting', 'answered']);
  expect([1, 3].map((index) => rows.at(index)?.key)).toEqual(['1', '2']);
});

test('a closed group has neither heading nor rows', () => {
  const groups = { pinned: [], active: ['1'], snoozed: ['4'], toQualify: ['2', '3'] };
  const keys = (open: OpenGroups) => {
    const rows = groupedRows(groups, open);
    return Array.from({ length: rows.length }, (_, index) => rows.at(index)?.key);
  };
  expect(keys({ toQualify: false })).toEqual(['group:active', '1', 'group:snoozed', '4']);
  expect(keys({ snoozed: false })).toEqual(['group:active', '1', 'group:toQualify', '2', '3']);
  expect(keys({})).toEqual(['group:active', '1', 'group:snoozed', '4', 'group:toQualify', '2', '3']);
});
