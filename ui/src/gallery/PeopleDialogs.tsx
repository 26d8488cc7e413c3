// The forms of contacts and companies in each state, and the question before contacts are deleted.
import { Trash2 } from 'lucide-react';
import { useTranslation } from '../i18n/useTranslation';
import { CompanyFormDialog } from '../areas/people/CompanyFormDialog';
import { ContactFormDialog } from '../areas/people/ContactFormDialog';
import { SamePersonDialog } from '../areas/people/SamePersonDialog';
import { ConfirmDialog } from '../design/ConfirmDialog';
import { companyForms, contactForms, contactsPage, samePersons } from './peopleSamples';
import { ignore } from './samples';

export function PeopleDialog({ name }: { name: string }) {
  const { t } = useTranslation();
  const contact = contactForms[name];
  const company = companyForms[name];
  if (contact !== undefined)
    return (
      <ContactFormDialog
        form={contact}
        columns={contactsPage.allColumns}
        company={contact.id === '' ? null : { id: 'e04', label: 'Lojas Sampaio Sul' }}
        preferential={name === 'contactFailed' ? { of: 'other', name: 'Bruno Lima' } : { of: 'nobody' }}
        picker={{ text: '', pending: false, failed: false, companies: [] }}
        onPickCompany={ignore}
        onSave={ignore}
        onClose={ignore}
      />
    );
  const compared =
    name === 'same' ? samePersons.proposals[0] : name === 'sameNumber' ? samePersons.proposals[2] : undefined;
  if (compared !== undefined)
    return (
      <SamePersonDialog
        proposal={compared}
        keep={compared.first.id}
        onJoin={ignore}
        onRefuse={ignore}
        onClose={ignore}
      />
    );
  if (company !== undefined) return <CompanyFormDialog form={company} onSave={ignore} onClose={ignore} />;
  return (
    <ConfirmDialog
      open
      glyph={Trash2}
      tone="danger"
      title={t('people.delete.title', { count: 3, name: '' })}
      description={t('people.delete.text', { count: 3 })}
      confirmLabel={t('people.action.delete')}
      pending={false}
      onConfirm={ignore}
      onCancel={ignore}
    />
  );
}
