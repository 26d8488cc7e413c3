// The tags of the open attendance, of its contact and of the contact's company, each with its picker.
import { useTranslation } from 'react-i18next';
import { TagEditorContainer } from './TagEditorContainer';
import styles from './AttendanceTags.module.css';

export interface AttendanceTagsProps {
  protocol: string;
  /** Empty before the contact is known. */
  contactId: string;
  heading: string;
}

export function AttendanceTags({ protocol, contactId, heading }: AttendanceTagsProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.tags}>
      <h3 className={styles.heading}>{heading}</h3>
      <p className={styles.of}>{t('tags.attendance')}</p>
      <TagEditorContainer key={protocol} kind="attendance" id={protocol} />
      {contactId !== '' && (
        <>
          <p className={styles.of}>{t('tags.contact')}</p>
          <TagEditorContainer key={contactId} kind="contact" id={contactId} />
        </>
      )}
    </section>
  );
}
