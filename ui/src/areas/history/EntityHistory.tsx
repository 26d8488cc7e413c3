// The attendances of a contact or a company by day. Attendances connected by transfers stay together (CTC-006); each opens in place.
import type { HistoryGroupView, HistoryOfView, HistoryRowView } from 'core-wasm';
import { History } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { formatNumber } from '../../i18n/format';
import type { ChannelName } from '../channels/channels';
import { ChannelToggles } from '../channels/ChannelToggles';
import { channelOf, useHistoryTexts } from './historyTexts';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './EntityHistory.module.css';

export interface EntityHistoryProps {
  /** Undefined before the first request. */
  history: HistoryOfView | undefined;
  /** `withDay`: the attendance is of another day than its heading, so that its row shows the day. */
  renderEntry: (row: HistoryRowView, withDay: boolean) => ReactNode;
  /** Without a title of its own: the list is in a tab with that name. */
  inTab?: boolean;
  /** Loads the next portion, or repeats the portion that failed. */
  onMore: () => void;
}

const skeletonRows = 4;

export function EntityHistory({ history, renderEntry, inTab = false, onMore }: EntityHistoryProps) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState<ReadonlyArray<ChannelName>>([]);
  const groups = useMemo(() => history?.groups ?? [], [history]);
  const channels = useMemo(() => channelsOf(groups), [groups]);
  const shown = useMemo(() => groups.flatMap((group) => shownPart(group, hidden)), [groups, hidden]);
  const isLoadingFirst = history === undefined || (history.loading && groups.length === 0);
  const placeholder = usePlaceholder(isLoadingFirst);
  return (
    <section
      aria-label={inTab && channels.length < 2 ? t('history.of.title') : undefined}
      aria-labelledby={inTab && channels.length < 2 ? undefined : 'entity-history'}
      className={classNames(styles.history, inTab && styles.inTab)}
      aria-busy={isLoadingFirst || undefined}
    >
      {(!inTab || channels.length > 1) && (
        <header className={styles.header}>
          <h2 id="entity-history" className={styles.title}>
            {t('history.of.title')}
            {history !== undefined && history.total > 0 && (
              <span className={styles.total}>{formatNumber(history.total)}</span>
            )}
          </h2>
          {channels.length > 1 && (
            <ChannelToggles
              label={t('history.of.channels')}
              channels={channels}
              shown={channels.filter((channel) => !hidden.includes(channel))}
              onChange={(next) => setHidden(channels.filter((channel) => !next.includes(channel)))}
            />
          )}
        </header>
      )}
      <div className={styles.timeline}>
        {placeholder === 'skeleton' && <SkeletonChoices count={skeletonRows} />}
        {placeholder === 'content' && history !== undefined && (
          <>
            {groups.length === 0 && history.failed && (
              <ErrorState message={t('history.of.loadFailed')} onRetry={onMore} />
            )}
            {groups.length === 0 && !history.failed && (
              <EmptyState glyph={History} title={t('history.of.none')} help={t('history.of.noneHelp')} />
            )}
            {groups.length > 0 && shown.length === 0 && <EmptyState glyph={History} title={t('history.of.hidden')} />}
            <Days groups={shown} renderEntry={renderEntry} />
            {groups.length > 0 && <Foot history={history} onMore={onMore} />}
          </>
        )}
      </div>
    </section>
  );
}

function Days({
  groups,
  renderEntry,
}: {
  groups: ReadonlyArray<HistoryGroupView>;
  renderEntry: EntityHistoryProps['renderEntry'];
}) {
  const texts = useHistoryTexts();
  const days = groups.map(({ entries: [newest] }) => (newest === undefined ? '' : texts.day(newest)));
  return groups.map((group, index) => (
    <div key={group.protocol}>
      {days[index] !== days[index - 1] && <h3 className={styles.day}>{days[index]}</h3>}
      <ul className={styles.group}>
        {group.entries.map((row) => (
          <li key={row.protocol} className={styles.event}>
            {renderEntry(row, texts.day(row) !== days[index])}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Foot({ history, onMore }: { history: HistoryOfView; onMore: () => void }) {
  const { t } = useTranslation();
  const loaded = history.groups.reduce((count, { entries }) => count + entries.length, 0);
  return (
    <>
      <UnsupportedItems list="historyOf" />
      <p className={styles.foot}>
        {history.failed
          ? t('history.of.loadFailed')
          : t('history.of.shown', { shown: formatNumber(loaded), count: history.total })}
        {!history.complete && (
          <Button size="small" tone="ghost" pending={history.loading} className={styles.more} onClick={onMore}>
            {t(history.failed ? 'shell.error.retry' : 'history.of.more')}
          </Button>
        )}
      </p>
    </>
  );
}

function channelsOf(groups: ReadonlyArray<HistoryGroupView>): ReadonlyArray<ChannelName> {
  const order: ReadonlyArray<ChannelName> = ['whatsapp', 'instagram', 'voice', 'chat'];
  const used = new Set(groups.flatMap(({ entries }) => entries.map(channelOf)));
  return order.filter((channel) => used.has(channel));
}

/** The group without the attendances of hidden channels; nothing if none is left. */
function shownPart(group: HistoryGroupView, hidden: ReadonlyArray<ChannelName>): ReadonlyArray<HistoryGroupView> {
  if (hidden.length === 0) return [group];
  const entries = group.entries.filter((row) => {
    const channel = channelOf(row);
    return channel === undefined || !hidden.includes(channel);
  });
  return entries.length === 0 ? [] : [{ ...group, entries }];
}
