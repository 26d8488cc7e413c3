// The parties of a call with more than two: one frame for the parties who hear each other, a dashed one for those who hear music (ui-next §3). In a
// conference each person has the controls that the agent may use.
import type { CallPartyView, CallRoomView } from 'core-wasm';
import { AudioLines, Mic, MicOff, Music, Pause, PhoneCall, Play, UserRoundX } from 'lucide-react';
import { useEffect, useId, useState, type ReactElement } from 'react';
import { everySecond } from '../../core/page/ticker';
import { Avatar } from '../../design/Avatar';
import { Button } from '../../design/Button';
import { classNames } from '../../design/classNames';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { IconButton } from '../../design/IconButton';
import { Icon, type Glyph } from '../../design/icons/Icon';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { Popover } from '../../design/Popover';
import { Timer } from '../../design/Timer';
import { formatPhone } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import type { CallLevels } from './callViews';
import { LevelBars, litBars } from '../../design/LevelBars';
import { framesOf, heardBy, namesOf, type RoomAction, type RoomFrame } from './room';
import styles from './RoomFrames.module.css';

export interface RoomFramesProps {
  room: CallRoomView;
  /** Whether the agent's own microphone is muted. */
  muted: boolean;
  levels: CallLevels;
  /** Whether levels are known: only for the page's own sound, not for a desk telephone. */
  hasLevels: boolean;
  /** Why the controls of parties are disabled now. */
  disabledReason: string | undefined;
  onRoom: (action: RoomAction) => void;
}

export function RoomFrames(props: RoomFramesProps) {
  const { t } = useTranslation();
  const frames = framesOf(props.room, t);
  return (
    <div className={styles.frames} data-count={frames.length}>
      {frames.map((frame) => (
        <Frame key={`${frame.kind}-${frame.parties[0]?.party ?? 0}`} frame={frame} {...props} />
      ))}
    </div>
  );
}

/** From this duration on, the timer of a held customer is marked. */
const longWaitMs = 120_000;

function Frame({ frame, ...props }: RoomFramesProps & { frame: RoomFrame }) {
  const id = useId();
  const isLong = useIsOlder(frame.kind === 'held' ? frame.since : undefined, longWaitMs);
  return (
    <section className={styles.frame} data-kind={frame.kind} aria-labelledby={id}>
      <div className={styles.head}>
        {frame.kind === 'held' ? <Icon glyph={PauseBarsGlyph} size={12} /> : <i className={styles.dot} />}
        <h2 id={id} className={styles.title}>
          {frame.title}
        </h2>
        <Timer since={frame.since} shape="call" className={classNames(styles.time, isLong && styles.long)} />
      </div>
      <ul className={styles.people} data-people={frame.parties.length}>
        {frame.parties.map((party) => (
          <Person key={party.party} party={party} held={frame.kind === 'held'} {...props} />
        ))}
      </ul>
    </section>
  );
}

/** Checked together with the other timers of the page. */
function useIsOlder(since: number | undefined, ageMs: number): boolean {
  const [isOlder, setIsOlder] = useState(false);
  useEffect(() => {
    if (since === undefined) return undefined;
    return everySecond((now) => setIsOlder(now - since >= ageMs));
  }, [since, ageMs]);
  return since !== undefined && isOlder;
}

interface Look {
  glyph: Glyph;
  text: string;
  tone?: 'talk' | 'off' | undefined;
}

function Person(props: RoomFramesProps & { party: CallPartyView; held: boolean }) {
  const { party, held, room, muted, levels, hasLevels } = props;
  const { t } = useTranslation();
  const heard = heardBy(room);
  const isOnly = heard.length === 1 && heard[0] === party;
  // The page measures two levels: its microphone, and the whole sound that it plays.
  const level = party.own ? (muted || party.music ? 0 : levels.microphone) : isOnly ? levels.speaker : undefined;
  const speaks = useSpeaks(!party.own && isOnly && hasLevels ? levels.speaker : 0);
  const look = lookOf();
  // The controls stay while a request runs, so that nothing moves and the focus stays.
  const showsControls = room.owned && !party.own && room.mode === 'together' && room.transfer === undefined;
  return (
    <li className={styles.person}>
      <Avatar
        initials={party.initials}
        color={party.color}
        size={40}
        muted={party.ringing}
        className={classNames(styles.avatar, speaks && styles.speaks)}
      />
      <div className={styles.text}>
        <p className={styles.name}>
          <bdi className={styles.nameText} title={party.name}>
            {party.own ? t('voice.room.you') : formatPhone(party.name)}
          </bdi>
          {party.role !== 'customer' && party.number !== '' && party.number !== party.name && (
            <span className={styles.extension}>{t('voice.room.extension', { extension: party.number })}</span>
          )}
        </p>
        <p className={styles.state} data-tone={look.tone}>
          <Icon glyph={look.glyph} size={12} />
          <span>{look.text}</span>
        </p>
      </div>
      {(showsControls || (hasLevels && !held && level !== undefined)) && (
        <div className={styles.beside}>
          {hasLevels && !held && level !== undefined && (
            <span className={styles.level}>
              <LevelBars level={level} bars={6} tall />
            </span>
          )}
          {showsControls && <PersonControls {...props} />}
        </div>
      )}
    </li>
  );

  function lookOf(): Look {
    if (party.ringing) return { glyph: PhoneCall, text: t('voice.room.state.ringing'), tone: 'talk' };
    if (party.held) return { glyph: PauseBarsGlyph, text: t('voice.room.state.held') };
    if (party.music) return { glyph: Music, text: t('voice.room.state.music') };
    if (party.own)
      return muted || party.muted
        ? { glyph: MicOff, text: t('voice.room.state.ownMuted'), tone: 'off' }
        : { glyph: Mic, text: t('voice.room.state.ownOpen') };
    if (party.muted) return { glyph: MicOff, text: t('voice.room.state.muted'), tone: 'off' };
    if (speaks) return { glyph: AudioLines, text: t('voice.room.state.speaks'), tone: 'talk' };
    return { glyph: Mic, text: t('voice.room.state.listens') };
  }
}

