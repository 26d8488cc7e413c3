// Computes which attendances a click or a key selects in the list: one, a range within its group, or the whole group
// (BEY-156).
import type { GroupedRows, JobGroup } from './groupedRows';

/** The selectable protocols of one group, from top to bottom. */
export function keysOfGroup(rows: GroupedRows, group: JobGroup, canSelect: (key: string) => boolean): string[] {
  const keys: string[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index);
    if (row?.kind === 'job' && row.group === group && canSelect(row.key)) keys.push(row.key);
  }
  return keys;
}

export function groupOf(rows: GroupedRows, key: string): JobGroup | undefined {
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index);
    if (row?.kind === 'job' && row.key === key) return row.group;
  }
  return undefined;
}

export function withToggled(selected: ReadonlyArray<string>, key: string): string[] {
  return selected.includes(key) ? selected.filter((other) => other !== key) : [...selected, key];
}

/**
 * Adds the rows between the last selected row and this one to the selection; only this row if the two are in different
 * groups.
 */
export function withRange(
  group: ReadonlyArray<string>,
  selected: ReadonlyArray<string>,
  anchor: string | null,
  key: string,
): string[] {
  const [from, to] = [anchor === null ? -1 : group.indexOf(anchor), group.indexOf(key)];
  const range = from < 0 || to < 0 ? [key] : group.slice(Math.min(from, to), Math.max(from, to) + 1);
  return [...selected, ...range.filter((other) => !selected.includes(other))];
}

/** Adds the whole group to the selection; if all of it is selected, removes it. */
export function withGroup(group: ReadonlyArray<string>, selected: ReadonlyArray<string>): string[] {
  const isWhole = group.every((key) => selected.includes(key));
  const others = selected.filter((key) => !group.includes(key));
  return isWhole ? others : [...others, ...group];
}
