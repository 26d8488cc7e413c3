// Notes on the page of a contact: contacts that may be the same person, and joined contacts that can be separated
// again.
import type { SamePersonView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Note } from '../../design/Note';
import { formatDate, formatPhone } from '../../i18n/format';
import { otherOf } from './samePersons';
import styles from './SamePersonNotes.module.css';

export interface SamePersonNotesProps {
  contactId: string;
  proposals: ReadonlyArray<SamePersonView>;
  onCompare: (proposal: SamePersonView) => void;
  onJoin: (proposal: SamePersonView) => void;
  onRefuse: (proposal: SamePersonView) => void;
  onUndo: (proposal: SamePersonView) => void;
}

export function SamePersonNotes({ contactId, proposals, ...actions }: SamePersonNotesProps) {
  if (proposals.length === 0) return null;
  return (
    <div className={styles.notes}>
      {proposals.map((proposal) => (
        <SamePersonNote key={proposal.id} contactId={contactId} proposal={proposal} {...actions} />
      ))}
    </div>
  );
}

function SamePersonNote({
  contactId,
  proposal,
  onCompare,
  onJoin,
  onRefuse,
  onUndo,
}: Omit<SamePersonNotesProps, 'proposals'> & { proposal: SamePersonView }) {
  const { t } = useTranslation();
  const number = formatPhone(proposal.number);
  const isJoined = proposal.state === 'joined';
  // After a join, `first` is the kept contact.
  const other = isJoined ? proposal.second : otherOf(proposal, contactId);
  const name = other?.name ?? (proposal.customerName === '' ? number : proposal.customerName);
  if (isJoined)
    return (
      <Note
        tone="info"
        className={styles.note}
        action={
          <Button size="small" pending={proposal.busy} onClick={() => onUndo(proposal)}>
            {t('people.same.undo')}
          </Button>
        }
      >
        {t('people.same.joinedLine', {
          name,
          agent: proposal.agent,
          day: proposal.undoUntil === undefined ? '' : formatDate(proposal.undoUntil),
        })}
      </Note>
    );
  return (
    <Note
      tone="warning"
      className={styles.note}
      action={
        <span className={styles.actions}>
          <Button size="small" onClick={() => onCompare(proposal)}>
            {t('people.same.compare')}
          </Button>
          <Button size="small" tone="primary" pending={proposal.busy} onClick={() => onJoin(proposal)}>
            {t('people.same.join')}
          </Button>
          <Button size="small" tone="ghost" pending={proposal.busy} onClick={() => onRefuse(proposal)}>
            {t('people.same.refuse')}
          </Button>
        </span>
      }
    >
      {t('people.same.line', { name })} {t(`people.same.reason.${proposal.reason}`, { number })}
    </Note>
  );
}
