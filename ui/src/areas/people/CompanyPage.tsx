// Connects the page of a company with the core (EMP-022, NAV-018). Going to the page loads it.
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { useCompanyContacts } from '../../core/slices';
import { companiesPath } from '../../shared/addresses';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { ChurnCard } from '../churn/ChurnCard';
import { useChurn } from '../churn/useChurn';
import { EntityHistoryContainer } from '../history/EntityHistoryContainer';
import { TagEditorContainer } from '../tags/TagEditorContainer';
import { CompanyContacts } from './CompanyContacts';
import { CompanyView } from './CompanyView';
import { renderContact } from './ContactsTab';
import { RecordForms } from './RecordForms';
import { useContactActions } from './useContactActions';

export function CompanyPage() {
  const { t } = useTranslation();
  const intend = useIntent();
  const page = useSlice('companyPage');
  const id = page?.id ?? '';
  useDocumentTitle(page?.company?.name ?? t('people.title.company'));
  const churn = useChurn('employer', id);
  const contacts = useCompanyContacts();
  const shown = useSlice('contactsPage').columns;
  const columns = useMemo(() => shown.filter(({ database }) => database !== 'employer_name'), [shown]);
  const { actions, question } = useContactActions();
  const reload = (): void => intend({ area: 'people', type: 'reloadCompanyPage' });
  return (
    <>
      <CompanyView
        page={page}
        onRetry={reload}
        onList={() => intend({ area: 'shell', type: 'openArea', path: companiesPath })}
        onEdit={() => intend({ area: 'people', type: 'openCompanyEditor', employerId: id })}
        risk={churn === undefined ? undefined : <ChurnCard churn={churn} removal={undefined} />}
        tags={<TagEditorContainer key={id} kind="employer" id={id} />}
        contacts={
          page !== undefined && (
            <CompanyContacts
              page={page}
              columns={columns}
              contacts={contacts}
              renderContact={renderContact}
              actions={actions}
              onRetry={reload}
            />
          )
        }
        history={<EntityHistoryContainer key={id} kind="employer" id={id} />}
      />
      {question}
      <RecordForms />
    </>
  );
}
