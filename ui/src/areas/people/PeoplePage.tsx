// Contacts and companies: the page with both in two tabs (NAV-014, CTC-033) and the page of companies alone (NAV-015).
import { FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { lazyArea } from '../../design/lazyArea';
import { Tabs } from '../../design/Tabs';
import { useMediaQuery } from '../../design/useMediaQuery';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { CompaniesTab } from './CompaniesTab';
import { ContactsTab } from './ContactsTab';
import { ContactSummaryContainer } from './ContactSummaryContainer';
import { PeopleFrame } from './PeopleFrame';
import { RecordForms } from './RecordForms';

const ImportContainer = lazyArea(() => import('../imports/ImportContainer'), {
  component: 'ImportContainer',
  words: ['imports'],
});

export function ContactManagementPage() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'contacts' | 'companies'>('contacts');
  const contacts = useSlice('contactsPage').list;
  const companies = useSlice('companiesPage').list;
  const totalOf = ({ loaded, total }: typeof contacts): number | undefined => (loaded ? total : undefined);
  return (
    <Page
      title={t('people.title.contacts')}
      creates={tab}
      beside={tab === 'contacts' ? <ContactSummaryContainer /> : undefined}
    >
      <Tabs
        fill
        label={t('people.title.label')}
        value={tab}
        onChange={(next) => setTab(next === 'companies' ? 'companies' : 'contacts')}
        tabs={[
          {
            value: 'contacts',
            label: t('people.title.contacts'),
            count: totalOf(contacts),
            content: <ContactsTab />,
          },
          {
            value: 'companies',
            label: t('people.title.companies'),
            count: totalOf(companies),
            content: <CompaniesTab />,
          },
        ]}
      />
    </Page>
  );
}

export function CompaniesPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('people.title.companies')} creates="companies">
      <CompaniesTab />
    </Page>
  );
}

interface PageProps {
  title: string;
  /** The kind of entry that the button beside the title creates. */
  creates: 'contacts' | 'companies';
  beside?: ReactNode;
  children: ReactNode;
}

function Page({ title, creates, beside, children }: PageProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  useDocumentTitle(title);
  const create = (): void =>
    intend({ area: 'people', type: creates === 'contacts' ? 'openContactEditor' : 'openCompanyEditor' });
  return (
    <>
      <PeopleFrame
        title={title}
        actions={creates === 'contacts' ? <ImportButton /> : undefined}
        newLabel={t(creates === 'contacts' ? 'people.action.newContact' : 'people.action.newCompany')}
        onNew={create}
        beside={beside}
      >
        {children}
      </PeopleFrame>
      <RecordForms />
      {creates === 'contacts' && <ImportContainer />}
    </>
  );
}

function ImportButton() {
  const { t } = useTranslation();
  const intend = useIntent();
  const isNarrow = useMediaQuery('below-tablet');
  const open = (): void => intend({ area: 'imports', type: 'openImport' });
  return isNarrow ? (
    <IconButton glyph={FileUp} label={t('people.action.import')} onClick={open} />
  ) : (
    <Button glyph={FileUp} onClick={open}>
      {t('people.action.import')}
    </Button>
  );
}
