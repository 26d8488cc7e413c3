// The dialogs that a call opens by itself: the call that rings, and the question about a preferential customer.
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { useIntent, useSlice } from '../../core/react';
import { contactPath } from '../../shared/addresses';
import { IncomingCallDialog } from './IncomingCallDialog';

export function VoiceDialogsContainer() {
  const call = useSlice('incomingCall');
  const { settings } = useSlice('voice');
  const intend = useIntent();
  const { items } = useSlice('channels');
  const dialog = useSlice('dialog');
  const [moved, setMoved] = useState<number>();
  // The call for which the agent opened the dialog of the pause.
  const [pausedFor, setPausedFor] = useState<number>();
  // The call whose contact the agent wants to see; its page opens when the call is accepted.
  const [wanted, setWanted] = useState<number>();
  const wantsContact = wanted !== undefined && wanted === call?.since;
  const canPause = items.some(
    ({ connected, status }) => connected && status !== 'paused' && status !== 'scheduledPause',
  );
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
        isBelow={pausedFor !== undefined && pausedFor === call?.since && dialog?.kind === 'pause'}
        onPause={
          canPause
            ? () => {
                setPausedFor(call?.since);
                intend({ area: 'pauses', type: 'openPauseDialog', channels: [] });
              }
            : undefined
        }
      />
      <PreferentialQuestion />
    </>
  );
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
