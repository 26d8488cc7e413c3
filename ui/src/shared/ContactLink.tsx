// The name of a customer in a heading: a link to the page of the contact, or a text for a customer who is not registered.
import { useTranslation } from '../i18n/useTranslation';
import { openLink } from '../design/openLink';
import type { PageLink } from './addresses';
import styles from './ContactLink.module.css';

export function ContactLink({ name, page }: { name: string; page: PageLink | undefined }) {
  const { t } = useTranslation();
  const shown = <bdi>{name}</bdi>;
  if (page === undefined) return <span className={styles.plain}>{shown}</span>;
  return (
    <a
      href={page.href}
      className={styles.link}
      title={t('jobs.contact.openOf', { name })}
      onClick={openLink(page.onOpen)}
    >
      {shown}
    </a>
  );
}