/** Number of bars (of six) from which a level counts as speech. */
const speechBars = 3;
/** Pauses between words are shorter than this. */
const pauseMs = 1_200;

/** Whether a party speaks: pauses between words do not count. */
function useSpeaks(level: number): boolean {
  const isLoud = litBars(level, 6) >= speechBars;
  const [speaks, setSpeaks] = useState(false);
  // Computed while rendering: an effect would render the silent state first.
  if (isLoud && !speaks) setSpeaks(true);
  useEffect(() => {
    if (isLoud || !speaks) return undefined;
    const timer = window.setTimeout(() => setSpeaks(false), pauseMs);
    return () => window.clearTimeout(timer);
  }, [isLoud, speaks]);
  return speaks;
}

function PersonControls({
  party,
  room,
  disabledReason: waitReason,
  onRoom,
}: RoomFramesProps & { party: CallPartyView }) {
  const { t } = useTranslation();
  const disabledReason = waitReason ?? (party.controls ? undefined : t('voice.room.notNow'));
  const name = shortName(party.name);
  const params = { name };
  return (
    <>
      {!party.ringing && (
        <>
          <IconButton
            size="small"
            className={styles.control}
            glyph={party.muted ? MicOff : Mic}
            label={t('voice.room.mute', params)}
            aria-pressed={party.muted}
            disabledReason={disabledReason}
            onClick={() => onRoom({ type: 'muteParty', party: party.party, muted: !party.muted })}
          />
          <IconButton
            size="small"
            className={styles.control}
            glyph={party.held ? Play : Pause}
            label={t('voice.room.hold', params)}
            aria-pressed={party.held}
            disabledReason={disabledReason}
            onClick={() => onRoom({ type: 'holdParty', party: party.party, held: !party.held })}
          />
        </>
      )}
      <RemoveButton party={party} room={room} disabledReason={disabledReason} onRoom={onRoom} />
    </>
  );
}

type RemoveProps = Pick<RoomFramesProps, 'room' | 'disabledReason' | 'onRoom'> & { party: CallPartyView };

/** Asks before it removes a party; calling a party who has not answered is cancelled without a question. */
function RemoveButton({ party, room, disabledReason, onRoom }: RemoveProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const name = shortName(party.name);
  const { customer } = namesOf(room);
  const remove = (): void => {
    setIsAsking(false);
    onRoom({ type: 'removeParty', party: party.party });
  };
  const button = (onClick?: () => void): ReactElement => (
    <IconButton
      size="small"
      className={classNames(styles.control, styles.remove)}
      glyph={UserRoundX}
      label={t(party.ringing ? 'voice.room.stopCalling' : 'voice.room.remove', { name })}
      disabledReason={disabledReason}
      onClick={onClick}
    />
  );
  if (party.ringing) return button(remove);
  if (party.role === 'customer')
    return (
      <>
        {button(() => setIsAsking(true))}
        <ConfirmDialog
          open={isAsking}
          tone="danger"
          title={t('voice.room.removeCustomer.title', { name })}
          description={t('voice.room.removeCustomer.text', { name })}
          confirmLabel={t('voice.room.removeCustomer.confirm')}
          pending={false}
          onConfirm={remove}
          onCancel={() => setIsAsking(false)}
        />
      </>
    );
  return (
    <Question
      trigger={button()}
      isOpen={isAsking && disabledReason === undefined}
      onOpenChange={setIsAsking}
      title={t('voice.room.removeQuestion.title', { name })}
      text={t('voice.room.removeQuestion.text', { customer })}
      confirm={t('voice.room.removeQuestion.confirm')}
      onConfirm={remove}
    />
  );
}

export interface QuestionProps {
  trigger: ReactElement;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  confirm: string;
  onConfirm: () => void;
}

/** A confirmation beside its button; the focus begins on the button that changes nothing. */
export function Question({ trigger, isOpen, onOpenChange, title, text, confirm, onConfirm }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Popover label={title} open={isOpen} onOpenChange={onOpenChange} trigger={trigger}>
      <div className={styles.question}>
        <div className={styles.questionText}>
          <b>{title}</b>
          <p>{text}</p>
        </div>
        <Button tone="ghost" autoFocus onClick={() => onOpenChange(false)}>
          {t('shell.dialog.cancel')}
        </Button>
        <Button tone="danger" onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Popover>
  );
}
