// Registers the customer of an attendance that is not open, or links one of the contacts that have its identifier (TRF-003, QUA-005).
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useContact } from '../../core/slices';
import { useCoreText } from '../../i18n/text';
import { identifierWords } from '../../i18n/visitors';
import type { RegistrationProps } from '../../shared/registration';
import { CandidateList } from './CandidateList';
import { ContactForm } from './ContactForm';
import { candidate, formError } from './contactPanel';
import { DuplicateOwner } from './DuplicateOwner';
import styles from './ContactForm.module.css';

export function RegistrationContainer({ protocol, onEnd }: RegistrationProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const intend = useIntent();
  const panel = useContact(protocol);
  const isRegistered = panel?.contact.state === 'found';
  const begin = useEffectEvent(() => {
    // The contacts of an attendance are looked up when it is opened, which may not have happened for this one.
    if (panel === undefined || panel.contact.state === 'loading')
      intend({ area: 'contacts', type: 'reloadContact', protocol });
    intend({ area: 'contacts', type: 'openContactForm', protocol });
  });
  useEffect(() => begin(), [protocol]);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isRegistered) end(true);
  }, [isRegistered]);
  // The form uses its initial values only once, so they must be loaded before.
  const form = panel?.form;
  if (form === undefined || isRegistered) return null;
  const candidates =
    panel?.contact.state === 'several'
      ? panel.contact.candidates.map((found) => candidate(found, (text) => identifierWords(text, t)))
      : [];
  return (
    <>
      {candidates.length > 0 && (
        <div className={styles.found}>
          <p>{t('contacts.several.notice', { count: candidates.length })}</p>
          <CandidateList
            label={t('contacts.several.title')}
            candidates={candidates}
            linkPending={panel?.linking ?? null}
            onLink={(contactId) => intend({ area: 'contacts', type: 'linkContact', protocol, contactId })}
          />
        </div>
      )}
      <ContactForm
        initialName={form.fullname}
        initialIdentifier={form.identifier}
        initialEmail={form.email}
        pending={form.pending}
        error={formError(form, say)}
        onSubmit={(values) => intend({ area: 'contacts', type: 'saveContact', protocol, ...values })}
        owner={(text) => (
          <DuplicateOwner
            identifier={text}
            linkPending={panel?.linking ?? null}
            onLink={(contactId) => intend({ area: 'contacts', type: 'linkContact', protocol, contactId })}
          />
        )}
        onCancel={() => {
          intend({ area: 'contacts', type: 'closeContactForm', protocol });
          onEnd(false);
        }}
      />
    </>
  );
}
