// Several attendances at once: one qualification for all ended attendances, or one question before open attendances are finished; then the
// progress, and the remaining attendances with the reason (BEY-156).
import type { BulkDialogView, BulkItemView } from 'core-wasm';
import { CheckCheck, ListChecks, UserRoundPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { customerName } from '../../i18n/visitors';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Dialog } from '../../design/Dialog';
import { channelGlyph } from '../channels/channels';
import { Icon } from '../../design/icons/Icon';
import { TextArea } from '../../design/TextArea';
import styles from './BulkDialog.module.css';
import { QualificationForm } from './QualificationDialog';
import { useConfirmKey } from './useConfirmKey';

type Aim = BulkDialogView['aim'];

const glyphs: Readonly<Record<Aim, LucideIcon>> = { qualify: ListChecks, finish: CheckCheck, close: CheckCheck };

export interface BulkDialogProps {
  bulk: BulkDialogView;
  onChoose: (id: string) => void;
  onObserve: (text: string) => void;
  onRetryLists: () => void;
  onConfirm: () => void;
  /** Cancels requests that were not sent yet. */
  onStop: () => void;
  /** Repeats the question for the remaining attendances. */
  onAgain: () => void;
  /**
   * Registers the customer of an attendance that remains because the contact is missing; undefined if the agent cannot register
   * contacts.
   */
  onRegister?: ((protocol: string) => void) | undefined;
  /** The registration form that the agent opened; it replaces the list. */
  registration?: { name: string; form: ReactNode; onCancel: () => void } | undefined;
  onClose: () => void;
}

export function BulkDialog(props: BulkDialogProps) {
  if (props.registration !== undefined) return <RegistrationDialog {...props.registration} />;
  switch (props.bulk.stage) {
    case 'asked':
      return <AskedDialog {...props} />;
    case 'working':
      return <WorkingDialog {...props} />;
    case 'told':
      return <ToldDialog {...props} />;
  }
}

function RegistrationDialog({ name: known, form, onCancel }: NonNullable<BulkDialogProps['registration']>) {
  const { t } = useTranslation();
  const name = customerName(known, t);
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('qualification.bulk.title.register', { name })}
      glyph={UserRoundPlus}
      description={t('qualification.bulk.registerHelp')}
      footer={null}
    >
      {form}
    </Dialog>
  );
}

function AskedDialog(props: BulkDialogProps) {
  const { bulk, onChoose, onObserve, onRetryLists, onConfirm, onRegister, onClose } = props;
  const { t } = useTranslation();
  const { task, aim, count } = bulk;
  const impossible = count === 0 || (task === 'qualify' && bulk.choiceNeeded && !isOffered(bulk));
  const confirm = (): void => {
    if (!impossible) onConfirm();
  };
  useConfirmKey(confirm);
  return (
    <Dialog
      open
      wide={task === 'qualify'}
      onClose={onClose}
      title={t(`qualification.bulk.title.${aim}`, { count: bulk.items.length })}
      glyph={glyphs[bulk.aim]}
      description={
        task === 'finish'
          ? t('qualification.bulk.finishHelp')
          : bulk.choiceNeeded && isOffered(bulk)
            ? t('qualification.bulk.chooseForAll')
            : undefined
      }
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('qualification.bulk.cancel')}
          </Button>
          <Button
            tone="primary"
            autoFocus={task === 'finish'}
            disabledReason={impossible ? impossibleReason(bulk, t) : undefined}
            onClick={confirm}
          >
            {count === 0
              ? t(`qualification.bulk.nobody.${task}`)
              : t(`qualification.bulk.${aim === 'close' ? 'closeAll' : aim}`, { count })}
          </Button>
        </>
      }
    >
      <>
        <LeftOut items={bulk.items} onRegister={onRegister} />
        {task === 'qualify' ? (
          <Choice bulk={bulk} onChoose={onChoose} onObserve={onObserve} onRetryLists={onRetryLists} onEnter={confirm} />
        ) : (
          <Warnings unanswered={bulk.unanswered} unsent={bulk.unsent} />
        )}
      </>
    </Dialog>
  );
}

/** The form itself shows that lists are loading or have failed. */
const isOffered = (bulk: BulkDialogView): boolean => !bulk.loading && !bulk.loadFailed && bulk.options.length > 0;

function impossibleReason(bulk: BulkDialogView, t: ReturnType<typeof useTranslation>['t']): string {
  if (bulk.count === 0) return t('qualification.bulk.nothingPossible');
  return bulk.loading || bulk.loadFailed ? t('qualification.dialog.notReady') : t('qualification.bulk.noCommon');
}

type ChoiceProps = Pick<BulkDialogProps, 'bulk' | 'onChoose' | 'onObserve' | 'onRetryLists'> & { onEnter: () => void };

