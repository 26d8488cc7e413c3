// The bar of a call with more than two parties: a running transfer, a consultation, a conference, or the bar of a conference guest (ui-next §3, §5).
// Phase, connections and possible actions come from the server's last state; a press only shows that its button waits.
import type { CallRoomView } from 'core-wasm';
import {
  ArrowLeftRight,
  CircleOff,
  LogOut,
  PhoneForwarded,
  PhoneOff,
  Undo2,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import * as Toolbar from 'radix-ui/toolbar';
import { useState, type ReactNode } from 'react';
import { announce } from '../../design/Announcer';
import { Button, type ButtonProps } from '../../design/Button';
import { Kbd } from '../../design/Kbd';
import { Timer } from '../../design/Timer';
import { formatPhone } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import { useShortcut, useShortcutKeys, type ShortcutName } from '../../shared/shortcuts';
import { useSecondPress } from '../../shared/useSecondPress';
import { CallControl } from './CallControl';
import type { CallLevels, CallView } from './callViews';
import { HoldControl, KeypadControl, MuteControl } from './OwnControls';
import { heardBy, mostParties, namesOf, stageOf, type RoomAction, type RoomStage } from './room';
import { useHoldReminder } from './roomAnnouncements';
import { RecordingControl } from './RecordingSign';
import { Question, RoomFrames } from './RoomFrames';
import styles from './RoomBar.module.css';

export interface RoomBarProps {
  call: CallView;
  room: CallRoomView;
  levels: CallLevels;
  onDesk: boolean;
  /** Why this page cannot mute, hold and send tones now. */
  soundReason: string | undefined;
  onMute: (muted: boolean) => void;
  onHold: (held: boolean) => void;
  onTone: (tone: string) => void;
  onHangUp: () => void;
  /** Opens the dialog for adding a party. */
  onAdd: () => void;
  onRoom: (action: RoomAction) => void;
}

/** Props that are the same for all parts of the bar. */
interface PartProps extends RoomBarProps {
  stage: RoomStage;
  /** Why no action can be requested from the server now. */
  waitReason: string | undefined;
  /** The action that waits for its answer. */
  waitsFor: RoomAction['type'] | undefined;
  /** Sends an action and remembers it until the server answers. */
  ask: (action: RoomAction) => void;
}

export function RoomBar(props: RoomBarProps) {
  const { call, room, levels, onDesk, onRoom } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState<RoomAction['type']>();
  const stage = stageOf(room);
  const names = namesOf(room);
  const customer = room.parties.find(({ role }) => role === 'customer');
  useHoldReminder(
    names.customer,
    room.owned && customer?.music === true && !customer.held ? customer.since : undefined,
  );
  const waitReason =
    call.status === 'reconnecting'
      ? t('voice.bar.reconnectingReason')
      : room.pending
        ? t('voice.room.pending')
        : undefined;
  const part: PartProps = {
    ...props,
    stage,
    waitReason,
    waitsFor: room.pending ? asked : undefined,
    ask: (action) => {
      setAsked(action.type);
      onRoom(action);
    },
  };
  return (
    <>
      <div className={styles.phone}>
        <p className={styles.phoneTitle}>{t(`voice.room.stage.${stage}`)}</p>
        <p className={styles.phoneCall}>
          {t('voice.room.callOf', { name: call.name === call.phone ? formatPhone(call.phone) : call.name })}
          {call.since !== undefined && (
            <>
              {' · '}
              <Timer since={call.since} shape="call" />
            </>
          )}
        </p>
      </div>
      <RoomFrames
        room={room}
        muted={call.muted}
        levels={levels}
        hasLevels={!onDesk && call.audible}
        disabledReason={waitReason}
        onRoom={part.ask}
      />
      <div className={styles.controls}>
        <RoomToolbar {...part} />
        <Ends {...part} />
      </div>
    </>
  );
}

function RoomToolbar(props: PartProps) {
  const { call, room, stage, soundReason, waitReason, waitsFor, onMute, onHold, onTone, onAdd, ask } = props;
  const { t } = useTranslation();
  const names = namesOf(room);
  const own = room.parties.find((party) => party.own);
  const held = own?.held === true || call.status === 'onHold';
  const isConsultation = stage === 'consultation';
  const isConference = stage === 'conference';
  const phase = room.transfer?.phase;
  const talks = phase === 'consulting' || phase === 'withCustomer';
  const twoReason =
    waitReason ??
    (talks
      ? undefined
      : phase === 'completing'
        ? t('voice.room.handingOver')
        : t('voice.room.whenAnswered', { name: names.colleague }));
  const swap = (): void => ask({ type: 'talkWith', customer: phase === 'consulting' });
  const join = (): void => ask({ type: 'joinConference' });
  const addReason = waitReason ?? (room.parties.length >= mostParties ? t('voice.room.full') : undefined);
  const keypadReason =
    soundReason ?? (heardBy(room).length === 0 && own?.music !== true ? t('voice.room.nobody') : undefined);
  useShortcut('swapCall', isConsultation && twoReason === undefined ? swap : undefined);
  useShortcut(
    'conferenceCall',
    isConsultation && twoReason === undefined ? join : isConference && addReason === undefined ? onAdd : undefined,
  );
  return (
    <Toolbar.Root className={styles.toolbar} aria-label={t('voice.bar.controls')}>
      <MuteControl isFirst muted={call.muted} disabledReason={soundReason} onMute={onMute} />
      {isConsultation && (
        <>
          <CallControl
            glyph={ArrowLeftRight}
            label={t(phase === 'withCustomer' ? 'voice.room.swapBack' : 'voice.room.swap', { ...names })}
            caption={t('voice.room.swapCaption')}
            shortcut="swapCall"
            pending={waitsFor === 'talkWith'}
            disabledReason={waitsFor === 'talkWith' ? undefined : twoReason}
            onClick={swap}
          />
          <CallControl
            glyph={UsersRound}
            label={t('voice.room.join', { ...names })}
            caption={t('voice.room.joinCaption')}
            shortcut="conferenceCall"
            pending={waitsFor === 'joinConference'}
            disabledReason={waitsFor === 'joinConference' ? undefined : twoReason}
            onClick={join}
          />
        </>
      )}
      {isConference && (
        <>
          <HoldControl
            label={t('voice.room.holdOwn')}
            held={held}
            pending={call.holdPending}
            disabledReason={soundReason}
            onHold={onHold}
          />
          <CallControl
            glyph={UserRoundPlus}
            label={t('voice.room.add')}
            caption={t('voice.room.addCaption')}
            shortcut="conferenceCall"
            disabledReason={addReason}
            onClick={onAdd}
          />
        </>
      )}
      <KeypadControl disabledReason={keypadReason} onTone={onTone} />
      {isConference && <EndConference {...props} />}
      <RecordingControl recording={call.recording} onPause={(paused) => ask({ type: 'pauseRecording', paused })} />
    </Toolbar.Root>
  );
}

/** Removes the added parties; agent and customer continue (TRF-030). */
function EndConference({ room, waitReason, waitsFor, ask }: PartProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { customer } = namesOf(room);
  return (
    <Question
      isOpen={isAsking && waitReason === undefined}
      onOpenChange={setIsAsking}
      title={t('voice.room.endConference.title')}
      text={t('voice.room.endConference.text', { names: nameList(othersOf(room, false), t), customer })}
      confirm={t('voice.room.endConference.confirm')}
      onConfirm={() => {
        setIsAsking(false);
        ask({ type: 'endConference' });
      }}
      trigger={
        <CallControl
          glyph={CircleOff}
          label={t('voice.room.endConference.label', { customer })}
          caption={t('voice.room.endConference.caption')}
          pending={waitsFor === 'endConference'}
          disabledReason={waitsFor === 'endConference' ? undefined : waitReason}
        />
      }
    />
  );
}

/** The buttons that end the current phase. With the pointer one press is enough, with a key two. */
function Ends(props: PartProps) {
  switch (props.stage) {
    case 'transferring':
    case 'consultation':
      return <TransferEnds {...props} />;
    case 'conference':
      return <ConferenceEnds {...props} />;
    case 'guest':
    case 'customerLeft':
      return <OwnEnd {...props} />;
  }
}

function TransferEnds({ room, stage, waitReason, waitsFor, ask }: PartProps) {
  const { t } = useTranslation();
  const { transfer } = room;
  const { colleague } = namesOf(room);
  const isRinging = transfer?.phase === 'asked' || transfer?.phase === 'ringing';
  const cancel = (): void => ask({ type: 'cancelTransfer' });
  const complete = (): void => ask({ type: 'completeTransfer' });
  const cancelReason = waitReason ?? (transfer?.canCancel === false ? t('voice.room.handingOver') : undefined);
  const completeReason =
    waitReason ??
    (transfer?.canComplete === false
      ? t(transfer.phase === 'completing' ? 'voice.room.handingOver' : 'voice.room.whenRinging', { name: colleague })
      : undefined);
  const isConsultation = stage === 'consultation';
  const completeByKey = useSecondPress(
    () => announce(t(isRinging ? 'voice.room.again.withoutWaiting' : 'voice.room.again.complete'), 'assertive'),
    complete,
  );
  useShortcut('cancelTransfer', cancelReason === undefined ? cancel : undefined);
  useShortcut('transferCall', isConsultation && completeReason === undefined ? completeByKey.press : undefined);
  useShortcut('hangUpCall', () =>
    announce(t(isConsultation ? 'voice.room.noHangUp' : 'voice.room.cancelFirst'), 'assertive'),
  );
  return (
    <div className={styles.ends}>
      <KeyButton
        size="large"
        glyph={Undo2}
        shortcut="cancelTransfer"
        pending={waitsFor === 'cancelTransfer'}
        disabledReason={waitsFor === 'cancelTransfer' ? undefined : cancelReason}
        onClick={cancel}
      >
        <span className={styles.long}>
          {t(isConsultation ? 'voice.room.cancelConsultation' : 'voice.room.cancelTransfer')}
        </span>
        <span className={styles.short}>{t('voice.room.cancelShort')}</span>
      </KeyButton>
      {isConsultation && (
        <KeyButton
          size="large"
          tone="primary"
          glyph={PhoneForwarded}
          shortcut="transferCall"
          pending={waitsFor === 'completeTransfer' || transfer?.phase === 'completing'}
          disabledReason={waitsFor === 'completeTransfer' ? undefined : completeReason}
          onClick={complete}
        >
          {t(
            completeByKey.waiting
              ? 'voice.room.again.caption'
              : isRinging
                ? 'voice.room.withoutWaiting'
                : 'voice.room.complete',
          )}
        </KeyButton>
      )}
    </div>
  );
}

function ConferenceEnds({ room, waitReason, waitsFor, ask, onHangUp }: PartProps) {
  const { t } = useTranslation();
  const { successor } = room;
  const leave = (): void => ask({ type: 'leaveConference' });
  const leaveReason = waitReason ?? (successor === undefined ? t('voice.room.noSuccessor') : undefined);
  const leaveByKey = useSecondPress(() => announce(t('voice.room.again.leave'), 'assertive'), leave);
  const endByKey = useSecondPress(() => announce(t('voice.room.again.endAll'), 'assertive'), onHangUp);
  useShortcut('transferCall', leaveReason === undefined ? leaveByKey.press : undefined);
  useShortcut('hangUpCall', endByKey.press);
  return (
    <div className={styles.ends} data-captions>
      <div className={styles.end}>
        <KeyButton
          size="large"
          glyph={LogOut}
          shortcut="transferCall"
          pending={waitsFor === 'leaveConference'}
          disabledReason={waitsFor === 'leaveConference' ? undefined : leaveReason}
          onClick={leave}
        >
          {t(leaveByKey.waiting ? 'voice.room.again.caption' : 'voice.room.leave')}
        </KeyButton>
        <p className={styles.caption}>
          {successor === undefined
            ? t('voice.room.noSuccessor')
            : t('voice.room.keeps', { name: shortName(successor) })}
        </p>
      </div>
      <div className={styles.end}>
        <KeyButton size="large" tone="danger" glyph={PhoneOff} shortcut="hangUpCall" onClick={onHangUp}>
          {t(endByKey.waiting ? 'voice.room.again.caption' : 'voice.room.endAll')}
        </KeyButton>
        <p className={styles.caption}>{t('voice.room.hangsUp', { names: nameList(othersOf(room, true), t) })}</p>
      </div>
    </div>
  );
}

/** A guest leaves, and so does an agent whose customer has hung up: the other parties stay. */
function OwnEnd({ stage, onHangUp }: PartProps) {
  const { t } = useTranslation();
  const endByKey = useSecondPress(() => announce(t('voice.room.again.leaveCall'), 'assertive'), onHangUp);
  useShortcut('hangUpCall', endByKey.press);
  const label = stage === 'guest' ? t('voice.room.leaveCall') : t('voice.room.endConsultation');
  return (
    <div className={styles.ends}>
      <KeyButton size="large" tone="danger" glyph={PhoneOff} shortcut="hangUpCall" onClick={onHangUp}>
        {endByKey.waiting ? t('voice.room.again.caption') : label}
      </KeyButton>
    </div>
  );
}

/** Names as a list: "Carlos, Bia e Rafael" */
function nameList(names: ReadonlyArray<string>, t: TFunction): string {
  if (names.length < 2) return names.join('');
  return t('voice.room.and', { names: names.slice(0, -1).join(', '), last: names[names.length - 1] ?? '' });
}

/** The other parties, in the order of a sentence: the customer first. */
function othersOf({ parties }: CallRoomView, withCustomer: boolean): ReadonlyArray<string> {
  const others = parties.filter(({ own }) => !own);
  const customers = withCustomer ? others.filter(({ role }) => role === 'customer') : [];
  return [...customers, ...others.filter(({ role }) => role !== 'customer')].map(({ name }) => shortName(name));
}

function KeyButton({ shortcut, children, ...rest }: ButtonProps & { shortcut: ShortcutName; children: ReactNode }) {
  const keys = useShortcutKeys(shortcut);
  const isSolid = rest.tone === 'primary' || rest.tone === 'danger';
  return (
    <Button {...rest} className={styles.button} aria-keyshortcuts={keys.aria}>
      {children}
      {keys.text !== undefined && (
        <span className={isSolid ? styles.keyOnColour : styles.key} aria-hidden="true">
          <Kbd>{keys.text}</Kbd>
        </span>
      )}
    </Button>
  );
}
