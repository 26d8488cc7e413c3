// A list and its customers: progress, counts that filter, errors with their retry, the table, and the message beside it. It shows props and reports
// actions.
import {
  ChevronLeft,
  CircleAlert,
  Download,
  ListX,
  PanelRight,
  Play,
  RotateCw,
  SearchX,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useToday } from '../../core/page/today';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { IconButton } from '../../design/IconButton';
import { PageFrame } from '../../design/PageFrame';
import { Pill } from '../../design/Pill';
import { SearchField } from '../../design/SearchField';
import { Select } from '../../design/Select';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatSeconds } from '../../i18n/format';
import { useCoreText, useLanguage } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { timeText, wordText, wordTones } from './broadcastTexts';
import { DetailPanel } from './DetailPanel';
import { EntryTable, type EntryTableProps } from './EntryTable';
import { ProgressBar } from './ProgressBar';
import { StatusCounts } from './StatusCounts';
import type { BroadcastDetails, Choice, EntryFilter } from './types';
import styles from './BroadcastDetail.module.css';

export interface BroadcastDetailProps extends Pick<EntryTableProps, 'entries' | 'renderEntry' | 'onCorrect'> {
  /** Undefined until the list is known. */
  broadcast: BroadcastDetails | undefined;
  /** The state of the entries; `stale`: they were loaded once, and the last load failed. */
  state: 'loading' | 'ready' | 'stale' | 'failed';
  /** When the entries were read. */
  readAt?: number | undefined;
  filter: EntryFilter;
  onFilter: (filter: EntryFilter) => void;
  /** A line about entries that this version cannot read. */
  unreadable?: ReactNode;
  /** The reasons of the entries. */
  reasons: ReadonlyArray<Choice>;
  offline: boolean;
  onBack: () => void;
  onReload: () => void;
  /** Saves the entries that the filter shows as a file for spreadsheets. */
  onExport: () => void;
  /** Asks for confirmation, then cancels. */
  onCancel: () => void;
  onResume: () => void;
  /** Sends entries again; without ids every one that may be sent again. */
  onRetry: (scheduleIds: ReadonlyArray<string>) => void;
}

const everything: EntryFilter = { group: 'all', reason: '', search: '' };

export function BroadcastDetail(props: BroadcastDetailProps) {
  const { broadcast, filter, onFilter } = props;
  const { t } = useTranslation();
  const [isPanelOpen, setPanelOpen] = useState(false);
  return (
    <PageFrame
      id="broadcast"
      label={broadcast?.name ?? t('broadcastPage.title')}
      busy={props.state === 'loading'}
      beside={
        broadcast !== undefined && (
          <DetailPanel broadcast={broadcast} isOpen={isPanelOpen} onClose={() => setPanelOpen(false)} />
        )
      }
    >
      <div className={styles.back}>
        <button type="button" className={styles.backButton} onClick={props.onBack}>
          <Icon glyph={ChevronLeft} className={styles.backGlyph} />
          {t('broadcastPage.detail.back')}
        </button>
      </div>
      {broadcast !== undefined && (
        <>
          <Header {...props} broadcast={broadcast} onOpenPanel={() => setPanelOpen(true)} />
          <Progress broadcast={broadcast} />
        </>
      )}
      <StatusCounts
        progress={broadcast?.progress}
        value={filter.group}
        // The reason may have no entry in the group.
        onChange={(group) => onFilter({ ...filter, group, reason: '' })}
      />
      {broadcast !== undefined && <Strips {...props} broadcast={broadcast} />}
      <Tools {...props} />
      <Entries {...props} />
    </PageFrame>
  );
}

type KnownProps = BroadcastDetailProps & { broadcast: BroadcastDetails };

function Header({ broadcast, onOpenPanel, ...props }: KnownProps & { onOpenPanel: () => void }) {
  const { t } = useTranslation();
  const today = useToday();
  const isNarrow = useMediaQuery('below-three-columns');
  const offline = props.offline ? t('broadcastPage.offline') : undefined;
  useCompletionAnnouncement(broadcast);
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{broadcast.name}</h1>
      <Pill tone={wordTones[broadcast.word]} className={styles.word}>
        {wordText(broadcast, today, t)}
      </Pill>
      <span className={styles.space} />
      {isNarrow && <IconButton glyph={PanelRight} label={t('broadcastPage.detail.panel')} onClick={onOpenPanel} />}
      <HeaderButton
        glyph={Download}
        label={t('broadcastPage.detail.export')}
        disabledReason={props.entries.length === 0 ? t('broadcastPage.detail.exportNothing') : undefined}
        onClick={props.onExport}
      />
      {broadcast.mayCancel && (
        <HeaderButton
          danger
          glyph={ListX}
          label={t('broadcastPage.detail.cancel')}
          pending={broadcast.pending === 'cancel'}
          disabledReason={offline}
          onClick={props.onCancel}
        />
      )}
    </header>
  );
}

interface HeaderButtonProps {
  glyph: Glyph;
  label: string;
  danger?: boolean;
  pending?: boolean;
  disabledReason: string | undefined;
  onClick: () => void;
}

