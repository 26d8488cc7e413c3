// The contacts that already have the identifier for which a registration was refused, each with a link to its page and a button to link
// it with the attendance.
import type { ContactView } from 'core-wasm';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { formatPhone } from '../../i18n/format';
import { contactPath } from '../../shared/addresses';
import styles from './CandidateList.module.css';
import { useFoundContacts } from './useFoundContacts';

export interface DuplicateOwnerProps {
  /** The identifier as the agent typed it. */
  identifier: string;
  /** The contact that is being linked. */
  linkPending: string | null;
  onLink: (contactId: string) => void;
}

export function DuplicateOwner({ identifier, linkPending, onLink }: DuplicateOwnerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const { text, pending, contacts, search } = useFoundContacts();
  const wanted = identifier.trim();
  useEffect(() => search(wanted), [search, wanted]);
  if (pending || text !== wanted)
    return (
      <p role="status" className={styles.detail}>
        {t('contacts.duplicate.searching')}
      </p>
    );
  const owners = ownersOf(contacts, wanted);
  if (owners.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('contacts.duplicate.title')}>
      {owners.map((owner) => (
        <li key={owner.id} className={styles.row}>
          <Avatar initials={owner.initials} color={owner.color} size={34} />
          <span className={styles.text}>
            <bdi className={styles.name}>{owner.name}</bdi>
            <span className={styles.detail}>{detailOf(owner)}</span>
          </span>
          <Button
            size="small"
            tone="ghost"
            aria-label={t('contacts.duplicate.openPageOf', { name: owner.name })}
            onClick={() => intend({ area: 'shell', type: 'openArea', path: contactPath(owner.id) })}
          >
            {t('contacts.duplicate.openPage')}
          </Button>
          <Button
            size="small"
            pending={linkPending === owner.id}
            aria-label={t('contacts.search.linkLabel', { name: owner.name })}
            onClick={() => onLink(owner.id)}
          >
            {t('contacts.search.link')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The contacts with exactly this identifier; otherwise all results of the search, because the identifier may be in a
 * field that the list does not contain.
 */
export function ownersOf(contacts: ReadonlyArray<ContactView>, identifier: string): ReadonlyArray<ContactView> {
  const digits = identifier.replace(/\D/g, '');
  const exact = contacts.filter(
    ({ chatIdentifier, whatsappIdentifier, phone, email }) =>
      [chatIdentifier, email].some((own) => own.toLowerCase() === identifier.toLowerCase()) ||
      (digits !== '' && [whatsappIdentifier, phone].some((own) => own !== '' && own.endsWith(digits))),
  );
  return exact.length > 0 ? exact : contacts;
}

function detailOf({ employer, email, whatsappIdentifier, phone }: ContactView): string {
  return [employer, email, formatPhone(whatsappIdentifier), formatPhone(phone)].find((part) => part !== '') ?? '';
}
