// Tests of messages before the thread as rows of the thread.
import type { FoundMessageView } from 'core-wasm';
import { expect, test } from 'vitest';
import { earlierMessages } from './earlierMessages';

const found: FoundMessageView = {
  protocol: 'W0',
  messageId: 'm1',
  localId: undefined,
  sender: 'own',
  agentName: 'Ana',
  agentInitials: 'A',
  agentColor: '#517693',
  text: 'Bom dia',
  media: undefined,
  time: 1_000,
  delivery: 'read',
  systemKey: undefined,
  forwarded: false,
  content: undefined,
};
const customer = { name: 'Helena', initials: 'H', color: '#517693' };
const rows = (...newestFirst: FoundMessageView[]) => [...earlierMessages(newestFirst, customer).values()];

test('an earlier message shows its delivery and that it was forwarded', () => {
  const [first, second] = rows({ ...found, messageId: 'm2', delivery: 'failed' }, { ...found, forwarded: true });
  expect([first?.delivery, first?.forwarded]).toEqual(['read', true]);
  expect([second?.delivery, second?.forwarded]).toEqual(['failed', false]);
});

test('an earlier system line keeps its kind, and one without a text is shown if its kind is known', () => {
  const line: FoundMessageView = { ...found, sender: 'system', text: '', systemKey: 'chatStarted' };
  expect(rows(line, { ...line, messageId: 'm0', systemKey: undefined }).map(({ systemKey }) => systemKey)).toEqual([
    'chatStarted',
  ]);
});
