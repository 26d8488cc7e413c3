// The call is recorded (BEY-138): one sign that says so, or since when silence is recorded. Both are what the server said last, so that nobody says the number of
// a card before sound is no longer recorded.
import { Circle, CirclePause } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../design/Announcer';
import { Icon } from '../../design/icons/Icon';
import { Timer } from '../../design/Timer';
import { useTranslation } from '../../i18n/useTranslation';
import { CallControl } from './CallControl';
import type { CallRecordingView } from './callViews';
import styles from './RecordingSign.module.css';

export function RecordingSign({ recording }: { recording: CallRecordingView | undefined }) {
  const { t } = useTranslation();
  const state = recording === undefined ? 'none' : recording.pausedSince === undefined ? 'on' : 'paused';
  const before = useRef<typeof state>('none');
  useEffect(() => {
    if (before.current === state) return;
    announce(t(`voice.recording.announce.${state}`));
    before.current = state;
  }, [state, t]);
  if (recording === undefined) return null;
  return (
    <p className={styles.sign} data-state={state}>
      <Icon glyph={state === 'paused' ? CirclePause : Circle} size={14} className={styles.glyph} />
      {t(recording.pausedSince === undefined ? 'voice.recording.on' : 'voice.recording.paused')}
      {recording.pausedSince !== undefined && (
        <Timer since={recording.pausedSince} shape="call" className={styles.time} />
      )}
    </p>
  );
}

export interface RecordingControlProps {
  recording: CallRecordingView | undefined;
  onPause: (paused: boolean) => void;
}

/** Pauses and resumes the recording, for the agent of the attendance. */
export function RecordingControl({ recording, onPause }: RecordingControlProps) {
  const { t } = useTranslation();
  if (recording?.owned !== true) return null;
  const paused = recording.pausedSince !== undefined;
  return (
    <CallControl
      glyph={paused ? Circle : CirclePause}
      label={t('voice.recording.pause')}
      caption={t(paused ? 'voice.recording.pausedCaption' : 'voice.recording.pauseCaption')}
      pressed={paused}
      pending={recording.waiting}
      onClick={() => onPause(!paused)}
    />
  );
}
