// Links for the keyboard, visible when focused: past the shell straight to list, conversation or details.
import { useTranslation } from 'react-i18next';
import styles from './SkipLinks.module.css';

export type SkipTargetName = 'list' | 'conversation' | 'details' | 'board';

export interface SkipLinksProps {
  targets: ReadonlyArray<{ id: string; label: SkipTargetName }>;
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
          {t(`shell.skip.${label}`)}
        </a>
      ))}
    </nav>
  );
}
