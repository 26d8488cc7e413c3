// The third part of a new broadcast: who receives it. Contacts are searched and chosen, or come from a file.
import { SearchX, Upload } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { BareCheckbox } from '../../design/Checkbox';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { FieldMessage } from '../../design/Field';
import { SearchField } from '../../design/SearchField';
import { SkeletonChoices, usePlaceholder } from '../../design/Skeleton';
import { formatNumber } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { ContactChoiceList, type ContactChoiceListProps } from './ContactChoiceList';
import { DraftSection } from './DraftSection';
import type { ContactFileResult } from './types';
import styles from './ContactsPart.module.css';

export interface ContactsPartProps extends ContactChoiceListProps {
  state: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  search: string;
  onSearch: (search: string) => void;
  /** The filters beside the search. */
  filters?: ReactNode;
  /** Clears search and filters; undefined while nothing is filtered. */
  onClearFilters?: (() => void) | undefined;
  /** Number of contacts that the filter finds, also those that are not loaded yet. */
  total: number;
  selectedCount: number;
  /** Whether all contacts of the filter are chosen. */
  all: boolean | 'mixed';
  onlyChosen: boolean;
  onOnlyChosen: (only: boolean) => void;
  /** Most contacts of a broadcast. */
  most: number;
  /** A line about contacts that this version cannot read. */
  unreadable?: ReactNode;
  /** Why the choice is refused. */
  fault: string | undefined;
  isReadingFile: boolean;
  fileResult: ContactFileResult | undefined;
  /** Why the file was refused. */
  fileFault: string | undefined;
  onFile: (file: File) => void;
}

const announceAfterMs = 1_000;
const skeletonRows = 8;

export function ContactsPart(props: ContactsPartProps) {
  const { t } = useTranslation();
  const { search, onSearch, selectedCount, total, all, onlyChosen, onOnlyChosen, most, fault } = props;
  useCountAnnouncement(selectedCount);
  return (
    <DraftSection
      number={3}
      title={t('broadcastPage.draft.part.contacts')}
      className={styles.part}
      beside={<FileButton isReading={props.isReadingFile} onFile={props.onFile} />}
    >
      <div className={styles.tools} data-invalid={fault !== undefined || undefined}>
        <SearchField
          className={styles.search}
          label={t('broadcastPage.contacts.searchLabel')}
          placeholder={t('broadcastPage.contacts.search')}
          clearLabel={t('broadcastPage.clearSearch')}
          value={search}
          onChange={onSearch}
        />
        {props.filters}
      </div>
      <FieldMessage id="broadcast-contacts-message" error={fault} />
      <FileOutcome result={props.fileResult} fault={props.fileFault} />
      <div className={styles.box}>
        <div className={styles.head}>
          <BareCheckbox
            label={t('broadcastPage.contacts.all')}
            checked={all}
            // All of the filter, not only the loaded ones.
            onChange={(chosen) => props.onChoose([], chosen)}
          />
          <b className={styles.selected}>{t('broadcastPage.contacts.selected', { count: selectedCount })}</b>
          <span className={styles.total}>{t('broadcastPage.contacts.of', { total })}</span>
          <button
            type="button"
            className={styles.only}
            aria-pressed={onlyChosen}
            onClick={() => onOnlyChosen(!onlyChosen)}
          >
            {t('broadcastPage.contacts.onlyChosen')}
          </button>
        </div>
        <List {...props} />
      </div>
      {props.unreadable}
      <p className={styles.limit} data-over={selectedCount > most || undefined}>
        {t('broadcastPage.contacts.limit', { most })}
      </p>
    </DraftSection>
  );
}

function List(props: ContactsPartProps) {
  const { t } = useTranslation();
  const { contacts, state, onRetry, onClearFilters } = props;
  const placeholder = usePlaceholder(state === 'loading' && contacts.length === 0);
  if (state === 'failed')
    return (
      <div className={styles.outcome}>
        <ErrorState message={t('broadcastPage.contacts.failed')} onRetry={onRetry} />
      </div>
    );
  if (placeholder !== 'content')
    return (
      <div role="status" aria-busy="true" aria-label={t('broadcastPage.contacts.loading')} className={styles.outcome}>
        {placeholder === 'skeleton' && <SkeletonChoices count={skeletonRows} />}
      </div>
    );
  if (contacts.length === 0)
    return (
      <div className={styles.outcome}>
        <EmptyState
          glyph={SearchX}
          title={t('broadcastPage.contacts.nothing')}
          action={
            onClearFilters !== undefined && (
              <Button onClick={onClearFilters}>{t('broadcastPage.contacts.clearFilters')}</Button>
            )
          }
        />
      </div>
    );
  return (
    <ContactChoiceList
      contacts={contacts}
      renderContact={props.renderContact}
      columns={props.columns}
      onChoose={props.onChoose}
      onMore={props.onMore}
      listKey={props.listKey}
    />
  );
}

const accepted = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function FileButton({ isReading, onFile }: { isReading: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" tone="ghost" glyph={Upload} pending={isReading} onClick={() => input.current?.click()}>
        {t('broadcastPage.contacts.import')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        tabIndex={-1}
        aria-hidden="true"
        data-import
        className={styles.file}
        onChange={({ target }) => {
          const [file] = Array.from(target.files ?? []);
          // Lets the agent choose the same file again.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

/** More numbers of lines help nobody. */
const mostLines = 10;

function FileOutcome({ result, fault }: { result: ContactFileResult | undefined; fault: string | undefined }) {
  const { t } = useTranslation();
  if (fault !== undefined)
    return (
      <p role="alert" className={styles.outcomeOfFile} data-tone="danger">
        {fault}
      </p>
    );
  if (result === undefined) return null;
  const { name, read, repeated, withoutPhone } = result;
  const lines = withoutPhone.slice(0, mostLines).map(formatNumber).join(', ');
  const figures = [
    t('broadcastPage.contacts.file.read', { count: read }),
    t('broadcastPage.contacts.file.repeated', { count: repeated }),
    t('broadcastPage.contacts.file.faulty', { count: withoutPhone.length }),
  ];
  return (
    <div role="status" className={styles.outcomeOfFile}>
      <p>
        <bdi className={styles.fileName}>{name}</bdi> {figures.join(', ')}
      </p>
      {withoutPhone.length > 0 && (
        <p className={styles.lines}>
          {t('broadcastPage.contacts.file.lines', {
            count: withoutPhone.length,
            lines: withoutPhone.length > mostLines ? `${lines}…` : lines,
          })}
        </p>
      )}
    </div>
  );
}

/** Announced when the agent pauses: each toggle would otherwise be announced twice. */
function useCountAnnouncement(count: number): void {
  const { t } = useTranslation();
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return undefined;
    const timer = window.setTimeout(() => {
      before.current = count;
      announce(t('broadcastPage.contacts.selected', { count }));
    }, announceAfterMs);
    return () => window.clearTimeout(timer);
  }, [count, t]);
}
