// The bar of the call: the customer, the duration, the sound levels, and the agent's controls. A key hangs up only when it is pressed twice within
// two seconds (ui §1.8); the button hangs up at once. After the end the bar offers redialling and the qualification; hanging up does not qualify the
// attendance (BEY-030).
import {
  Activity,
  ArrowLeftRight,
  ArrowRight,
  ListChecks,
  Mic,
  MicOff,
  Phone,
  PhoneIncoming,
  PhoneOff,
  UsersRound,
  Volume2,
} from 'lucide-react';
import * as Toolbar from 'radix-ui/toolbar';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { announce } from '../../design/Announcer';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { IconButton } from '../../design/IconButton';
import { Icon } from '../../design/icons/Icon';
import { Note } from '../../design/Note';
import { Popover } from '../../design/Popover';
import { Spinner } from '../../design/Spinner';
import { Timer } from '../../design/Timer';
import { formatDuration, formatPhone } from '../../i18n/format';
import { useShortcut } from '../../shared/shortcuts';
import { useSecondPress } from '../../shared/useSecondPress';
import { CallControl } from './CallControl';
import type { CallLevels, CallStatus, CallView, QualitySample } from './callViews';
import { LevelBars } from '../../design/LevelBars';
import { OpenPanel } from './OpenPanel';
import { HoldControl, KeypadControl, MuteControl } from './OwnControls';
import { QualityPanel } from './QualityPanel';
import { isSeveral, type RoomAction } from './room';
import { useRoomAnnouncements } from './roomAnnouncements';
import { RecordingControl, RecordingSign } from './RecordingSign';
import { RoomBar } from './RoomBar';
import { TransferFailureNote } from './TransferFailureNote';
import { SupervisorSign } from './SupervisorSign';
import { useFocusInside } from './useFocusInside';
import styles from './CallBar.module.css';

export interface CallBarProps {
  /** One leg for each other side; controls, levels and quality are those of the leg on which the agent speaks. */
  legs: ReadonlyArray<CallView>;
  levels: CallLevels;
  /** Quality samples, oldest first; empty before the first one. */
  quality: ReadonlyArray<QualitySample>;
  /** Whether no sound of the customer arrives (BEY-022). */
  noAudio: boolean;
  /** Whether the agent uses a desk telephone: its sound and keys are not in this page. */
  onDesk: boolean;
  /**
   * Opens the attendance of the call; defined while another open attendance waits for its qualification and shows the
   * qualification button.
   */
  onOpen?: (() => void) | undefined;
  onMute: (muted: boolean) => void;
  onHold: (held: boolean) => void;
  onTone: (tone: string) => void;
  onHangUp: () => void;
  onRedial: () => void;
  onQualify: () => void;
  onOpenDevices: () => void;
  /** Opens the dialog for transferring the call. */
  onTransfer: () => void;
  /** Opens the dialog for adding a party. */
  onAdd: () => void;
  onRoom: (action: RoomAction) => void;
}

const established: ReadonlyArray<CallStatus> = ['inCall', 'onHold'];

/** The parts of the bar get the leg on which the agent speaks. */
type LegProps = Omit<CallBarProps, 'legs'> & { call: CallView };

export function CallBar({ legs, ...rest }: CallBarProps) {
  const call = spokenLeg(legs);
  return call === undefined ? null : <Bar {...rest} legs={legs} call={call} />;
}

/** The leg with the page's sound: the one in call, else a leg that has not ended. */
function spokenLeg(legs: ReadonlyArray<CallView>): CallView | undefined {
  return legs.find(({ status }) => status === 'inCall') ?? legs.find(({ status }) => status !== 'ended') ?? legs[0];
}

