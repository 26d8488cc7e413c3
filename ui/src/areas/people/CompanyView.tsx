// The page of a company: its data and churn risk beside its contacts and its history. It shows props and reports actions.
import type { CompanyPageView, CompanyRowView } from 'core-wasm';
import { Building2, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { openLink } from '../../design/openLink';
import { PageFrame } from '../../design/PageFrame';
import { SkeletonContact, usePlaceholder } from '../../design/Skeleton';
import { Tabs } from '../../design/Tabs';
import { addressOf, companiesPath } from '../../shared/addresses';
import { formatCnpj } from './contacts';
import { Fact, Facts } from './Facts';
import frameStyles from './PeopleFrame.module.css';
import styles from './CompanyView.module.css';

export interface CompanyViewProps {
  page: CompanyPageView | undefined;
  initialTab?: 'contacts' | 'history';
  onRetry: () => void;
  /** Opens the list of companies. */
  onList: () => void;
  onEdit: () => void;
  /** Churn risk; undefined if it is unknown. */
  risk: ReactNode;
  tags: ReactNode;
  contacts: ReactNode;
  history: ReactNode;
}

export function CompanyView(props: CompanyViewProps) {
  const { page, onRetry, onList } = props;
  const { t } = useTranslation();
  const placeholder = usePlaceholder(page === undefined || page.state === 'loading');
  const company = page?.company;
  const title = company?.name ?? t('people.title.company');
  return (
    <PageFrame id="people" label={title} className={styles.page}>
      {page !== undefined && company !== undefined ? (
        <Found {...props} page={page} company={company} />
      ) : (
        <>
          <header className={frameStyles.header}>
            <h1 className={frameStyles.title}>{title}</h1>
          </header>
          {page?.state === 'failed' ? (
            <ErrorState message={t('people.failed.company')} onRetry={onRetry} />
          ) : page?.state === 'gone' ? (
            <EmptyState
              glyph={Building2}
              title={t('people.gone.company')}
              help={t('people.gone.companyHelp')}
              action={<Button onClick={onList}>{t('people.gone.companies')}</Button>}
            />
          ) : (
            <div className={styles.waiting} role="status" aria-busy="true" aria-label={t('people.loading.company')}>
              {placeholder === 'skeleton' && <SkeletonContact />}
            </div>
          )}
        </>
      )}
    </PageFrame>
  );
}

function Found({ page, company, ...props }: CompanyViewProps & { page: CompanyPageView; company: CompanyRowView }) {
  const { t } = useTranslation();
  const { risk, tags, contacts, history, initialTab = 'contacts' } = props;
  const [tab, setTab] = useState<string>(initialTab);
  return (
    <>
      <header className={frameStyles.header}>
        <Avatar
          initials={company.initials}
          color={company.color}
          size={48}
          nameless={Building2}
          className={styles.avatar}
        />
        <div className={styles.names}>
          <nav className={styles.path} aria-label={t('people.path')}>
            <a href={addressOf(companiesPath)} onClick={openLink(props.onList)}>
              {t('people.title.companies')}
            </a>
          </nav>
          <h1 className={frameStyles.title}>
            <bdi>{company.name}</bdi>
          </h1>
        </div>
        <Button glyph={Pencil} onClick={props.onEdit}>
          {t('people.action.edit')}
        </Button>
      </header>
      <div className={styles.columns}>
        <section className={styles.data} aria-label={t('people.company.data')}>
          <div className={styles.facts}>
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
            {tags}
          </div>
          {risk !== undefined && <div className={styles.risk}>{risk}</div>}
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
              content: contacts,
            },
            { value: 'history', label: t('people.company.history'), content: history },
          ]}
        />
      </div>
    </>
  );
}
