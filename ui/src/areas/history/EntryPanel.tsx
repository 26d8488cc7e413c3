// An attendance of the history beside the list: its facts and its conversation to read. On narrow screens it covers the list.
import type { HistoryRecordingView, HistoryRowView, MessageView, NoteView } from 'core-wasm';
import { Copy, ExternalLink, FileDown, Lock, MessageCircle, PhoneCall, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { IconButton } from '../../design/IconButton';
import { openLink } from '../../design/openLink';
import { PersonHeader } from '../../design/PersonHeader';
import { Pill } from '../../design/Pill';
import { SkeletonThread, usePlaceholder } from '../../design/Skeleton';
import { TagChip } from '../../design/TagChip';
import { useSidePanel } from '../../design/useSidePanel';
import { dashWhenEmpty } from '../../i18n/format';
import { channelGlyph } from '../channels/channels';
import type { PageLink } from '../../shared/addresses';
import { ContactLink } from '../../shared/ContactLink';
import { NumberButton } from '../../shared/NumberButton';
import { channelOf, useHistoryTexts } from './historyTexts';
import { identifierText } from './startNumber';
import { EntryNotes } from './EntryNotes';
import { ReadOnlyThread, shownAtMost } from './ReadOnlyThread';
import { Recordings } from './RecordingPlayer';
import type { PdfState } from './useEntryPdf';
import styles from './EntryPanel.module.css';
import { customerName } from '../../i18n/visitors';

export interface EntryPanelProps {
  row: HistoryRowView;
  /** Oldest first; undefined for an attendance without messages. */
  messages: ReadonlyArray<MessageView> | undefined;
  state: 'loading' | 'failed' | 'ready';
  /** The recordings of a call, which only supervisors see. */
  recordings?: ReadonlyArray<HistoryRecordingView> | undefined;
  onPlayRecording?: ((id: string) => void) | undefined;
  onRetry: () => void;
  /** Internal notes, oldest first, and whether they could not be loaded. */
  notes?: ReadonlyArray<NoteView> | undefined;
  notesFailed?: boolean | undefined;
  onRetryNotes?: (() => void) | undefined;
  onClose: () => void;
  onCopyProtocol: () => void;
  /** State of the PDF: it is being made, or it failed. */
  saving: PdfState;
  onSavePdf: () => void;
  /** The page of the contact; undefined for a customer who is not registered. */
  contact: PageLink | undefined;
  /** Opens the attendance; undefined if it is not in the agent's list. */
  onGo?: (() => void) | undefined;
  /** Starts a conversation or a call; undefined if none can be started. */
  onStart: (() => void) | undefined;
  /** Why neither can be started now. */
  startReason?: string | undefined;
  /** Server id of the marked message, at which the panel begins. */
  marked?: string | undefined;
  /** Whether the panel covers the one around it, instead of being a column. */
  covers?: boolean | undefined;
}

export function EntryPanel(props: EntryPanelProps) {
  const { row, messages, saving, contact, onGo, onStart } = props;
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const { protocol, tags } = row;
  const channel = channelOf(row);
  const { panel, onKeyDownCapture } = useSidePanel(props.onClose, protocol);
  const name = dashWhenEmpty(customerName(row.name, t));
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('history.entry.label', { name })}
      data-ch={channel ?? 'other'}
      className={classNames(styles.panel, props.covers === true && styles.covers)}
      onKeyDownCapture={onKeyDownCapture}
    >
      <PersonHeader
        initials={row.initials}
        color={row.color}
        badge={channel === undefined ? undefined : channelGlyph[channel]}
        name={name}
        channel={texts.channel(row)}
        about={`${row.queue} · ${protocol}`}
        actions={
          <>
            <IconButton glyph={Copy} label={t('history.entry.copyProtocol')} onClick={props.onCopyProtocol} />
            {messages !== undefined && (
              <IconButton
                glyph={FileDown}
                label={t('history.entry.savePdf')}
                disabledReason={saving === 'now' || props.state !== 'ready' ? t('history.entry.pdfWaits') : undefined}
                onClick={props.onSavePdf}
              />
            )}
            <IconButton glyph={X} label={t('history.entry.close')} onClick={props.onClose} />
          </>
        }
      >
        <ContactLink name={name} page={contact} />
      </PersonHeader>
      <dl className={styles.facts}>
        <Fact label={t('history.column.start')}>{texts.start(row)}</Fact>
        <Fact label={t('history.column.duration')}>{texts.duration(row)}</Fact>
        <Fact label={t('history.column.agent')}>{texts.agent(row)}</Fact>
        <Fact label={t('history.column.qualification')}>
          <StatePill row={row} />
        </Fact>
      </dl>
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
      {(row.observation !== '' || tags.length > 0) && (
        <div className={styles.remarks}>
          {row.observation !== '' && (
            <p dir="auto" className={styles.observation}>
              {row.observation}
            </p>
          )}
          {tags.length > 0 && (
            <ul className={styles.tags} aria-label={t('history.entry.tags')}>
              {tags.map((tag) => (
                <li key={tag.id}>
                  <TagChip name={tag.name} color={tag.color} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {props.recordings !== undefined && props.onPlayRecording !== undefined && (
        <Recordings recordings={props.recordings} onPlay={props.onPlayRecording} />
      )}
      <Conversation {...props} />
      <footer className={styles.foot}>
        <Icon glyph={Lock} size={14} className={styles.lock} />
        <span className={styles.readOnly}>{t('history.entry.readOnly')}</span>
        {contact !== undefined && (
          <a href={contact.href} className={styles.link} onClick={openLink(contact.onOpen)}>
            <Icon glyph={ExternalLink} size={14} className={styles.linkGlyph} />
            {t('history.entry.contact')}
          </a>
        )}
        {onGo !== undefined && (
          <Button tone="primary" glyph={MessageCircle} onClick={onGo}>
            {t('history.entry.go')}
          </Button>
        )}
        {/* A running conversation is opened again instead of being started anew. */}
        {onGo === undefined && onStart !== undefined && (
          <Button glyph={MessageCircle} disabledReason={props.startReason} onClick={onStart}>
            {t('history.entry.start')}
          </Button>
        )}
      </footer>
    </aside>
  );
}

function StatePill({ row }: { row: HistoryRowView }) {
  const { tone, text } = useHistoryTexts().state(row);
  return <Pill tone={tone}>{text}</Pill>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factLabel}>{label}</dt>
      <dd className={styles.factValue}>{children}</dd>
    </div>
  );
}

function Conversation(props: EntryPanelProps) {
  const { row, messages, state, marked, onRetry, onStart, notes } = props;
  const { t } = useTranslation();
  const placeholder = usePlaceholder(messages !== undefined && state === 'loading');
  if (messages === undefined)
    return (
      <div className={styles.outcome}>
        <EmptyState
          glyph={row.channel === 'voice' ? PhoneCall : MessageCircle}
          title={t(row.channel === 'voice' ? 'history.entry.call' : 'history.entry.noMessages')}
          help={<NumberButton shown={dashWhenEmpty(identifierText(row, t))} onChoose={onStart} />}
        />
        <EntryNotes notes={notes} failed={props.notesFailed} onRetry={props.onRetryNotes} />
      </div>
    );
  if (state === 'failed')
    return (
      <div className={styles.outcome}>
        <ErrorState message={t('history.entry.loadFailed')} onRetry={onRetry} />
      </div>
    );
  if (placeholder !== 'content' || state === 'loading')
    return (
      <div aria-busy="true" className={styles.log}>
        {placeholder === 'skeleton' && <SkeletonThread />}
      </div>
    );
  return (
    <div
      role="region"
      aria-label={t('history.entry.conversation')}
      tabIndex={0}
      className={styles.log}
      ref={scrollToMessage}
      key={`${row.protocol} ${marked ?? ''}`}
    >
      {messages.length > shownAtMost && (
        <p className={styles.onlyNewest}>{t('history.entry.onlyNewest', { count: shownAtMost })}</p>
      )}
      {messages.length === 0 && <p className={styles.onlyNewest}>{t('history.entry.noMessages')}</p>}
      <ReadOnlyThread
        customer={customerName(row.name, t)}
        channel={channelOf(row)}
        messages={messages}
        marked={marked}
        notes={notes}
      />
      {props.notesFailed === true && <EntryNotes failed onRetry={props.onRetryNotes} />}
    </div>
  );
}

/** Scrolls to the marked message, else to the newest messages at the end. */
function scrollToMessage(log: HTMLElement | null): void {
  if (log === null) return;
  const marked = log.querySelector('[data-found]');
  if (marked === null) log.scrollTop = log.scrollHeight;
  else marked.scrollIntoView({ block: 'center' });
}
