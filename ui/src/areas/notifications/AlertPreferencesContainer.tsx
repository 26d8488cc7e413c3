// Connects AlertPreferences with the core.
import type { AlertPreferences as Kept, Channel } from 'core-wasm';
import { useChangePreferences, useIntent, useSlice } from '../../core/react';
import { AlertPreferences } from './AlertPreferences';

export function AlertPreferencesContainer() {
  const preferences = useSlice('preferences');
  const { desktop, notify, soundBlocked } = useSlice('alerts');
  const { items } = useSlice('channels');
  const intend = useIntent();
  const changePreferences = useChangePreferences();
  const { alerts } = preferences;
  const choose = (change: Partial<Kept>): void => changePreferences({ alerts: { ...alerts, ...change } });
  return (
    <AlertPreferences
      desktop={desktop}
      onAskDesktop={() => intend({ area: 'notifications', type: 'askDesktop' })}
      notify={notify}
      onNotifyChange={(channel, on) => intend({ area: 'session', type: 'setNotify', channel, on })}
      hideContent={alerts.hideContent}
      onHideContentChange={(hideContent) => choose({ hideContent })}
      sounds={preferences.sounds}
      onSoundsChange={(sounds) => changePreferences({ sounds })}
      soundBlocked={soundBlocked}
      channels={items.map(({ channel }) => channel)}
      tones={{ voice: alerts.voice, whatsapp: alerts.whatsapp, chat: alerts.chat }}
      onToneChange={(channel, tone) => choose({ [channel]: tone })}
      onTest={(channel: Channel) =>
        intend({ area: 'notifications', type: 'testSound', sound: 'newAttendance', channel })
      }
      repeat={alerts.repeat}
      onRepeatChange={(repeat) => choose({ repeat })}
      ringUntilOpened={alerts.ringUntilOpened}
      onRingUntilOpenedChange={(ringUntilOpened) => choose({ ringUntilOpened })}
    />
  );
}