function Bar(props: LegProps & { legs: ReadonlyArray<CallView> }) {
  const { t } = useTranslation();
  const { legs, call } = props;
  // The controls during a call and the controls after it replace each other: the new main button takes over the focus.
  const focusLostRef = useRef(false);
  const bar = useRef<HTMLElement>(null);
  useFocusInside(bar, '[data-first], [role="toolbar"] button');
  useRoomAnnouncements(call.room);
  const { room } = call;
  const showsRoom = isSeveral(room) && call.status !== 'ended';
  const showsNote = props.noAudio && call.status === 'inCall';
  const soundReason = useSoundReason(props);
  return (
    <section
      ref={bar}
      className={styles.bar}
      data-room={showsRoom || undefined}
      data-ch="voice"
      data-status={call.status}
      data-legs={legs.length > 1 ? 'several' : undefined}
      aria-label={t('voice.bar.label', { name: call.name })}
    >
      {showsRoom ? (
        <RoomBar {...props} room={room} soundReason={soundReason} />
      ) : (
        <>
          {legs.length > 1 ? (
            <Legs {...props} />
          ) : (
            <>
              <Who call={call} />
              <Progress {...props} />
            </>
          )}
          {call.status === 'ended' ? (
            <AfterCall {...props} focusLostRef={focusLostRef} />
          ) : (
            <Controls {...props} soundReason={soundReason} focusLostRef={focusLostRef} />
          )}
        </>
      )}
      <RecordingSign recording={call.recording} />
      <SupervisorSign supervisors={call.supervisors ?? noSupervisors} />
      {room?.failure !== undefined && (
        <TransferFailureNote
          room={room}
          failure={room.failure}
          isOver={call.status === 'ended'}
          className={styles.note}
          onTakeBack={
            room.owned && room.transfer === undefined
              ? () => props.onRoom({ type: 'talkWith', customer: true })
              : undefined
          }
          onChooseAnother={showsRoom || call.status === 'ended' ? undefined : props.onTransfer}
          onClose={() => props.onRoom({ type: 'dismissTransferFailure' })}
        />
      )}
      {showsNote && (
        <Note
          tone="warning"
          className={styles.note}
          action={
            <Button size="small" onClick={props.onOpenDevices}>
              {t('voice.noAudio.devices')}
            </Button>
          }
        >
          {t('voice.noAudio.text')}
        </Note>
      )}
      {/* The page does not know whether the agent's own telephone or already the customer's rings. */}
      {props.onDesk && call.status === 'dialling' && !call.hangingUp && (
        <Note tone="info" className={styles.note}>
          {t('voice.desk.lift')}
        </Note>
      )}
    </section>
  );
}

const noSupervisors: NonNullable<CallView['supervisors']> = [];

