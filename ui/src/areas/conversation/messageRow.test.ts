// The row of the thread for the core's message view.
import type { MessageView } from 'core-wasm';
import { expect, test } from 'vitest';
import { messageRow } from './messageRow';
import { keptPosition, shownPosition } from './scrollPosition';

const words = {
  systemLine: (key: string, agent: string) => `<${key} ${agent}>`,
  media: () => 'Foto',
  bot: 'Assistente',
};
const message: MessageView = {
  localId: 'cAB12',
  sender: 'customer',
  senderName: 'Mariana',
  senderInitials: 'M',
  senderColor: '#517693',
  text: 'Olá',
  media: undefined,
  time: 1000,
  delivery: 'received',
  failure: undefined,
  systemKey: undefined,
  dayStart: false,
  groupStart: true,
  groupEnd: false,
  newFromHere: false,
  forwarded: false,
  busy: false,
};
const failure = { onRetry: () => undefined, onEdit: () => undefined, onDiscard: () => undefined };

test('a received message has no delivery mark and keeps its local id', () => {
  expect(messageRow(message, words, failure)).toMatchObject({
    first: true,
    last: false,
    unreadDivider: false,
    message: { kind: 'text', id: 'cAB12', delivery: undefined, failure: undefined },
  });
});

test('a day starts at its first message, and the unread messages where the core says', () => {
  expect(messageRow({ ...message, dayStart: true, newFromHere: true }, words, undefined)).toMatchObject({
    day: 1000,
    unreadDivider: true,
  });
});

test('only a failed message has actions', () => {
  const own = { ...message, sender: 'agent' as const };
  expect(messageRow({ ...own, delivery: 'failed' }, words, failure).message).toMatchObject({
    delivery: 'failed',
    failure,
  });
  expect(messageRow({ ...own, delivery: 'sent' }, words, failure).message).toMatchObject({
    delivery: 'sent',
    failure: undefined,
  });
});

test.each([
  [{ sender: 'system', senderName: '', systemKey: 'chatStarted', text: '' }, '<chatStarted >'],
  [{ sender: 'system', senderName: 'Bruno', systemKey: 'chatResumed', text: '' }, '<chatResumed Bruno>'],
  [{ sender: 'system', text: 'Aviso' }, 'Aviso'],
  [{ media: 'image', text: '' }, 'Foto'],
  [{ media: 'image', text: 'olha' }, 'Foto\nolha'],
] as const)('%o says %s', (change, text) => {
  expect(messageRow({ ...message, ...change }, words, undefined).message.text).toBe(text);
});

test.each([
  [null, null],
  [0, 1],
  [420.4, 420],
])('the scroll position %s is restored as %s', (scrollTop, shown) => {
  expect(shownPosition(keptPosition(scrollTop))).toBe(shown);
});
