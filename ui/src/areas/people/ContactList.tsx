// The list of contacts: search, filters, columns, table, selection. It shows props and reports actions.
import type { ContactsPageView, ContactRowView } from 'core-wasm';
import { Bookmark, ChevronDown, SearchX, Star, UserRoundPlus, Users, UsersRound } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { IndexedList } from '../../core/indexedList';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { DropdownMenu } from '../../design/Menu';
import { SearchField } from '../../design/SearchField';
import { usePlaceholder } from '../../design/Skeleton';
import { Table, type TableSort } from '../../design/Table';
import { useMediaQuery } from '../../design/useMediaQuery';
import { formatNumber } from '../../i18n/format';
import { ColumnsPopover } from './ColumnsPopover';
import { ContactCard, orderOf, sortOf, useContactColumns, type ContactActions } from './contactTable';
import { noChoice, wholeChoice, type ContactChoice } from './contacts';
import { ListFoot } from './ListFoot';
import { SelectionBar, type SelectionActions } from './SelectionBar';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './list.module.css';

export interface ContactListProps extends ContactActions {
  page: ContactsPageView;
  contacts: IndexedList<string>;
  renderContact: (id: string, draw: (contact: ContactRowView) => ReactElement) => ReactNode;
  /** The chosen tags, and the button that opens the tag picker. */
  tagFilter: ReactNode;
  /** Contacts that may be the same person: their number, and the list that replaces the table. */
  duplicates: DuplicatesProps;
  /** The contact whose summary is open. */
  current: string | undefined;
  onSearch: (text: string) => void;
  onFilter: (filter: ContactChoice) => void;
  onColumns: (columns: string[]) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
  onSelect: (ids: string[], selected: boolean) => void;
  onNew: () => void;
  selection: SelectionActions;
}

export interface DuplicatesProps {
  count: number;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  list: ReactNode;
}

