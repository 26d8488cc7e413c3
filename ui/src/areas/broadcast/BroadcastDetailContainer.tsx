// Connects the page of one list with the core. The filter of the entries is the core's; the file for spreadsheets has what it shows.
import { useCallback, useEffect, useMemo, type ReactElement } from 'react';
import { useCore, useIntent, useSlice } from '../../core/react';
import { useBroadcastCard, useBroadcastEntries, useBroadcastEntry } from '../../core/slices';
import { announce } from '../../design/Announcer';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { customerName } from '../../i18n/visitors';
import { contactPath } from '../../shared/addresses';
import { saveCsv } from '../../shared/csv';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import { BroadcastDetail, type BroadcastDetailProps } from './BroadcastDetail';
import { entryOf, listOf } from './coreBroadcasts';
import { entryRows, exportName } from './entryCsv';
import type { RenderEntry } from './EntryTable';
import type { BroadcastEntry, EntryFilter } from './types';

export interface BroadcastDetailContainerProps {
  id: string;
  /** Called with the list whose page closes. */
  onBack: (id: string) => void;
}

export function BroadcastDetailContainer({ id, onBack }: BroadcastDetailContainerProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const core = useCore();
  const intend = useIntent();
  const card = useBroadcastCard(id);
  const view = useSlice('broadcast');
  const entries = useBroadcastEntries();
  const isOffline = useSlice('link').server !== 'ok';
  // The card that had the focus is gone.
  useEffect(() => document.getElementById('broadcast')?.focus(), []);
  const renderEntry = useCallback<RenderEntry>(
    (entryId, draw) => <EntryContainer key={entryId} listId={id} entryId={entryId} draw={draw} />,
    [id],
  );
  const broadcast = useMemo(() => (card === undefined ? undefined : listOf(card)), [card]);
  const reasons = useMemo(
    () => (view?.reasons ?? []).map(({ reason, text }) => ({ value: reason, label: say(text) })),
    [view?.reasons, say],
  );
  const onFilter = useCallback(
    (filter: EntryFilter) => intend({ area: 'broadcasts', type: 'filterEntries', ...filter }),
    [intend],
  );
  const onRetry = useCallback(
    (scheduleIds: ReadonlyArray<string>) =>
      intend({ area: 'broadcasts', type: 'retryEntries', id, entries: [...scheduleIds] }),
    [intend, id],
  );
  const onCorrect = useCallback(
    (contactId: string) => intend({ area: 'shell', type: 'openArea', path: contactPath(contactId) }),
    [intend],
  );
  const exportEntries = (): void => {
    const shown = Array.from({ length: entries.length }, (_, index) =>
      core.snapshot<'broadcastEntry'>(`broadcastEntry:${id}:${entries.at(index) ?? ''}`),
    ).filter((entry) => entry !== undefined);
    const rows = shown.map((entry) => entryOf(entry, customerName(entry.name, t)));
    saveCsv(entryRows(rows, t, say), exportName(card?.name ?? '', t));
    announce(t('broadcastPage.detail.exported', { count: rows.length }));
  };
  return (
    <BroadcastDetail
      broadcast={broadcast}
      state={stateOf(view)}
      readAt={view?.readAt}
      entries={entries}
      renderEntry={renderEntry}
      unreadable={<UnsupportedItems list="broadcastEntries" />}
      filter={{ group: view?.group ?? 'all', reason: view?.reason ?? '', search: view?.search ?? '' }}
      onFilter={onFilter}
      reasons={reasons}
      offline={isOffline}
      onBack={() => {
        onBack(id);
        intend({ area: 'broadcasts', type: 'closeBroadcast' });
      }}
      onReload={() => intend({ area: 'broadcasts', type: 'reloadBroadcasts' })}
      onExport={exportEntries}
      onCancel={() => intend({ area: 'broadcasts', type: 'askCancelBroadcast', id })}
      onResume={() => intend({ area: 'broadcasts', type: 'resumeBroadcast', id })}
      onRetry={onRetry}
      onCorrect={onCorrect}
    />
  );
}

/** Loaded entries stay while they are loaded again, and after a failure. */
function stateOf(view: ReturnType<typeof useSlice<'broadcast'>>): BroadcastDetailProps['state'] {
  if (view === undefined) return 'loading';
  const { state, loaded, readAt } = view;
  const isKnown = loaded > 0 || readAt !== undefined;
  switch (state) {
    case 'notAsked':
    case 'loading':
      return isKnown ? 'ready' : 'loading';
    case 'failed':
      return isKnown ? 'stale' : 'failed';
    case 'ready':
      return 'ready';
  }
}

interface EntryContainerProps {
  listId: string;
  entryId: string;
  draw: (entry: BroadcastEntry) => ReactElement;
}

/** A change of one entry renders only its row. */
function EntryContainer({ listId, entryId, draw }: EntryContainerProps) {
  const { t } = useTranslation();
  const view = useBroadcastEntry(listId, entryId);
  const entry = useMemo(() => (view === undefined ? undefined : entryOf(view, customerName(view.name, t))), [view, t]);
  return entry === undefined ? null : draw(entry);
}
