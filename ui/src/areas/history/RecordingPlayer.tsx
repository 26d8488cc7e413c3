// The recording of a call in the history, for supervisors (BEY-138). Opening it is a playback, which the server notes; only then it gives an address. The waveform
// has a line for each channel, and is the picture of a slider that keys move.
import type { HistoryRecordingView } from 'core-wasm';
import { AudioLines, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { loadLoudness, type Loudness } from '../../core/ports/waveform';
import { Button } from '../../design/Button';
import { Icon } from '../../design/icons/Icon';
import { formatDuration, formatNumber, formatTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import styles from './RecordingPlayer.module.css';

export interface RecordingsProps {
  recordings: ReadonlyArray<HistoryRecordingView>;
  /** Asks the server for the addresses of a recording, which notes the playback. */
  onPlay: (id: string) => void;
}

const speeds = [1, 1.5, 2] as const;
/** Seconds that a key moves the position by. */
const step = 5;

export function Recordings({ recordings, onPlay }: RecordingsProps) {
  const { t } = useTranslation();
  if (recordings.length === 0) return null;
  return (
    <section className={styles.recordings} aria-label={t('history.recording.title')}>
      {recordings.map((recording) => (
        <Recording key={recording.id} recording={recording} onPlay={onPlay} />
      ))}
      <p className={styles.noted}>{t('history.recording.noted')}</p>
    </section>
  );
}

function Recording({ recording, onPlay }: { recording: HistoryRecordingView; onPlay: (id: string) => void }) {
  const { t } = useTranslation();
  const { id, state, beganAt, end, pauses, sound, waveform } = recording;
  return (
    <div className={styles.recording}>
      {state === 'ready' ? (
        <RecordingPlayer key={sound} sound={sound} waveform={waveform} onRenew={() => onPlay(id)} />
      ) : (
        <Button glyph={AudioLines} pending={state === 'asked'} onClick={() => onPlay(id)}>
          {t('history.recording.listen', { time: formatTime(beganAt) })}
        </Button>
      )}
      {state === 'failed' && (
        <p role="alert" className={styles.failure}>
          {t('history.recording.failed')}
        </p>
      )}
      {end !== 'complete' && <p className={styles.remark}>{t(`history.recording.end.${end}`)}</p>}
      {pauses > 0 && <p className={styles.remark}>{t('history.recording.pauses', { count: pauses })}</p>}
    </div>
  );
}

interface RecordingPlayerProps {
  sound: string;
  waveform: string;
  /** The address does not work any more: a new one is another playback. */
  onRenew: () => void;
}

export function RecordingPlayer({ sound, waveform, onRenew }: RecordingPlayerProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLAudioElement>(null);
  const loudness = useLoudness(waveform);
  const [isPlaying, setIsPlaying] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const [duration, setDuration] = useState(0);
  const seconds = loudness?.seconds ?? duration;

  const toggle = (): void => {
    const audio = element.current;
    if (audio === null) return;
    if (isPlaying) return audio.pause();
    audio.playbackRate = speed;
    audio.play().catch((error: unknown) => {
      // The browser aborts the playback if the agent pauses it before it began.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setHasFailed(true);
    });
  };
  const seek = (position: number): void => {
    setAt(position);
    if (element.current !== null) element.current.currentTime = position;
  };
  const changeSpeed = (): void => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (element.current !== null) element.current.playbackRate = next;
  };
  const time = (value: number): string => formatDuration(value * 1000, 'call');
  if (hasFailed)
    return (
      <div role="alert" className={styles.failure}>
        <p>{t('history.recording.failed')}</p>
        <Button size="small" onClick={onRenew}>
          {t('history.recording.retry')}
        </Button>
      </div>
    );
  return (
    <div className={styles.player}>
      <audio
        ref={element}
        src={sound}
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => setHasFailed(true)}
        onLoadedMetadata={(event) => {
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration)) setDuration(duration);
        }}
        onEnded={() => setIsPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'history.recording.pause' : 'history.recording.play')}
        onClick={toggle}
      >
        <Icon glyph={isPlaying ? Pause : Play} size={14} />
      </button>
      <div className={styles.channels}>
        <Channel label={t('history.recording.customer')} loudness={loudness?.customer} />
        <Channel label={t('history.recording.company')} loudness={loudness?.company} />
        <span className={styles.played} style={{ width: seconds === 0 ? 0 : `${(at / seconds) * 100}%` }} />
        <input
          type="range"
          className={styles.seek}
          aria-label={t('history.recording.position')}
          aria-valuetext={t('history.recording.positionText', { at: time(at), total: time(seconds) })}
          min={0}
          max={Math.max(seconds, step)}
          step={0.1}
          value={Math.min(at, seconds)}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={(event) => {
            const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
            if (direction === undefined) return;
            event.preventDefault();
            seek(Math.min(seconds, Math.max(0, at + direction * step)));
          }}
        />
      </div>
      <span className={styles.side}>
        <span className={styles.time}>{`${time(at)} / ${time(seconds)}`}</span>
        <button
          type="button"
          className={styles.speed}
          aria-label={t('history.recording.speed', { speed: formatNumber(speed) })}
          onClick={changeSpeed}
        >
          {`${formatNumber(speed)}×`}
        </button>
      </span>
    </div>
  );
}

/** The loudness of one channel: a line of bars, and a flat one before it is known. */
function Channel({ label, loudness = flat }: { label: string; loudness?: ReadonlyArray<number> | undefined }) {
  const bars = loudness.map((level, bar) => {
    const height = Math.max(1, level * 24);
    return `M${bar} ${12 - height / 2}v${height}`;
  });
  return (
    <div className={styles.channel}>
      <span className={styles.label}>{label}</span>
      <svg
        className={styles.waveform}
        viewBox={`0 0 ${Math.max(1, loudness.length)} 24`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={bars.join('')} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

const flat: ReadonlyArray<number> = [0];

function useLoudness(address: string): Loudness | undefined {
  const [loaded, setLoaded] = useState<Loudness>();
  useEffect(() => {
    const controller = new AbortController();
    loadLoudness(address, controller.signal).then(
      (loudness) => {
        if (!controller.signal.aborted) setLoaded(loudness);
      },
      // The flat lines stay; whether the sound can be played is known when it is.
      () => undefined,
    );
    return () => controller.abort();
  }, [address]);
  return loaded;
}
