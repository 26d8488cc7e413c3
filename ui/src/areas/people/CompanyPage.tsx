// The page of a company: its data, its contacts and its history (EMP-022, NAV-018).
import type { CompanyPageView, CompanyRowView } from 'core-wasm';
import { Building2, Pencil, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { useCompanyContacts } from '../../core/slices';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { openLink } from '../../design/openLink';
import { SkeletonContact, usePlaceholder } from '../../design/Skeleton';
import { Table } from '../../design/Table';
import { Tabs } from '../../design/Tabs';
import { addressOf, companiesPath } from '../../shared/addresses';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { CompanyHistory } from './CompanyHistory';
import { ContactRowContainer } from './ContactsTab';
import { formatCnpj } from './contacts';
import { ContactCard, useContactColumns } from './contactTable';
import { EntityTags } from './EntityTags';
import { Fact, Facts } from './Facts';
import { RecordForms } from './RecordForms';
import { useContactActions } from './useContactActions';
import pageStyles from './PeopleFrame.module.css';
import styles from './CompanyPage.module.css';

export function CompanyPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const page = useSlice('companyPage');
  const placeholder = usePlaceholder(page === undefined || page.state === 'loading');
  const company = page?.company;
  const title = company?.name ?? t('people.title.company');
  useDocumentTitle(title);
  const reload = (): void => intend({ area: 'people', type: 'reloadCompanyPage' });
  const openList = (): void => intend({ area: 'shell', type: 'openArea', path: companiesPath });
  return (
    <div className={pageStyles.page}>
      <main id="people" tabIndex={-1} aria-label={title} className={pageStyles.main}>
        {page !== undefined && company !== undefined ? (
          <Found page={page} company={company} onReload={reload} />
        ) : (
          <>
            <header className={pageStyles.header}>
              <h1 className={pageStyles.title}>{title}</h1>
            </header>
            {page?.state === 'failed' ? (
              <ErrorState message={t('people.failed.company')} onRetry={reload} />
            ) : page?.state === 'gone' ? (
              <EmptyState
                glyph={Building2}
                title={t('people.gone.company')}
                help={t('people.gone.companyHelp')}
                action={<Button onClick={openList}>{t('people.gone.companies')}</Button>}
              />
            ) : (
              <div className={styles.waiting} role="status" aria-busy="true" aria-label={t('people.loading.company')}>
                {placeholder === 'skeleton' && <SkeletonContact />}
              </div>
            )}
          </>
        )}
      </main>
      <RecordForms />
    </div>
  );
}

function Found({ page, company, onReload }: { page: CompanyPageView; company: CompanyRowView; onReload: () => void }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const [tab, setTab] = useState('contacts');
  const openList = (): void => intend({ area: 'shell', type: 'openArea', path: companiesPath });
  return (
    <>
      <header className={pageStyles.header}>
        <Avatar initials={company.initials} color={company.color} size={48} className={styles.avatar} />
        <div className={styles.names}>
          <nav className={styles.path} aria-label={t('people.path')}>
            <a href={addressOf(companiesPath)} onClick={openLink(openList)}>
              {t('people.title.companies')}
            </a>
          </nav>
          <h1 className={pageStyles.title}>
            <bdi>{company.name}</bdi>
          </h1>
        </div>
        <Button
          glyph={Pencil}
          onClick={() => intend({ area: 'people', type: 'openCompanyEditor', employerId: company.id })}
        >
          {t('people.action.edit')}
        </Button>
      </header>
      <div className={styles.columns}>
        <section className={styles.data} aria-label={t('people.company.data')}>
          <h2 className={styles.heading}>{t('people.company.data')}</h2>
          <Facts>
            <Fact label={t('people.company.socialName')} value={company.socialName} />
            <Fact label={t('people.company.code')} value={company.code} />
            <Fact label={t('people.company.cnpj')} value={formatCnpj(company.cnpj)} />
            <Fact label={t('people.company.roles')}>
              {company.roles.length === 0 ? (
                '-'
              ) : (
                <ul>
                  {company.roles.map(({ employerRoleId, name }) => (
                    <li key={employerRoleId} className={styles.role}>
                      <bdi>{name}</bdi>
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          </Facts>
          <h2 className={styles.heading}>{t('people.column.tags')}</h2>
          <EntityTags kind="employer" id={company.id} />
        </section>
        <Tabs
          fill
          label={t('people.company.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'contacts',
              label: t('people.title.contacts'),
              count: page.contacts.loaded ? page.contacts.total : undefined,
              content: <CompanyContacts page={page} onReload={onReload} />,
            },
            {
              value: 'history',
              label: t('people.company.history'),
              content: <CompanyHistory employerId={company.id} />,
            },
          ]}
        />
      </div>
    </>
  );
}

function CompanyContacts({ page, onReload }: { page: CompanyPageView; onReload: () => void }) {
  const { t } = useTranslation();
  const contacts = useCompanyContacts();
  const shown = useSlice('contactsPage').columns;
  const { actions, question } = useContactActions();
  const withoutCompany = useMemo(() => shown.filter(({ database }) => database !== 'employer_name'), [shown]);
  const columns = useContactColumns(withoutCompany, actions, true);
  const { list } = { list: page.contacts };
  const placeholder = usePlaceholder(list.pending && !list.loaded);
  return (
    <>
      <Table
        label={t('people.title.contacts')}
        // The list comes whole and in the server's order (EMP-021).
        columns={columns.map((column) => ({ ...column, sorts: undefined }))}
        rows={contacts}
        renderRow={(contactId, draw) => <ContactRowContainer key={contactId} contactId={contactId} draw={draw} />}
        card={(contact) => <ContactCard contact={contact} actions={actions} />}
        listKey={page.id}
        onOpen={actions.onOpenPage}
        loading={placeholder === 'skeleton' ? 'first' : undefined}
        outcome={
          placeholder !== 'content' ? undefined : list.failed ? (
            <ErrorState message={t('people.failed.contacts')} onRetry={onReload} />
          ) : (
            <EmptyState glyph={Users} title={t('people.company.noContacts')} />
          )
        }
      />
      {question}
    </>
  );
}
