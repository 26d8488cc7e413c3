// The churn risk of a contact or a company (OrganIA): percentage, band by colour and word, reasons, and the removal with a written justification.
import type { ChurnFactorView, ChurnView } from 'core-wasm';
import { CalendarClock, CircleAlert, MessageCircleQuestion, Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useToday } from '../../core/page/today';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { Pill, type PillTone } from '../../design/Pill';
import { Popover } from '../../design/Popover';
import { RiskMeter, type RiskBand } from '../../design/RiskMeter';
import { TextArea } from '../../design/TextArea';
import { formatListTime, formatTime } from '../../i18n/format';
import { useCoreText, useLanguage } from '../../i18n/text';
import { RiskHead } from './RiskHead';
import styles from './ChurnCard.module.css';

export interface ChurnCardProps {
  churn: ChurnView;
  /** Undefined for a company: its risk is the greatest of its contacts, and is removed on the contact's page. */
  removal: RiskRemovalActions | undefined;
  /** The small form in the details of a conversation: only percentage, band and the main reason. */
  compact?: boolean;
}

export interface RiskRemovalActions {
  onOpenChange: (open: boolean) => void;
  onType: (text: string) => void;
  onRemove: (text: string) => void;
}

const bandTone: Record<RiskBand, PillTone> = { low: 'success', medium: 'warning', high: 'danger' };

const reasonGlyph: Partial<Record<string, Glyph>> = {
  lastContactDays: CalendarClock,
  unansweredAttendances: MessageCircleQuestion,
};

export function ChurnCard({ churn, removal, compact = false }: ChurnCardProps) {
  const { t } = useTranslation();
  const { percent, band, justification, factors } = churn;
  const titleId = useId();
  if (percent === undefined || band === undefined)
    return (
      <section aria-labelledby={titleId} className={styles.card}>
        <Head id={titleId} updatedAt={churn.updatedAt} />
        <p className={styles.removed}>{t(justification === '' ? 'churn.none' : 'churn.removed')}</p>
        {justification !== '' && (
          <p dir="auto" className={styles.justification}>
            {justification}
          </p>
        )}
      </section>
    );
  const word = t(`churn.band.${band}`);
  const meter = (
    <RiskMeter
      size={compact ? 'wide' : 'large'}
      percent={percent}
      band={band}
      word=""
      label={t('churn.meter', { percent, band: word.toLocaleLowerCase() })}
      className={styles.meter}
    />
  );
  // Without a risk there is nothing to remove.
  const shownRemoval = percent === 0 ? undefined : removal;
  if (compact)
    return (
      <section aria-labelledby={titleId} className={classNames(styles.card, styles.compact)}>
        <RiskHead band={band} percent={percent}>
          <h4 id={titleId}>{t('churn.riskOf')}</h4>
        </RiskHead>
        {meter}
        <p className={styles.line}>
          <span className={styles.words}>
            {word}
            {factors[0] !== undefined && (
              <>
                {' · '}
                <Reason factor={factors[0]} />
              </>
            )}
          </span>
          {shownRemoval !== undefined && <Removal form={churn.form} actions={shownRemoval} compact />}
        </p>
      </section>
    );
  return (
    <section aria-labelledby={titleId} className={styles.card}>
      <Head id={titleId} updatedAt={churn.updatedAt} />
      <p className={styles.value}>
        <b className={styles.percent}>{`${percent}%`}</b>
        <Pill tone={bandTone[band]}>{word}</Pill>
        <span className={styles.caption}>{t('churn.risk')}</span>
      </p>
      {meter}
      {removal === undefined && <p className={styles.greatest}>{t('churn.greatest')}</p>}
      {factors.length > 0 && (
        <>
          <h4 className={styles.why}>{t('churn.why')}</h4>
          <ul>
            {factors.map((factor) => (
              <Factor key={factor.reason} factor={factor} />
            ))}
          </ul>
        </>
      )}
      {shownRemoval !== undefined && <Removal form={churn.form} actions={shownRemoval} />}
    </section>
  );
}

