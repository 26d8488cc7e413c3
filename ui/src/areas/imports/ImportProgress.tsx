// The progress of the import.
import type { ContactImportView } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './ImportProgress.module.css';

export function ImportProgress({ view }: { view: ContactImportView }) {
  const { t } = useTranslation();
  const { step, percent, file, lines } = view;
  const state = t(
    step === 'sending'
      ? 'imports.progress.sending'
      : step === 'removing'
        ? 'imports.progress.removing'
        : step === 'failed'
          ? 'imports.progress.stopped'
          : 'imports.progress.applying',
  );
  return (
    <div>
      <p className={styles.file}>
        <bdi>{file}</bdi>
      </p>
      <p className={styles.state}>
        <span role="status">{state}</span>
        <span className={styles.percent}>{t('imports.progress.percent', { percent })}</span>
      </p>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={t('imports.progress.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={styles.bar} style={{ transform: `scaleX(${String(percent / 100)})` }} />
      </span>
      <p className={styles.help}>{t('imports.progress.help', { count: lines })}</p>
    </div>
  );
}
