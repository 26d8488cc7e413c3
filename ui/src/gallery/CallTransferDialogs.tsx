// The destination dialog of a call, with invented data.
import type { TransferKind } from 'core-wasm';
import { useState, type ReactNode } from 'react';
import { CallTransferDialog, type CallTransferDialogProps } from '../areas/transfers/CallTransferDialog';
import { callDestinations, thousandDestinations } from './roomSamples';
import { ignore, longName, openedAt } from './samples';

type Sample = Partial<CallTransferDialogProps>;

function Choice(props: Sample) {
  const [kind, setKind] = useState<TransferKind>('assisted');
  return (
    <CallTransferDialog
      mode="transfer"
      call={{ name: 'Carlos Eduardo Nunes', place: 'Fila Suporte N2', since: openedAt - 378_000 }}
      destinations={callDestinations}
      kind={kind}
      onKindChange={setKind}
      onRetry={ignore}
      onNote={ignore}
      onSend={ignore}
      onClose={ignore}
      {...props}
    />
  );
}

const states: Readonly<Record<string, Sample>> = {
  callTransfer: { start: { id: 'agent-1' } },
  callTransferEmpty: { destinations: { ...callDestinations, note: '' } },
  callTransferQueue: { start: { id: 'queue-2' } },
  callTransferNumber: { start: { id: 'number-5511987654321', search: '+55 (11) 98765-4321' } },
  callTransferShort: { start: { id: null, search: '1198765' } },
  callTransferNothing: { start: { id: null, search: 'ninguém' } },
  callTransferLoading: { destinations: undefined },
  callTransferNotLoaded: {
    destinations: { ...callDestinations, agents: [], agentsState: 'failed', groups: [], groupsState: 'failed' },
  },
  callTransferImpossible: { start: { id: 'agent-3' } },
  callTransferRefused: {
    start: { id: 'agent-1' },
    destinations: {
      ...callDestinations,
      failure: { key: 'transferError.agentPaused', params: {}, fallback: undefined },
    },
  },
  callTransferPending: { start: { id: 'agent-1' }, destinations: { ...callDestinations, pending: true } },
  callTransferThousand: { start: { id: null, tab: 'agent' }, destinations: thousandDestinations },
  callTransferLong: { start: { id: 'agent-5' }, call: { name: longName, place: longName, since: openedAt } },
  callConference: { mode: 'conference', start: { id: 'agent-1' } },
};

/** Undefined for another name. */
export function callTransferDialog(name: string): ReactNode | undefined {
  const sample = states[name];
  return sample === undefined ? undefined : <Choice {...sample} />;
}
