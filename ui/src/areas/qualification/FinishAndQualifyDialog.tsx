// Ends the attendance for the customer and qualifies it, in one dialog. Unsent messages are listed, and the agent chooses whether the finish waits
// for them (ui-day §6).
import { CheckCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { ClosingView, OnTheWay } from 'core-wasm';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { Note } from '../../design/Note';
import { RadioList } from '../../design/RadioList';
import { Select } from '../../design/Select';
import { waitText } from '../../shared/waiting/waitingTime';
import styles from './FinishAndQualifyDialog.module.css';
import { useConfirmKey } from './useConfirmKey';
import type { FailedMessage } from './useFailedMessages';
import { QualificationForm, type QualificationFormProps } from './QualificationDialog';

export const afterwards = ['list', 'nextWaiting'] as const;
export type Afterwards = (typeof afterwards)[number];

export interface FinishAndQualifyDialogProps {
  /** Name of the customer. */
  name: string;
  /**
   * The form of the qualification; undefined for a customer who is not registered: then the attendance is only
   * finished.
   */
  form: Omit<QualificationFormProps, 'onEnter'> | undefined;
  /** Messages that the server does not have yet. */
  onTheWay: OnTheWay | undefined;
  /** Messages that could not be sent. */
  failed?: ReadonlyArray<FailedMessage> | undefined;
  onRetry?: ((id: string) => void) | undefined;
  /** For how many whole minutes the customer has waited for an answer. */
  waiting: number | undefined;
  /** Text that the agent typed and has not sent. */
  unsent?: ReadonlyArray<'reply' | 'note'> | undefined;
  closing: ClosingView | undefined;
  next: Afterwards;
  onNextChange: (next: Afterwards) => void;
  /** `waits`: finishes after everything was sent. */
  onFinishAndQualify: (waits: boolean) => void;
  /** Finishes now; the qualification follows later. */
  onFinish: (waits: boolean) => void;
  onCancel: () => void;
}

export function FinishAndQualifyDialog(props: FinishAndQualifyDialogProps) {
  const { name, form, onTheWay, failed = [], waiting, unsent = [], closing, next } = props;
  const { t } = useTranslation();
  const [waits, setWaits] = useState(true);
  const waitsNow = waits && onTheWay !== undefined;
  const isReady = form?.state === 'ready';
  const isPending = closing !== undefined;
  const finish = (): void => {
    if (isPending) return;
    if (form === undefined) props.onFinish(waitsNow);
    else if (isReady) props.onFinishAndQualify(waitsNow);
  };
  useConfirmKey(finish);
  const plain = form === undefined ? 'finish' : 'finishAndQualify';
  const verb = closing === 'lookingUp' ? 'lookingUp' : waitsNow ? 'afterSending' : plain;
  return (
    <Dialog
      open
      wide
      onClose={props.onCancel}
      title={t('qualification.finish.title')}
      glyph={CheckCheck}
      description={t('qualification.dialog.of', { name })}
      footer={
        <div className={styles.buttons}>
          <Button tone="ghost" onClick={props.onCancel}>
            {t('qualification.finish.cancel')}
          </Button>
          {form !== undefined && (
            <Button
              disabledReason={isPending ? t('qualification.finish.pending') : undefined}
              onClick={() => props.onFinish(waitsNow)}
            >
              {t('qualification.finish.later')}
            </Button>
          )}
          <Button
            tone="primary"
            className={styles.primary}
            autoFocus={form === undefined}
            pending={isPending}
            disabledReason={form === undefined || isReady ? undefined : t('qualification.dialog.notReady')}
            onClick={finish}
          >
            {t(`qualification.finish.submit.${verb}`)}
          </Button>
        </div>
      }
    >
      <>
        {onTheWay !== undefined && <OnTheWayNote onTheWay={onTheWay} waits={waits} onWaitsChange={setWaits} />}
        {failed.map((message) => (
          <FailedNote key={message.id} message={message} onRetry={props.onRetry} />
        ))}
        {waiting !== undefined && (
          <p className={styles.warning}>
            {waiting < 1
              ? t('qualification.finish.waitingNow')
              : t('qualification.finish.waiting', { time: waitText(waiting, t) })}
          </p>
        )}
        {unsent.map((kind) => (
          <p key={kind} className={styles.warning}>
            {t(`qualification.finish.unsent.${kind}`)}
          </p>
        ))}
        {form === undefined ? (
          <p>{t('qualification.finish.registerFirst')}</p>
        ) : (
          <QualificationForm {...form} onEnter={finish} />
        )}
        <div className={styles.afterwards}>
          <span aria-hidden="true">{t('qualification.finish.next')}</span>
          <Select
            label={t('qualification.finish.next')}
            value={next}
            options={afterwards.map((value) => ({ value, label: t(`qualification.finish.nextTo.${value}`) }))}
            onChange={props.onNextChange}
          />
        </div>
      </>
    </Dialog>
  );
}

function FailedNote({ message, onRetry }: { message: FailedMessage; onRetry: ((id: string) => void) | undefined }) {
  const { t } = useTranslation();
  const { id, file, reason, canRetry } = message;
  const kind = file === '' ? 'message' : 'file';
  const retry = canRetry ? onRetry : undefined;
  return (
    <Note
      tone="danger"
      className={styles.failed}
      action={
        retry && (
          <Button size="small" onClick={() => retry(id)}>
            {t('qualification.finish.failed.retry')}
          </Button>
        )
      }
    >
      <p className={styles.failedTitle}>{t(`qualification.finish.failed.${kind}`, { file })}</p>
      {reason !== undefined && <p>{reason}</p>}
      <p>{t(`qualification.finish.failed.${canRetry ? 'help' : 'helpFinal'}`)}</p>
    </Note>
  );
}

interface OnTheWayNoteProps {
  onTheWay: OnTheWay;
  waits: boolean;
  onWaitsChange: (waits: boolean) => void;
}

function OnTheWayNote({ onTheWay, waits, onWaitsChange }: OnTheWayNoteProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { messages, files } = onTheWay;
  const isFile = files.length === messages;
  return (
    <div className={styles.note}>
      <p id={titleId} className={styles.noteTitle}>
        {t(`qualification.finish.${isFile ? 'files' : 'messages'}`, { count: messages })}
      </p>
      {files.length > 0 && <p className={styles.files}>{files.join(', ')}</p>}
      <div className={styles.choice}>
        <RadioList
          label={t('qualification.finish.onTheWay')}
          describedBy={titleId}
          options={[
            { value: 'wait', label: t('qualification.finish.wait') },
            { value: 'now', label: t('qualification.finish.now'), detail: t('qualification.finish.nowDetail') },
          ]}
          value={waits ? 'wait' : 'now'}
          onChange={(value) => onWaitsChange(value === 'wait')}
        />
      </div>
    </div>
  );
}
