// The dialog that sets the end of a snooze (ui-day §3): an hour, three hours, the next mornings, or a day and a time that the agent types. The choice
// stays until the server has stored it.
import { AlarmClock } from 'lucide-react';
import { useMemo, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { DayField } from '../../design/DayField';
import { Dialog } from '../../design/Dialog';
import { Field } from '../../design/Field';
import { RadioList } from '../../design/RadioList';
import { formatFull, formatTime } from '../../i18n/format';
import { dayOf, momentOf, snoozeMoments, timeOf } from './snoozeTimes';
import styles from './SnoozeDialog.module.css';

export interface SnoozeDialogProps {
  /**
   * When the dialog opened, in epoch milliseconds of the server's clock: its offered times do not change while it is open.
   */
  now: number;
  /** Time zone of the page. */
  zone: string;
  /** Name of the customer. */
  name: string;
  /** When the conversation window closes, in epoch milliseconds; undefined without one. */
  windowEnd?: number | undefined;
  pending: boolean;
  /** Why the server refused the snooze. */
  failure?: string | undefined;
  onSnooze: (until: number) => void;
  onClose: () => void;
}

const custom = 'custom';
const formId = 'snooze-form';

export function SnoozeDialog(props: SnoozeDialogProps) {
  const { t } = useTranslation();
  const { now, zone, windowEnd } = props;
  const moments = useMemo(() => snoozeMoments(now, zone), [now, zone]);
  const [chosen, setChosen] = useState<string>('inOneHour');
  const [day, setDay] = useState(() => dayOf(now, zone));
  const [time, setTime] = useState('');
  const [isChecked, setChecked] = useState(false);
  const typedTime = timeOf(time);
  const until =
    chosen === custom
      ? typedTime === undefined || day === ''
        ? undefined
        : momentOf(day, typedTime, zone)
      : moments.find(({ choice }) => choice === chosen)?.at;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (until !== undefined && !props.pending) props.onSnooze(until);
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t('jobs.snooze.title')}
      glyph={AlarmClock}
      description={`${props.name} · ${t('jobs.snooze.help')}`}
      failure={props.failure}
      footer={
        <>
          <Button tone="ghost" onClick={props.onClose}>
            {t('shell.dialog.cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={props.pending}>
            {t('jobs.snooze.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <RadioList
          label={t('jobs.snooze.title')}
          options={[
            ...moments.map(({ choice, at }) => ({
              value: choice,
              label: t(`jobs.snooze.choices.${choice}`),
              detail: choice === 'untilReply' ? t('jobs.snooze.noTime') : formatFull(at),
            })),
            { value: custom, label: t('jobs.snooze.choices.custom') },
          ]}
          value={chosen}
          onChange={setChosen}
        />
        {chosen === custom && (
          <div className={styles.custom}>
            <DayField label={t('jobs.snooze.day')} value={day} first={dayOf(now, zone)} onChange={setDay} />
            <Field
              className={styles.time}
              label={t('jobs.snooze.time')}
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('jobs.snooze.timePattern')}
              value={time}
              error={isChecked && typedTime === undefined ? t('jobs.snooze.noSuchTime') : undefined}
              onChange={({ target }) => setTime(target.value)}
            />
          </div>
        )}
        {windowEnd !== undefined && until !== undefined && until > windowEnd && (
          <p role="status" className={styles.window}>
            {t('jobs.snooze.windowCloses', { time: formatTime(windowEnd) })}
          </p>
        )}
      </form>
    </Dialog>
  );
}
