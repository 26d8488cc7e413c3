// Connects the page of a contact with the core (NAV-017). Going to the page loads it.
import { Copy, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import type { MenuEntry } from '../../design/Menu';
import { companyPath, contactPath } from '../../shared/addresses';
import { copyText } from '../../shared/copyText';
import { chooserOf, useFastTrigger, useNumberChannels, type NumberChannel } from '../../shared/numberChannels';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useStartReason } from '../../shared/useStartReason';
import { ChurnCardContainer } from '../churn/ChurnCardContainer';
import { useChurn } from '../churn/useChurn';
import { EntityHistoryContainer } from '../history/EntityHistoryContainer';
import { OtherIdentifiers } from '../people/OtherIdentifiers';
import { RecordForms } from '../people/RecordForms';
import { SamePersonNotes } from '../people/SamePersonNotes';
import { useSamePersons } from '../people/useSamePersons';
import { TagSections } from '../tags/TagSections';
import { ContactFields } from './ContactFields';
import { ContactView } from './ContactView';
import { isOfVisitor } from '../../i18n/visitors';

export function ContactPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const page = useSlice('contactPage');
  const form = useSlice('contactForm');
  const [confirmsDelete, setConfirmsDelete] = useState(false);
  const contact = page?.contact;
  const id = page?.id ?? '';
  const onNumber = useFastTrigger();
  const startReason = useStartReason();
  const beginnerOf = useBeginner(contact?.name ?? '', onNumber);
  useDocumentTitle(contact === undefined ? t('contactPage.label') : contact.name);
  const churn = useChurn('contact', id);
  const same = page?.samePersons ?? [];
  const decisions = useSamePersons(same, id);
  // The contact was joined into another one: the page continues with that contact.
  const joinedInto = page?.joinedInto ?? '';
  useEffect(() => {
    if (joinedInto !== '') intend({ area: 'shell', type: 'openArea', path: contactPath(joinedInto) });
  }, [joinedInto, intend]);
  return (
    <>
      <ContactView
        page={page}
        onRetry={() => intend({ area: 'people', type: 'reloadContactPage' })}
        onCall={beginnerOf('voice', contact?.phone ?? '')}
        onWrite={beginnerOf('whatsapp', contact?.whatsapp ?? '')}
        writeReason={startReason}
        onEdit={() => intend({ area: 'people', type: 'openContactEditor', contactId: id })}
        onPreferential={(preferential) =>
          intend({ area: 'people', type: 'setPreferential', contactId: id, preferential })
        }
        onCompany={() => intend({ area: 'shell', type: 'openArea', path: companyPath(contact?.employerId ?? '') })}
        menu={menuOf(contact?.identifier ?? '')}
        notes={<SamePersonNotes contactId={id} proposals={same} {...decisions.actions} />}
        fields={
          <ContactFields
            fields={page?.fields ?? []}
            form={form?.inline === true && form.id === id ? form : undefined}
            onSave={(field, value) => intend({ area: 'people', type: 'saveContactField', contactId: id, field, value })}
            onLeave={() => intend({ area: 'people', type: 'closeContactEditor' })}
            name={contact?.name ?? ''}
            onNumber={onNumber}
          />
        }
        others={
          <OtherIdentifiers
            name={contact?.name ?? ''}
            others={contact?.others ?? []}
            unreadable={contact?.unreadable}
            onNumber={onNumber}
          />
        }
        tags={
          <TagSections
            heading={t('tags.section')}
            headingLevel="h2"
            entities={[
              { kind: 'contact', id },
              // A company without a name is gone: it has no tags either, and its request would be refused.
              { kind: 'employer', id: contact === undefined || contact.employer === '' ? '' : contact.employerId },
            ]}
          />
        }
        history={<EntityHistoryContainer key={id} kind="contact" id={id} />}
        risk={churn === undefined ? undefined : <ChurnCardContainer key={id} contactId={id} churn={churn} />}
      />
      <RecordForms />
      {decisions.dialog}
      {contact !== undefined && (
        <ConfirmDialog
          open={confirmsDelete}
          tone="danger"
          glyph={Trash2}
          title={t('contactPage.delete.title')}
          description={t('contactPage.delete.description', { name: contact.name })}
          confirmLabel={t('contactPage.delete.confirm')}
          pending={contact.busy}
          onConfirm={() => {
            intend({ area: 'people', type: 'deleteContacts', contactIds: [id] });
            setConfirmsDelete(false);
          }}
          onCancel={() => setConfirmsDelete(false)}
        />
      )}
    </>
  );

  function menuOf(identifier: string): ReadonlyArray<MenuEntry> {
    return [
      {
        kind: 'action',
        id: 'copy',
        label: t('contactPage.copyIdentifier'),
        glyph: Copy,
        disabledReason: identifier === '' || isOfVisitor(identifier) ? t('contactPage.noIdentifier') : undefined,
        onSelect: () =>
          void copyText(identifier).then((copied) => copied && announce(t('contactPage.identifierCopied'))),
      },
      {
        kind: 'action',
        id: 'delete',
        label: t('contactPage.delete.title'),
        glyph: Trash2,
        tone: 'danger',
        onSelect: () => setConfirmsDelete(true),
      },
    ];
  }
}

/** Begins a call or a conversation; undefined without a number, or for an agent without the channel. */
function useBeginner(
  name: string,
  onNumber: ReturnType<typeof useFastTrigger>,
): (channel: NumberChannel, phone: string) => (() => void) | undefined {
  const channels = useNumberChannels();
  return (channel, phone) => (channels.includes(channel) ? chooserOf({ phone, name, channel }, onNumber) : undefined);
}
