// Contacts that may be the same person: each pair with its reason. It shows props and reports actions.
import type { ContactRowView, SamePersonsView, SamePersonView } from 'core-wasm';
import { CircleCheck, Phone } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Icon } from '../../design/icons/Icon';
import { openLink } from '../../design/openLink';
import { Spinner } from '../../design/Spinner';
import { formatPhone } from '../../i18n/format';
import { contactAddress } from '../../shared/addresses';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './SamePersonList.module.css';
import { identifierWords } from '../../i18n/visitors';

export interface SamePersonListProps {
  view: SamePersonsView;
  onCompare: (proposal: SamePersonView) => void;
  onRefuse: (proposal: SamePersonView) => void;
  onOpenPage: (contactId: string) => void;
  onMore: () => void;
}

export function SamePersonList({ view, onCompare, onRefuse, onOpenPage, onMore }: SamePersonListProps) {
  const { t } = useTranslation();
  const { proposals, loading, failed, ended, total } = view;
  return (
    <section className={styles.part} aria-label={t('people.same.list')} aria-busy={loading || undefined}>
      <p className={styles.help}>{t('people.same.listHelp')}</p>
      {proposals.length === 0 && failed && <ErrorState message={t('people.same.loadFailed')} onRetry={onMore} />}
      {proposals.length === 0 && !failed && !loading && (
        <EmptyState glyph={CircleCheck} title={t('people.same.none')} help={t('people.same.noneHelp')} />
      )}
      {proposals.length > 0 && (
        <ul className={styles.list}>
          {proposals.map((proposal) => (
            <li key={proposal.id} className={styles.row}>
              <div className={styles.pair}>
                <Person contact={proposal.first} onOpenPage={onOpenPage} />
                {proposal.second === undefined ? (
                  <NumberOnly proposal={proposal} />
                ) : (
                  <Person contact={proposal.second} onOpenPage={onOpenPage} />
                )}
              </div>
              <p className={styles.reason}>
                {t(`people.same.reason.${proposal.reason}`, { number: formatPhone(proposal.number) })}
              </p>
              <div className={styles.actions}>
                <Button size="small" pending={proposal.busy} onClick={() => onCompare(proposal)}>
                  {t('people.same.compare')}
                </Button>
                <Button size="small" tone="ghost" pending={proposal.busy} onClick={() => onRefuse(proposal)}>
                  {t('people.same.refuse')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <UnsupportedItems list="samePersons" />
      {loading && (
        <p className={styles.loading} role="status">
          <Spinner /> {t('people.same.loading')}
        </p>
      )}
      {!loading && !ended && proposals.length > 0 && (
        <p className={styles.loading}>
          <Button size="small" onClick={onMore}>
            {t(failed ? 'people.same.retry' : 'people.same.more', { count: Math.max(0, total - proposals.length) })}
          </Button>
        </p>
      )}
    </section>
  );
}

function Person({ contact, onOpenPage }: { contact: ContactRowView; onOpenPage: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <a href={contactAddress(contact.id)} className={styles.person} onClick={openLink(() => onOpenPage(contact.id))}>
      <Avatar initials={contact.initials} color={contact.color} size={34} />
      <span className={styles.who}>
        <bdi className={styles.name}>{contact.name}</bdi>
        <bdi className={styles.sub}>
          {[identifierWords(contact.identifier, t), contact.employer].filter((part) => part !== '').join(' · ')}
        </bdi>
      </span>
    </a>
  );
}

function NumberOnly({ proposal }: { proposal: SamePersonView }) {
  const { t } = useTranslation();
  return (
    <span className={styles.person}>
      <span className={styles.glyph}>
        <Icon glyph={Phone} size={16} />
      </span>
      <span className={styles.who}>
        <bdi className={styles.name}>{formatPhone(proposal.number)}</bdi>
        <bdi className={styles.sub}>
          {proposal.customerName === '' ? t('people.same.noContact') : proposal.customerName}
        </bdi>
      </span>
    </span>
  );
}
