// Computes the attendance that the shortcuts for the next, the previous and the next unread attendance open.
import type { IndexedList } from '../../core/indexedList';

/** The attendance below (1) or above (-1) the selected one; the first or the last one without a selection. */
export function neighbour(
  groups: ReadonlyArray<IndexedList<string>>,
  selected: string | null,
  step: 1 | -1,
): string | undefined {
  const protocols = groups.flatMap((group) => Array.from({ length: group.length }, (_, index) => group.at(index)));
  const current = selected === null ? -1 : protocols.indexOf(selected);
  if (current < 0) return step === 1 ? protocols[0] : protocols[protocols.length - 1];
  return protocols[current + step];
}

/** The next matching attendance below the selected one; at the end the search continues from the top of the list. */
export function nextMatching(
  groups: ReadonlyArray<IndexedList<string>>,
  selected: string | null,
  matches: (protocol: string) => boolean,
): string | undefined {
  const protocols = groups.flatMap((group) => Array.from({ length: group.length }, (_, index) => group.at(index)));
  const start = selected === null ? 0 : protocols.indexOf(selected) + 1;
  return [...protocols.slice(start), ...protocols.slice(0, start)].find(
    (protocol) => protocol !== undefined && protocol !== selected && matches(protocol),
  );
}
