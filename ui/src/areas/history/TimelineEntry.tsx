// One attendance of a timeline: its facts in one row, which opens the end of its conversation or the facts of its call.
import type { HistoryRowView, MessageView, NoteView } from 'core-wasm';
import { ChevronDown, ChevronUp, ExternalLink, FileDown, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { openLink } from '../../design/openLink';
import { Pill } from '../../design/Pill';
import { Spinner } from '../../design/Spinner';
import { TagChip } from '../../design/TagChip';
import { dashWhenEmpty, formatTime } from '../../i18n/format';
import { ChannelTile } from './ChannelTile';
import { channelOf, useHistoryTexts } from './historyTexts';
import type { PageLink } from '../../shared/addresses';
import { NumberButton } from '../../shared/NumberButton';
import { EntryNotes } from './EntryNotes';
import { ReadOnlyThread } from './ReadOnlyThread';
import { identifierText } from './startNumber';
import type { PdfState } from './useEntryPdf';
import styles from './TimelineEntry.module.css';
import { customerName } from '../../i18n/visitors';

export interface TimelineEntryProps {
  row: HistoryRowView;
  /** Whether the heading above is for another day. */
  withDay: boolean;
  /**
   * Whether the entries are of several contacts: then the contact is named, and the open row leads to the page of a
   * registered contact.
   */
  contact?: { page: PageLink | undefined } | undefined;
  /** Undefined while the row is closed. */
  open:
    | {
        state: 'loading' | 'failed' | 'ready';
        /** Messages, oldest first. */
        messages: ReadonlyArray<MessageView>;
        /** Internal notes, oldest first, and whether they could not be loaded. */
        notes?: ReadonlyArray<NoteView> | undefined;
        notesFailed?: boolean | undefined;
        onRetryNotes?: (() => void) | undefined;
        saving: PdfState;
        onRetry: () => void;
        onSavePdf: () => void;
      }
    | undefined;
  onToggle: () => void;
  /** Starts a conversation or a call with the number of the attendance; undefined if none can be started. */
  onStart: (() => void) | undefined;
}

const lastMessages = 3;

export function TimelineEntry({ row, withDay, contact, open, onToggle, onStart }: TimelineEntryProps) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const contentId = useId();
  const { tone, text } = texts.state(row);
  const channel = channelOf(row);
  const place = `${texts.channel(row)} · ${row.queue}`;
  const facts = [
    contact === undefined ? '' : place,
    row.protocol,
    row.agent,
    row.state === 'active' ? t('history.of.running') : texts.duration(row),
  ].filter((fact) => fact !== '');
  return (
    <div className={styles.entry} data-ch={channel ?? 'other'} data-open={open !== undefined || undefined}>
      <ChannelTile channel={channel} size="medium" className={styles.tile} />
      <div className={styles.box}>
        <button
          type="button"
          className={styles.row}
          aria-expanded={open !== undefined}
          aria-controls={open === undefined ? undefined : contentId}
          onClick={onToggle}
        >
          <span className={styles.text}>
            <b className={styles.title}>
              {contact === undefined ? place : <bdi>{dashWhenEmpty(customerName(row.name, t))}</bdi>}
              <span
                className={styles.time}
              >{` · ${withDay || row.start === undefined ? texts.start(row) : formatTime(row.start)}`}</span>
            </b>
            <span className={styles.facts}>{facts.join(' · ')}</span>
          </span>
          <Pill tone={tone} className={styles.pill}>
            {text}
          </Pill>
          <Icon glyph={open === undefined ? ChevronDown : ChevronUp} className={styles.chevron} />
        </button>
        {open !== undefined && (
          <div id={contentId} className={styles.content}>
            {contact?.page !== undefined && (
              <a href={contact.page.href} className={styles.contact} onClick={openLink(contact.page.onOpen)}>
                <Icon glyph={ExternalLink} size={14} className={styles.contactGlyph} />
                {t('history.entry.contact')}
              </a>
            )}
            <Remarks row={row} />
            {row.hasMessages ? (
              <Conversation row={row} open={open} />
            ) : (
              <>
                <p className={styles.note}>
                  {t(channel === 'voice' ? 'history.entry.call' : 'history.entry.noMessages')}
                  {' · '}
                  <NumberButton shown={dashWhenEmpty(identifierText(row, t))} onChoose={onStart} />
                </p>
                <EntryNotes notes={open.notes} failed={open.notesFailed} onRetry={open.onRetryNotes} />
              </>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function Remarks({ row }: { row: HistoryRowView }) {
  const { t } = useTranslation();
  return (
    <>
      {row.observation !== '' && (
        <p dir="auto" className={styles.observation}>
          {row.observation}
        </p>
      )}
      {row.tags.length > 0 && (
        <ul className={styles.tags} aria-label={t('history.entry.tags')}>
          {row.tags.map(({ id, name, color }) => (
            <li key={id}>
              <TagChip name={name} color={color} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Conversation({ row, open }: { row: HistoryRowView; open: NonNullable<TimelineEntryProps['open']> }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { state, messages, saving } = open;
  if (state === 'failed') return <ErrorState message={t('history.entry.loadFailed')} onRetry={open.onRetry} />;
  if (state === 'loading')
    return (
      <p role="status" className={styles.note}>
        <Spinner />
      </p>
    );
  return (
    <>
      <div className={styles.messages} role="group" aria-label={t('history.entry.conversation')}>
        <ReadOnlyThread
          customer={customerName(row.name, t)}
          channel={channelOf(row)}
          messages={all ? messages : messages.slice(-lastMessages)}
          dayAbove={row.start}
          notes={open.notes}
        />
        {open.notesFailed === true && <EntryNotes failed onRetry={open.onRetryNotes} />}
      </div>
      {saving === 'saved' && (
        <p role="status" className={styles.saved}>
          {t('history.entry.pdfSaved')}
        </p>
      )}
      {saving === 'failed' && (
        <p role="alert" className={styles.failure}>
          {t('history.entry.pdfFailed')}
        </p>
      )}
      <div className={styles.foot}>
        <Icon glyph={Lock} size={14} className={styles.lock} />
        <span className={styles.readOnly}>{t('history.entry.readOnly')}</span>
        <Button size="small" tone="ghost" glyph={FileDown} pending={saving === 'now'} onClick={open.onSavePdf}>
          {t('history.entry.savePdf')}
        </Button>
        {messages.length > lastMessages && (
          <Button size="small" tone="ghost" onClick={() => setAll(!all)}>
            {all ? t('history.of.less') : t('history.of.all', { count: messages.length })}
          </Button>
        )}
      </div>
    </>
  );
}
