// The forms of contacts and companies, connected with the core: a form is open while its slice exists. A field that is edited in place has no form.
import { useIntent, useSlice } from '../../core/react';
import { useContactRow } from '../../core/slices';
import { CompanyFormDialog } from './CompanyFormDialog';
import { ContactFormDialog } from './ContactFormDialog';

export function RecordForms() {
  const contact = useSlice('contactForm');
  const company = useSlice('companyForm');
  return (
    <>
      {contact !== undefined &&
        !contact.inline &&
        (contact.id === '' ? (
          <ContactForm form={contact} contact={undefined} />
        ) : (
          <KnownContactForm key={contact.id} form={contact} />
        ))}
      {company !== undefined && <CompanyForm key={`company ${company.id}`} form={company} />}
    </>
  );
}

const nobody = { of: 'nobody' } as const;

type FormOfContact = NonNullable<ReturnType<typeof useSlice<'contactForm'>>>;
type KnownContact = Pick<NonNullable<ReturnType<typeof useContactRow>>, 'employerId' | 'employer' | 'preferential'>;

function KnownContactForm({ form }: { form: FormOfContact }) {
  const open = useSlice('contactPage')?.contact;
  const row = useContactRow(form.id);
  return <ContactForm form={form} contact={row ?? (open?.id === form.id ? open : undefined)} />;
}

function ContactForm({ form, contact }: { form: FormOfContact; contact: KnownContact | undefined }) {
  const intend = useIntent();
  const { allColumns } = useSlice('contactsPage');
  const picker = useSlice('companyPicker');
  const { employerId = '', employer = '' } = contact ?? {};
  return (
    <ContactFormDialog
      form={form}
      columns={allColumns}
      company={employerId === '' || employer === '' ? null : { id: employerId, label: employer }}
      preferential={contact?.preferential ?? nobody}
      picker={picker}
      onPickCompany={(text) => intend({ area: 'people', type: 'pickCompany', text })}
      onSave={(fields) => intend({ area: 'people', type: 'saveContactEditor', fields })}
      onClose={() => intend({ area: 'people', type: 'closeContactEditor' })}
    />
  );
}

function CompanyForm({ form }: { form: NonNullable<ReturnType<typeof useSlice<'companyForm'>>> }) {
  const intend = useIntent();
  return (
    <CompanyFormDialog
      form={form}
      onSave={(fields, roles) => intend({ area: 'people', type: 'saveCompanyEditor', fields, roles })}
      onClose={() => intend({ area: 'people', type: 'closeCompanyEditor' })}
    />
  );
}
