// Connects the details of a registered contact beside a conversation with the core: its record, its churn risk, its tags and its newest attendances.
import { useContext, useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { contactPath } from '../../shared/addresses';
import { DetailsTabContext } from '../../shared/detailsTab';
import { chooserOf, useFastTrigger, useNumberChannels } from '../../shared/numberChannels';
import { ChurnCardContainer } from '../churn/ChurnCardContainer';
import { useChurn } from '../churn/useChurn';
import { OtherIdentifiers } from '../people/OtherIdentifiers';
import { RecordForms } from '../people/RecordForms';
import { TagSections } from '../tags/TagSections';
import { ContactFields } from './ContactFields';
import { EntryOverPanel, useEntryOverPanel } from './EntryOverPanel';
import { PanelDetails } from './PanelDetails';
import styles from './PanelDetailsContainer.module.css';

export interface PanelDetailsContainerProps {
  protocol: string;
  contactId: string;
  /** Shown in place of the fields until the record is loaded. */
  known: ReactNode;
}

/** Number of attendances below the fields; the tab shows all. */
const shownLast = 2;

export function PanelDetailsContainer({ protocol, contactId: id, known }: PanelDetailsContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  useEffect(() => intend({ area: 'people', type: 'openContact', contactId: id }), [intend, id]);
  useEffect(() => intend({ area: 'history', type: 'loadHistoryOf', kind: 'contact', id }), [intend, id]);
  const slice = useSlice('contactPage');
  // The slice may still have the record of another contact that the agent looked at before.
  const page = slice?.id === id ? slice : undefined;
  const form = useSlice('contactForm');
  const history = useSlice<'historyOf'>(`historyOf:contact/${id}`);
  const churn = useChurn('contact', id);
  const onNumber = useFastTrigger();
  const canCall = useNumberChannels().includes('voice');
  const showTab = useContext(DetailsTabContext);
  const entry = useEntryOverPanel();
  const contact = page?.contact;
  const name = contact?.name ?? '';
  const phone = contact?.phone ?? '';
  const number = phone === '' ? (contact?.whatsapp ?? '') : phone;
  const before = (history?.groups ?? [])
    .flatMap(({ entries }) => entries)
    .filter((row) => row.protocol !== protocol)
    .slice(0, shownLast);
  return (
    <>
      <PanelDetails
        contactId={id}
        contact={contact}
        failed={page?.state === 'failed'}
        onRetry={() => intend({ area: 'people', type: 'reloadContactPage' })}
        onCall={canCall ? chooserOf({ phone: number, name, channel: 'voice' }, onNumber) : undefined}
        hasVoice={canCall}
        onEdit={() => intend({ area: 'people', type: 'openContactEditor', contactId: id })}
        onOpenPage={() => intend({ area: 'shell', type: 'openArea', path: contactPath(id) })}
        onPreferential={(preferential) =>
          intend({ area: 'people', type: 'setPreferential', contactId: id, preferential })
        }
        risk={churn === undefined ? undefined : <ChurnCardContainer key={id} contactId={id} churn={churn} compact />}
        fields={
          page === undefined || contact === undefined ? (
            known
          ) : (
            <ContactFields
              fields={page.fields}
              headingLevel="h4"
              form={form?.inline === true && form.id === id ? form : undefined}
              onSave={(field, value) =>
                intend({ area: 'people', type: 'saveContactField', contactId: id, field, value })
              }
              onLeave={() => intend({ area: 'people', type: 'closeContactEditor' })}
              name={name}
              onNumber={onNumber}
            />
          )
        }
        others={
          <OtherIdentifiers
            name={name}
            others={contact?.others ?? []}
            unreadable={contact?.unreadable}
            onNumber={onNumber}
          />
        }
        tags={
          <TagSections
            heading={t('contacts.section.tags')}
            headingLevel="h3"
            entities={[
              { kind: 'attendance', id: protocol },
              { kind: 'contact', id },
            ]}
            className={styles.tags}
          />
        }
        last={before}
        lastCount={history?.total ?? 0}
        onOpenLast={entry.open}
        onAllLast={() => showTab('history')}
      />
      <RecordForms />
      <EntryOverPanel entry={entry} />
    </>
  );
}
