// The pages of contacts and companies with invented data.
import type { ContactsPageView } from 'core-wasm';
import { Building2, ContactRound, Headset } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { CommandField } from '../app/CommandField';
import { BottomBar, Rail, type RailArea } from '../app/Rail';
import { ShellLayout } from '../app/ShellLayout';
import { SkipLinks } from '../app/SkipLinks';
import { TopBar } from '../app/TopBar';
import { CompanyList } from '../areas/people/CompanyList';
import { ContactList } from '../areas/people/ContactList';
import { ContactSummary } from '../areas/people/ContactSummary';
import { wholeChoice } from '../areas/people/contacts';
import type { ContactActions } from '../areas/people/contactTable';
import { PeopleFrame } from '../areas/people/PeopleFrame';
import { SamePersonList } from '../areas/people/SamePersonList';
import { TagFilter } from '../areas/people/TagFilter';
import { TagEditor } from '../areas/tags/TagEditor';
import { Tabs } from '../design/Tabs';
import {
  companiesPage,
  companyRows,
  contactRows,
  contactsPage,
  longContacts,
  manyColumns,
  pagedList,
  samePersons,
  tagGroups,
} from './peopleSamples';
import { ignore } from './samples';
import { ownMenu } from './SupervisionScreen';

export const ignoredActions: ContactActions = {
  onOpenPage: ignore,
  onOpenCompany: ignore,
  onEdit: ignore,
  onDelete: ignore,
  onPreferential: ignore,
  onNumber: ignore,
  channels: ['voice', 'whatsapp'],
};

const none: Partial<ContactsPageView> = { list: pagedList({ total: 0, ended: true }) };

const pageOf: Readonly<Record<string, Partial<ContactsPageView>>> = {
  selected: {
    list: pagedList({ total: 214, loadingMore: true }),
    filter: { wallet: false, savedFilter: 'renewal', tags: ['vip', 'fibra'], sort: '-risk' },
    selected: 3,
  },
  selection: { selected: 3 },
  columns: { columns: manyColumns },
  loading: { list: pagedList({ pending: true, loaded: false, total: 0 }) },
  failed: { list: pagedList({ failed: true, loaded: false, total: 0 }) },
  moreFailed: { list: pagedList({ failed: true }) },
  none,
  nothing: { list: pagedList({ text: 'zulmira', total: 0, ended: true }) },
};

export function PeopleScreen({ people }: { people: string }) {
  const { t } = useTranslation();
  const areas: ReadonlyArray<RailArea> = (
    [
      ['attendance', Headset, t('shell.rail.attendance')],
      ['contacts', ContactRound, t('shell.rail.contacts')],
      ['companies', Building2, t('shell.rail.companies')],
    ] as const
  ).map(([id, glyph, label]) => ({
    id,
    glyph,
    label,
    shortLabel: label,
    href: '#',
    current: id === 'contacts',
    inBottomBar: id !== 'companies',
    onOpen: ignore,
  }));
  const [tab, setTab] = useState(people === 'companies' ? 'companies' : 'contacts');
  const [comparing, setComparing] = useState(people === 'duplicates' || people === 'noDuplicates');
  const [filter, setFilter] = useState(() => wholeChoice({ ...contactsPage.filter, ...pageOf[people]?.filter }));
  const [current, setCurrent] = useState(people === 'selected' || people === 'summary' ? '04' : undefined);
  const isEmpty = ['loading', 'failed', 'none', 'nothing'].includes(people);
  const selected = people === 'selected' || people === 'selection' ? ['02', '04', '08'] : [];
  const all = isEmpty ? [] : people === 'long' ? longContacts : contactRows;
  const rows = all.map((row) => ({ ...row, selected: selected.includes(row.id) }));
  const open = rows.find(({ id }) => id === current);
  return (
    <ShellLayout
      skipLinks={<SkipLinks targets={[{ id: 'people', label: 'shell.skip.people' }]} />}
      rail={<Rail areas={areas} ownMenu={ownMenu} onOpenShortcuts={ignore} />}
      bottomBar={<BottomBar areas={areas} ownMenu={ownMenu} />}
      bannerAbove
      banner={null}
      topBar={<TopBar command={<CommandField onOpen={ignore} />} chips={null} meter={null} notifications={null} />}
    >
      <PeopleFrame
        title={t('people.title.contacts')}
        newLabel={t('people.action.newContact')}
        onNew={ignore}
        beside={
          open !== undefined && (
            <ContactSummary
              {...ignoredActions}
              summary={{ contact: open, loading: false, hasPrevious: true, hasNext: true }}
              tags={
                <TagEditor
                  label={t('tags.contact')}
                  tags={{
                    state: 'ready',
                    items: open.tags.map((tag) => ({ id: tag.name, ...tag })),
                    pending: false,
                    choicesState: 'ready',
                    choices: tagGroups,
                  }}
                  onOpen={ignore}
                  onToggle={ignore}
                />
              }
              onStep={ignore}
              onClose={() => setCurrent(undefined)}
            />
          )
        }
      >
        <Tabs
          fill
          label={t('people.title.label')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'contacts',
              label: t('people.title.contacts'),
              count: 1204,
              content: (
                <ContactList
                  {...ignoredActions}
                  page={{ ...contactsPage, ...pageOf[people], filter }}
                  contacts={rows.map(({ id }) => id)}
                  renderContact={(id, draw) => {
                    const row = rows.find((candidate) => candidate.id === id);
                    return row === undefined ? null : <Fragment key={id}>{draw(row)}</Fragment>;
                  }}
                  tagFilter={
                    <TagFilter
                      groups={tagGroups}
                      state="ready"
                      chosen={filter.tags}
                      onOpen={ignore}
                      onChange={(tags) => setFilter({ ...filter, tags })}
                    />
                  }
                  current={current}
                  duplicates={{
                    count: samePersons.total,
                    isShown: comparing,
                    onShow: setComparing,
                    list: (
                      <SamePersonList
                        view={people === 'noDuplicates' ? { ...samePersons, total: 0, proposals: [] } : samePersons}
                        onCompare={ignore}
                        onRefuse={ignore}
                        onOpenPage={ignore}
                        onMore={ignore}
                      />
                    ),
                  }}
                  onSearch={ignore}
                  onFilter={setFilter}
                  onColumns={ignore}
                  onMore={ignore}
                  onOpen={setCurrent}
                  onSelect={ignore}
                  onNew={ignore}
                  selection={{
                    onToggle: ignore,
                    onExport: ignore,
                    onDelete: ignore,
                    renderTagging: (trigger) => trigger,
                  }}
                />
              ),
            },
            {
              value: 'companies',
              label: t('people.title.companies'),
              count: 86,
              content: (
                <CompanyList
                  page={companiesPage}
                  companies={companyRows.map(({ id }) => id)}
                  renderCompany={(id, draw) => {
                    const row = companyRows.find((candidate) => candidate.id === id);
                    return row === undefined ? null : <Fragment key={id}>{draw(row)}</Fragment>;
                  }}
                  onSearch={ignore}
                  onMore={ignore}
                  onOpen={ignore}
                  onEdit={ignore}
                  onNew={ignore}
                />
              ),
            },
          ]}
        />
      </PeopleFrame>
    </ShellLayout>
  );
}
