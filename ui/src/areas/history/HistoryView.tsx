// The page of the attendance history: filters, the attendances portion by portion, and the open one beside them. It shows props and reports actions.
import type { HistoryRowView } from 'core-wasm';
import { ChevronLeft, ChevronRight, Download, History, MessageSquareText, SearchX } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { PageFrame } from '../../design/PageFrame';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatNumber } from '../../i18n/format';
import { HistoryFilters, type HistoryFiltersProps } from './HistoryFilters';
import { HistoryCards, HistoryTable } from './HistoryRows';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './HistoryView.module.css';

export interface HistoryViewProps extends HistoryFiltersProps {
  state: 'loading' | 'failed' | 'ready';
  rows: ReadonlyArray<HistoryRowView>;
  /** Number of attendances on all pages. */
  total: number;
  /** Number of the page, from 1. */
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onRetry: () => void;
  onExport: () => void;
  /** Opens the search over messages. */
  onSearchMessages: () => void;
  onClearFilters: () => void;
  open: string | undefined;
  onOpen: (protocol: string) => void;
  /** The open attendance; undefined if none is open. */
  panel: ReactNode;
}

const skeletonRows = 8;

export function HistoryView(props: HistoryViewProps) {
  const { rows, total, state, rangeError } = props;
  const { t } = useTranslation();
  return (
    <PageFrame id="history" label={t('history.title')} beside={props.panel}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('history.title')}</h1>
        {state === 'ready' && (
          <p role="status" className={styles.total}>
            {t('history.total', { count: total })}
          </p>
        )}
        <span className={styles.space} />
        <MessagesButton onSearchMessages={props.onSearchMessages} />
        <ExportButton
          disabledReason={
            rangeError !== undefined
              ? t('history.export.invalidRange')
              : rows.length === 0
                ? t('history.export.nothing')
                : undefined
          }
          onExport={props.onExport}
        />
      </header>
      <HistoryFilters {...props} />
      <Rows {...props} />
    </PageFrame>
  );
}

function MessagesButton({ onSearchMessages }: Pick<HistoryViewProps, 'onSearchMessages'>) {
  const { t } = useTranslation();
  const onPhone = useMediaQuery('below-tablet');
  const label = t('history.searchMessages');
  if (onPhone) return <IconButton glyph={MessageSquareText} label={label} onClick={onSearchMessages} />;
  return (
    <Button glyph={MessageSquareText} className={styles.messages} onClick={onSearchMessages}>
      {label}
    </Button>
  );
}

function ExportButton({ disabledReason, onExport }: { disabledReason: string | undefined; onExport: () => void }) {
  const { t } = useTranslation();
  const onPhone = useMediaQuery('below-tablet');
  if (onPhone)
    return (
      <IconButton
        glyph={Download}
        label={t('history.export.button')}
        disabledReason={disabledReason}
        onClick={onExport}
      />
    );
  return (
    <Button glyph={Download} disabledReason={disabledReason} onClick={onExport}>
      {t('history.export.button')}
    </Button>
  );
}

function Rows(props: HistoryViewProps) {
  const { state, rows, total, page, perPage, onPage, isFiltered } = props;
  const { t } = useTranslation();
  const asCards = useMediaQuery('below-tablet');
  const scroller = useRef<HTMLDivElement>(null);
  // Earlier rows stay until the rows of the new filter arrive.
  const placeholder = usePlaceholder(state === 'loading' && rows.length === 0);
  const turnTo = (next: number): void => {
    scroller.current?.scrollTo(0, 0);
    onPage(next);
  };
  if (state === 'failed')
    return (
      <div className={styles.outcome}>
        <ErrorState message={t('history.loadFailed')} onRetry={props.onRetry} />
      </div>
    );
  if (placeholder !== 'content')
    return (
      <div role="status" aria-busy="true" aria-label={t('history.loading')} className={styles.outcome}>
        {placeholder === 'skeleton' && <SkeletonChoices count={skeletonRows} />}
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={styles.outcome}>
        {isFiltered ? (
          <EmptyState
            glyph={SearchX}
            title={t('history.empty.filtered')}
            help={t('history.empty.filteredHelp')}
            action={<Button onClick={props.onClearFilters}>{t('history.filter.clear')}</Button>}
          />
        ) : (
          <EmptyState glyph={History} title={t('history.empty.none')} help={t('history.empty.noneHelp')} />
        )}
      </div>
    );
  const busy = state === 'loading' || undefined;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(total, first + rows.length - 1);
  return (
    <>
      {asCards ? (
        <div ref={scroller} className={styles.rows} aria-busy={busy}>
          <HistoryCards {...props} />
          <UnsupportedItems list="history" />
        </div>
      ) : (
        <>
          <div className={styles.tableRows} aria-busy={busy}>
            <HistoryTable {...props} listKey={JSON.stringify([page, props.range, props.filter, props.search])} />
          </div>
          <UnsupportedItems list="history" />
        </>
      )}
      <footer className={styles.foot}>
        <span>
          {t('history.pages.shown', {
            first: formatNumber(first),
            last: formatNumber(last),
            total: formatNumber(total),
          })}
        </span>
        <span className={styles.space} />
        <IconButton
          glyph={ChevronLeft}
          label={t('history.pages.previous')}
          disabledReason={page > 1 ? undefined : t('history.pages.isFirst')}
          onClick={() => turnTo(page - 1)}
        />
        <IconButton
          glyph={ChevronRight}
          label={t('history.pages.next')}
          disabledReason={last < total ? undefined : t('history.pages.isLast')}
          onClick={() => turnTo(page + 1)}
        />
      </footer>
    </>
  );
}
