// The tags of the open attendance and of its contact.
import { TagSections } from './TagSections';
import styles from './AttendanceTags.module.css';

export interface AttendanceTagsProps {
  protocol: string;
  /** Empty before the contact is known. */
  contactId: string;
  heading: string;
}

export function AttendanceTags({ protocol, contactId, heading }: AttendanceTagsProps) {
  return (
    <TagSections
      heading={heading}
      headingLevel="h3"
      entities={[
        { kind: 'attendance', id: protocol },
        { kind: 'contact', id: contactId },
      ]}
      className={styles.tags}
    />
  );
}
