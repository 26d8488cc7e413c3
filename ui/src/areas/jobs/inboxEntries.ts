// Filters and formats the entries of the inbox.
import type { InboxRowView } from 'core-wasm';
import { findsNumber } from '../../i18n/findsNumber';
import { foldForSearch } from '../../i18n/fold';
import type { ChannelName } from '../channels/channels';
import { networkOf } from '../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../channels/displayChannel';
import type { CoreText } from '../../i18n/text';
import type { JobPreview } from './JobCard';
import { lastMessage } from './jobPreview';

export function inboxChannel({ metaType }: Pick<InboxRowView, 'metaType'>): ChannelName {
  return displayChannel('whatsapp', metaType);
}

/**
 * The entries of the visible channels whose name, number or protocol contains the searched text, without regard to case and
 * accents.
 */
export function shownEntries(
  entries: ReadonlyArray<InboxRowView>,
  search: string,
  shown: ReadonlyArray<ChannelName>,
): ReadonlyArray<InboxRowView> {
  const wanted = foldForSearch(search.trim());
  return entries.filter(
    (entry) =>
      shown.includes(inboxChannel(entry)) &&
      ([entry.name, entry.phone, entry.protocol].some((text) => foldForSearch(text).includes(wanted)) ||
        findsNumber(entry.phone, search)),
  );
}

/** When the customer who waits longest wrote: the earliest last message among the entries with unread messages. */
export function longestWait(entries: ReadonlyArray<Pick<InboxRowView, 'unread' | 'time'>>): number | undefined {
  const times = entries.flatMap(({ unread, time }) => (unread > 0 && time !== undefined ? [time] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

export function inboxPreview(
  entry: Pick<InboxRowView, 'preview' | 'metaType'>,
  say: (text: CoreText) => string,
): JobPreview {
  if (entry.preview === undefined) return { kind: 'none' };
  return lastMessage(entry.preview, networkOf(inboxChannel(entry)), say);
}
