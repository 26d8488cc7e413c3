// The columns and the card of a contact in a list. The columns of the data base come from the core, in the order of the org unit (CTC-004, CTC-005):
// tags, risk and last contact follow after the first three, because they would be out of view after many columns.
import type { ContactColumnView, ContactRowView } from 'core-wasm';
import { ExternalLink, MessageSquare, Pencil, Phone, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import type { MenuEntry } from '../../design/Menu';
import type { TableColumn, TableSort } from '../../design/Table';
import { useRowTabIndex } from '../../design/TableRows';
import { companyPath } from '../../shared/addresses';
import { NumberButton } from '../../shared/NumberButton';
import { chooserOf, isNumber, type NumberChannel, type PhoneNumber } from '../../shared/numberChannels';
import { columnLabel } from './columnLabel';
import { columnValue, type ContactChoice } from './contacts';
import { CellLink, LastContactCell, NameCell, RiskCell, RowMenu, StarButton, TagsCell } from './RowParts';
import styles from './contactTable.module.css';
import { identifierWords } from '../../i18n/visitors';

export interface ContactActions {
  onOpenPage: (id: string) => void;
  onOpenCompany: (id: string) => void;
  onEdit: (id: string) => void;
  /** Asks for confirmation, then deletes. */
  onDelete: (contacts: ReadonlyArray<ContactRowView>) => void;
  onPreferential: (id: string, preferential: boolean) => void;
  /** Starts a call or a conversation; undefined for an agent who can do neither with a number. */
  onNumber: ((number: PhoneNumber) => void) | undefined;
  /** The agent's channels. */
  channels: ReadonlyArray<NumberChannel>;
  /** Why no conversation can be begun now. */
  startReason?: string | undefined;
}

/** Widths in pixels: in a narrow window or beside a summary, and in a wide window. A phone number with a country code is never cut. */
const widths: Readonly<Record<string, readonly [number, number]>> = {
  whatsapp_identifier: [156, 156],
  phone1: [156, 156],
  email: [112, 190],
  employer_name: [124, 160],
};
const otherWidth = [96, 110] as const;
/** Number of the org unit's columns before the columns of every list. */
const leadingColumns = 3;

/** The number of a contact on a channel, in the form that the dialog for starting takes. */
export function numberOf(contact: ContactRowView, channel: NumberChannel): PhoneNumber | undefined {
  const numbers = channel === 'voice' ? [contact.phone, contact.whatsapp] : [contact.whatsapp, contact.phone];
  const phone = numbers.find(isNumber);
  return phone === undefined ? undefined : { phone, name: contact.name, channel };
}

/** The number in a column; undefined for a column without numbers. */
function numberOfColumn({ name, phone, whatsapp }: ContactRowView, database: string): PhoneNumber | undefined {
  if (database === 'phone1') return { phone, name, channel: 'voice' };
  return database === 'whatsapp_identifier' ? { phone: whatsapp, name, channel: 'whatsapp' } : undefined;
}

interface NumberCellProps extends Pick<ContactActions, 'onNumber'> {
  number: PhoneNumber;
  shown: string;
}

function NumberCell({ number, shown, onNumber }: NumberCellProps) {
  const tabIndex = useRowTabIndex();
  return <NumberButton shown={shown} isCell onChoose={chooserOf(number, onNumber)} tabIndex={tabIndex} />;
}

export function useContactEntries(actions: ContactActions): (contact: ContactRowView) => ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const { onOpenPage, onEdit, onDelete, onNumber, channels, startReason } = actions;
  return useMemo(
    () => (contact) => {
      const begin = (channel: NumberChannel, glyph: typeof Phone, label: string): MenuEntry[] => {
        const number = numberOf(contact, channel);
        if (number === undefined || onNumber === undefined || !channels.includes(channel)) return [];
        const disabledReason = channel === 'whatsapp' ? startReason : undefined;
        return [{ kind: 'action', id: channel, label, glyph, disabledReason, onSelect: () => onNumber(number) }];
      };
      return [
        {
          kind: 'action',
          id: 'page',
          label: t('people.action.page'),
          glyph: ExternalLink,
          onSelect: () => onOpenPage(contact.id),
        },
        {
          kind: 'action',
          id: 'edit',
          label: t('people.action.edit'),
          glyph: Pencil,
          onSelect: () => onEdit(contact.id),
        },
        ...begin('voice', Phone, t('people.action.call')),
        ...begin('whatsapp', MessageSquare, t('people.action.message')),
        { kind: 'separator', id: 'line' },
        {
          kind: 'action',
          id: 'delete',
          label: t('people.action.delete'),
          glyph: Trash2,
          tone: 'danger',
          disabledReason: contact.busy ? t('people.row.busy') : undefined,
          onSelect: () => onDelete([contact]),
        },
      ];
    },
    [t, onOpenPage, onEdit, onDelete, onNumber, channels, startReason],
  );
}

