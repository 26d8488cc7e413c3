// The composer while a sound is recorded: time and waveform, pause, listen, discard and send.
import { Mic, Pause, SendHorizontal, Trash2 } from 'lucide-react';
import { useTranslation } from '../../../../i18n/useTranslation';
import { Button } from '../../../../design/Button';
import { IconButton } from '../../../../design/IconButton';
import { Spinner } from '../../../../design/Spinner';
import { Timer } from '../../../../design/Timer';
import { formatDuration } from '../../../../i18n/format';
import { LazyMediaContent } from '../../media/LazyMediaContent';
import styles from './RecorderBar.module.css';

export type RecorderBarState =
  /** Waiting: the browser asks for the microphone. */
  | { kind: 'asking' }
  /** `since`: epoch milliseconds (server clock); `levels`: loudness between 0 and 1, the newest last. */
  | { kind: 'recording'; since: number; levels: ReadonlyArray<number> }
  /** `address`: where the sound can be listened to; undefined until the browser hands it out. */
  | { kind: 'paused'; milliseconds: number; address: string | undefined }
  /** Whether the recording cannot be continued: the agent left the conversation, or the microphone is gone. */
  | { kind: 'ended'; milliseconds: number; address: string };

export interface RecorderBarProps {
  state: RecorderBarState;
  /** Whether the recording is being sent. */
  pending: boolean;
  onPause: () => void;
  onContinue: () => void;
  onDiscard: () => void;
  onSend: () => void;
}

/** Number of bars that fit into the widest composer; the oldest disappear at the left. */
const shownBars = 60;

export function RecorderBar({ state, pending, onPause, onContinue, onDiscard, onSend }: RecorderBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.recorder} id="composer" tabIndex={-1} role="group" aria-label={t('chat.record.title')}>
      <IconButton
        glyph={Trash2}
        iconSize={18}
        label={t(state.kind === 'asking' ? 'chat.record.cancel' : 'chat.record.discard')}
        tooltipSide="top"
        onClick={onDiscard}
      />
      <Progress state={state} />
      {state.kind === 'recording' && (
        <IconButton glyph={Pause} iconSize={18} label={t('chat.record.pause')} tooltipSide="top" onClick={onPause} />
      )}
      {state.kind === 'paused' && (
        <IconButton
          glyph={Mic}
          iconSize={18}
          label={t('chat.record.continue')}
          tooltipSide="top"
          onClick={onContinue}
        />
      )}
      {state.kind !== 'asking' && (
        <Button
          tone="primary"
          glyph={SendHorizontal}
          aria-label={t('chat.record.send')}
          className={styles.send}
          pending={pending}
          onClick={onSend}
        >
          {t('chat.composer.send')}
        </Button>
      )}
    </div>
  );
}

function Progress({ state }: { state: RecorderBarState }) {
  const { t } = useTranslation();
  if (state.kind === 'asking')
    return (
      <p className={styles.asking} role="status">
        <Spinner className={styles.spinner} />
        {t('chat.record.asking')}
      </p>
    );
  if (state.kind === 'recording')
    return (
      <>
        <span className={styles.dot} aria-hidden="true" />
        <Timer since={state.since} shape="call" className={styles.time} />
        <span className={styles.levels} aria-hidden="true">
          {state.levels.slice(-shownBars).map((level, index) => (
            <i key={index} style={{ height: `${4 + Math.round(level * 20)}px` }} />
          ))}
        </span>
      </>
    );
  return (
    <span className={styles.player}>
      {state.address === undefined ? (
        <span className={styles.time}>{formatDuration(state.milliseconds, 'call')}</span>
      ) : (
        <LazyMediaContent
          media={{ kind: 'audio', src: state.address, seconds: state.milliseconds / 1000 }}
          label={t('chat.record.title')}
        />
      )}
    </span>
  );
}
