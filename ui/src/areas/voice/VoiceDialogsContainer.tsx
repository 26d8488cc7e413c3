// The dialogs that a call opens by itself: the call that rings, and the question about a preferential customer.
import type { Channel } from 'core-wasm';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { useIntent, useSlice } from '../../core/react';
import { contactPath } from '../../shared/addresses';
import { IncomingCallDialog } from './IncomingCallDialog';
import type { PauseAfterCallProps } from './PauseAfterCall';

export function VoiceDialogsContainer() {
  const call = useSlice('incomingCall');
  const { settings } = useSlice('voice');
  const intend = useIntent();
  const [moved, setMoved] = useState<number>();
  // The call whose contact the agent wants to see; the contact's page opens when the call is accepted.
  const [wanted, setWanted] = useState<number>();
  const wantsContact = wanted !== undefined && wanted === call?.since;
  const pause = usePauseAfterCall();
  return (
    <>
      <IncomingCallDialog
        call={call}
        volume={moved ?? settings.ringVolume}
        onVolumeChange={(volume) => {
          setMoved(volume);
          intend({ area: 'voice', type: 'setRingVolume', volume });
        }}
        onVolumeRelease={() => setMoved(undefined)}
        onAccept={() => {
          intend({ area: 'voice', type: 'acceptCall' });
          const contact = call?.offer?.contactId;
          if (wantsContact && contact !== undefined)
            intend({ area: 'shell', type: 'openArea', path: contactPath(contact) });
        }}
        wantsContact={wantsContact}
        onWantsContact={(wants) => setWanted(wants ? call?.since : undefined)}
        onDecline={() => intend({ area: 'voice', type: 'rejectCall' })}
        pause={pause}
      />
      <PreferentialQuestion />
    </>
  );
}

/** Pauses every channel that has no pause yet; the voice pause begins when the call is over. */
function usePauseAfterCall(): PauseAfterCallProps | undefined {
  const { items } = useSlice('channels');
  const { reasons, loading, channels } = useSlice('pauses');
  const intend = useIntent();
  const ofVoice = channels.find(({ channel }) => channel === 'voice');
  const isFree = (wanted: Channel): boolean => {
    const held = channels.find(({ channel }) => channel === wanted);
    return held?.pause === undefined && held?.scheduled === undefined;
  };
  const free = items.filter(({ channel, connected }) => connected && isFree(channel)).map(({ channel }) => channel);
  if (free.length === 0 && ofVoice?.scheduled === undefined) return undefined;
  return {
    // A reason that only some of the channels allow would leave the other channels without a pause.
    reasons: loading
      ? undefined
      : reasons.filter((reason) => free.every((channel) => reason.channels.includes(channel))),
    scheduled: ofVoice?.scheduled,
    pending: channels.some(({ pending }) => pending),
    onOpen: () => intend({ area: 'pauses', type: 'reloadPauses' }),
    onChoose: (pauseId) => intend({ area: 'pauses', type: 'enterPause', channels: free, pauseId }),
  };
}

function PreferentialQuestion() {
  const { t } = useTranslation();
  const customer = useSlice('preferentialCall');
  const intend = useIntent();
  if (customer === undefined) return null;
  const answer = (confirmed: boolean): void => intend({ area: 'voice', type: 'confirmPreferential', confirmed });
  const { name, phone } = customer;
  return (
    <ConfirmDialog
      open
      title={t('voice.preferential.title')}
      description={t('voice.preferential.text', { name: name === '' ? phone : name, phone })}
      confirmLabel={t('voice.preferential.confirm')}
      pending={false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}
