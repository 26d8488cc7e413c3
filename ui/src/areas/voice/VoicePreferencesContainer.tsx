// The voice section of the preferences: devices, volume of the ring, automatic reconnecting, campaign of manual calls.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Checkbox } from '../../design/Checkbox';
import { FieldLabel } from '../../design/Field';
import { Select } from '../../design/Select';
import { Slider } from '../../design/Slider';
import { useDevicePicker } from './DeviceDialogContainer';
import { DevicePicker } from './DevicePicker';
import styles from './VoicePreferences.module.css';

export function VoicePreferencesContainer() {
  const { t } = useTranslation();
  const { settings, campaigns, webRtc } = useSlice('voice');
  const intend = useIntent();
  const [moved, setMoved] = useState<number>();
  useEffect(() => intend({ area: 'voice', type: 'loadCampaigns' }), [intend]);
  return (
    <div className={styles.section}>
      <FieldLabel required={false}>{t('voice.preferences.title')}</FieldLabel>
      {webRtc && <Devices />}
      <div className={styles.volume}>
        <span>{t('voice.incoming.volume')}</span>
        <Slider
          label={t('voice.incoming.volume')}
          value={moved ?? settings.ringVolume}
          onChange={(volume) => {
            setMoved(volume);
            intend({ area: 'voice', type: 'setRingVolume', volume });
          }}
          onRelease={() => setMoved(undefined)}
        />
      </div>
      {webRtc && (
        <Checkbox
          checked={settings.autoReconnect}
          onChange={(enabled) => intend({ area: 'voice', type: 'setAutoReconnect', enabled })}
          label={t('voice.preferences.autoReconnect')}
        />
      )}
      {campaigns.length > 0 && (
        <div className={styles.field}>
          <span aria-hidden="true">{t('voice.preferences.campaign')}</span>
          <Select
            label={t('voice.preferences.campaign')}
            value={settings.defaultCampaign}
            options={[
              { value: '', label: t('voice.preferences.noCampaign') },
              ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(campaignId) => intend({ area: 'voice', type: 'setDefaultCampaign', campaignId })}
          />
        </div>
      )}
    </div>
  );
}

function Devices() {
  const picker = useDevicePicker();
  return picker === undefined ? null : <DevicePicker {...picker} />;
}
