// The contact tab: the customer's identifier, and below it a known contact, an unregistered one, a proposed one to confirm, or several to
// choose from.
import { Link2, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { ErrorState } from '../../design/EmptyState';
import { Note } from '../../design/Note';
import { openLink } from '../../design/openLink';
import { SkeletonContact, usePlaceholder } from '../../design/Skeleton';
import { TagChip } from '../../design/TagChip';
import { useCoreText } from '../../i18n/text';
import { ContactLink } from '../../shared/ContactLink';
import { CandidateList } from './CandidateList';
import { ContactForm } from './ContactForm';
import { ContactSearch } from './ContactSearch';
import type {
  ContactActions,
  ContactCandidate,
  ContactPanelState,
  ContactSearchState,
  ContactView,
} from './contactViews';
import { IdentifierRow, type IdentifierRowProps } from './IdentifierRow';
import { InlineField } from './InlineField';
import styles from './ContactTab.module.css';

export interface ContactTabProps {
  contact: ContactPanelState;
  actions: ContactActions;
  /** The customer's identifier on the channel; undefined for a customer who gave none. */
  identifier?: IdentifierRowProps | undefined;
  /** Telephone numbers of a registered customer who writes on another channel. */
  numbers?: ReadonlyArray<IdentifierRowProps> | undefined;
  /** The contacts that already have the identifier for which a registration was refused. */
  owner?: ((identifier: string) => ReactNode) | undefined;
  /** The tags with their pickers; without it the tags are read-only. */
  tags?: ReactNode;
  /**
   * The record of a registered contact, shown in place of its fields and tags. It gets the data that is known before it
   * is loaded.
   */
  details?: ((known: ReactNode) => ReactNode) | undefined;
}

export function ContactTab({ contact, actions, identifier, numbers = [], tags, details, owner }: ContactTabProps) {
  const placeholder = usePlaceholder(contact.kind === 'loading');
  const rows = [...(identifier === undefined ? [] : [identifier]), ...numbers];
  const row = rows.length > 0 && rows.map((shown) => <IdentifierRow key={shown.identifier?.shown ?? ''} {...shown} />);
  if (placeholder !== 'content' || contact.kind === 'loading')
    return (
      <div aria-busy="true">
        {/* With the skeleton, which is above it: alone it would move when the skeleton appears. */}
        {placeholder === 'skeleton' && (
          <>
            <SkeletonContact />
            {row && <div className={styles.tab}>{row}</div>}
          </>
        )}
      </div>
    );
  switch (contact.kind) {
    case 'failed':
      return (
        <>
          {row && <div className={styles.tab}>{row}</div>}
          <ErrorState message={contact.message} onRetry={actions.onRetry} />
        </>
      );
    case 'known':
      return (
        <KnownContact
          contact={contact.contact}
          row={row}
          search={contact.search}
          actions={actions}
          tags={tags}
          details={details}
        />
      );
    case 'unknown':
      return <UnknownContact state={contact} row={row} actions={actions} tags={tags} owner={owner} />;
    case 'several':
      return <FoundContacts state={contact} row={row} actions={actions} tags={tags} />;
  }
}

interface KnownContactProps extends Pick<ContactTabProps, 'actions' | 'tags' | 'details'> {
  contact: ContactView;
  row: ReactNode;
  search: ContactSearchState;
}

function KnownContact({ contact, row, search, actions, tags, details }: KnownContactProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const fields = (
    <>
      <h4 className={styles.heading}>{t('contacts.section.identification')}</h4>
      <div className={styles.fields}>
        {contact.fields.map((field) => (
          <InlineField
            key={field.name}
            // The editable record takes their place.
            field={details === undefined ? field : { ...field, editable: false }}
            label={say(field.label)}
            onSave={(value) => actions.onSaveField(field.name, value)}
            onLeave={actions.onLeaveField}
            onNumber={actions.onNumber}
          />
        ))}
      </div>
    </>
  );
  return (
    <div className={styles.tab}>
      <Who contact={contact} />
      {row}
      {details?.(fields) ?? (
        <>
          <section className={styles.section}>{fields}</section>
          {tags ?? (contact.tags.length > 0 && <AttendanceTags tags={contact.tags} />)}
        </>
      )}
      <section className={styles.section}>
        <OtherContact search={search} actions={actions} />
      </section>
    </div>
  );
}

/** The name leads to the page of the contact, the company to its own. */
function Who({ contact }: { contact: ContactView }) {
  const { fullname: name, page, company, employer = '', role = '' } = contact;
  return (
    <div className={styles.who}>
      <Avatar initials={contact.initials} color={contact.color} size={48} />
      <div className={styles.whoText}>
        <h3 className={styles.name} title={name}>
          <ContactLink name={name} page={page} />
        </h3>
        {(role !== '' || employer !== '') && (
          <p className={styles.sub}>
            {role !== '' && <bdi>{role}</bdi>}
            {role !== '' && employer !== '' && ' · '}
            {employer !== '' &&
              (company === undefined ? (
                <bdi>{employer}</bdi>
              ) : (
                <a href={company.href} className={styles.company} onClick={openLink(company.onOpen)}>
                  <bdi>{employer}</bdi>
                </a>
              ))}
          </p>
        )}
      </div>
    </div>
  );
}

/** The search for another contact, or the button that opens the search. */
function OtherContact({ search, actions }: { search: ContactSearchState; actions: ContactActions }) {
  const { t } = useTranslation();
  if (search.open)
    return (
      <ContactSearch
        state={search}
        onSearch={actions.onSearch}
        onLink={actions.onLink}
        onClose={() => actions.onSearchToggle(false)}
      />
    );
  return (
    <Button
      size="small"
      tone="ghost"
      glyph={Link2}
      className={styles.linkOther}
      onClick={() => actions.onSearchToggle(true)}
    >
      {t('contacts.search.linkOther')}
    </Button>
  );
}

function AttendanceTags({ tags }: { tags: ContactView['tags'] }) {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h4 className={styles.heading}>{t('contacts.section.tags')}</h4>
      <ul className={styles.tags}>
        {tags.map((tag) => (
          <li key={tag.name} className={styles.tag}>
            <TagChip name={tag.name} color={tag.color} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnknownContact({
  state,
  row,
  actions,
  tags,
  owner,
}: {
  state: Extract<ContactPanelState, { kind: 'unknown' }>;
  row: ReactNode;
  tags: ReactNode;
  actions: ContactActions;
  owner: ContactTabProps['owner'];
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.tab}>
      {row}
      <Note
        tone="warning"
        className={row === false ? undefined : styles.after}
        action={
          state.formOpen ? undefined : (
            <span className={styles.actions}>
              <Button size="small" tone="primary" glyph={UserRoundPlus} onClick={() => actions.onFormToggle(true)}>
                {t('contacts.unknown.register')}
              </Button>
              {!state.search.open && (
                <Button size="small" glyph={Link2} onClick={() => actions.onSearchToggle(true)}>
                  {t('contacts.unknown.link')}
                </Button>
              )}
            </span>
          )
        }
      >
        {t('contacts.unknown.notice')}
      </Note>
      {state.formOpen && (
        <section className={styles.section}>
          <h3 className={styles.heading}>{t('contacts.form.title')}</h3>
          <ContactForm
            initialName={state.suggestedName}
            initialIdentifier={state.identifier}
            initialEmail={state.email}
            pending={state.createPending}
            error={state.createError}
            onSubmit={actions.onCreate}
            onCancel={() => actions.onFormToggle(false)}
            owner={owner}
          />
        </section>
      )}
      {state.search.open && !state.formOpen && (
        <section className={styles.section}>
          <ContactSearch
            state={state.search}
            onSearch={actions.onSearch}
            onLink={actions.onLink}
            onClose={() => actions.onSearchToggle(false)}
          />
        </section>
      )}
      {tags}
    </div>
  );
}

interface FoundContactsProps {
  state: Extract<ContactPanelState, { kind: 'several' }>;
  row: ReactNode;
  tags: ReactNode;
  actions: ContactActions;
}

/** A single contact is proposed by its name; several contacts are listed. */
function FoundContacts({ state, row, tags, actions }: FoundContactsProps) {
  const [only, second] = state.candidates;
  return (
    <div className={styles.tab}>
      {row}
      {only !== undefined && second === undefined ? (
        <OnlyContact contact={only} pending={state.linkPending !== null} actions={actions} />
      ) : (
        <SeveralContacts state={state} actions={actions} />
      )}
      {state.error !== undefined && (
        <Note tone="danger" className={styles.after}>
          {state.error}
        </Note>
      )}
      {tags}
      <section className={styles.section}>
        <OtherContact search={state.search} actions={actions} />
      </section>
    </div>
  );
}

function OnlyContact({
  contact,
  pending,
  actions,
}: {
  contact: ContactCandidate;
  pending: boolean;
  actions: ContactActions;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.only} aria-labelledby="only-contact">
      <div className={styles.onlyWho}>
        <Avatar initials={contact.initials} color={contact.color} size={34} />
        <div className={styles.whoText}>
          <h3 id="only-contact" className={styles.onlyName}>
            {t('contacts.one.title', { name: contact.fullname })}
          </h3>
          <p className={styles.sub}>{contact.detail === '' ? t('contacts.one.help') : contact.detail}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          tone="primary"
          pending={pending}
          aria-label={t('contacts.search.linkLabel', { name: contact.fullname })}
          onClick={() => actions.onLink(contact.id)}
        >
          {t('contacts.one.link')}
        </Button>
        <Button size="small" onClick={actions.onRefuse}>
          {t('contacts.one.refuse')}
        </Button>
      </div>
    </section>
  );
}

function SeveralContacts({ state, actions }: Pick<FoundContactsProps, 'state' | 'actions'>) {
  const { t } = useTranslation();
  return (
    <>
      <Note tone="info" className={styles.after}>
        {t('contacts.several.notice', { count: state.candidates.length })}
      </Note>
      <section className={styles.section}>
        <h3 className={styles.heading}>{t('contacts.several.title')}</h3>
        <CandidateList
          label={t('contacts.several.title')}
          candidates={state.candidates}
          linkPending={state.linkPending}
          onLink={actions.onLink}
        />
      </section>
    </>
  );
}
