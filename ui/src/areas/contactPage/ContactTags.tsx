// The tags of the contact and of its company.
import { useTranslation } from 'react-i18next';
import { TagEditorContainer } from '../tags/TagEditorContainer';
import styles from './ContactTags.module.css';

export function ContactTags({ contactId, employerId }: { contactId: string; employerId: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className={styles.heading}>{t('tags.section')}</h2>
      <p className={styles.of}>{t('tags.contact')}</p>
      <TagEditorContainer kind="contact" id={contactId} />
      {employerId !== '' && (
        <>
          <p className={styles.of}>{t('tags.employer')}</p>
          <TagEditorContainer kind="employer" id={employerId} />
        </>
      )}
    </section>
  );
}