/** On phones only the icon. */
function HeaderButton({ glyph, label, danger = false, pending = false, disabledReason, onClick }: HeaderButtonProps) {
  const onPhone = useMediaQuery('below-tablet');
  if (onPhone) return <IconButton glyph={glyph} label={label} disabledReason={disabledReason} onClick={onClick} />;
  return (
    <Button
      className={styles.button}
      tone={danger ? 'dangerOutline' : 'outline'}
      glyph={danger ? undefined : glyph}
      pending={pending}
      disabledReason={disabledReason}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Announced once, when the last entry of the shown list gets its final status. */
function useCompletionAnnouncement({ id, word, progress }: BroadcastDetails): void {
  const { t } = useTranslation();
  const before = useRef({ id, word });
  const { read, delivered, sent, error } = progress;
  useEffect(() => {
    const was = before.current;
    before.current = { id, word };
    if (was.id !== id || was.word === word || word !== 'complete') return;
    announce(
      t('broadcastPage.detail.completed', {
        sent: t('broadcastPage.count.sent', { count: read + delivered + sent }),
        errors: t('broadcastPage.count.error', { count: error }),
      }),
    );
  }, [id, word, read, delivered, sent, error, t]);
}

function Progress({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const { progress } = broadcast;
  return (
    <div className={styles.progress}>
      <p className={styles.figures}>
        <b className={styles.processed}>
          {t('broadcastPage.processed', { processed: progress.processed, total: progress.total })}
        </b>
        <span className={styles.word2}>{t('broadcastPage.detail.processed')}</span>
        <span className={styles.time}>{timeText(broadcast, today, language, t)}</span>
      </p>
      <ProgressBar large progress={progress} />
    </div>
  );
}

function Strips({ broadcast, offline, onResume, onRetry }: KnownProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const { progress, pausedReason, retryable } = broadcast;
  const disabledReason = offline ? t('broadcastPage.offline') : undefined;
  const rest = progress.error - retryable;
  const parts = [
    ...(retryable > 0 ? [t('broadcastPage.detail.mayRetry', { count: retryable })] : []),
    ...(retryable > 0 && rest > 0 ? [t('broadcastPage.detail.noRetry', { count: rest })] : []),
    ...(retryable === 0 ? [t('broadcastPage.detail.noneRetry')] : []),
  ];
  return (
    <>
      {pausedReason !== undefined && (
        <div className={styles.strip} data-tone="warning">
          <Icon glyph={TriangleAlert} className={styles.stripGlyph} />
          <p className={styles.stripText}>{say(pausedReason)}</p>
          {broadcast.mayResume && (
            <Button
              size="small"
              glyph={Play}
              pending={broadcast.pending === 'resume'}
              disabledReason={disabledReason}
              onClick={onResume}
            >
              {t('broadcastPage.action.resume')}
            </Button>
          )}
        </div>
      )}
      {progress.error > 0 && (
        <div className={styles.strip} data-tone="danger">
          <Icon glyph={CircleAlert} className={styles.stripGlyph} />
          <p className={styles.stripText}>
            <b>{t('broadcastPage.detail.errors', { count: progress.error })}</b> {`${parts.join('; ')}.`}
          </p>
          {broadcast.mayRetry && (
            <Button
              size="small"
              glyph={RotateCw}
              pending={broadcast.pending === 'retry'}
              disabledReason={disabledReason}
              onClick={() => onRetry([])}
            >
              {t('broadcastPage.detail.retryFailed')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function Tools({ filter, onFilter, reasons, state, readAt, onReload }: BroadcastDetailProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools} data-stale={state === 'stale' || undefined}>
      <SearchField
        className={styles.search}
        label={t('broadcastPage.detail.searchLabel')}
        placeholder={t('broadcastPage.detail.search')}
        clearLabel={t('broadcastPage.clearSearch')}
        value={filter.search}
        onChange={(search) => onFilter({ ...filter, search })}
      />
      {reasons.length > 0 && (
        <span className={styles.reasons}>
          <Select
            label={t('broadcastPage.detail.reason')}
            value={filter.reason}
            options={[{ value: '', label: t('broadcastPage.detail.reasonAll') }, ...reasons]}
            // The entries of a reason may be of another group.
            onChange={(reason) => onFilter({ ...filter, reason, group: reason === '' ? filter.group : 'all' })}
          />
        </span>
      )}
      <span className={styles.space} />
      {readAt !== undefined && (
        <p className={styles.read} data-stale={state === 'stale' || undefined}>
          {t('broadcastPage.updatedAt', { time: formatSeconds(readAt) })}
          {state === 'stale' && (
            <Button size="small" tone="ghost" onClick={onReload}>
              {t('shell.error.retry')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function Entries(props: BroadcastDetailProps) {
  const { t } = useTranslation();
  const { entries, renderEntry, state, filter, broadcast, offline, onFilter, onRetry, onCorrect, onReload } = props;
  if (state === 'failed')
    return (
      <div className={styles.outcome}>
        <ErrorState message={t('broadcastPage.detail.failed')} onRetry={onReload} />
      </div>
    );
  const isFiltered = filter.group !== 'all' || filter.reason !== '' || filter.search.trim() !== '';
  return (
    <>
      <EntryTable
        entries={entries}
        renderEntry={renderEntry}
        loading={state === 'loading'}
        outcome={
          state !== 'loading' && (
            <EmptyState
              glyph={SearchX}
              title={t('broadcastPage.detail.nothing')}
              action={
                isFiltered && (
                  <Button onClick={() => onFilter(everything)}>{t('broadcastPage.detail.clearFilters')}</Button>
                )
              }
            />
          )
        }
        listKey={JSON.stringify([broadcast?.id, filter])}
        offline={offline}
        onRetry={(id) => onRetry([id])}
        onCorrect={onCorrect}
      />
      {props.unreadable}
      {broadcast !== undefined && state !== 'loading' && (
        <p role="status" className={styles.found}>
          {t('broadcastPage.detail.shown', { count: entries.length, total: broadcast.progress.total })}
        </p>
      )}
    </>
  );
}
