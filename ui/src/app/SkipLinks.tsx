// Skip links, visible when focused: they move the focus to list, conversation or details.
import { useTranslation } from '../i18n/useTranslation';
import type { TextKey } from '../i18n/textKey';
import styles from './SkipLinks.module.css';

export interface SkipTarget {
  /** The document id of a landmark. */
  id: string;
  label: TextKey;
}

export interface SkipLinksProps {
  targets: ReadonlyArray<SkipTarget>;
}

export function SkipLinks({ targets }: SkipLinksProps) {
  const { t } = useTranslation();
  if (targets.length === 0) return null;
  return (
    <nav aria-label={t('shell.skip.label')} className={styles.links}>
      {targets.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          className={styles.link}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(id)?.focus();
          }}
        >
          {t(label)}
        </a>
      ))}
    </nav>
  );
}
