// Contacts to choose from, each with the button that links it to the attendance.
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import type { ContactCandidate } from './contactViews';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './CandidateList.module.css';

export interface CandidateListProps {
  label: string;
  candidates: ReadonlyArray<ContactCandidate>;
  linkPending: string | null;
  onLink: (contactId: string) => void;
}

export function CandidateList({ label, candidates, linkPending, onLink }: CandidateListProps) {
  const { t } = useTranslation();
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {candidates.map((candidate) => (
          <li key={candidate.id} className={styles.row}>
            <Avatar initials={candidate.initials} color={candidate.color} size={34} />
            <span className={styles.text}>
              <bdi className={styles.name}>{candidate.fullname}</bdi>
              <span className={styles.detail}>{candidate.detail}</span>
            </span>
            <Button
              size="small"
              pending={linkPending === candidate.id}
              disabledReason={
                linkPending !== null && linkPending !== candidate.id ? t('contacts.search.linking') : undefined
              }
              aria-label={t('contacts.search.linkLabel', { name: candidate.fullname })}
              onClick={() => onLink(candidate.id)}
            >
              {t('contacts.search.link')}
            </Button>
          </li>
        ))}
      </ul>
      <UnsupportedItems list="foundContacts" />
    </>
  );
}
