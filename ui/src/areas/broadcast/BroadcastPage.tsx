// The agent's lists, newest first: search, tabs with counts, a card for each list. It shows props and reports actions.
import { Megaphone, Plus, SearchX } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { IndexedList } from '../../core/indexedList';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { PageFrame } from '../../design/PageFrame';
import { SearchField } from '../../design/SearchField';
import { usePlaceholder } from '../../design/Skeleton';
import { Select } from '../../design/Select';
import { Tabs } from '../../design/Tabs';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatSeconds } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { BroadcastCard, type BroadcastActions } from './BroadcastCard';
import type { BroadcastFilter, BroadcastSummary, BroadcastTab, BroadcastsPhase } from './types';
import styles from './BroadcastPage.module.css';

export interface BroadcastPageProps extends BroadcastActions {
  phase: BroadcastsPhase;
  /** Ids of the lists that the filter shows, newest first. */
  broadcasts: IndexedList<string>;
  /** Reads a list and renders it; a change of one list then renders only its card. */
  renderBroadcast: (id: string, draw: (list: BroadcastSummary) => ReactElement) => ReactNode;
  counts: Readonly<Record<BroadcastTab, number>>;
  filter: BroadcastFilter;
  onFilter: (filter: BroadcastFilter) => void;
  /** When the lists were read, shown while they may be old. */
  readAt?: number | undefined;
  /** The list whose card takes the focus: it was just created. */
  focusOn?: string | undefined;
  /** A line about lists that this version cannot read. */
  unreadable?: ReactNode;
  onNew: () => void;
  onReload: () => void;
}

const tabs: ReadonlyArray<BroadcastTab> = ['all', 'current', 'planned', 'ended'];
const portion = 20;
const skeletonRows = 6;

export function BroadcastPage(props: BroadcastPageProps) {
  const { t } = useTranslation();
  const { phase, filter, onFilter, offline, onNew } = props;
  if (phase === 'disabled')
    return (
      <PageFrame id="broadcast" label={t('broadcastPage.title')}>
        <header className={styles.header}>
          <h1 className={styles.title}>{t('broadcastPage.title')}</h1>
        </header>
        <div className={styles.alone}>
          <EmptyState glyph={Megaphone} title={t('broadcastPage.disabled')} help={t('broadcastPage.disabledHelp')} />
        </div>
      </PageFrame>
    );
  return (
    <PageFrame id="broadcast" label={t('broadcastPage.title')}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t('broadcastPage.title')}</h1>
        <SearchField
          className={styles.search}
          label={t('broadcastPage.searchLabel')}
          placeholder={t('broadcastPage.search')}
          clearLabel={t('broadcastPage.clearSearch')}
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
        />
        <Button
          tone="primary"
          glyph={Plus}
          disabledReason={offline ? t('broadcastPage.offline') : undefined}
          onClick={onNew}
        >
          {t('broadcastPage.new')}
        </Button>
      </header>
      <Lists {...props} />
    </PageFrame>
  );
}

/** The tabs; on phones, where they do not fit into a row, a choice with the same words. */
function Lists(props: BroadcastPageProps) {
  const { phase, counts, filter, onFilter } = props;
  const { t } = useTranslation();
  const onPhone = useMediaQuery('below-tablet');
  const countOf = (tab: BroadcastTab) => (phase === 'loading' || phase === 'failed' ? undefined : counts[tab]);
  const choose = (value: string): void => {
    const tab = tabs.find((known) => known === value);
    if (tab !== undefined) onFilter({ ...filter, tab });
  };
  const words = tabs.map((tab) => ({ value: tab, label: t(`broadcastPage.tabs.${tab}`), count: countOf(tab) }));
  if (onPhone)
    return (
      <>
        <div className={styles.choice}>
          <Select
            label={t('broadcastPage.tabs.label')}
            value={filter.tab}
            options={words.map(({ value, label, count }) => ({
              value,
              label: count === undefined ? label : t('broadcastPage.tabs.counted', { label, count }),
            }))}
            onChange={choose}
          />
        </div>
        <Cards {...props} />
      </>
    );
  return (
    <Tabs
      fill
      label={t('broadcastPage.tabs.label')}
      value={filter.tab}
      onChange={choose}
      tabs={words.map((tab) => ({ ...tab, content: <Cards {...props} /> }))}
    />
  );
}

