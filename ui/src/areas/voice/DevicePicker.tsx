// Microphone, speaker and ring, each with its own choice (BEY-020); the level of the microphone while it is in use, and a test that records the
// agent's voice and plays it.
import { Mic } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Note } from '../../design/Note';
import { Select } from '../../design/Select';
import type { AudioDevice, DeviceChoice, MicrophoneProblem } from './callViews';
import { LevelBars, litBars } from '../../design/LevelBars';
import type { VoiceTestState } from './useVoiceTest';
import styles from './DevicePicker.module.css';

export interface DevicePickerProps {
  devices: ReadonlyArray<AudioDevice>;
  choice: DeviceChoice;
  onChoose: (choice: DeviceChoice) => void;
  /** False if the browser cannot choose the output device. */
  choosesSpeaker: boolean;
  /** Level of the microphone, 0 to 1. */
  level: number;
  problem?: MicrophoneProblem | undefined;
  test: VoiceTestState;
  /** A test is a call, so it is not possible during another call. */
  inCall: boolean;
  onTest: () => void;
  onRetry: () => void;
}

const meterBars = 24;

export function DevicePicker(props: DevicePickerProps) {
  const { t } = useTranslation();
  const { devices, choice, onChoose, choosesSpeaker, level, problem, test } = props;
  const choose = (field: keyof DeviceChoice) => (id: string) => onChoose({ ...choice, [field]: id });
  return (
    <div className={styles.picker} data-ch="voice">
      <DeviceSelect field="microphone" devices={devices} value={choice.microphone} onChange={choose('microphone')} />
      {problem === undefined ? (
        <div
          className={styles.meter}
          role="meter"
          aria-label={t('voice.devices.level')}
          aria-valuemin={0}
          aria-valuemax={meterBars}
          aria-valuenow={litBars(level, meterBars)}
        >
          <LevelBars level={level} bars={meterBars} wide />
        </div>
      ) : (
        <Note
          tone="danger"
          action={
            <Button size="small" onClick={props.onRetry}>
              {t('voice.devices.retry')}
            </Button>
          }
        >
          {t(`voice.devices.problem.${problem}`)}
        </Note>
      )}
      {choosesSpeaker ? (
        <>
          <DeviceSelect field="speaker" devices={devices} value={choice.speaker} onChange={choose('speaker')} />
          <DeviceSelect field="ringer" devices={devices} value={choice.ringer} onChange={choose('ringer')} />
        </>
      ) : (
        <p className={styles.help}>{t('voice.devices.noChoice')}</p>
      )}
      <div className={styles.test}>
        <Button
          glyph={Mic}
          pending={test === 'calling' || test === 'recording' || test === 'playing'}
          disabledReason={props.inCall ? t('voice.devices.testInCall') : undefined}
          onClick={props.onTest}
        >
          {t('voice.devices.test')}
        </Button>
        <p className={styles.help} role="status" data-failed={test === 'failed' || undefined}>
          {t(testTexts[test])}
        </p>
      </div>
    </div>
  );
}

const testTexts = {
  idle: 'voice.devices.testHelp',
  calling: 'voice.devices.calling',
  recording: 'voice.devices.recording',
  playing: 'voice.devices.playing',
  failed: 'voice.devices.testFailed',
} as const satisfies Record<VoiceTestState, string>;

function DeviceSelect({
  field,
  devices,
  value,
  onChange,
}: {
  field: keyof DeviceChoice;
  devices: ReadonlyArray<AudioDevice>;
  value: string;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation();
  const kind = field === 'microphone' ? 'microphone' : 'speaker';
  const unnamed = kind === 'microphone' ? 'voice.devices.unnamedMicrophone' : 'voice.devices.unnamedSpeaker';
  const own = devices.filter((device) => device.kind === kind);
  const options = own.map(({ id, label }, index) => ({
    value: id,
    label: label === '' ? t(unnamed, { number: index + 1 }) : label,
  }));
  // A chosen device that is not connected is missing in the list: the default device is used.
  const shown = own.some(({ id }) => id === value) ? value : '';
  const name = t(`voice.devices.${field}`);
  return (
    <div className={styles.field}>
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
      <Select
        label={name}
        value={shown}
        options={[{ value: '', label: t('voice.devices.default') }, ...options]}
        onChange={onChange}
      />
    </div>
  );
}