function Who({ call }: { call: CallView }) {
  return (
    <div className={styles.who}>
      <Avatar
        initials={call.initials}
        color={call.color}
        size={48}
        badge={Phone}
        muted={call.status === 'ended'}
        className={styles.avatar}
      />
      <div className={styles.names}>
        <h2 className={styles.name}>
          <SideName call={call} />
        </h2>
        {call.name !== call.phone && <p className={styles.phone}>{formatPhone(call.phone)}</p>}
        {call.place !== '' && (
          <p className={styles.place} title={call.place}>
            <Icon glyph={PhoneIncoming} size={12} />
            <span className={styles.placeText}>{call.place}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Two or more sides of the call, each with its own state and time. */
function Legs({ legs, call, ...meters }: LegProps & { legs: ReadonlyArray<CallView> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.legs} aria-label={t('voice.bar.legs')}>
      {legs.map((leg) => (
        <li key={leg.id} className={styles.leg} data-status={leg.status} data-spoken={leg === call || undefined}>
          <div className={styles.legHead}>
            <StatusLine call={leg} />
            <CallTime call={leg} className={styles.legTime} />
          </div>
          <div className={styles.legBody}>
            <Avatar
              initials={leg.initials}
              color={leg.color}
              size={36}
              badge={Phone}
              muted={leg.status === 'ended'}
              className={styles.avatar}
            />
            <div className={styles.names}>
              <h2 className={styles.name}>
                <SideName call={leg} />
              </h2>
              {leg.name !== leg.phone && <p className={styles.phone}>{formatPhone(leg.phone)}</p>}
            </div>
            {leg === call && <Meters {...meters} call={leg} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function SideName({ call }: { call: CallView }) {
  return <bdi>{call.name === call.phone ? formatPhone(call.phone) : call.name}</bdi>;
}

function Progress(props: LegProps) {
  return (
    <div className={styles.progress}>
      <CallTime call={props.call} className={styles.timer} />
      <div className={styles.state}>
        <StatusLine call={props.call} />
        <Meters {...props} />
      </div>
    </div>
  );
}

function CallTime({ call, className }: { call: CallView; className: string | undefined }) {
  const { since, status, durationMs } = call;
  return since !== undefined && status !== 'ended' ? (
    <Timer since={since} shape="call" className={className} />
  ) : (
    <span className={className}>{formatDuration(durationMs ?? 0, 'call')}</span>
  );
}

function StatusLine({ call }: { call: CallView }) {
  const { t } = useTranslation();
  const { status, result, hangingUp } = call;
  const says = hangingUp ? t('voice.bar.hangingUp') : t(`voice.bar.status.${status}`);
  return (
    <p className={styles.status}>
      {status === 'reconnecting' || hangingUp ? <Spinner className={styles.spinner} /> : <i className={styles.dot} />}
      {result === undefined ? says : t(`voice.result.${result}`)}
    </p>
  );
}

/** The levels of both sides, and the button for the connection quality. */
function Meters({ call, levels, quality, onDesk }: Pick<LegProps, 'call' | 'levels' | 'quality' | 'onDesk'>) {
  const { t } = useTranslation();
  if (onDesk || !established.includes(call.status)) return null;
  return (
    <>
      <span className={styles.levels} role="img" aria-label={t('voice.levels.label')}>
        <LevelBars level={call.muted ? 0 : levels.microphone} />
        <Icon glyph={call.muted ? MicOff : Mic} size={12} />
        <LevelBars level={levels.speaker} />
        <Icon glyph={Volume2} size={12} />
      </span>
      <Popover
        label={t('voice.quality.title')}
        align="center"
        trigger={<IconButton size="small" glyph={Activity} iconSize={14} label={t('voice.quality.open')} />}
      >
        <OpenPanel>
          <div data-ch="voice">
            <QualityPanel samples={quality} />
          </div>
        </OpenPanel>
      </Popover>
    </>
  );
}

interface FocusedParts {
  /** The removed controls had the focus. */
  focusLostRef: RefObject<boolean>;
}

function Controls(props: LegProps & FocusedParts & { soundReason: string | undefined }) {
  const { call, onMute, onHold, onTone, onHangUp, onTransfer, onAdd, soundReason: reason, focusLostRef } = props;
  const { t } = useTranslation();
  const { muted, holdPending } = call;
  const held = call.status === 'onHold';
  const transferReason = useTransferReason(call);
  useHeldAnnouncement(held);
  const controls = useRef<HTMLDivElement>(null);
  const hangUpButton = useRef<HTMLButtonElement>(null);
  useKeptFocus(focusLostRef, controls, hangUpButton);
  const hangUpByKey = useSecondPress(() => announce(t('voice.bar.hangUpAgain'), 'assertive'), onHangUp);
  useShortcut('hangUpCall', hangUpByKey.press);
  useShortcut('transferCall', transferReason === undefined && call.opened === true ? onTransfer : undefined);
  useShortcut('conferenceCall', transferReason === undefined ? onAdd : undefined);
  return (
    <Toolbar.Root ref={controls} className={styles.controls} aria-label={t('voice.bar.controls')}>
      <MuteControl muted={muted} disabledReason={reason} onMute={onMute} />
      <HoldControl
        label={t('voice.bar.hold')}
        held={held}
        pending={holdPending}
        disabledReason={reason}
        onHold={onHold}
      />
      <KeypadControl disabledReason={reason} onTone={onTone} />
      <CallControl
        glyph={ArrowLeftRight}
        label={t('voice.bar.transfer')}
        caption={t('voice.bar.transferCaption')}
        shortcut={call.opened === true ? 'transferCall' : undefined}
        disabledReason={transferReason}
        onClick={onTransfer}
      />
      <CallControl
        glyph={UsersRound}
        label={t('voice.bar.conference')}
        caption={t('voice.bar.conferenceCaption')}
        shortcut="conferenceCall"
        disabledReason={transferReason}
        onClick={onAdd}
      />
      <RecordingControl
        recording={call.recording}
        onPause={(paused) => props.onRoom({ type: 'pauseRecording', paused })}
      />
      <CallControl
        ref={hangUpButton}
        danger
        glyph={PhoneOff}
        label={t(hangUpByKey.waiting ? 'voice.bar.hangUpAgain' : 'voice.bar.hangUp')}
        caption={t(hangUpByKey.waiting ? 'voice.bar.hangUpAgainCaption' : 'voice.bar.hangUpCaption')}
        asks={hangUpByKey.waiting}
        shortcut="hangUpCall"
        onClick={onHangUp}
      />
    </Toolbar.Root>
  );
}

/** Why the call cannot be transferred: the server decides it, so that it applies to a desk telephone, too. */
function useTransferReason({ status, hangingUp }: CallView): string | undefined {
  const { t } = useTranslation();
  if (hangingUp) return t('voice.bar.hangingUp');
  if (status === 'inCall' || status === 'onHold') return undefined;
  return t(status === 'reconnecting' ? 'voice.bar.reconnectingReason' : 'voice.bar.notConnected');
}

/** Why the agent cannot mute, hold and send tones in this page. */
function useSoundReason({ call, onDesk }: LegProps): string | undefined {
  const { t } = useTranslation();
  if (onDesk) return t('voice.desk.keys');
  if (call.audible) return undefined;
  return t(call.status === 'reconnecting' ? 'voice.bar.reconnectingReason' : 'voice.bar.notConnected');
}

function AfterCall({ call, onRedial, onOpen, onQualify, focusLostRef }: LegProps & FocusedParts) {
  const { t } = useTranslation();
  const controls = useRef<HTMLDivElement>(null);
  const qualifyButton = useRef<HTMLButtonElement>(null);
  useKeptFocus(focusLostRef, controls, qualifyButton);
  return (
    <div ref={controls} className={styles.after}>
      <Button glyph={Phone} pending={call.redialPending} onClick={onRedial}>
        {t('voice.bar.redial')}
      </Button>
      {onOpen === undefined ? (
        <Button ref={qualifyButton} tone="primary" glyph={ListChecks} onClick={onQualify}>
          {t('voice.bar.qualify')}
        </Button>
      ) : (
        <Button ref={qualifyButton} glyph={ArrowRight} onClick={onOpen}>
          {t('voice.bar.open')}
        </Button>
      )}
    </div>
  );
}

/** Focuses `target` if the previous controls had the focus. React runs the cleanup before it removes those controls, and the effect afterwards. */
function useKeptFocus(
  focusLostRef: RefObject<boolean>,
  controls: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (focusLostRef.current) target.current?.focus();
    focusLostRef.current = false;
    const removed = controls.current;
    return () => {
      focusLostRef.current = removed?.contains(document.activeElement) ?? false;
    };
  }, [focusLostRef, controls, target]);
}

/** Hold is confirmed by the server: it is announced when the state changes, not when the button is pressed. */
function useHeldAnnouncement(held: boolean): void {
  const { t } = useTranslation();
  const before = useRef(held);
  useEffect(() => {
    if (before.current === held) return;
    before.current = held;
    announce(t(held ? 'voice.bar.announce.held' : 'voice.bar.announce.resumed'));
  }, [held, t]);
}
