// The bar of the wrap-up after a call, in which no other call rings: its remaining time, and the buttons for a further minute
// and for "Pronto". The server decides on the time.
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
  /** Number of extensions so far, and their maximum. */
  extended: number;
  extensions: number;
  /** Whether the last seconds of the wrap-up have begun. */
  ending: boolean;
  /** Whether a request is pending. */
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
        {/* The button to extend is first, because the last place is where "Encerrar" was: a second click there must not end the wrap-up. */}
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
