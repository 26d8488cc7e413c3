// A sound message: play, seek on the waveform, and three speeds. Only one sound plays at a time.
import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { Icon } from '../../../design/icons/Icon';
import { formatDuration, formatNumber } from '../../../i18n/format';
import styles from './AudioPlayer.module.css';
import { loadSound, SoundRefused, waveformBars, type Sound } from '../../../core/ports/waveform';
import { useSource } from './useSource';

export interface AudioPlayerProps {
  src: string;
  /** Duration reported by the server; the decoded sound corrects it. */
  seconds?: number | undefined;
  /** Called if the address has expired; a new one comes with `src`. */
  onExpired?: (() => void) | undefined;
}

const speeds = [1, 1.5, 2] as const;
/** The duration before the sound is decoded, or if it cannot be decoded. */
const flat: ReadonlyArray<number> = Array.from({ length: waveformBars }, () => 0.12);

let playing: HTMLAudioElement | null = null;

export function AudioPlayer({ src, seconds: announced, onExpired }: AudioPlayerProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLAudioElement>(null);
  const { failed, onError, onLoad } = useSource(src, onExpired);
  const sound = useSound(src, onError);
  /** Whether the agent waits for a sound whose address had expired. */
  const isWanted = useRef(false);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const seconds = sound?.seconds ?? announced ?? 0;

  const play = (audio: HTMLAudioElement): void => {
    if (playing !== audio) playing?.pause();
    playing = audio;
    audio.playbackRate = speed;
    audio.play().then(onLoad, (error: unknown) => {
      // The sound was paused, or the address changed, before it began to play.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      isWanted.current = true;
      onError();
    });
  };
  const toggle = (): void => {
    if (isPlaying) element.current?.pause();
    else if (element.current !== null) play(element.current);
  };
  const playWanted = useEffectEvent((): void => {
    if (isWanted.current && element.current !== null) play(element.current);
    isWanted.current = false;
  });
  useEffect(() => playWanted(), [src]);
  const seek = (position: number): void => {
    setAt(position);
    if (element.current !== null) element.current.currentTime = position;
  };
  const changeSpeed = (): void => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (element.current !== null) element.current.playbackRate = next;
  };
  const shownSpeed = formatNumber(speed);
  const time = formatDuration((isPlaying || at > 0 ? at : seconds) * 1000, 'call');
  return (
    <div className={styles.player}>
      <audio
        ref={element}
        src={src}
        preload="none"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => {
          setIsPlaying(false);
          setAt(0);
        }}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'media.audio.pause' : 'media.audio.play', {
          time: formatDuration(seconds * 1000, 'call'),
        })}
        onClick={toggle}
      >
        <Icon glyph={isPlaying ? Pause : Play} size={14} />
      </button>
      <div className={styles.track}>
        <Waveform peaks={sound?.peaks ?? flat} played={seconds === 0 ? 0 : at / seconds} />
        <input
          type="range"
          className={styles.seek}
          aria-label={t('media.audio.position')}
          aria-valuetext={time}
          min={0}
          max={seconds}
          step={0.1}
          value={Math.min(at, seconds)}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <span className={styles.side}>
        <span className={styles.time}>{failed ? t('media.failed') : time}</span>
        <button
          type="button"
          className={styles.speed}
          aria-label={t('media.audio.speed', { speed: shownSpeed })}
          onClick={changeSpeed}
        >
          {`${shownSpeed}×`}
        </button>
      </span>
    </div>
  );
}

export function Waveform({ peaks, played }: { peaks: ReadonlyArray<number>; played: number }) {
  return (
    <svg
      className={styles.waveform}
      viewBox={`0 0 ${peaks.length * 4} 28`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {peaks.map((peak, index) => {
        const height = Math.max(3, peak * 26);
        return (
          <rect
            // Keys are the positions, because bars never change places.
            key={index}
            x={index * 4}
            y={14 - height / 2}
            width={2.5}
            height={height}
            rx={1.25}
            className={(index + 0.5) / peaks.length <= played ? styles.played : styles.bar}
          />
        );
      })}
    </svg>
  );
}

function useSound(src: string, onRefused: () => void): Sound | undefined {
  const refuse = useEffectEvent(onRefused);
  const [loaded, setLoaded] = useState<{ src: string; sound: Sound }>();
  useEffect(() => {
    const controller = new AbortController();
    loadSound(src, controller.signal).then(
      (sound) => {
        if (!controller.signal.aborted) setLoaded({ src, sound });
      },
      // The flat line stays; only playing shows whether the sound can be played.
      (error: unknown) => {
        if (!controller.signal.aborted && error instanceof SoundRefused) refuse();
      },
    );
    return () => controller.abort();
  }, [src]);
  return loaded?.src === src ? loaded.sound : undefined;
}
