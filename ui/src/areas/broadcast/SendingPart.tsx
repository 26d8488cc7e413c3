// The last part of a new broadcast: when it is sent, and what the server would do.
import { DayField } from '../../design/DayField';
import { Field } from '../../design/Field';
import { SegmentedControl } from '../../design/SegmentedControl';
import { useToday } from '../../core/page/today';
import { formatComing } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { dayOf } from '../jobs/snoozeTimes';
import { Button } from '../../design/Button';
import { DraftSection } from './DraftSection';
import type { BroadcastCheck } from './types';
import type { SendingStart } from './useSendingStart';
import styles from './SendingPart.module.css';

export interface SendingPartProps {
  start: SendingStart;
  /** Why the start is refused. */
  fault: string | undefined;
  /** Time zone of the page. */
  zone: string;
  /** What the server would do; undefined before anything is complete. */
  check: BroadcastCheck | undefined;
  checkState: 'none' | 'loading' | 'ready' | 'failed';
  onRetryCheck: () => void;
}

export function SendingPart({ start, fault, zone, check, checkState, onRetryCheck }: SendingPartProps) {
  const { t } = useTranslation();
  const today = useToday();
  return (
    <DraftSection number={4} title={t('broadcastPage.draft.part.sending')} className={styles.sending}>
      <div className={styles.when}>
        <SegmentedControl
          label={t('broadcastPage.sending.when')}
          value={start.kind}
          segments={[
            { value: 'now', label: t('broadcastPage.sending.now') },
            { value: 'planned', label: t('broadcastPage.sending.planned') },
          ]}
          onChange={start.onKind}
        />
      </div>
      {start.kind === 'planned' && (
        <div className={styles.moment} data-invalid={(start.missing !== undefined && start.isChecked) || undefined}>
          <DayField
            label={t('broadcastPage.sending.day')}
            value={start.day}
            first={dayOf(today, zone)}
            onChange={start.onDay}
          />
          <Field
            label={t('broadcastPage.sending.time')}
            required
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('broadcastPage.sending.timePattern')}
            value={start.time}
            error={start.isChecked && start.missing === 'time' ? t('broadcastPage.sending.noTime') : fault}
            onChange={({ target }) => start.onTime(target.value)}
          />
          {start.isChecked && start.missing === 'day' && (
            <p role="alert" className={styles.momentError}>
              {t('broadcastPage.sending.noDay')}
            </p>
          )}
        </div>
      )}
      <Figures check={check} checkState={checkState} startsAt={start.startsAt} onRetryCheck={onRetryCheck} />
    </DraftSection>
  );
}

interface FiguresProps extends Pick<SendingPartProps, 'check' | 'checkState' | 'onRetryCheck'> {
  startsAt: number | undefined;
}

/** A message later than this after the chosen start is outside the hours of sending. */
const laterMs = 60_000;

function Figures({ check, checkState, startsAt, onRetryCheck }: FiguresProps) {
  const { t } = useTranslation();
  const today = useToday();
  if (checkState === 'failed')
    return (
      <p role="alert" className={styles.note} data-tone="danger">
        {t('broadcastPage.sending.checkFailed')}
        <Button size="small" className={styles.noteButton} onClick={onRetryCheck}>
          {t('shell.error.retry')}
        </Button>
      </p>
    );
  if (checkState === 'none') return <p className={styles.note}>{t('broadcastPage.sending.waiting')}</p>;
  const isLoading = checkState === 'loading' || check === undefined;
  const rows = [
    ['receive', check === undefined ? '' : t('broadcastPage.sending.contacts', { count: check.receives })],
    ['duration', check === undefined ? '' : durationText(check, t)],
    ['ends', check === undefined ? '' : formatComing(check.lastAt, today)],
  ] as const;
  const isOutside = check !== undefined && startsAt !== undefined && check.firstAt > startsAt + laterMs;
  return (
    <div aria-busy={isLoading || undefined} aria-label={isLoading ? t('broadcastPage.sending.checking') : undefined}>
      {isOutside && !isLoading && (
        <p role="status" className={styles.note} data-tone="warning">
          {t('broadcastPage.sending.outside', { when: formatComing(check.firstAt, today) })}
        </p>
      )}
      <dl className={styles.figures}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{t(`broadcastPage.sending.${name}`)}</dt>
            <dd className={styles.value} data-name={name}>
              {isLoading ? <span className={styles.waiting} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      {!isLoading && check.dailyLimit !== undefined && (
        <LimitMeter used={check.dailyUsed + check.receives} limit={check.dailyLimit} />
      )}
    </div>
  );
}

function durationText({ firstAt, lastAt }: BroadcastCheck, t: ReturnType<typeof useTranslation>['t']): string {
  const minutes = Math.max(1, Math.round((lastAt - firstAt) / 60_000));
  return minutes < 60
    ? t('broadcastPage.sending.minutes', { count: minutes })
    : t('broadcastPage.sending.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function LimitMeter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation();
  const over = used - limit;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <>
      <div
        role="img"
        aria-label={t('broadcastPage.sending.meter', { used, limit })}
        className={styles.meter}
        data-over={over > 0 || undefined}
      >
        <span className={styles.meterValue} style={{ width: `${share * 100}%` }} />
      </div>
      <p className={styles.limit}>
        <span>{t('broadcastPage.sending.limit')}</span>
        <span>{t('broadcastPage.sending.used', { used, limit })}</span>
      </p>
      {over > 0 && (
        <p role="status" className={styles.note} data-tone="danger">
          {t('broadcastPage.sending.over', { count: over })}
        </p>
      )}
    </>
  );
}
