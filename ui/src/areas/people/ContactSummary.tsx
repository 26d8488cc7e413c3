// The summary of a contact beside the list: main data, tags, churn risk and the last contact (CTC-036, SHELL-011).
import type { ContactRowView, ContactSummaryView } from 'core-wasm';
import { ChevronDown, ChevronUp, ExternalLink, Phone, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { ActionTile } from '../../design/ActionTile';
import { Avatar } from '../../design/Avatar';
import { Drawer } from '../../design/Drawer';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { WhatsAppGlyph } from '../../design/icons/glyphs';
import { openLink } from '../../design/openLink';
import { Pill } from '../../design/Pill';
import { RiskMeter } from '../../design/RiskMeter';
import { Spinner } from '../../design/Spinner';
import { dashWhenEmpty, formatListTime, formatPhone, formatTime } from '../../i18n/format';
import { qualificationName } from '../../i18n/qualificationName';
import { useLanguage } from '../../i18n/text';
import { companyAddress, contactAddress } from '../../shared/addresses';
import { NumberButton } from '../../shared/NumberButton';
import { chooserOf, type NumberChannel } from '../../shared/numberChannels';
import { channelGlyph } from '../channels/channels';
import { RiskHead } from '../churn/RiskHead';
import { numberOf, type ContactActions } from './contactTable';
import { Fact, Facts } from './Facts';
import { OtherIdentifiers } from './OtherIdentifiers';
import { channelOf, JoinedParts } from './RowParts';
import styles from './ContactSummary.module.css';
import { identifierWords } from '../../i18n/visitors';

export interface ContactSummaryProps extends ContactActions {
  summary: ContactSummaryView;
  /** Picker that changes the contact's tags here. */
  tags: ReactNode;
  onStep: (forward: boolean) => void;
  onClose: () => void;
}

export function ContactSummary({ summary, tags, onStep, onClose, ...actions }: ContactSummaryProps) {
  const { t } = useTranslation();
  const { contact, hasPrevious, hasNext } = summary;
  const { preferential } = contact;
  const role = contact.data.cargo ?? '';
  return (
    <Drawer
      beside
      title={t('people.summary.title')}
      onClose={onClose}
      actions={
        <>
          <IconButton
            glyph={ChevronUp}
            label={t('people.summary.previous')}
            disabledReason={hasPrevious ? undefined : t('people.summary.first')}
            onClick={() => onStep(false)}
          />
          <IconButton
            glyph={ChevronDown}
            label={t('people.summary.next')}
            disabledReason={hasNext ? undefined : t('people.summary.last')}
            onClick={() => onStep(true)}
          />
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.who}>
          <Avatar initials={contact.initials} color={contact.color} size={48} />
          <div className={styles.names}>
            <h3 className={styles.name}>
              <bdi>{contact.name}</bdi>
            </h3>
            {(role !== '' || contact.employer !== '') && (
              <p className={styles.subtitle}>
                <JoinedParts parts={[role, contact.employer]} />
              </p>
            )}
          </div>
        </div>
        <QuickActions contact={contact} actions={actions} />
        <RiskCard contact={contact} />
        <h4 className={styles.heading}>{t('people.summary.main')}</h4>
        <Facts>
          <Fact label={t('people.field.wallet')}>
            {preferential.of === 'own' ? (
              <span className={styles.own}>
                <Icon glyph={Star} size={14} className={styles.star} />
                {t('people.wallet.own')}
              </span>
            ) : preferential.of === 'other' ? (
              <bdi>{t('people.wallet.of', { agent: preferential.name })}</bdi>
            ) : (
              '-'
            )}
          </Fact>
          <Fact label={t('people.field.identifier')} value={identifierWords(contact.identifier, t)} />
          <NumberFact contact={contact} channel="whatsapp" onNumber={actions.onNumber} />
          <NumberFact contact={contact} channel="voice" onNumber={actions.onNumber} />
          <Fact label={t('people.field.email')} value={contact.email} />
          <Fact label={t('people.field.employer')}>
            {contact.employerId === '' || contact.employer === '' ? (
              contact.employer === '' ? (
                '-'
              ) : (
                <bdi>{contact.employer}</bdi>
              )
            ) : (
              <a
                href={companyAddress(contact.employerId)}
                className={styles.link}
                onClick={openLink(() => actions.onOpenCompany(contact.employerId))}
              >
                <bdi>{contact.employer}</bdi>
              </a>
            )}
          </Fact>
        </Facts>
        <OtherIdentifiers
          name={contact.name}
          others={contact.others}
          unreadable={contact.unreadable}
          onNumber={actions.onNumber}
        />
        <h4 className={styles.heading}>{t('people.column.tags')}</h4>
        {tags}
        <div className={styles.headingLine}>
          <h4 className={styles.heading}>{t('people.column.lastContact')}</h4>
          <a
            href={contactAddress(contact.id)}
            className={styles.link}
            onClick={openLink(() => actions.onOpenPage(contact.id))}
          >
            {t('people.summary.history')}
          </a>
        </div>
        <LastContact contact={contact} loading={summary.loading} />
      </div>
    </Drawer>
  );
}

function NumberFact({
  contact,
  channel,
  onNumber,
}: Pick<ContactActions, 'onNumber'> & { contact: ContactRowView; channel: NumberChannel }) {
  const { t } = useTranslation();
  const label = t(channel === 'voice' ? 'people.field.phone' : 'people.field.whatsapp');
  const phone = channel === 'voice' ? contact.phone : contact.whatsapp;
  return (
    <Fact label={label}>
      <NumberButton
        shown={dashWhenEmpty(formatPhone(phone))}
        label={label}
        onChoose={chooserOf({ phone, name: contact.name, channel }, onNumber)}
      />
    </Fact>
  );
}

function QuickActions({ contact, actions }: { contact: ContactRowView; actions: ContactActions }) {
  const { t } = useTranslation();
  const begin = (channel: NumberChannel, glyph: Glyph, label: string) => {
    const number = numberOf(contact, channel);
    const { onNumber } = actions;
    const reason =
      number === undefined
        ? t('people.action.noNumber')
        : onNumber === undefined || !actions.channels.includes(channel)
          ? t('people.action.noChannel', { channel: t(`channels.name.${channel}`) })
          : channel === 'whatsapp'
            ? actions.startReason
            : undefined;
    const press = (): void => {
      if (number !== undefined) onNumber?.(number);
    };
    return <ActionTile glyph={glyph} label={label} disabledReason={reason} onClick={press} />;
  };
  return (
    <div className={styles.actions}>
      {begin('voice', Phone, t('people.action.call'))}
      {begin('whatsapp', WhatsAppGlyph, t('people.action.message'))}
      <ActionTile
        glyph={ExternalLink}
        label={t('people.action.record')}
        href={contactAddress(contact.id)}
        onClick={openLink(() => actions.onOpenPage(contact.id))}
      />
    </div>
  );
}

function RiskCard({ contact: { risk } }: { contact: ContactRowView }) {
  const { t } = useTranslation();
  if (risk === undefined) return null;
  const word = t(`people.risk.${risk.band}`);
  return (
    <section className={styles.risk} aria-label={t('people.risk.title')}>
      <RiskHead {...risk}>{t('people.risk.title')}</RiskHead>
      <RiskMeter
        {...risk}
        size="wide"
        word=""
        label={t('people.risk.label', { word, percent: risk.percent })}
        className={styles.meter}
      />
      <p className={styles.word}>{word}</p>
    </section>
  );
}

function LastContact({ contact, loading }: { contact: ContactRowView; loading: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  const last = contact.lastContact;
  if (loading && last === undefined)
    return (
      <p className={styles.none} role="status">
        <Spinner /> {t('people.summary.loading')}
      </p>
    );
  if (last === undefined) return <p className={styles.none}>{t('people.summary.noContact')}</p>;
  const channel = channelOf(last);
  const title = [channel === undefined ? '' : t(`channels.name.${channel}`), last.queue];
  const day = last.at === undefined ? '' : formatListTime(last.at, today, language, t);
  const time = last.at === undefined ? '' : formatTime(last.at);
  const when = day === time ? time : `${day}, ${time}`;
  return (
    <article className={styles.last} data-ch={channel} aria-busy={loading || undefined}>
      <div className={styles.lastHead}>
        {channel !== undefined && (
          <span className={styles.channel}>
            <Icon glyph={channelGlyph[channel]} size={14} />
          </span>
        )}
        <div className={styles.names}>
          <p className={styles.lastTitle}>
            <JoinedParts parts={title} />
          </p>
          <p className={styles.subtitle}>
            <JoinedParts parts={[when, last.agent]} />
          </p>
        </div>
      </div>
      {last.qualification !== '' && <Pill className={styles.pill}>{qualificationName(last.qualification, t)}</Pill>}
      {last.message !== '' && (
        <blockquote className={styles.quote} dir="auto">
          {last.message}
        </blockquote>
      )}
    </article>
  );
}