export function useContactColumns(
  shown: ReadonlyArray<ContactColumnView>,
  actions: ContactActions,
  isNarrow: boolean,
): ReadonlyArray<TableColumn<ContactRowView>> {
  const { t } = useTranslation();
  const entriesOf = useContactEntries(actions);
  const { onOpenCompany, onPreferential, onNumber } = actions;
  return useMemo(() => {
    const ofUnit = shown
      .filter(({ database }) => database !== 'fullname')
      .map((column): TableColumn<ContactRowView> => ({
        id: column.database,
        label: columnLabel(t, column),
        width: (widths[column.database] ?? otherWidth)[isNarrow ? 0 : 1],
        cell: (contact) => {
          const value = identifierWords(columnValue(contact, column), t);
          if (value === '') return '-';
          const number = numberOfColumn(contact, column.database);
          if (number !== undefined) return <NumberCell number={number} shown={value} onNumber={onNumber} />;
          if (column.database !== 'employer_name' || contact.employerId === '')
            return (
              <bdi className={styles.value} title={value}>
                {value}
              </bdi>
            );
          const { employerId } = contact;
          return <CellLink path={companyPath(employerId)} text={value} onOpen={() => onOpenCompany(employerId)} />;
        },
      }));
    return [
      {
        id: 'name',
        label: t('people.column.name'),
        sorts: 'ascending',
        cell: (contact) => <NameCell {...contact} />,
      },
      ...ofUnit.slice(0, leadingColumns),
      {
        id: 'tags',
        label: t('people.column.tags'),
        width: isNarrow ? 112 : 165,
        cell: ({ tags }) => <TagsCell tags={tags} most={isNarrow ? 1 : 2} />,
      },
      {
        id: 'risk',
        label: t('people.column.risk'),
        width: 94,
        sorts: 'descending',
        cell: ({ risk }) => <RiskCell risk={risk} />,
      },
      {
        id: 'lastContact',
        label: t('people.column.lastContact'),
        width: isNarrow ? 96 : 104,
        sorts: 'descending',
        cell: ({ lastContact }) => <LastContactCell last={lastContact} />,
      },
      ...ofUnit.slice(leadingColumns),
      {
        id: 'actions',
        label: t('people.column.actions'),
        labelHidden: true,
        pinned: 'end',
        width: 72,
        cell: (contact) => (
          <span className={styles.actions}>
            <StarButton contact={contact} onPreferential={onPreferential} />
            <RowMenu name={contact.name} entries={entriesOf(contact)} />
          </span>
        ),
      },
    ];
  }, [shown, t, isNarrow, entriesOf, onOpenCompany, onPreferential, onNumber]);
}

export function ContactCard({ contact, actions }: { contact: ContactRowView; actions: ContactActions }) {
  const entriesOf = useContactEntries(actions);
  const { t } = useTranslation();
  const database = contact.phone === '' ? 'whatsapp_identifier' : 'phone1';
  const shown = columnValue(contact, { database });
  const number = shown === '' ? undefined : numberOfColumn(contact, database);
  return (
    <span className={styles.card}>
      <span className={styles.line}>
        <span className={styles.first}>
          <bdi className={styles.cardName}>{contact.name}</bdi>
          {contact.lastContact !== undefined && (
            <span className={styles.time}>
              <LastContactCell last={contact.lastContact} />
            </span>
          )}
        </span>
        <span className={styles.second}>
          <span className={styles.value}>
            {/* Not a button: a finger could hit it instead of the name. The row's menu calls and writes. */}
            {number !== undefined && <bdi>{shown}</bdi>}
            {number !== undefined && contact.employer !== '' && ' · '}
            {number === undefined && contact.employer === '' ? '-' : <bdi>{contact.employer}</bdi>}
          </span>
          {contact.risk !== undefined && contact.risk.band !== 'low' && (
            <span className={styles.cardRisk} data-band={contact.risk.band}>
              {t('people.risk.word', { band: t(`people.risk.${contact.risk.band}`) })}
            </span>
          )}
        </span>
      </span>
      <StarButton contact={contact} onPreferential={actions.onPreferential} />
      <RowMenu name={contact.name} entries={entriesOf(contact)} />
    </span>
  );
}

const sortable = ['name', 'risk', 'lastContact'] as const;
const sorts: Readonly<Record<ContactChoice['sort'], TableSort | undefined>> = {
  '': undefined,
  name: { column: 'name', descending: false },
  '-name': { column: 'name', descending: true },
  risk: { column: 'risk', descending: false },
  '-risk': { column: 'risk', descending: true },
  lastContact: { column: 'lastContact', descending: false },
  '-lastContact': { column: 'lastContact', descending: true },
};

export function sortOf(order: ContactChoice['sort']): TableSort | undefined {
  return sorts[order];
}

export function orderOf({ column, descending }: TableSort): ContactChoice['sort'] {
  const known = sortable.find((name) => name === column);
  return known === undefined ? '' : descending ? `-${known}` : known;
}
