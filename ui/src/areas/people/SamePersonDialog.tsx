// Compares two contacts that may be the same person, and asks which one to keep. A customer without a contact is represented by the
// number.
import type { ContactRowView, SamePersonView } from 'core-wasm';
import { UsersRound } from 'lucide-react';
import * as RadioGroup from 'radix-ui/radio-group';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { dashWhenEmpty, formatPhone } from '../../i18n/format';
import { comparedRows, type ComparedField } from './samePersons';
import styles from './SamePersonDialog.module.css';
import { identifierWords } from '../../i18n/visitors';
import type { TFunction } from 'i18next';

export interface SamePersonDialogProps {
  proposal: SamePersonView;
  /** The contact to keep, unless the agent chooses the other one. */
  keep: string;
  onJoin: (keep: string) => void;
  onRefuse: () => void;
  onClose: () => void;
}

export function SamePersonDialog({ proposal, keep: preset, onJoin, onRefuse, onClose }: SamePersonDialogProps) {
  const { t } = useTranslation();
  const [keep, setKeep] = useState(preset);
  const { first, second } = proposal;
  return (
    <Dialog
      open
      wide
      glyph={UsersRound}
      title={t('people.same.title')}
      description={t(`people.same.reason.${proposal.reason}`, { number: formatPhone(proposal.number) })}
      onClose={onClose}
      footer={
        <>
          <Button tone="ghost" onClick={onRefuse} pending={proposal.busy}>
            {t('people.same.refuse')}
          </Button>
          <Button tone="primary" pending={proposal.busy} onClick={() => onJoin(keep)}>
            {t('people.same.join')}
          </Button>
        </>
      }
    >
      {second === undefined ? (
        <p className={styles.number}>
          {t('people.same.withNumber', {
            name: first.name,
            number: formatPhone(proposal.number),
            customer: dashWhenEmpty(proposal.customerName),
          })}
        </p>
      ) : (
        <Comparison first={first} second={second} keep={keep} onKeep={setKeep} />
      )}
      <p className={styles.help}>{t('people.same.help')}</p>
    </Dialog>
  );
}

interface ComparisonProps {
  first: ContactRowView;
  second: ContactRowView;
  keep: string;
  onKeep: (id: string) => void;
}

function Comparison({ first, second, keep, onKeep }: ComparisonProps) {
  const { t } = useTranslation();
  const both = [first, second];
  return (
    <>
      <RadioGroup.Root
        className={styles.heads}
        aria-label={t('people.same.keepLabel')}
        value={keep}
        onValueChange={onKeep}
      >
        {both.map((contact) => (
          <RadioGroup.Item key={contact.id} value={contact.id} className={styles.head}>
            <Avatar initials={contact.initials} color={contact.color} size={34} />
            <span className={styles.who}>
              <bdi className={styles.name}>{contact.name}</bdi>
              <span className={styles.kept}>
                {t(contact.id === keep ? 'people.same.kept' : 'people.same.keepThis')}
              </span>
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <table className={styles.table} aria-label={t('people.same.compare')}>
        <tbody>
          {comparedRows(first, second).map(({ field, values, losesOne }) => (
            <tr key={field} className={styles.row}>
              <th scope="row" className={styles.label}>
                {t(`people.same.field.${field}`)}
              </th>
              {both.map((contact, index) => (
                <td
                  key={contact.id}
                  className={styles.value}
                  data-lost={(losesOne && contact.id !== keep) || undefined}
                  title={losesOne && contact.id !== keep ? t('people.same.lost') : undefined}
                >
                  <bdi>{dashWhenEmpty(shown(field, values[index] ?? '', t))}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function shown(field: ComparedField, value: string, t: TFunction): string {
  return field === 'phone' || field === 'whatsapp' ? formatPhone(value) : identifierWords(value, t);
}
