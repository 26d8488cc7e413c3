// The time after a call in which no other one rings: what is left of it, a minute more, and "Pronto". The time is the server's.
import { Check, Hourglass, Plus } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Countdown } from '../../design/Countdown';
import { Icon } from '../../design/icons/Icon';
import styles from './WrapUpBar.module.css';

export interface WrapUpBarProps {
  /** Beginning and end, epoch milliseconds on the server's clock. */
  since: number;
  until: number;
  /** How often the agent has extended it, and may. */
  extended: number;
  extensions: number;
  /** Its last seconds. */
  ending: boolean;
  /** A request is pending. */
  asked: boolean;
  onExtend: () => void;
  onReady: () => void;
}

const minuteMs = 60_000;

export function WrapUpBar(props: WrapUpBarProps) {
  const { t } = useTranslation();
  const { since, until, extended, extensions, ending, asked } = props;
  const usedUp = extended >= extensions;
  const count = Math.max(1, Math.round((until - since) / minuteMs));
  return (
    <section
      className={styles.bar}
      data-ch="voice"
      data-tone={ending ? 'warning' : 'plain'}
      aria-label={t('channels.status.wrapUp')}
    >
      <Icon glyph={Hourglass} size={20} className={styles.glyph} />
      <div className={styles.time}>
        <Countdown until={until} shape="call" className={styles.left} />
        <p className={styles.of}>{ending ? t('channels.wrapUp.ending') : t('channels.wrapUp.of', { count })}</p>
      </div>
      <div className={styles.actions}>
        {/* First, because the last place is where "Encerrar" stood: a second click there must not end the time. */}
        <Button glyph={Check} className={styles.action} pending={asked} onClick={props.onReady}>
          {t('channels.wrapUp.ready')}
        </Button>
        {extensions > 0 && (
          <Button
            glyph={Plus}
            className={styles.action}
            pending={asked}
            disabledReason={usedUp ? t('channels.wrapUp.usedUp', { count: extensions }) : undefined}
            onClick={props.onExtend}
          >
            {t('channels.wrapUp.more')}
            {extended > 0 && (
              <span className={styles.count}>{t('channels.wrapUp.used', { extended, extensions })}</span>
            )}
          </Button>
        )}
      </div>
    </section>
  );
}
