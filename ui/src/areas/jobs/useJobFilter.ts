// Narrows the list of attendances to what the agent searches and the channels they want to see. While nothing is asked, no row is read: a thousand
// attendances cost nothing then. While something is, the rows are followed, so that a new name is found at once.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useCore } from '../../core/react';
import type { Core } from '../../core/host';
import type { ChannelName } from '../channels/channels';
import type { IndexedList } from '../../core/indexedList';
import { foldForSearch } from '../../i18n/fold';
import { displayChannel } from '../channels/displayChannel';
import type { JobGroups } from './groupedRows';

export interface JobFilter {
  search: string;
  /** Null: all of them. */
  channels: ReadonlyArray<ChannelName> | null;
}

export function useJobFilter(groups: JobGroups, { search, channels }: JobFilter): JobGroups {
  const core = useCore();
  const wanted = foldForSearch(search.trim());
  const isIdle = wanted === '' && channels === null;
  const turn = useRef(0);
  const subscribe = useCallback(
    (listener: () => void): (() => void) => {
      if (isIdle) return () => undefined;
      const told = (): void => {
        turn.current += 1;
        listener();
      };
      const stops = protocolsOf(groups).map((protocol) => core.subscribe(`jobRow:${protocol}`, told));
      return () => stops.forEach((stop) => stop());
    },
    [core, groups, isIdle],
  );
  const rowsSeen = useSyncExternalStore(subscribe, () => turn.current);
  return useMemo(() => {
    if (isIdle) return groups;
    const keep = (list: IndexedList<string>): ReadonlyArray<string> =>
      elements(list).filter((protocol) => matches(core, protocol, wanted, channels));
    return { pinned: keep(groups.pinned), active: keep(groups.active), toQualify: keep(groups.toQualify) };
    // A row that changed is a reason to look again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [core, groups, isIdle, wanted, channels, rowsSeen]);
}

function matches(core: Core, protocol: string, wanted: string, channels: ReadonlyArray<ChannelName> | null): boolean {
  const row = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
  if (row === undefined) return false;
  if (channels !== null && !channels.includes(displayChannel(row.channel, row.metaType))) return false;
  if (wanted === '') return true;
  const identifier = core.snapshot<'job'>(`job:${protocol}`)?.contactIdentifier ?? '';
  return [row.name, protocol, identifier].some((text) => foldForSearch(text).includes(wanted));
}

function protocolsOf(groups: JobGroups): ReadonlyArray<string> {
  return [...elements(groups.pinned), ...elements(groups.active), ...elements(groups.toQualify)];
}

function elements(list: IndexedList<string>): ReadonlyArray<string> {
  const found: string[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const element = list.at(index);
    if (element !== undefined) found.push(element);
  }
  return found;
}
