// The list of companies: search and table. It shows props and reports actions.
import type { CompaniesPageView, CompanyRowView } from 'core-wasm';
import { Building2, Pencil, SearchX } from 'lucide-react';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { IndexedList } from '../../core/indexedList';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { SearchField } from '../../design/SearchField';
import { usePlaceholder } from '../../design/Skeleton';
import { Table, type TableColumn } from '../../design/Table';
import { useRowTabIndex } from '../../design/TableRows';
import { formatNumber } from '../../i18n/format';
import { formatCnpj } from './contacts';
import { ListFoot } from './ListFoot';
import { JoinedParts, NameCell, TagsCell } from './RowParts';
import cardStyles from './contactTable.module.css';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './list.module.css';

export interface CompanyListProps {
  page: CompaniesPageView;
  companies: IndexedList<string>;
  renderCompany: (id: string, draw: (company: CompanyRowView) => ReactElement) => ReactNode;
  onSearch: (text: string) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onEdit: (id: string) => void;
  onNew: () => void;
}

export function CompanyList(props: CompanyListProps) {
  const { page, companies, onSearch, onMore, onOpen, onEdit } = props;
  const { t } = useTranslation();
  const { list } = page;
  const [text, setText] = useState(list.text);
  const search = (next: string): void => {
    setText(next);
    onSearch(next);
  };
  const placeholder = usePlaceholder(list.pending && !list.loaded);
  const columns = useMemo(
    (): ReadonlyArray<TableColumn<CompanyRowView>> => [
      {
        id: 'name',
        label: t('people.company.name'),
        cell: (company) => <NameCell {...company} nameless={Building2} />,
      },
      {
        id: 'socialName',
        label: t('people.company.socialName'),
        width: 240,
        cell: ({ socialName }) => (socialName === '' ? '-' : <bdi>{socialName}</bdi>),
      },
      { id: 'code', label: t('people.company.code'), width: 100, cell: ({ code }) => <bdi>{code}</bdi> },
      {
        id: 'cnpj',
        label: t('people.company.cnpj'),
        width: 152,
        cell: ({ cnpj }) => (cnpj === '' ? '-' : formatCnpj(cnpj)),
      },
      { id: 'tags', label: t('people.column.tags'), width: 165, cell: ({ tags }) => <TagsCell tags={tags} /> },
      { id: 'contacts', label: t('people.company.contacts'), width: 80, cell: (row) => formatNumber(row.contacts) },
      {
        id: 'actions',
        label: t('people.column.actions'),
        labelHidden: true,
        pinned: 'end',
        width: 56,
        cell: (company) => <EditButton company={company} onEdit={onEdit} />,
      },
    ],
    [t, onEdit],
  );
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={t('people.search.companies')}
          placeholder={t('people.search.companyPlaceholder')}
          clearLabel={t('people.search.clear')}
          value={text}
          onChange={search}
          className={styles.search}
        />
      </div>
      <Table
        label={t('people.title.companies')}
        columns={columns}
        rows={companies}
        total={list.total}
        renderRow={props.renderCompany}
        card={(company) => (
          <span className={cardStyles.card}>
            <span className={cardStyles.line}>
              <bdi className={cardStyles.cardName}>{company.name}</bdi>
              <span className={cardStyles.second}>
                <span className={cardStyles.value}>
                  <JoinedParts parts={[company.code, t('people.company.contactCount', { count: company.contacts })]} />
                </span>
              </span>
            </span>
            <EditButton company={company} onEdit={onEdit} />
          </span>
        )}
        listKey={list.text}
        onOpen={onOpen}
        loading={placeholder === 'skeleton' ? 'first' : list.loadingMore ? 'more' : undefined}
        onMore={list.ended || list.failed || list.loadingMore || list.pending ? undefined : onMore}
        outcome={
          placeholder !== 'content' ? undefined : list.failed ? (
            <ErrorState message={t('people.failed.companies')} onRetry={onMore} />
          ) : text.trim() === '' ? (
            <EmptyState
              glyph={Building2}
              title={t('people.empty.companies')}
              help={t('people.empty.companiesHelp')}
              action={<Button onClick={props.onNew}>{t('people.action.newCompany')}</Button>}
            />
          ) : (
            <EmptyState
              glyph={SearchX}
              title={t('people.empty.nothing', { text })}
              action={<Button onClick={() => search('')}>{t('people.search.clear')}</Button>}
            />
          )
        }
      />
      <UnsupportedItems list="companies" />
      <ListFoot
        list={list}
        shown={companies.length}
        summary={t('people.foot.companies', { shown: companies.length, count: list.total })}
        onRetry={onMore}
      />
    </>
  );
}

function EditButton({ company, onEdit }: { company: CompanyRowView; onEdit: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      size="small"
      glyph={Pencil}
      tabIndex={useRowTabIndex()}
      label={t('people.company.edit', { name: company.name })}
      onClick={() => onEdit(company.id)}
    />
  );
}
