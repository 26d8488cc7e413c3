// The page of a contact: personal data at the left, history in the middle, churn risk at the right. It renders props and reports actions.
import type { ContactPageView, ContactRowView } from 'core-wasm';
import { MoreHorizontal, Pencil, Phone, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { IconButton } from '../../design/IconButton';
import { WhatsAppGlyph } from '../../design/icons/glyphs';
import { DropdownMenu, type MenuEntry } from '../../design/Menu';
import { Note } from '../../design/Note';
import { openLink } from '../../design/openLink';
import { PageFrame } from '../../design/PageFrame';
import { SkeletonContact, usePlaceholder } from '../../design/Skeleton';
import { VisuallyHidden } from '../../design/VisuallyHidden';
import { dashWhenEmpty } from '../../i18n/format';
import { companyAddress } from '../../shared/addresses';
import { roleOf } from './role';
import { Wallet } from './Wallet';
import styles from './ContactView.module.css';
import { identifierWords } from '../../i18n/visitors';

export interface ContactActions {
  onRetry: () => void;
  /** Undefined if the agent or the contact has no telephone. */
  onCall: (() => void) | undefined;
  onWrite: (() => void) | undefined;
  /** Why no conversation can be begun now. */
  writeReason?: string | undefined;
  onEdit: () => void;
  onPreferential: (preferential: boolean) => void;
  onCompany: () => void;
  menu: ReadonlyArray<MenuEntry>;
}

export interface ContactViewProps extends ContactActions {
  page: ContactPageView | undefined;
  /** Contacts that may be the same person, and contacts that were joined. */
  notes: ReactNode;
  fields: ReactNode;
  /** Further identifiers. */
  others: ReactNode;
  tags: ReactNode;
  history: ReactNode;
  /** Undefined if no risk is known. */
  risk: ReactNode;
}

export function ContactView(props: ContactViewProps) {
  const { page } = props;
  const { t } = useTranslation();
  const state = page?.state ?? 'loading';
  const contact = page?.contact;
  const placeholder = usePlaceholder(state === 'loading' && contact === undefined);
  return (
    <PageFrame
      id="contact"
      label={contact === undefined ? t('contactPage.label') : t('contactPage.labelOf', { name: contact.name })}
      busy={placeholder !== 'content'}
      className={styles.page}
    >
      {contact === undefined && (
        <VisuallyHidden>
          <h1>{t('contactPage.label')}</h1>
        </VisuallyHidden>
      )}
      {placeholder === 'skeleton' && (
        <div className={styles.outcome}>
          <SkeletonContact />
        </div>
      )}
      {placeholder === 'content' && contact !== undefined && <Found {...props} contact={contact} />}
      {placeholder === 'content' && contact === undefined && state === 'gone' && (
        <div className={styles.outcome}>
          <EmptyState glyph={UserRoundX} title={t('contactPage.gone')} help={t('contactPage.goneHelp')} />
        </div>
      )}
      {placeholder === 'content' && contact === undefined && state === 'failed' && (
        <div className={styles.outcome}>
          <ErrorState message={t('contactPage.loadFailed')} onRetry={props.onRetry} />
        </div>
      )}
    </PageFrame>
  );
}

function Found({ contact, ...props }: ContactViewProps & { contact: ContactRowView }) {
  const { t } = useTranslation();
  const { page, notes, fields, others, tags, history, risk } = props;
  return (
    <>
      <Header contact={contact} {...props} />
      {page?.state === 'gone' && (
        <Note tone="warning" className={styles.note}>
          {t('contactPage.deletedMeanwhile')}
        </Note>
      )}
      {notes}
      <div className={styles.columns} data-risk={risk !== undefined}>
        <section aria-label={t('contactPage.data')} className={styles.data}>
          {fields}
          {others}
          {tags}
        </section>
        <div className={styles.middle}>{history}</div>
        {risk !== undefined && <div className={styles.risk}>{risk}</div>}
      </div>
    </>
  );
}

function Header({ contact, ...actions }: ContactActions & { contact: ContactRowView }) {
  const { t } = useTranslation();
  const role = roleOf(contact);
  const facts = [identifierWords(contact.identifier, t)].filter((fact) => fact !== '');
  return (
    <header className={styles.header}>
      <Avatar initials={contact.initials} color={contact.color} size={48} />
      <div className={styles.who}>
        <div className={styles.line}>
          <h1 className={styles.name}>
            <bdi>{dashWhenEmpty(contact.name)}</bdi>
          </h1>
          <Wallet contact={contact} onPreferential={actions.onPreferential} className={styles.wallet} />
        </div>
        <p className={styles.sub}>
          {role !== '' && (
            <span className={styles.fact}>
              <bdi>{role}</bdi>
            </span>
          )}
          {contact.employer !== '' && contact.employerId !== '' && (
            <a
              href={companyAddress(contact.employerId)}
              className={styles.company}
              onClick={openLink(actions.onCompany)}
            >
              <bdi>{contact.employer}</bdi>
            </a>
          )}
          {contact.employer !== '' && contact.employerId === '' && (
            <span className={styles.fact}>
              <bdi>{contact.employer}</bdi>
            </span>
          )}
          {facts.map((fact) => (
            <span key={fact} className={styles.fact}>
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
      </div>
      <div className={styles.actions}>
        {actions.onCall !== undefined && (
          <Button tone="primary" glyph={Phone} onClick={actions.onCall}>
            {t('contactPage.call')}
          </Button>
        )}
        {actions.onWrite !== undefined && (
          <Button glyph={WhatsAppGlyph} disabledReason={actions.writeReason} onClick={actions.onWrite}>
            {t('contactPage.whatsapp')}
          </Button>
        )}
        <Button glyph={Pencil} onClick={actions.onEdit}>
          {t('contactPage.edit')}
        </Button>
        <DropdownMenu
          label={t('contactPage.more')}
          entries={actions.menu}
          trigger={<IconButton glyph={MoreHorizontal} label={t('contactPage.more')} />}
        />
      </div>
    </header>
  );
}
