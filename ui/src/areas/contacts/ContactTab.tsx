// The contact tab: a known contact, an unregistered one, or several candidates.
import { Link2, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { ErrorState } from '../../design/EmptyState';
import { Note } from '../../design/Note';
import { SkeletonContact, usePlaceholder } from '../../design/Skeleton';
import { TagChip } from '../../design/TagChip';
import { useCoreText } from '../../i18n/text';
import { CandidateList } from './CandidateList';
import { ContactForm } from './ContactForm';
import { ContactSearch } from './ContactSearch';
import type { ContactActions, ContactPanelState, ContactView } from './contactViews';
import { InlineField } from './InlineField';
import styles from './ContactTab.module.css';

export interface ContactTabProps {
  contact: ContactPanelState;
  actions: ContactActions;
  /** The tags with their pickers; without it the tags are shown only. */
  tags?: ReactNode;
}

export function ContactTab({ contact, actions, tags }: ContactTabProps) {
  const placeholder = usePlaceholder(contact.kind === 'loading');
  if (placeholder !== 'content' || contact.kind === 'loading')
    return <div aria-busy="true">{placeholder === 'skeleton' && <SkeletonContact />}</div>;
  switch (contact.kind) {
    case 'failed':
      return <ErrorState message={contact.message} onRetry={actions.onRetry} />;
    case 'known':
      return (
        <KnownContact
          contact={contact.contact}
          unverified={contact.unverified}
          search={contact.search}
          actions={actions}
          tags={tags}
        />
      );
    case 'unknown':
      return <UnknownContact state={contact} actions={actions} tags={tags} />;
    case 'several':
      return <SeveralContacts state={contact} actions={actions} />;
  }
}

/** The identifier that the customer typed, with the mark that nobody confirmed it. */
function UnverifiedIdentifier({ identifier }: { identifier: string | undefined }) {
  const { t } = useTranslation();
  if (identifier === undefined) return null;
  return (
    <p className={styles.unverified}>
      <span className={styles.identifier} title={identifier}>
        <bdi>{identifier}</bdi>
      </span>
      <span className={styles.mark} title={t('contacts.unverifiedHelp')}>
        {t('contacts.unverified')}
      </span>
    </p>
  );
}

function KnownContact({
  contact,
  unverified,
  search,
  actions,
  tags,
}: {
  contact: ContactView;
  tags: ReactNode;
  unverified: string | undefined;
  search: Extract<ContactPanelState, { kind: 'known' }>['search'];
  actions: ContactActions;
}) {
  const { t } = useTranslation();
  const say = useCoreText();
  return (
    <div className={styles.tab}>
      <div className={styles.who}>
        <Avatar initials={contact.initials} color={contact.color} size={48} />
        <div className={styles.whoText}>
          <h3 className={styles.name}>
            <bdi>{contact.fullname}</bdi>
          </h3>
          {contact.employer !== undefined && contact.employer !== '' && (
            <p className={styles.sub}>{contact.employer}</p>
          )}
        </div>
      </div>
      <UnverifiedIdentifier identifier={unverified} />
      <section className={styles.section}>
        <h4 className={styles.heading}>{t('contacts.section.identification')}</h4>
        <div className={styles.fields}>
          {contact.fields.map((field) => (
            <InlineField
              key={field.name}
              field={field}
              label={say(field.label)}
              onSave={(value) => actions.onSaveField(field.name, value)}
              onLeave={actions.onLeaveField}
              onNumber={actions.onNumber}
            />
          ))}
        </div>
      </section>
      {tags ?? (contact.tags.length > 0 && <AttendanceTags tags={contact.tags} />)}
      <section className={styles.section}>
        {search.open ? (
          <ContactSearch
            state={search}
            onSearch={actions.onSearch}
            onLink={actions.onLink}
            onClose={() => actions.onSearchToggle(false)}
          />
        ) : (
          <Button
            size="small"
            tone="ghost"
            glyph={Link2}
            className={styles.linkOther}
            onClick={() => actions.onSearchToggle(true)}
          >
            {t('contacts.search.linkOther')}
          </Button>
        )}
      </section>
    </div>
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
  actions,
  tags,
}: {
  state: Extract<ContactPanelState, { kind: 'unknown' }>;
  tags: ReactNode;
  actions: ContactActions;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.tab}>
      <UnverifiedIdentifier identifier={state.unverified} />
      <Note
        tone="warning"
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
            pending={state.createPending}
            error={state.createError}
            onSubmit={actions.onCreate}
            onCancel={() => actions.onFormToggle(false)}
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

function SeveralContacts({
  state,
  actions,
}: {
  state: Extract<ContactPanelState, { kind: 'several' }>;
  actions: ContactActions;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.tab}>
      <UnverifiedIdentifier identifier={state.unverified} />
      <Note tone="info">{t('contacts.several.notice', { count: state.candidates.length })}</Note>
      {state.error !== undefined && (
        <Note tone="danger" className={styles.after}>
          {state.error}
        </Note>
      )}
      <section className={styles.section}>
        <h3 className={styles.heading}>{t('contacts.several.title')}</h3>
        <CandidateList
          label={t('contacts.several.title')}
          candidates={state.candidates}
          linkPending={state.linkPending}
          onLink={actions.onLink}
        />
      </section>
      <section className={styles.section}>
        {state.search.open ? (
          <ContactSearch
            state={state.search}
            onSearch={actions.onSearch}
            onLink={actions.onLink}
            onClose={() => actions.onSearchToggle(false)}
          />
        ) : (
          <Button
            size="small"
            tone="ghost"
            glyph={Link2}
            className={styles.linkOther}
            onClick={() => actions.onSearchToggle(true)}
          >
            {t('contacts.search.linkOther')}
          </Button>
        )}
      </section>
    </div>
  );
}
