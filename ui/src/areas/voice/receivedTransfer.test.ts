// Tests of the transfer that brought a call to the agent.
import type { JobTransferView } from 'core-wasm';
import { expect, test } from 'vitest';
import { receivedTransfer } from './receivedTransfer';

const by = (agent: string, more: Partial<JobTransferView> = {}): JobTransferView => ({
  number: 1,
  kind: 'blind',
  agent,
  destinationKind: 'agent',
  destination: '',
  note: '',
  askedAt: 0,
  endedAt: 1,
  failure: undefined,
  ...more,
});
const failure = { key: 'transferError.noAnswer', params: {}, fallback: undefined };

test.each<[string, ReadonlyArray<JobTransferView>, string | undefined]>([
  ['none', [], undefined],
  ['one by a colleague', [by('Bia')], 'Bia'],
  ['the last of several', [by('Bia'), by('Rafael')], 'Rafael'],
  ['not one that came back', [by('Bia'), by('Rafael', { failure })], 'Bia'],
  ['not one that goes on', [by('Bia'), by('Rafael', { endedAt: undefined })], 'Bia'],
  ['not an own one, which became a conference', [by('Bia'), by('Juliana')], 'Bia'],
  ['nobody, if only the agent has transferred', [by('Juliana')], undefined],
])('the agent who transferred the call: %s', (_name, transfers, expected) => {
  expect(receivedTransfer(transfers, 'Juliana')?.agent).toBe(expected);
});