function Cards(props: BroadcastPageProps) {
  const { phase, broadcasts, renderBroadcast, filter, focusOn, readAt, onReload } = props;
  const { offline, onOpen, onCancel, onResume, onRetry } = props;
  const { t } = useTranslation();
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState({ key, count: portion });
  const placeholder = usePlaceholder(phase === 'loading');
  if (phase === 'failed')
    return (
      <div className={styles.cards}>
        <ErrorState message={t('broadcastPage.failed')} onRetry={onReload} />
      </div>
    );
  if (placeholder !== 'content')
    return (
      <div role="status" aria-busy="true" aria-label={t('broadcastPage.loading')} className={styles.cards}>
        {placeholder === 'skeleton' &&
          Array.from({ length: skeletonRows }, (_, index) => (
            <span key={index} className={styles.waiting} aria-hidden="true" />
          ))}
      </div>
    );
  const ids = Array.from({ length: broadcasts.length }, (_, index) => broadcasts.at(index) ?? '');
  const asked = shown.key === key ? shown.count : portion;
  // The card that takes the focus is shown, too.
  const count = Math.max(asked, focusOn === undefined ? 0 : ids.indexOf(focusOn) + 1);
  return (
    <div className={styles.cards} aria-busy={phase === 'refreshing' || undefined}>
      {phase === 'stale' && readAt !== undefined && (
        <p className={styles.stale}>
          {t('broadcastPage.updatedAt', { time: formatSeconds(readAt) })}
          <Button size="small" tone="ghost" onClick={onReload}>
            {t('shell.error.retry')}
          </Button>
        </p>
      )}
      {ids.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <>
          <ul className={styles.list}>
            {ids.slice(0, count).map((id) => (
              <li key={id} className={styles.item}>
                {renderBroadcast(id, (list) => (
                  <BroadcastCard
                    list={list}
                    takesFocus={id === focusOn}
                    offline={offline}
                    onOpen={onOpen}
                    onCancel={onCancel}
                    onResume={onResume}
                    onRetry={onRetry}
                  />
                ))}
              </li>
            ))}
          </ul>
          {count < ids.length && (
            <p className={styles.more}>
              {t('broadcastPage.more.shown', { shown: count, count: ids.length })}
              <Button size="small" onClick={() => setShown({ key, count: count + portion })}>
                {t('broadcastPage.more.button')}
              </Button>
            </p>
          )}
        </>
      )}
      {props.unreadable}
    </div>
  );
}

function Nothing({ filter, counts, offline, onFilter, onNew }: BroadcastPageProps) {
  const { t } = useTranslation();
  const search = filter.search.trim();
  if (search !== '')
    return (
      <EmptyState
        glyph={SearchX}
        title={t('broadcastPage.notFound', { text: search })}
        action={<Button onClick={() => onFilter({ ...filter, search: '' })}>{t('broadcastPage.clear')}</Button>}
      />
    );
  if (counts.all > 0) return <EmptyState glyph={Megaphone} title={t('broadcastPage.emptyTab')} />;
  return (
    <EmptyState
      glyph={Megaphone}
      title={t('broadcastPage.empty')}
      help={t('broadcastPage.emptyHelp')}
      action={
        <Button
          tone="primary"
          glyph={Plus}
          disabledReason={offline ? t('broadcastPage.offline') : undefined}
          onClick={onNew}
        >
          {t('broadcastPage.new')}
        </Button>
      }
    />
  );
}
