// The list of links in a dialog: state and number of attempts of each.
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { Spinner } from '../../design/Spinner';
import type { LinkName, LinkState } from './ConnectionMeter';
import styles from './LinkRows.module.css';

export interface ProblemRow {
  link: LinkName;
  state: LinkState;
  /** Consecutive attempts without an answer. */
  attempts?: number | undefined;
}

export function LinkRows({ rows }: { rows: ReadonlyArray<ProblemRow> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.rows} aria-label={t('connection.problem.links')}>
      {rows.map(({ link, state, attempts = 0 }) => (
        <li key={link} className={styles.row}>
          <span className={styles.mark} data-state={state}>
            {state === 'connecting' ? <Spinner /> : <Icon glyph={state === 'ok' ? CircleCheck : CircleAlert} />}
          </span>
          <span className={styles.name}>{t(`connection.link.${link}`)}</span>
          <span className={styles.state}>
            {t(`connection.meter.state.${state}`)}
            {attempts > 0 && ` · ${t('connection.problem.attempts', { count: attempts })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
