// Begins an attendance of WhatsApp with a number or a contact (WAP-073): campaign, default campaign and route. If the start is refused, the dialog
// stays open with the typed values.
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Note } from '../../design/Note';
import { RadioList } from '../../design/RadioList';
import { choiceKeys } from '../../design/choiceKeys';
import { SearchField } from '../../design/SearchField';
import { SegmentedControl } from '../../design/SegmentedControl';
import { findsNumber } from '../../i18n/findsNumber';
import { foldForSearch } from '../../i18n/fold';
import { NumberField } from './NumberField';
import { StartCampaign, type StartCampaignProps } from './StartCampaign';
import { fullNumber, sentNumber, writtenNumber } from './startNumber';
import { defaultCountry, useNumberInput } from './useNumberInput';
import { routeOf } from './useStartCampaign';
import styles from './StartDialog.module.css';

export interface StartContact {
  id: string;
  name: string;
  /** The contact's number in the server's form. */
  phone: string;
}

/** The search over all contacts. */
export interface StartSearch {
  /** The searched text that `contacts` belongs to. */
  text: string;
  contacts: ReadonlyArray<StartContact>;
  pending: boolean;
  failed: boolean;
  onSearch: (text: string) => void;
}

export interface StartRequest {
  /** The number in digits; empty for a contact. */
  phone: string;
  /** Id of the contact; empty for a number. */
  contactId: string;
  campaignId: string;
  /** Chosen route; empty: the first route of the campaign. */
  routeId: string;
}

/** The destination of the conversation: a complete number or a contact. */
export interface StartTarget {
  /** The number as it is sent; empty for a contact. */
  phone: string;
  /** Id of the contact; empty for a number. */
  contactId: string;
}

export interface StartDialogProps {
  /** Contacts with a number, from the agent's attendances. */
  contacts: ReadonlyArray<StartContact>;
  search: StartSearch;
  campaign: StartCampaignProps;
  /** Country of the centre, whose numbers are written without its code. */
  country?: string | undefined;
  /** A request is running, or the attendance is about to open. */
  pending: boolean;
  /** Why the last start was refused. */
  failure: string | undefined;
  /** Why a start with the chosen number or contact would be refused. */
  obstacle?: string | undefined;
  /** A number is complete or a contact is chosen; undefined: not any more. */
  onTarget: (target: StartTarget | undefined) => void;
  onStart: (request: StartRequest) => void;
  onClose: () => void;
}

export function StartDialog(props: StartDialogProps) {
  const { t } = useTranslation();
  const { contacts, campaign, pending, failure, obstacle, onTarget } = props;
  const id = useId();
  const [kind, setKind] = useState<'number' | 'contact'>('number');
  const [contact, setContact] = useState<string | null>(null);
  const [byPointer, setByPointer] = useState(false);
  const country = props.country ?? defaultCountry;
  const number = useNumberInput('', failure, country);
  const { digits, typed } = number;
  const full = fullNumber(typed, country);
  const phone = kind === 'number' && full !== undefined ? sentNumber(typed, country) : '';
  const contactId = kind === 'contact' ? (contact ?? '') : '';
  useEffect(
    () => onTarget(phone === '' && contactId === '' ? undefined : { phone, contactId }),
    [onTarget, phone, contactId],
  );

  const reason =
    kind === 'contact' && contact === null
      ? t('whatsapp.startDialog.chooseContact')
      : kind === 'number' && digits === ''
        ? t('whatsapp.startDialog.numberMissing')
        : campaign.campaign === ''
          ? t(
              campaign.campaigns.length === 0
                ? 'whatsapp.startDialog.noCampaigns'
                : 'whatsapp.startDialog.chooseCampaign',
            )
          : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason !== undefined || pending) return;
    if (kind === 'number' && !number.check()) return;
    const chosen = { campaignId: campaign.campaign, routeId: routeOf(campaign) };
    props.onStart(
      kind === 'number'
        ? { phone: sentNumber(typed, country), contactId: '', ...chosen }
        : { phone: '', contactId: contact ?? '', ...chosen },
    );
  };
  return (
    <Dialog
      open
      glyph={MessageSquarePlus}
      title={t('whatsapp.startDialog.title')}
      failure={failure}
      onClose={props.onClose}
      footer={
        <>
          <Button tone="ghost" onClick={props.onClose}>
            {t('whatsapp.startDialog.cancel')}
          </Button>
          <Button type="submit" form={id} tone="primary" pending={pending} disabledReason={reason}>
            {t('whatsapp.startDialog.begin')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        {/* A click moves the focus to the field; the arrow keys move within the choice. */}
        <div className={styles.kinds} onPointerDown={() => setByPointer(true)} onKeyDown={() => setByPointer(false)}>
          <SegmentedControl
            label={t('whatsapp.startDialog.kind')}
            segments={[
              { value: 'number', label: t('whatsapp.startDialog.byNumber') },
              { value: 'contact', label: t('whatsapp.startDialog.byContact') },
            ]}
            value={kind}
            onChange={setKind}
          />
        </div>
        {kind === 'number' ? (
          <NumberField
            label={t('whatsapp.startDialog.number')}
            help={full === undefined ? undefined : t('whatsapp.startDialog.dialled', { number: writtenNumber(full) })}
            input={number}
          />
        ) : (
          <Contacts
            known={contacts}
            search={props.search}
            value={contact}
            autoFocus={byPointer}
            onChange={setContact}
          />
        )}
        {obstacle !== undefined && failure === undefined && <Note tone="warning">{obstacle}</Note>}
        <StartCampaign {...campaign} />
      </form>
    </Dialog>
  );
}

interface ContactsProps {
  known: ReadonlyArray<StartContact>;
  search: StartSearch;
  value: string | null;
  autoFocus: boolean;
  onChange: (contact: string) => void;
}

function Contacts({ known, search, value, autoFocus, onChange }: ContactsProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const wanted = foldForSearch(text);
  const isFound = ({ name, phone }: StartContact): boolean =>
    foldForSearch(name).includes(wanted) || findsNumber(phone, typed);
  // The server's search includes fields that are not shown here.
  const others = search.text === text ? search.contacts : search.contacts.filter(isFound);
  const ids = new Set(known.map(({ id }) => id));
  const found = [...known.filter(isFound), ...others.filter(({ id }) => !ids.has(id))];
  const state = search.pending
    ? 'searching'
    : search.failed
      ? 'searchFailed'
      : text === ''
        ? 'searchFirst'
        : 'noContact';
  return (
    <div>
      <SearchField
        className={styles.search}
        label={t('whatsapp.startDialog.contactSearch')}
        clearLabel={t('whatsapp.startDialog.clearSearch')}
        placeholder={t('whatsapp.startDialog.contactPlaceholder')}
        value={typed}
        autoFocus={autoFocus}
        onKeyDown={choiceKeys({ options: found.map(({ id }) => ({ value: id })), value, onChange })}
        onChange={(next) => {
          setTyped(next);
          search.onSearch(next);
        }}
      />
      {found.length === 0 ? (
        <p className={styles.none} role="status">
          {t(`whatsapp.startDialog.${state}`)}
        </p>
      ) : (
        <RadioList
          label={t('whatsapp.startDialog.contacts')}
          options={found.map(({ id, name, phone }) => ({ value: id, label: name, detail: writtenNumber(phone) }))}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  );
}
