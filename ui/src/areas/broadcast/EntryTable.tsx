// The customers of a list: a table, and cards on phones. Of long lists only the visible rows are rendered.
import { Check, CheckCheck, CircleAlert, Clock, Ellipsis, Pencil, RotateCw } from 'lucide-react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { IndexedList } from '../../core/indexedList';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { Spinner } from '../../design/Spinner';
import { Table, type TableColumn } from '../../design/Table';
import { useRowTabIndex } from '../../design/TableRows';
import { useMediaQuery } from '../../design/useMediaQuery';
import { dashWhenEmpty, formatPhone } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { canBeCorrected, changeTime, entryGroups, isError, reasonText, statusText } from './entryTexts';
import type { BroadcastEntry, EntryStatus } from './types';
import styles from './EntryTable.module.css';

export interface EntryActions {
  offline: boolean;
  onRetry: (scheduleId: string) => void;
  /** Opens the form of the contact. */
  onCorrect: (contactId: string) => void;
}

/** Reads an entry and renders it; a change of one entry then renders only its row. */
export type RenderEntry = (scheduleId: string, draw: (entry: BroadcastEntry) => ReactElement) => ReactNode;

export interface EntryTableProps extends EntryActions {
  /** Ids of the entries that the filter shows: errors first, then the newest. */
  entries: IndexedList<string>;
  renderEntry: RenderEntry;
  loading: boolean;
  /** Content in place of rows. */
  outcome?: ReactNode;
  /** After a change of the filter the list begins at the top. */
  listKey: string;
}

export function EntryTable({ entries, renderEntry, loading, outcome, listKey, ...rest }: EntryTableProps) {
  const { t } = useTranslation();
  const { offline, onRetry, onCorrect } = rest;
  const actions = useMemo<EntryActions>(() => ({ offline, onRetry, onCorrect }), [offline, onRetry, onCorrect]);
  const columns = useColumns(actions);
  return (
    <div className={styles.table}>
      <Table
        label={t('broadcastPage.detail.table')}
        columns={columns}
        rows={entries}
        renderRow={renderEntry}
        card={(entry: BroadcastEntry) => <EntryCard entry={entry} {...actions} />}
        loading={loading ? 'first' : undefined}
        outcome={outcome}
        listKey={listKey}
      />
    </div>
  );
}

function useColumns(actions: EntryActions): ReadonlyArray<TableColumn<BroadcastEntry>> {
  const { t } = useTranslation();
  const compact = useMediaQuery('below-three-columns');
  return useMemo(
    () => [
      {
        id: 'contact',
        label: t('broadcastPage.detail.column.contact'),
        minWidth: 160,
        isRowHeading: true,
        cell: (entry) => <EntryName entry={entry} />,
      },
      {
        id: 'whatsapp',
        label: t('broadcastPage.detail.column.whatsapp'),
        width: 160,
        cell: (entry) => <span className={styles.number}>{numberOf(entry)}</span>,
      },
      {
        id: 'status',
        label: t('broadcastPage.detail.column.status'),
        width: 120,
        cell: ({ status }) => <EntryState status={status} />,
      },
      {
        id: 'time',
        label: t('broadcastPage.detail.column.time'),
        width: compact ? 64 : 76,
        cell: (entry) => <span className={styles.number}>{dashWhenEmpty(changeTime(entry))}</span>,
      },
      {
        id: 'reason',
        label: t('broadcastPage.detail.column.reason'),
        width: compact ? 160 : 210,
        cell: (entry) => <EntryReason entry={entry} />,
      },
      {
        id: 'actions',
        label: t('broadcastPage.detail.column.actions'),
        labelHidden: true,
        pinned: 'end',
        width: compact ? 56 : 184,
        cell: (entry) => <EntryButtons entry={entry} compact={compact} {...actions} />,
      },
    ],
    [t, compact, actions],
  );
}

function EntryName({ entry }: { entry: BroadcastEntry }) {
  return (
    <span className={styles.contact}>
      <Avatar initials={entry.initials} color={entry.color} size={26} />
      <span className={styles.name} title={entry.contactName}>
        <bdi>{nameOf(entry)}</bdi>
      </span>
    </span>
  );
}

function nameOf(entry: BroadcastEntry): string {
  return entry.contactName.trim() === '' ? numberOf(entry) : entry.contactName;
}

