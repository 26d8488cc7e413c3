// The details of a registered contact beside a conversation, below name and number: actions, churn risk, wallet, fields, tags, last attendances. It
// renders props and reports actions.
import type { ContactRowView, HistoryRowView } from 'core-wasm';
import { ContactRound, Mail, Pencil, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ActionTile } from '../../design/ActionTile';
import { ErrorState } from '../../design/EmptyState';
import { openLink } from '../../design/openLink';
import { contactAddress } from '../../shared/addresses';
import { ChannelTile } from '../history/ChannelTile';
import { channelOf, useHistoryTexts } from '../history/historyTexts';
import { Wallet } from './Wallet';
import styles from './PanelDetails.module.css';

export interface PanelDetailsProps {
  contactId: string;
  /** The contact; undefined until it is loaded. */
  contact: ContactRowView | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Undefined if the agent or the contact has no telephone. */
  onCall: (() => void) | undefined;
  /** Whether the agent has the voice channel. */
  hasVoice: boolean;
  onEdit: () => void;
  onOpenPage: () => void;
  onPreferential: (preferential: boolean) => void;
  /** Undefined if no risk is known. */
  risk: ReactNode;
  fields: ReactNode;
  /** Further identifiers. */
  others: ReactNode;
  tags: ReactNode;
  /** The newest attendances before this one, and their total number. */
  last: ReadonlyArray<HistoryRowView>;
  lastCount: number;
  onOpenLast: (protocol: string) => void;
  onAllLast: () => void;
}

export function PanelDetails(props: PanelDetailsProps) {
  const { contact, last } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.details}>
      <Actions {...props} />
      {props.risk !== undefined && <div className={styles.risk}>{props.risk}</div>}
      {contact === undefined && props.failed && (
        <ErrorState message={t('contactPage.loadFailed')} onRetry={props.onRetry} />
      )}
      {contact !== undefined && (
        <div className={styles.wallet}>
          <span className={styles.label}>{t('contactPage.panel.wallet')}</span>
          <Wallet contact={contact} onPreferential={props.onPreferential} />
        </div>
      )}
      <div className={styles.fields}>{props.fields}</div>
      {props.others}
      {props.tags}
      {last.length > 0 && (
        <section className={styles.section}>
          <div className={styles.headingLine}>
            <h4 className={styles.heading}>{t('contactPage.panel.last')}</h4>
            <button type="button" className={styles.all} onClick={props.onAllLast}>
              {t('contactPage.panel.allOf', { count: props.lastCount })}
            </button>
          </div>
          <ul>
            {last.map((row) => (
              <li key={row.protocol}>
                <LastAttendance row={row} onOpen={() => props.onOpenLast(row.protocol)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Actions({ contactId, contact, onCall, hasVoice, onEdit, onOpenPage }: PanelDetailsProps) {
  const { t } = useTranslation();
  const email = contact?.email ?? '';
  return (
    <div className={styles.actions}>
      <ActionTile
        glyph={Phone}
        label={t('contactPage.call')}
        disabledReason={
          onCall !== undefined
            ? undefined
            : hasVoice
              ? t('contactPage.panel.noNumber')
              : t('people.action.noChannel', { channel: t('channels.name.voice') })
        }
        onClick={onCall}
      />
      <ActionTile
        glyph={Mail}
        label={t('contactPage.panel.email')}
        href={`mailto:${encodeURIComponent(email)}`}
        disabledReason={email === '' ? t('contactPage.panel.noEmail') : undefined}
      />
      <ActionTile glyph={Pencil} label={t('contactPage.edit')} onClick={onEdit} />
      <ActionTile
        glyph={ContactRound}
        label={t('contactPage.panel.page')}
        href={contactAddress(contactId)}
        onClick={openLink(onOpenPage)}
      />
    </div>
  );
}

function LastAttendance({ row, onOpen }: { row: HistoryRowView; onOpen: () => void }) {
  const texts = useHistoryTexts();
  const { text } = texts.state(row);
  const facts = [texts.start(row), row.agent, texts.duration(row)].filter((fact) => fact !== '');
  return (
    <button type="button" className={styles.last} onClick={onOpen}>
      <ChannelTile channel={channelOf(row)} size="medium" className={styles.tile} />
      <span className={styles.lastText}>
        <b className={styles.lastTitle}>{text === '-' ? row.queue : text}</b>
        <span className={styles.lastFacts}>{facts.join(' · ')}</span>
      </span>
    </button>
  );
}
