// Which attendances a click or a key selects in the list: one, a range within its group, or the whole group (BEY-156).
import type { GroupedRows, JobGroup } from './groupedRows';

/** The protocols of one group, from top to bottom, without those that cannot be selected. */
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

export function toggled(selected: ReadonlyArray<string>, key: string): string[] {
  return selected.includes(key) ? selected.filter((other) => other !== key) : [...selected, key];
}

/** From the row that was selected last to this one, added to the selection; only the row if the two are not in one group. */
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

/** The whole group, beside what is selected elsewhere; nothing of it if all of it is selected. */
export function withGroup(group: ReadonlyArray<string>, selected: ReadonlyArray<string>): string[] {
  const isWhole = group.every((key) => selected.includes(key));
  const others = selected.filter((key) => !group.includes(key));
  return isWhole ? others : [...others, ...group];
}
