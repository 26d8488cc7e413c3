// The rows of the list of attendances and of the inbox: each non-empty group has a heading above its jobs. Rows are computed on access; nothing is copied.
import type { IndexedList } from '../../core/indexedList';

export type JobGroup = 'pinned' | 'waiting' | 'active' | FoldedGroup;
/** Foldable groups: snoozed and ended attendances. */
export type FoldedGroup = 'snoozed' | 'toQualify';
export const foldedGroups: ReadonlyArray<FoldedGroup> = ['snoozed', 'toQualify'];
/** Which of these groups are open; a group that is not named is open. */
export type OpenGroups = Readonly<Partial<Record<FoldedGroup, boolean>>>;
/** With `waiting`, the active attendances are those that already have an answer. */
export type JobGroups = Readonly<
  Record<Exclude<JobGroup, 'waiting' | 'snoozed'>, IndexedList<string>> &
    Partial<Record<'waiting' | 'snoozed', IndexedList<string> | undefined>>
>;
/** The content of a heading. */
export type GroupName = JobGroup | 'answered';
export type JobListRow =
  | { kind: 'group'; key: string; group: JobGroup; name: GroupName; count: number }
  | { kind: 'job'; key: string; /** Undefined without groups. */ group?: JobGroup };

const groupOrder: ReadonlyArray<JobGroup> = ['pinned', 'waiting', 'active', ...foldedGroups];
const none: IndexedList<string> = [];

export interface GroupedRows extends IndexedList<JobListRow> {
  isHeading(index: number): boolean;
  /** The index of a group's heading; -1 without one. */
  headingOf(group: JobGroup): number;
  /** A text that is equal for lists whose rows have the same heights at the same indexes. */
  readonly shape: string;
}

/** Removes the rows of closed groups. */
export function groupedRows(groups: JobGroups, open: OpenGroups = {}): GroupedRows {
  const shown = groupOrder.filter((group) => !isFolded(group) || open[group] !== false);
  const listOf = (group: JobGroup): IndexedList<string> => groups[group] ?? none;
  const nameOf = (group: JobGroup): GroupName =>
    group === 'active' && groups.waiting !== undefined ? 'answered' : group;
  const filled = shown.filter((group) => listOf(group).length > 0);
  const headings: number[] = [];
  let length = 0;
  for (const group of filled) {
    headings.push(length);
    length += 1 + listOf(group).length;
  }
  return {
    length,
    isHeading: (index) => headings.includes(index),
    headingOf: (group) => headings[filled.indexOf(group)] ?? -1,
    shape: [...headings, length].join(),
    at: (index) => {
      let offset = index;
      for (const group of filled) {
        const jobs = listOf(group);
        if (offset === 0)
          return { kind: 'group', key: `group:${group}`, group, name: nameOf(group), count: jobs.length };
        const protocol = jobs.at(offset - 1);
        if (offset <= jobs.length) return protocol === undefined ? undefined : { kind: 'job', key: protocol, group };
        offset -= 1 + jobs.length;
      }
      return undefined;
    },
  };
}

export function isFolded(group: JobGroup): group is FoldedGroup {
  return group === 'snoozed' || group === 'toQualify';
}

/** Rows without groups: those of the inbox. */
export function plainRows(keys: ReadonlyArray<string>): GroupedRows {
  return {
    length: keys.length,
    isHeading: () => false,
    headingOf: () => -1,
    shape: String(keys.length),
    at: (index) => {
      const key = keys[index];
      return key === undefined ? undefined : { kind: 'job', key };
    },
  };
}
