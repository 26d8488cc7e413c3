// The tasks outside the server that were given up (BEY-131): what each one was, when, how often it was tried and why the last attempt failed. The row of a
// task shows what became of a new attempt until the list is loaded again.
import type { DeadEffectKind, DeadEffectView, ListPhase, RetryPhase } from 'core-wasm';
import { CircleCheck, CloudAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { EmptyState, ErrorState } from '../../design/EmptyState';
import { Note } from '../../design/Note';
import { Spinner } from '../../design/Spinner';
import { formatFull } from '../../i18n/format';
import { useCoreText } from '../../i18n/text';
import { UnsupportedItems } from '../../shared/UnsupportedItems';
import styles from './DeadEffectsDialog.module.css';

export interface DeadEffectsDialogProps {
  phase: ListPhase;
  /** The tasks, the one that was given up last first. */
  effects: ReadonlyArray<DeadEffectView>;
  /** The server may have older ones that it does not list. */
  cut: boolean;
  onReload: () => void;
  onRetry: (id: string) => void;
  onClose: () => void;
}

export function DeadEffectsDialog({ phase, effects, cut, onReload, onRetry, onClose }: DeadEffectsDialogProps) {
  const { t } = useTranslation();
  const isLoading = phase === 'loading' || phase === 'refreshing';
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('deadEffects.title')}
      glyph={CloudAlert}
      tone="warning"
      description={t('deadEffects.lead')}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('deadEffects.close')}
          </Button>
          <Button pending={isLoading} onClick={onReload}>
            {t('deadEffects.reload')}
          </Button>
        </>
      }
    >
      {phase === 'stale' && (
        <Note tone="warning" className={styles.stale}>
          {t('deadEffects.stale')}
        </Note>
      )}
      {phase === 'loading' ? (
        <p role="status" className={styles.loading}>
          <Spinner />
          {t('deadEffects.loading')}
        </p>
      ) : phase === 'failed' ? (
        <ErrorState message={t('deadEffects.loadFailed')} onRetry={onReload} />
      ) : effects.length === 0 ? (
        <EmptyState glyph={CircleCheck} title={t('deadEffects.empty')} help={t('deadEffects.emptyHelp')} />
      ) : (
        <ul className={styles.effects} aria-label={t('deadEffects.title')}>
          {effects.map((effect) => (
            <EffectRow key={effect.id} effect={effect} onRetry={onRetry} />
          ))}
        </ul>
      )}
      {cut && <p className={styles.cut}>{t('deadEffects.cut', { count: effects.length })}</p>}
      <UnsupportedItems list="deadEffects" />
    </Dialog>
  );
}

function EffectRow({ effect, onRetry }: { effect: DeadEffectView; onRetry: (id: string) => void }) {
  const { t } = useTranslation();
  const say = useCoreText();
  const id = useId();
  const kind = t(kinds[effect.kind]);
  const result = results[effect.retry];
  const isPending = effect.retry === 'retrying' || effect.retry === 'lookingUp';
  // The button stays, and always has a tooltip: without one it would be another element, and the focus would be lost.
  const isOver = effect.retry === 'retried' || effect.retry === 'gone';
  return (
    <li className={styles.effect} aria-labelledby={`${id}kind`}>
      <div className={styles.facts}>
        <p id={`${id}kind`} className={styles.kind}>
          {kind}
        </p>
        <p className={styles.times}>
          {t('deadEffects.times', {
            asked: formatFull(effect.createdAt),
            givenUp: formatFull(effect.givenUpAt),
            count: effect.attempts,
          })}
        </p>
        <p id={`${id}cause`} className={styles.cause}>
          {say(effect.cause)}
        </p>
        <p id={`${id}result`} role="status" className={styles.result} data-retry={effect.retry}>
          {result === undefined ? '' : t(result)}
        </p>
      </div>
      <Button
        size="small"
        aria-label={t('deadEffects.retryOf', { kind, time: formatFull(effect.givenUpAt) })}
        aria-describedby={`${id}cause ${id}result`}
        hint={t('deadEffects.retryHint')}
        pending={isPending}
        disabledReason={(isPending || isOver) && result !== undefined ? t(result) : undefined}
        onClick={() => onRetry(effect.id)}
        className={styles.retry}
      >
        {t('deadEffects.retry')}
      </Button>
    </li>
  );
}

const kinds = {
  end_broker_queue: 'deadEffects.kind.endBrokerQueue',
  send_whatsapp: 'deadEffects.kind.sendMessage',
  score_churn: 'deadEffects.kind.scoreChurn',
  command_telephone: 'deadEffects.kind.commandTelephone',
  fetch_file: 'deadEffects.kind.fetchFile',
  delete_files: 'deadEffects.kind.deleteFiles',
  unknown: 'deadEffects.kind.unknown',
} as const satisfies Record<DeadEffectKind, string>;

const results = {
  idle: undefined,
  retrying: 'deadEffects.retrying',
  lookingUp: 'deadEffects.lookingUp',
  retried: 'deadEffects.retried',
  gone: 'deadEffects.gone',
  failed: 'deadEffects.failed',
  unknown: 'deadEffects.unknown',
} as const satisfies Record<RetryPhase, string | undefined>;