function numberOf({ contactWhatsAppIdentifier, contactIdentifier }: BroadcastEntry): string {
  return dashWhenEmpty(formatPhone(contactWhatsAppIdentifier === '' ? contactIdentifier : contactWhatsAppIdentifier));
}

const glyphs: Readonly<Partial<Record<EntryStatus, Glyph>>> = {
  QUEUED: Clock,
  SENT: Check,
  DELIVERED: CheckCheck,
  READ: CheckCheck,
};

export function EntryState({ status }: { status: EntryStatus }) {
  const { t } = useTranslation();
  return (
    <span className={styles.state} data-group={entryGroups[status]}>
      {status === 'SENDING' ? (
        <Spinner className={styles.spinner} />
      ) : (
        <Icon glyph={glyphs[status] ?? CircleAlert} className={styles.stateGlyph} />
      )}
      {statusText(status, t)}
    </span>
  );
}

function EntryReason({ entry }: { entry: BroadcastEntry }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const text = reasonText(entry, t, say);
  return (
    <span className={styles.reason} data-error={isError(entry.status) || undefined} title={text}>
      {dashWhenEmpty(text)}
    </span>
  );
}

function useEntries(entry: BroadcastEntry, { offline, onRetry, onCorrect }: EntryActions): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const disabledReason = offline ? t('broadcastPage.offline') : undefined;
  const { scheduleId, contactId } = entry;
  return [
    ...(entry.retryable
      ? [
          {
            kind: 'action' as const,
            id: 'retry',
            label: t('broadcastPage.action.retry'),
            glyph: RotateCw,
            disabledReason,
            onSelect: () => onRetry(scheduleId),
          },
        ]
      : []),
    ...(canBeCorrected(entry)
      ? [
          {
            kind: 'action' as const,
            id: 'correct',
            label: t('broadcastPage.detail.correct'),
            glyph: Pencil,
            onSelect: () => onCorrect(contactId),
          },
        ]
      : []),
  ];
}

function EntryButtons({ entry, compact, ...actions }: EntryActions & { entry: BroadcastEntry; compact: boolean }) {
  const { t } = useTranslation();
  const tabIndex = useRowTabIndex();
  const entries = useEntries(entry, actions);
  const name = nameOf(entry);
  if (entries.length === 0) return null;
  if (compact) return <EntryMenu name={name} entries={entries} />;
  return (
    <span className={styles.buttons}>
      {entry.retryable ? (
        <Button
          size="small"
          glyph={RotateCw}
          tabIndex={tabIndex}
          aria-label={t('broadcastPage.detail.retryOf', { name })}
          disabledReason={actions.offline ? t('broadcastPage.offline') : undefined}
          onClick={() => actions.onRetry(entry.scheduleId)}
        >
          {t('broadcastPage.action.retry')}
        </Button>
      ) : (
        <Button
          size="small"
          glyph={Pencil}
          tabIndex={tabIndex}
          aria-label={t('broadcastPage.detail.correctOf', { name })}
          onClick={() => actions.onCorrect(entry.contactId)}
        >
          {t('broadcastPage.detail.correct')}
        </Button>
      )}
    </span>
  );
}

function EntryMenu({ name, entries }: { name: string; entries: ReadonlyArray<MenuEntry> }) {
  const { t } = useTranslation();
  const label = t('broadcastPage.action.menu', { name });
  return (
    <DropdownMenu
      label={label}
      entries={entries}
      trigger={<IconButton glyph={Ellipsis} label={label} tabIndex={useRowTabIndex()} className={styles.more} />}
    />
  );
}

/** The row on a phone: name and state, number and reason, and the actions in a menu. */
function EntryCard({ entry, ...actions }: EntryActions & { entry: BroadcastEntry }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const entries = useEntries(entry, actions);
  const reason = reasonText(entry, t, say);
  return (
    <span className={styles.card}>
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name}>
            <bdi>{nameOf(entry)}</bdi>
          </span>
          <EntryState status={entry.status} />
        </span>
        <span className={styles.line}>
          <span className={styles.number}>{numberOf(entry)}</span>
          {reason === '' ? <span className={styles.number}>{changeTime(entry)}</span> : <EntryReason entry={entry} />}
        </span>
      </span>
      {entries.length > 0 && <EntryMenu name={nameOf(entry)} entries={entries} />}
    </span>
  );
}
