// A call that a supervisor hears, beside the board (BEY-136): the parties, who hears the supervisor, who hears whom, and the microphone. Closing the
// drawer leaves the call and never ends it; Esc does nothing, so that a supervisor cannot leave the call by mistake.
import type { SupervisedCallView, SupervisionMode } from 'core-wasm';
import { Phone, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../design/Announcer';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { PersonHeader } from '../../design/PersonHeader';
import { Spinner } from '../../design/Spinner';
import { Timer } from '../../design/Timer';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { customerName } from '../../i18n/visitors';
import { useSecondPress } from '../../shared/useSecondPress';
import { HearingPicture } from './HearingPicture';
import { MicrophoneCard } from './MicrophoneCard';
import { ModeChoice } from './ModeChoice';
import { isShutOut, listOfNames } from './supervisedCall';
import styles from './SupervisionDrawer.module.css';

export interface SupervisionDrawerProps {
  view: SupervisedCallView;
  /** Initials and colour of the supervisor. */
  own: { initials: string; color: string };
  /** Level of the supervisor's microphone. */
  level: number;
  onChoose: (mode: SupervisionMode) => void;
  onMute: (muted: boolean) => void;
  onTakeOver: () => void;
  /** Leaves the call. */
  onClose: () => void;
  /** Supervises the same agent again. */
  onAgain: () => void;
}

export function SupervisionDrawer(props: SupervisionDrawerProps) {
  const { view, own, level, onChoose, onMute, onClose, onAgain } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const panel = useRef<HTMLElement>(null);
  const { agentId, agentName, stage, answeredAt } = view;
  const customer = view.customerName === '' ? '' : customerName(view.customerName, t);
  const where = [t('callSupervision.with', { name: agentName }), view.place].filter((part) => part !== '').join(' · ');
  useFocusOnOpening(panel, agentId);
  useStageAnnouncement(view);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('callSupervision.title', { name: agentName })}
      data-ch="voice"
      className={styles.drawer}
    >
      <PersonHeader
        initials={view.initials}
        color={view.color}
        badge={Phone}
        name={customer}
        channel={t('callSupervision.voice')}
        about={where}
        actions={
          <>
            {stage !== 'over' && answeredAt !== undefined && (
              <Timer since={answeredAt} shape="call" className={styles.timer} />
            )}
            {stage !== 'over' && <TakeOver {...props} />}
            <IconButton glyph={X} label={t('callSupervision.close')} onClick={onClose} />
          </>
        }
      >
        <bdi className={styles.name}>{customer === '' ? agentName : customer}</bdi>
      </PersonHeader>
      <div className={styles.content}>
        {stage === 'over' ? (
          <Note
            tone={view.failure?.key === 'callSupervision.ended.callEnded' ? 'info' : 'danger'}
            action={
              <>
                {canTryAgain(view) && (
                  <Button tone="primary" size="small" onClick={onAgain}>
                    {t('callSupervision.again')}
                  </Button>
                )}
                <Button size="small" className={styles.ok} onClick={onClose}>
                  {t('callSupervision.ok')}
                </Button>
              </>
            }
          >
            {view.failure === undefined ? t('callSupervision.failed') : say(view.failure)}
          </Note>
        ) : (
          <>
            <ModeChoice view={view} onChoose={onChoose} />
            {stage === 'connecting' ? (
              <p className={styles.connecting} role="status">
                <Spinner className={styles.spinner} />
                {t('callSupervision.connecting')}
              </p>
            ) : (
              <>
                <HearingPicture people={view.people} own={own} />
                {isShutOut(view) && (
                  <Note tone="info" className={styles.note}>
                    {t('callSupervision.hearing.consultation')}
                  </Note>
                )}
                <MicrophoneCard view={view} level={level} onMute={onMute} />
                {view.others.length > 0 && (
                  <p className={styles.remark}>
                    {t('callSupervision.others', { count: view.others.length, names: listOfNames(view.others, t) })}
                  </p>
                )}
                <p className={styles.remark}>
                  {view.agentIsTold ? t('callSupervision.told', { name: agentName }) : t('callSupervision.notTold')}
                </p>
              </>
            )}
          </>
        )}
      </div>
    </aside>
  );
}

function canTryAgain({ failure }: SupervisedCallView): boolean {
  return failure?.key !== 'callSupervision.ended.callEnded' && failure?.key !== 'callSupervision.refused.noCall';
}

function TakeOver({ view, onTakeOver }: SupervisionDrawerProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const second = useSecondPress(() => announce(t('callSupervision.takeOver.again'), 'assertive'), onTakeOver);
  const { stage, takeOverRefusal, takingOver } = view;
  const reason =
    stage === 'connecting'
      ? t('callSupervision.takeOver.notActive')
      : takeOverRefusal === undefined
        ? undefined
        : say(takeOverRefusal);
  return (
    <Button
      size="small"
      tone={second.waiting ? 'danger' : 'outline'}
      pending={takingOver}
      disabledReason={reason}
      className={styles.takeOver}
      onClick={second.press}
    >
      {t(second.waiting ? 'callSupervision.takeOver.confirm' : 'callSupervision.takeOver.button')}
    </Button>
  );
}

const connected = (element: Element | null): HTMLElement | undefined =>
  element instanceof HTMLElement && element.isConnected ? element : undefined;

/** The board draws its buttons anew when the screen is turned: the agent's button of now, else the page. */
function openerOf(agentId: string): HTMLElement | undefined {
  const buttons = Array.from(document.querySelectorAll<HTMLElement>('[data-supervises]'));
  return (
    buttons.find((button) => button.dataset.supervises === agentId) ??
    document.querySelector<HTMLElement>('main') ??
    undefined
  );
}

/** The focus comes into the drawer with each agent; after the close it returns to the button of the row, if that had it. */
function useFocusOnOpening(panel: React.RefObject<HTMLElement | null>, agentId: string): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const element = panel.current;
    if (element?.contains(document.activeElement) !== true) {
      opener.current = document.activeElement;
      element?.focus({ preventScroll: true });
    }
    return () => {
      const focused = document.activeElement;
      const isInside = focused === null || focused === document.body || element?.contains(focused) === true;
      if (isInside) (connected(opener.current) ?? openerOf(agentId))?.focus();
    };
  }, [panel, agentId]);
}

/** The beginning is announced politely; a lost supervision at once. */
function useStageAnnouncement({ stage, agentName, failure }: SupervisedCallView): void {
  const { t } = useTranslation();
  const say = useCoreText();
  const reason = failure === undefined ? undefined : say(failure);
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    if (stage === 'active') announce(t('callSupervision.connected', { name: agentName }));
    if (stage === 'over' && reason !== undefined) announce(reason, 'assertive');
  }, [stage, agentName, reason, t]);
}
