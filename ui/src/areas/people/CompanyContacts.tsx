// The contacts of a company: the server sends the complete list, in its order (EMP-021).
import type { CompanyPageView, ContactColumnView, ContactRowView } from 'core-wasm';
import { Users } from 'lucide-react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { IndexedList } from '../../core/indexedList';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { usePlaceholder } from '../../design/Skeleton';
import { Table } from '../../design/Table';
import { ContactCard, useContactColumns, type ContactActions } from './contactTable';
import { UnsupportedItems } from '../../shared/UnsupportedItems';

export interface CompanyContactsProps {
  page: CompanyPageView;
  columns: ReadonlyArray<ContactColumnView>;
  contacts: IndexedList<string>;
  renderContact: (id: string, draw: (contact: ContactRowView) => ReactElement) => ReactNode;
  actions: ContactActions;
  onRetry: () => void;
}

export function CompanyContacts({ page, columns, contacts, renderContact, actions, onRetry }: CompanyContactsProps) {
  const { t } = useTranslation();
  const { pending, loaded, failed } = page.contacts;
  const placeholder = usePlaceholder(pending && !loaded);
  const sortable = useContactColumns(columns, actions, true);
  const shown = useMemo(() => sortable.map((column) => ({ ...column, sorts: undefined })), [sortable]);
  return (
    <>
      <Table
        label={t('people.title.contacts')}
        columns={shown}
        rows={contacts}
        renderRow={renderContact}
        card={(contact) => <ContactCard contact={contact} actions={actions} />}
        listKey={page.id}
        onOpen={actions.onOpenPage}
        loading={placeholder === 'skeleton' ? 'first' : undefined}
        outcome={
          placeholder !== 'content' ? undefined : failed ? (
            <ErrorState message={t('people.failed.contacts')} onRetry={onRetry} />
          ) : (
            <EmptyState glyph={Users} title={t('people.company.noContacts')} />
          )
        }
      />
      <UnsupportedItems list="companyContacts" />
    </>
  );
}