function Choice({ bulk, onChoose, onObserve, onRetryLists, onEnter }: ChoiceProps) {
  const { t } = useTranslation();
  const error = bulk.observationError === undefined ? undefined : t('qualification.requiredField');
  if (bulk.count === 0) return <p className={styles.note}>{t('qualification.bulk.nothingPossible')}</p>;
  if (bulk.loading || bulk.loadFailed || (bulk.choiceNeeded && bulk.options.length > 0))
    return (
      <QualificationForm
        state={bulk.loading ? 'loading' : bulk.loadFailed ? 'failed' : 'ready'}
        options={bulk.options}
        selected={bulk.chosen ?? null}
        onSelect={onChoose}
        selectionError={bulk.choiceError === undefined ? undefined : t('qualification.bulk.choose')}
        observation={bulk.observation}
        onObservationChange={onObserve}
        observationRequired={bulk.observationRequired}
        observationError={error}
        onRetry={onRetryLists}
        onEnter={onEnter}
      />
    );
  if (bulk.choiceNeeded) return <p className={styles.note}>{t('qualification.bulk.noCommon')}</p>;
  return (
    <>
      <p className={styles.note}>{t('qualification.bulk.noneNeeded')}</p>
      <TextArea
        label={t('qualification.dialog.observation')}
        required={bulk.observationRequired}
        rows={2}
        value={bulk.observation}
        error={error}
        onChange={(event) => onObserve(event.target.value)}
      />
    </>
  );
}

/** Attendances that are listed as left out before any request is sent. */
function LeftOut({ items, onRegister }: ItemListProps) {
  const { t } = useTranslation();
  const left = items.filter(({ state }) => state === 'left');
  if (left.length === 0) return null;
  return (
    <div className={styles.warning}>
      <p className={styles.warningTitle}>{t('qualification.bulk.leftOut', { count: left.length })}</p>
      <ItemList items={left} onRegister={onRegister} />
    </div>
  );
}

function Warnings({ unanswered, unsent }: { unanswered: number; unsent: number }) {
  const { t } = useTranslation();
  if (unanswered === 0 && unsent === 0) return null;
  return (
    <div className={styles.warning}>
      {unanswered > 0 && <p>{t('qualification.bulk.unanswered', { count: unanswered })}</p>}
      {unsent > 0 && <p>{t('qualification.bulk.unsent', { count: unsent })}</p>}
    </div>
  );
}

function WorkingDialog({ bulk, onStop, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const total = bulk.items.length + bulk.doneBefore;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`qualification.bulk.title.working.${bulk.aim}`)}
      glyph={glyphs[bulk.aim]}
      description={t('qualification.bulk.progress', { done: bulk.count, total })}
      footer={
        <>
          <Button tone="ghost" onClick={onStop}>
            {t('qualification.bulk.stop')}
          </Button>
          <Button tone="primary" autoFocus onClick={onClose}>
            {t('qualification.bulk.background')}
          </Button>
        </>
      }
    >
      <>
        <div
          role="progressbar"
          aria-label={t(`qualification.bulk.title.working.${bulk.aim}`)}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={bulk.count}
          className={styles.track}
        >
          <div className={styles.done} style={{ transform: `scaleX(${total === 0 ? 0 : bulk.count / total})` }} />
        </div>
        <ItemList items={bulk.items} />
      </>
    </Dialog>
  );
}

const doneWord = { qualify: 'qualified', finish: 'finished', close: 'closed' } as const;

function ToldDialog({ bulk, onAgain, onRegister, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const left = bulk.items.filter(({ state }) => state === 'left');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('qualification.bulk.title.told')}
      glyph={glyphs[bulk.aim]}
      description={[
        bulk.count > 0 ? t(`qualification.bulk.${doneWord[bulk.aim]}`, { count: bulk.count }) : '',
        t(`qualification.bulk.notDone.${bulk.aim}`, { count: left.length }),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ')}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            {t('qualification.bulk.close')}
          </Button>
          <Button tone="primary" autoFocus onClick={onAgain}>
            {t('qualification.bulk.again')}
          </Button>
        </>
      }
    >
      <ItemList items={left} onRegister={onRegister} />
    </Dialog>
  );
}

interface ItemListProps extends Pick<BulkDialogProps, 'onRegister'> {
  items: ReadonlyArray<BulkItemView>;
}

function ItemList({ items, onRegister }: ItemListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.items}>
      {items.map(({ protocol, name: known, channel, state, reason }) => {
        const name = customerName(known, t);
        return (
          <li key={protocol} className={styles.item} data-state={state}>
            <Icon glyph={channelGlyph[channel]} size={14} className={styles.glyph} />
            <bdi className={styles.name}>{name}</bdi>
            <span className={styles.state}>
              {reason === undefined ? t(`qualification.bulk.state.${state}`) : t(`qualification.bulk.reason.${reason}`)}
            </span>
            {reason === 'needsContact' && onRegister !== undefined && (
              <Button
                size="small"
                className={styles.register}
                aria-label={t('qualification.bulk.registerLabel', { name })}
                onClick={() => onRegister(protocol)}
              >
                {t('qualification.bulk.register')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
