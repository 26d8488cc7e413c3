// The transfers of an attendance, by the name in the address of the gallery.
import type { JobTransferView, TransferListView } from 'core-wasm';
import { at, longName } from './samples';

const transfer = (number: number, more: Partial<JobTransferView>): JobTransferView => ({
  number,
  kind: 'assisted',
  agent: 'Juliana Castro',
  destinationKind: 'agent',
  destination: 'Rafael Souza',
  note: '',
  askedAt: at(10, 4 + number),
  endedAt: at(10, 5 + number),
  failure: undefined,
  ...more,
});

const items: JobTransferView[] = [
  transfer(1, { kind: 'blind', failure: { key: 'transferError.noAnswer', params: {}, fallback: undefined } }),
  transfer(2, { note: 'Internet cai à noite desde terça. Já reiniciou o roteador.' }),
  transfer(3, { agent: 'Rafael Souza', kind: undefined, destinationKind: 'queue', destination: 'Suporte N3' }),
  transfer(4, {
    agent: longName,
    destinationKind: 'number',
    destination: '5511987654321',
    note: longName,
    endedAt: undefined,
  }),
];

export const transferListSamples: Readonly<Record<string, TransferListView>> = {
  transfers: { state: 'ready', items },
  transfersLoading: { state: 'loading', items: [] },
  transfersFailed: { state: 'failed', items: [] },
};
