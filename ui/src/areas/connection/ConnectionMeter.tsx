// The state of the links: three bars in the top bar and a popover with the last check of each link.
import { useTranslation } from '../../i18n/useTranslation';
import { classNames } from '../../design/classNames';
import { IconButton } from '../../design/IconButton';
import { Popover } from '../../design/Popover';
import { StatusMark } from '../../design/StatusMark';
import { formatSeconds, formatTime } from '../../i18n/format';
import { RetryCountdown } from './RetryCountdown';
import styles from './ConnectionMeter.module.css';

export type LinkName = 'internet' | 'server' | 'product' | 'voice' | 'device';
export type LinkState = 'ok' | 'connecting' | 'lost';

export interface ConnectionLink {
  link: LinkName;
  state: LinkState;
  /** Null: not yet checked. Undefined: not checked periodically. */
  checkedAt?: number | null | undefined;
  latencyMs?: number | undefined;
  /** The next automatic attempt, epoch milliseconds on the browser's clock. */
  retryAt?: number | undefined;
}

export interface ConnectionMeterProps {
  links: ReadonlyArray<ConnectionLink>;
  /** The time of the last reconcile with the server. */
  updatedAt: number | null;
}

const worstFirst: ReadonlyArray<LinkState> = ['lost', 'connecting', 'ok'];
const barsOf: Record<LinkState, number> = { ok: 3, connecting: 2, lost: 1 };

export function ConnectionMeter({ links, updatedAt }: ConnectionMeterProps) {
  const { t } = useTranslation();
  const overall = worstFirst.find((state) => links.some((link) => link.state === state)) ?? 'ok';
  const label = t('connection.meter.label', { state: t(`connection.meter.overall.${overall}`) });
  return (
    <Popover
      label={t('connection.meter.title')}
      className={styles.popover}
      trigger={
        <IconButton label={label}>
          <span className={styles.bars} data-state={overall} aria-hidden="true">
            {[1, 2, 3].map((bar) => (
              <i key={bar} className={classNames(bar > barsOf[overall] && styles.off)} />
            ))}
          </span>
        </IconButton>
      }
    >
      <p className={styles.title}>{t('connection.meter.title')}</p>
      <ConnectionLinkList links={links} />
      <p className={styles.updated}>
        {updatedAt === null
          ? t('connection.meter.neverUpdated')
          : t('connection.meter.updatedAt', { time: formatSeconds(updatedAt) })}
      </p>
    </Popover>
  );
}

export function ConnectionLinkList({ links }: Pick<ConnectionMeterProps, 'links'>) {
  const { t } = useTranslation();
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.link} className={styles.link}>
          <span className={styles.mark}>
            <StatusMark shape={link.state === 'ok' ? 'dot' : link.state === 'connecting' ? 'spinner' : 'triangle'} />
          </span>
          <span className={styles.name}>{t(`connection.link.${link.link}`)}</span>
          <span className={styles.state}>
            {t(`connection.meter.state.${link.state}`)}
            {link.latencyMs !== undefined &&
              ` · ${t('connection.meter.latency', { milliseconds: Math.round(link.latencyMs) })}`}
          </span>
          {link.retryAt !== undefined && (
            <span className={styles.checked}>
              <RetryCountdown retryAt={link.retryAt} />
            </span>
          )}
          {link.checkedAt !== undefined && (
            <span className={styles.checked}>
              {link.checkedAt === null
                ? t('connection.meter.neverChecked')
                : t('connection.meter.checkedAt', { time: formatTime(link.checkedAt) })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
