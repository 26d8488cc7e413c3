// The agent's alert preferences: desktop notifications, and the sounds of each channel. Every choice applies at once.
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { Checkbox } from '../../design/Checkbox';
import { IconButton } from '../../design/IconButton';
import { Note } from '../../design/Note';
import { Select } from '../../design/Select';
import { Slider } from '../../design/Slider';
import styles from './AlertPreferences.module.css';

export type CallingChannel = 'voice' | 'whatsapp' | 'chat';
export type DesktopState = 'unsupported' | 'default' | 'granted' | 'denied';
export type MelodyName = 'bright' | 'soft' | 'low' | 'double';
export interface ChannelTone {
  melody: MelodyName;
  volume: number;
}

export interface AlertPreferencesProps {
  desktop: DesktopState;
  onAskDesktop: () => void;
  /** The enabled desktop notifications. */
  notify: { chat: boolean; whatsapp: boolean; voiceConnection: boolean };
  onNotifyChange: (channel: 'chat' | 'whatsapp', on: boolean) => void;
  hideContent: boolean;
  onHideContentChange: (hide: boolean) => void;
  sounds: boolean;
  onSoundsChange: (sounds: boolean) => void;
  soundBlocked: boolean;
  /** The agent's channels. */
  channels: ReadonlyArray<CallingChannel>;
  tones: Readonly<Record<CallingChannel, ChannelTone>>;
  onToneChange: (channel: CallingChannel, tone: ChannelTone) => void;
  onTest: (channel: CallingChannel) => void;
  repeat: boolean;
  onRepeatChange: (repeat: boolean) => void;
  ringUntilOpened: boolean;
  onRingUntilOpenedChange: (ring: boolean) => void;
}

const melodies: ReadonlyArray<MelodyName> = ['bright', 'soft', 'low', 'double'];
const silence = 'none';
type SoundName = MelodyName | typeof silence;

/** The volume of a channel that was silent when the page was loaded, as soon as it gets a sound again. */
const usualVolume = 70;

export function AlertPreferences(props: AlertPreferencesProps) {
  return (
    <>
      <DesktopChoices {...props} />
      <SoundChoices {...props} />
    </>
  );
}

function DesktopChoices({
  desktop,
  onAskDesktop,
  channels,
  notify,
  onNotifyChange,
  hideContent,
  onHideContentChange,
}: AlertPreferencesProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.group} aria-labelledby="preferences-desktop">
      <h3 id="preferences-desktop" className={styles.title}>
        {t('notifications.preferences.desktop')}
      </h3>
      {desktop === 'default' && (
        <p className={styles.ask}>
          <Button size="small" onClick={onAskDesktop}>
            {t('notifications.desktop.allow')}
          </Button>
          <span className={styles.help}>{t('notifications.preferences.default')}</span>
        </p>
      )}
      {desktop === 'denied' && <Note tone="warning">{t('notifications.preferences.denied')}</Note>}
      {desktop === 'unsupported' && <Note tone="info">{t('notifications.preferences.unsupported')}</Note>}
      {channels.includes('chat') && (
        <Checkbox
          label={t('notifications.preferences.chat')}
          checked={notify.chat}
          onChange={(on) => onNotifyChange('chat', on)}
        />
      )}
      {channels.includes('whatsapp') && (
        <Checkbox
          label={t('notifications.preferences.whatsapp')}
          checked={notify.whatsapp}
          onChange={(on) => onNotifyChange('whatsapp', on)}
        />
      )}
      <Checkbox
        label={t('notifications.preferences.hideContent')}
        checked={hideContent}
        onChange={onHideContentChange}
      />
      {channels.includes('voice') && (
        <p className={styles.help}>
          {t(notify.voiceConnection ? 'notifications.preferences.voiceOn' : 'notifications.preferences.voiceOff')}
        </p>
      )}
    </section>
  );
}

function SoundChoices(props: AlertPreferencesProps) {
  const { t } = useTranslation();
  const { sounds, soundBlocked, channels, tones, onToneChange, onTest } = props;
  return (
    <section className={styles.group} aria-labelledby="preferences-sounds">
      <h3 id="preferences-sounds" className={styles.title}>
        {t('notifications.preferences.sounds')}
      </h3>
      <Checkbox label={t('notifications.preferences.soundsOn')} checked={sounds} onChange={props.onSoundsChange} />
      {soundBlocked && sounds && <Note tone="warning">{t('notifications.sound.blocked')}</Note>}
      <ul className={styles.tones}>
        {channels.map((channel) => (
          <ToneRow
            key={channel}
            channel={channel}
            tone={tones[channel]}
            onChange={(tone) => onToneChange(channel, tone)}
            onTest={() => onTest(channel)}
          />
        ))}
      </ul>
      <Checkbox label={t('notifications.preferences.repeat')} checked={props.repeat} onChange={props.onRepeatChange} />
      <Checkbox
        label={t('notifications.preferences.ringUntilOpened')}
        checked={props.ringUntilOpened}
        onChange={props.onRingUntilOpenedChange}
      />
    </section>
  );
}

interface ToneRowProps {
  channel: CallingChannel;
  tone: ChannelTone;
  onChange: (tone: ChannelTone) => void;
  onTest: () => void;
}

/** Silence is the volume 0: the next sound gets the volume from before. */
function ToneRow({ channel, tone, onChange, onTest }: ToneRowProps) {
  const { t } = useTranslation();
  const name = t(`channels.name.${channel}`);
  const isSilent = tone.volume === 0;
  const [audible, setAudible] = useState(isSilent ? usualVolume : tone.volume);
  if (!isSilent && audible !== tone.volume) setAudible(tone.volume);
  const sounds: ReadonlyArray<SoundName> = [silence, ...melodies];
  return (
    <li className={styles.tone}>
      <span className={styles.channel} aria-hidden="true">
        {name}
      </span>
      <Select
        label={t('notifications.preferences.melody', { channel: name })}
        value={isSilent ? silence : tone.melody}
        options={sounds.map((sound) => ({ value: sound, label: t(`notifications.melody.${sound}`) }))}
        onChange={(sound) =>
          onChange(
            sound === silence ? { ...tone, volume: 0 } : { melody: sound, volume: isSilent ? audible : tone.volume },
          )
        }
      />
      <Slider
        label={t('notifications.preferences.volume', { channel: name })}
        value={tone.volume}
        onChange={(volume) => onChange({ ...tone, volume })}
        onRelease={onTest}
      />
      <IconButton
        glyph={Play}
        label={t('notifications.preferences.test', { channel: name })}
        disabledReason={isSilent ? t('notifications.melody.none') : undefined}
        onClick={onTest}
      />
    </li>
  );
}
