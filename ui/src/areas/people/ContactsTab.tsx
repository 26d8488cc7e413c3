// The list of contacts with the summary beside it, connected with the core.
import type { ContactRowView } from 'core-wasm';
import { useCallback, useState, type ReactElement } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent, useSlice } from '../../core/react';
import { useContactOrder, useContactRow } from '../../core/slices';
import { announce } from '../../design/Announcer';
import { TagPicker } from '../../design/TagPicker';
import { saveCsv } from '../../shared/csv';
import { useTagPickerTexts } from '../tags/TagEditor';
import { ContactList } from './ContactList';
import { SamePersonList } from './SamePersonList';
import { useSamePersons } from './useSamePersons';
import { columnLabel } from './columnLabel';
import { columnValue } from './contacts';
import { TagFilter } from './TagFilter';
import { useContactActions } from './useContactActions';

export function ContactsTab() {
  const { t } = useTranslation();
  const core = useCore();
  const intend = useIntent();
  const page = useSlice('contactsPage');
  const contacts = useContactOrder();
  const summary = useSlice('contactSummary');
  const catalogue = useSlice('tagCatalogue');
  const { actions, question } = useContactActions();
  const same = useSlice('samePersons');
  const decisions = useSamePersons(same.proposals);
  /** Whether the list of contacts that may be the same person replaces the table. */
  const [comparing, setComparing] = useState(false);
  const tagTexts = useTagPickerTexts();
  /** Tags that the agent gave to the selected contacts while the picker was open. */
  const [given, setGiven] = useState<ReadonlyArray<string>>([]);

  const selected = useCallback((): ContactRowView[] => {
    const rows = Array.from({ length: contacts.length }, (_, index) =>
      core.snapshot<'contactListRow'>(`contactListRow:${contacts.at(index) ?? ''}`),
    );
    return rows.filter((row) => row?.selected === true).filter((row) => row !== undefined);
  }, [core, contacts]);
  const groups = catalogue.tags.filter(({ kind }) => kind === 'contact');

  const exportSelected = (): void => {
    const columns = page.columns.filter(({ database }) => database !== 'fullname');
    const heads = [
      t('people.column.name'),
      ...columns.map((column) => columnLabel(t, column)),
      t('people.column.tags'),
      t('people.column.risk'),
    ];
    const rows = selected().map((contact) => [
      contact.name,
      ...columns.map((column) => columnValue(contact, column)),
      contact.tags.map(({ name }) => name).join(', '),
      contact.risk === undefined ? '' : `${contact.risk.percent}%`,
    ]);
    saveCsv([heads, ...rows], `${t('people.export.file')}.csv`);
    announce(t('people.export.done', { count: rows.length }));
  };
  const tag = (itemId: string, chosen: boolean): void => {
    setGiven(chosen ? [...given, itemId] : given.filter((id) => id !== itemId));
    for (const { id } of selected())
      intend(
        chosen
          ? { area: 'tags', type: 'addTagItems', kind: 'contact', id, itemIds: [itemId] }
          : { area: 'tags', type: 'removeTagItem', kind: 'contact', id, itemId },
      );
  };
  const loadTags = (): void => intend({ area: 'tags', type: 'loadTagCatalogue' });

  return (
    <>
      <ContactList
        {...actions}
        page={page}
        contacts={contacts}
        renderContact={renderContact}
        tagFilter={
          <TagFilter
            groups={groups}
            state={catalogue.state}
            chosen={page.filter.tags ?? []}
            onOpen={loadTags}
            onChange={(tags) => intend({ area: 'people', type: 'filterContactList', filter: { ...page.filter, tags } })}
          />
        }
        current={summary?.contact.id}
        duplicates={{
          count: same.total,
          isShown: comparing,
          onShow: setComparing,
          list: (
            <SamePersonList
              view={same}
              onCompare={decisions.actions.onCompare}
              onRefuse={decisions.actions.onRefuse}
              onOpenPage={actions.onOpenPage}
              onMore={() => intend({ area: 'people', type: 'moreSamePersons' })}
            />
          ),
        }}
        onSearch={(text) => intend({ area: 'people', type: 'searchContactList', text })}
        onFilter={(filter) => intend({ area: 'people', type: 'filterContactList', filter })}
        onColumns={(columns) => intend({ area: 'people', type: 'chooseContactColumns', columns })}
        onMore={() => intend({ area: 'people', type: 'moreContacts' })}
        onOpen={(contactId) => intend({ area: 'people', type: 'openContactSummary', contactId })}
        onSelect={(contactIds, isSelected) =>
          intend({ area: 'people', type: 'selectContacts', contactIds, selected: isSelected })
        }
        onNew={() => intend({ area: 'people', type: 'openContactEditor' })}
        selection={{
          onToggle: (id) => {
            const row = core.snapshot<'contactListRow'>(`contactListRow:${id}`);
            intend({ area: 'people', type: 'selectContacts', contactIds: [id], selected: row?.selected !== true });
          },
          onExport: exportSelected,
          onDelete: () => actions.onDelete(selected()),
          renderTagging: (trigger) => (
            <TagPicker
              trigger={trigger}
              texts={tagTexts}
              groups={groups}
              state={catalogue.state === 'failed' || catalogue.state === 'ready' ? catalogue.state : 'loading'}
              chosen={given}
              onToggle={tag}
              onOpen={() => {
                setGiven([]);
                loadTags();
              }}
            />
          ),
        }}
      />
      {question}
      {decisions.dialog}
    </>
  );
}

/** Renders the row of a contact from its slice. */
export const renderContact = (id: string, draw: (contact: ContactRowView) => ReactElement) => (
  <ContactRowContainer key={id} contactId={id} draw={draw} />
);

/** A change of one contact renders only its row. */
function ContactRowContainer({
  contactId,
  draw,
}: {
  contactId: string;
  draw: (contact: ContactRowView) => ReactElement;
}) {
  const row = useContactRow(contactId);
  return row === undefined ? null : draw(row);
}