function Head({ id, updatedAt }: { id: string; updatedAt: number | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  return (
    <header className={styles.head}>
      <Icon glyph={Sparkles} className={styles.glyph} />
      <h3 id={id}>{t('churn.title')}</h3>
      {updatedAt !== undefined && <small className={styles.updated}>{updated(updatedAt)}</small>}
    </header>
  );

  function updated(time: number): string {
    const day = formatListTime(time, today, language, t);
    return day === formatTime(time) ? t('churn.updatedToday', { time: day }) : t('churn.updated', { time: day });
  }
}

function Factor({ factor }: { factor: ChurnFactorView }) {
  const { reason, percent } = factor;
  return (
    <li className={styles.factor}>
      <Icon glyph={reasonGlyph[reason] ?? CircleAlert} className={styles.factorGlyph} />
      <span className={styles.factorText}>
        <Reason factor={factor} />
      </span>
      <span className={styles.factorPart}>{`${percent}%`}</span>
    </li>
  );
}

function Reason({ factor: { reason, count } }: { factor: ChurnFactorView }) {
  const say = useCoreText();
  // An external service sends a sentence, where the embedded one sends a key.
  return <bdi>{count === 0 ? reason : say({ key: `churn.reason.${reason}`, params: { count } })}</bdi>;
}

/** The core counts the characters and knows the limits; the typed text is here, so that a failure loses nothing. */
function Removal({
  form,
  actions,
  compact = false,
}: {
  form: ChurnView['form'];
  actions: RiskRemovalActions;
  compact?: boolean;
}) {
  const { t } = useTranslation();
  const say = useCoreText();
  const [text, setText] = useState('');
  const type = (next: string): void => {
    setText(next);
    actions.onType(next);
  };
  const missing = form === undefined ? 0 : form.shortest - form.length;
  const tooLong = form !== undefined && form.length > form.longest;
  return (
    <Popover
      label={t('churn.remove.title')}
      align="center"
      className={styles.popover}
      open={form !== undefined}
      onOpenChange={(open) => {
        actions.onOpenChange(open);
        // The form shows the text that was typed before.
        if (open && text !== '') actions.onType(text);
      }}
      trigger={
        compact ? (
          <button type="button" className={styles.removeLink} aria-label={t('churn.remove.button')}>
            {t('churn.remove.short')}
          </button>
        ) : (
          <Button fullWidth className={styles.remove}>
            {t('churn.remove.button')}
          </Button>
        )
      }
    >
      {form !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (missing <= 0 && !tooLong && !form.pending) actions.onRemove(text);
          }}
        >
          <h3 className={styles.formTitle}>{t('churn.remove.title')}</h3>
          <p className={styles.formHelp}>{t('churn.remove.help')}</p>
          <TextArea
            label={t('churn.remove.label')}
            rows={3}
            autoFocus
            value={text}
            error={form.error === undefined ? undefined : say(form.error)}
            onChange={(event) => type(event.target.value)}
          />
          <p className={styles.count} aria-live="polite">
            <span>{missing > 0 ? t('churn.remove.missing', { count: missing }) : ''}</span>
            <b className={styles.counted}>
              {`${form.length}/${form.length > form.shortest ? form.longest : form.shortest}`}
            </b>
          </p>
          <div className={styles.buttons}>
            <Button tone="ghost" onClick={() => actions.onOpenChange(false)}>
              {t('churn.remove.cancel')}
            </Button>
            <Button
              type="submit"
              tone="primary"
              pending={form.pending}
              disabledReason={
                missing > 0
                  ? t('churn.tooShort', { count: form.shortest })
                  : tooLong
                    ? t('churn.tooLong', { count: form.longest })
                    : undefined
              }
            >
              {t('churn.remove.confirm')}
            </Button>
          </div>
        </form>
      )}
    </Popover>
  );
}
