// The inbox of WhatsApp and Instagram: customers who wrote again and have no open attendance (WAP-049). Rows are props.
import { Inbox, Search } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { plainRows } from './groupedRows';
import { JobRows, type JobRowPosition } from './JobRows';
import { UnsupportedItems } from '../../shared/UnsupportedItems';

export interface InboxListProps {
  /** The protocols that match the search and the channels, from top to bottom. */
  entries: ReadonlyArray<string>;
  /** Number of entries, regardless of search and channels. */
  total: number;
  /** Whether loading the list failed. Known entries are shown nevertheless. */
  failed: boolean;
  onRetry: () => void;
  search: string;
  onClearSearch: () => void;
  onShowAllChannels: () => void;
  renderEntry: (protocol: string, position: JobRowPosition) => ReactNode;
  /** Reports whether pointer or focus are in the list. */
  onHoldChange: (held: boolean) => void;
}

export function InboxList(props: InboxListProps) {
  const { entries } = props;
  const rows = useMemo(() => plainRows(entries), [entries]);
  if (entries.length === 0)
    return (
      <>
        <NoEntries {...props} />
        <UnsupportedItems list="inbox" />
      </>
    );
  return (
    <>
      <JobRows rows={rows} selected={null} renderJob={props.renderEntry} onHoldChange={props.onHoldChange} />
      <UnsupportedItems list="inbox" />
    </>
  );
}

function NoEntries({ total, failed, onRetry, search, onClearSearch, onShowAllChannels }: InboxListProps) {
  const { t } = useTranslation();
  if (total > 0 && search.trim() !== '') {
    return (
      <EmptyState
        glyph={Search}
        title={t('jobs.empty.nothingFound', { search })}
        action={<Button onClick={onClearSearch}>{t('jobs.list.clearSearch')}</Button>}
      />
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        glyph={Inbox}
        title={t('jobs.inbox.hidden')}
        help={t('jobs.inbox.hiddenHelp')}
        action={<Button onClick={onShowAllChannels}>{t('jobs.empty.showChannels')}</Button>}
      />
    );
  }
  if (failed) return <ErrorState message={t('jobs.inbox.loadFailed')} onRetry={onRetry} />;
  return <EmptyState glyph={Inbox} title={t('jobs.inbox.empty')} help={t('jobs.inbox.emptyHelp')} />;
}
