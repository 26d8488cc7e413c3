// Connects the choice of a call's destination with the core. The lists are loaded when it opens, and again every few seconds (BEY-059). It closes
// when the server has begun the requested action, and when the call ends.
import type { CallBarView, CallDestinationsView, TransferKind } from 'core-wasm';
import { useCallback, useEffect, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { formatPhone } from '../../i18n/format';
import { CallTransferDialog } from './CallTransferDialog';
import { agentRowId } from './callDestinations';

export interface CallTransferDialogContainerProps {
  mode: 'transfer' | 'conference';
  /** The preselected agent. */
  agent?: string | null;
  /** The way of transferring that the agent used last. */
  lastKind?: TransferKind;
  onKindChange?: (kind: TransferKind) => void;
  onClose: () => void;
}

export function CallTransferDialogContainer(props: CallTransferDialogContainerProps) {
  const { mode, agent = null, lastKind = 'assisted', onKindChange, onClose } = props;
  const intend = useIntent();
  const call = useSlice('callBar');
  const destinations = useSlice('callDestinations');
  const ownGroups = useSlice('session').agent?.groups;
  const [kind, setKind] = useState(lastKind);
  const watch = useCallback(() => intend({ area: 'voice', type: 'watchCallDestinations' }), [intend]);
  useEffect(() => {
    watch();
    return () => intend({ area: 'voice', type: 'leaveCallDestinations' });
  }, [intend, watch]);
  const onSent = useClosing(mode, call, destinations, onClose);
  if (call === undefined) return null;
  return (
    <CallTransferDialog
      mode={mode}
      call={{ name: formatPhone(call.name), place: call.place, since: call.since }}
      destinations={destinations}
      ownGroups={ownGroups}
      start={agent === null ? undefined : { id: agentRowId(agent) }}
      kind={kind}
      onKindChange={(chosen) => {
        setKind(chosen);
        onKindChange?.(chosen);
      }}
      onRetry={watch}
      onNote={(note) => {
        if (mode === 'transfer') intend({ area: 'voice', type: 'noteCallTransfer', note });
      }}
      onSend={(request) => {
        onSent();
        intend(
          mode === 'transfer'
            ? { area: 'voice', type: 'transferCall', ...request }
            : { area: 'voice', type: 'addToConference', destination: request.destination },
        );
      }}
      onClose={onClose}
    />
  );
}

/** Closes the dialog when the request succeeded or the call ended. Returns the function to call when the request is sent. */
function useClosing(
  mode: CallTransferDialogContainerProps['mode'],
  call: CallBarView | undefined,
  destinations: CallDestinationsView | undefined,
  onClose: () => void,
): () => void {
  const [sent, setSent] = useState<'no' | 'sent' | 'pending'>('no');
  const pending = destinations?.pending === true;
  const { failure } = destinations ?? {};
  // An earlier refusal stays in the view until the core has received the next request.
  const [before, setBefore] = useState<typeof failure>();
  const refused = failure !== undefined && failure !== before;
  const isOver = call === undefined || call.status === 'ended';
  const next = sent === 'no' || refused ? 'no' : pending ? 'pending' : sent;
  if (next !== sent) setSent(next);
  const isAnswered = next === 'pending' && !pending;
  const isBegun = mode === 'transfer' && call?.room?.transfer !== undefined;
  const closes = isOver || isAnswered || isBegun;
  useEffect(() => {
    if (closes) onClose();
  }, [closes, onClose]);
  return () => {
    setBefore(failure);
    setSent('sent');
  };
}
