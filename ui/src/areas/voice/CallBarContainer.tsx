// Connects CallBar with the core. Levels and quality change often: they have slices of their own.
import type { CallBarView, TransferKind } from 'core-wasm';
import { useEffect, useState } from 'react';
import { guardLeaving } from '../../core/ports/leaveGuard';
import { useIntent, useSlice } from '../../core/react';
import { useJob, useVoiceJob } from '../../core/slices';
import { lazyArea } from '../../design/lazyArea';
import { useOfferCallTransfer } from '../../shared/offeredTransfer';
import { CallBar } from './CallBar';
import { callResult } from './callViews';
import { DeviceDialogContainer } from './DeviceDialogContainer';
import { isSeveral } from './room';

const CallTransferPart = lazyArea(() => import('../transfers/CallTransferDialogContainer'), {
  component: 'CallTransferDialogContainer',
  words: ['transfers'],
});

export function CallBarContainer() {
  const call = useSlice('callBar');
  const levels = useSlice('callLevels');
  const quality = useSlice('callQuality');
  const { inCall, webRtc } = useSlice('voice');
  const intend = useIntent();
  const [devicesOpen, setDevicesOpen] = useState(false);
  const [lastKind, setLastKind] = useState<TransferKind>('assisted');
  const [choosing, setChoosing] = useState<{ mode: 'transfer' | 'conference'; agent: string | null }>();
  const { protocol: opened } = useSlice('route');
  const isOtherToQualify = useJob(opened)?.disabled === true && opened !== call?.protocol;
  const redialPending = useVoiceJob(call?.protocol)?.redialling ?? false;
  useLeaveGuard(inCall);
  useOfferCallTransfer(call !== undefined && isTransferable(call) ? call.protocol : undefined, (agent, kind) => {
    if (kind !== undefined) setLastKind(kind);
    setChoosing({ mode: 'transfer', agent });
  });
  if (call === undefined || isElsewhere(call, opened)) return null;
  const { protocol } = call;
  return (
    <>
      <CallBar
        legs={[{ ...call, id: protocol, result: callResult(call.result), redialPending, opened: opened === protocol }]}
        levels={levels}
        quality={quality}
        noAudio={call.silent}
        onDesk={!webRtc}
        onOpen={isOtherToQualify ? () => intend({ area: 'jobs', type: 'openJob', protocol }) : undefined}
        onMute={(muted) => intend({ area: 'voice', type: 'mute', muted })}
        onHold={(held) => intend({ area: 'voice', type: 'hold', held })}
        onTone={(tones) => intend({ area: 'voice', type: 'sendTones', tones })}
        onHangUp={() => intend({ area: 'voice', type: 'hangUp' })}
        onRedial={() => intend({ area: 'voice', type: 'redial', protocol })}
        onQualify={() => intend({ area: 'qualification', type: 'openQualification', protocol })}
        onOpenDevices={() => setDevicesOpen(true)}
        onTransfer={() => setChoosing({ mode: 'transfer', agent: null })}
        onAdd={() => setChoosing({ mode: 'conference', agent: null })}
        onRoom={(action) => intend({ area: 'voice', ...action })}
      />
      {choosing !== undefined && (
        <CallTransferPart
          key={`${protocol} ${choosing.mode} ${choosing.agent ?? ''}`}
          {...choosing}
          lastKind={lastKind}
          onKindChange={setLastKind}
          onClose={() => setChoosing(undefined)}
        />
      )}
      {devicesOpen && <DeviceDialogContainer onClose={() => setDevicesOpen(false)} />}
    </>
  );
}

/** After the call's end with another conversation open, the list leads back to the call's attendance. A failed transfer is shown everywhere. */
function isElsewhere({ protocol, status, room }: CallBarView, opened: string | undefined): boolean {
  return status === 'ended' && opened !== undefined && opened !== protocol && room?.failure === undefined;
}

/** A running call of two parties; the bar of a call with more parties has its own controls. */
function isTransferable({ room, status, hangingUp }: CallBarView): boolean {
  return !isSeveral(room) && !hangingUp && (status === 'inCall' || status === 'onHold');
}

/** Before leaving the page during a call the browser asks (BEY-024). */
function useLeaveGuard(inCall: boolean): void {
  useEffect(() => {
    const owner = {};
    guardLeaving(owner, inCall);
    return () => guardLeaving(owner, false);
  }, [inCall]);
}