export function ContactList(props: ContactListProps) {
  const { page, contacts, current, onSearch, onFilter, onMore, onOpen, onSelect } = props;
  const { t } = useTranslation();
  const { list, savedFilters, selected } = page;
  const filter = useMemo(() => wholeChoice(page.filter), [page.filter]);
  const [text, setText] = useState(list.text);
  const search = (next: string): void => {
    setText(next);
    onSearch(next);
  };
  const inNarrowWindow = useMediaQuery('below-three-columns');
  const columns = useContactColumns(page.columns, props, inNarrowWindow || current !== undefined);
  const waiting = list.pending && !list.loaded;
  const placeholder = usePlaceholder(waiting);
  const change = (part: Partial<ContactChoice>): void => onFilter({ ...filter, ...part });
  const isFiltered = filter.wallet || filter.savedFilter !== '' || filter.tags.length > 0;
  const isNarrowed = isFiltered || text.trim() !== '';
  const clear = (): void => {
    if (isFiltered) onFilter({ ...noChoice, sort: filter.sort });
    if (text !== '') search('');
  };
  const sort = useCallback((next: TableSort) => onFilter({ ...filter, sort: orderOf(next) }), [filter, onFilter]);
  const saved = savedFilters.find(({ id }) => id === filter.savedFilter);
  const loadedCount = contacts.length;

  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={t('people.search.contacts')}
          placeholder={t('people.search.placeholder')}
          clearLabel={t('people.search.clear')}
          value={text}
          onChange={search}
          className={styles.search}
        />
        {savedFilters.length > 0 && (
          <DropdownMenu
            label={t('people.filter.saved')}
            align="start"
            entries={[
              {
                kind: 'choice',
                id: 'saved',
                label: t('people.filter.saved'),
                value: filter.savedFilter,
                options: [
                  { value: '', label: t('people.filter.all') },
                  ...savedFilters.map(({ id, name }) => ({ value: id, label: name })),
                ],
                onChange: (savedFilter) => change({ savedFilter }),
              },
            ]}
            trigger={
              <Button
                glyph={Bookmark}
                className={styles.saved}
                aria-label={t('people.filter.savedLabel', { name: saved?.name ?? t('people.filter.all') })}
              >
                <span className={styles.savedName}>{saved?.name ?? t('people.filter.all')}</span>
                <ChevronDown size={14} aria-hidden="true" />
              </Button>
            }
          />
        )}
        <Button
          glyph={Star}
          tone="ghost"
          aria-pressed={filter.wallet}
          className={styles.wallet}
          onClick={() => change({ wallet: !filter.wallet })}
        >
          {t('people.filter.wallet')}
        </Button>
        <span className={styles.rule} />
        {props.tagFilter}
        {(props.duplicates.count > 0 || props.duplicates.isShown) && (
          <Button
            glyph={UsersRound}
            tone="ghost"
            aria-pressed={props.duplicates.isShown}
            className={styles.duplicates}
            onClick={() => props.duplicates.onShow(!props.duplicates.isShown)}
          >
            {t('people.same.filter')}
            <span className={styles.count}>{formatNumber(props.duplicates.count)}</span>
          </Button>
        )}
        <span className={styles.space} />
        {isNarrowed && (
          <Button size="small" tone="ghost" onClick={clear}>
            {t('people.filter.clear')}
          </Button>
        )}
        <ColumnsPopover all={page.allColumns} shown={page.columns} onChange={props.onColumns} />
      </div>
      {props.duplicates.isShown ? (
        props.duplicates.list
      ) : (
        <>
          <Table
            label={t('people.title.contacts')}
            columns={columns}
            rows={contacts}
            total={list.total}
            renderRow={props.renderContact}
            card={(contact) => <ContactCard contact={contact} actions={props} />}
            sort={sortOf(filter.sort)}
            onSort={sort}
            listKey={JSON.stringify([filter, list.text])}
            current={current}
            onOpen={onOpen}
            loading={placeholder === 'skeleton' ? 'first' : list.loadingMore ? 'more' : undefined}
            onMore={list.ended || list.failed || list.loadingMore || list.pending ? undefined : onMore}
            selection={{
              isSelected: (contact) => contact.selected,
              all: selected === 0 ? false : selected >= loadedCount ? true : 'mixed',
              allLabel: t('people.selection.all'),
              rowLabel: (contact) => t('people.selection.row', { name: contact.name }),
              onToggle: (id) => props.selection.onToggle(id),
              onToggleAll: (all) => onSelect([], all),
              found: placeholder === 'content' ? t('people.selection.found', { count: list.total }) : undefined,
              bar:
                selected === 0 ? undefined : (
                  <SelectionBar
                    selected={selected}
                    loaded={loadedCount}
                    onSelect={onSelect}
                    actions={props.selection}
                  />
                ),
            }}
            outcome={
              placeholder !== 'content' ? undefined : list.failed ? (
                <ErrorState message={t('people.failed.contacts')} onRetry={onMore} />
              ) : isNarrowed ? (
                <EmptyState
                  glyph={SearchX}
                  title={
                    list.text.trim() === ''
                      ? t('people.empty.filtered')
                      : t('people.empty.nothing', { text: list.text })
                  }
                  help={t('people.empty.filteredHelp')}
                  action={<Button onClick={clear}>{t('people.filter.clear')}</Button>}
                />
              ) : (
                <EmptyState
                  glyph={Users}
                  title={t('people.empty.contacts')}
                  help={t('people.empty.contactsHelp')}
                  action={
                    <Button glyph={UserRoundPlus} onClick={props.onNew}>
                      {t('people.action.newContact')}
                    </Button>
                  }
                />
              )
            }
          />
          <UnsupportedItems list="contacts" />
          <ListFoot
            list={list}
            shown={loadedCount}
            summary={
              isNarrowed
                ? t('people.foot.contactsFiltered', { shown: loadedCount, count: list.total })
                : t('people.foot.contacts', { shown: loadedCount, count: list.total })
            }
            onRetry={onMore}
          />
        </>
      )}
    </>
  );
}
