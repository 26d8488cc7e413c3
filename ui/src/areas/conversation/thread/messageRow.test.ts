// Tests of the row of the thread for the core's message view.
import type { MessageView } from 'core-wasm';
import { expect, test } from 'vitest';
import { messageRow, type MessageWords } from './messageRow';
import { keptPosition, shownPosition } from './scrollPosition';

const words: MessageWords = {
  line: ({ key }) => `<${key}>`,
  unsupportedKind: (kind: string) => `<${kind}>`,
  details: () => [{ heading: 'Pedido', lines: ['2 × x1'] }],
  revoked: 'Apagada',
  noText: 'Sem texto',
  media: () => 'Foto',
  bot: 'Assistente',
  colleague: 'Equipe',
  customer: 'Cliente',
  you: 'Você',
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

test('a day starts at its first message, and unread messages start at the message that the core names', () => {
  expect(messageRow({ ...message, dayStart: true, newFromHere: true }, words, undefined)).toMatchObject({
    day: 1000,
    unreadDivider: true,
  });
});

test('only a failed message has actions', () => {
  const own = { ...message, sender: 'own' as const };
  expect(messageRow({ ...own, delivery: 'failed' }, words, failure).message).toMatchObject({
    delivery: 'failed',
    failure,
  });
  expect(messageRow({ ...own, delivery: 'sent' }, words, failure).message).toMatchObject({
    delivery: 'sent',
    failure: undefined,
  });
});

const line = (key: string) => ({ key, params: {}, fallback: undefined });

test.each([
  [{ sender: 'system', systemKey: 'chatStarted', line: line('taken'), text: '' }, '<taken>'],
  [{ sender: 'system', text: 'Aviso' }, 'Aviso'],
  [{ media: 'image', text: '' }, 'Foto'],
  [{ media: 'image', text: 'olha' }, 'Foto\nolha'],
] as const)('the system line %o says %s', (change, text) => {
  expect(messageRow({ ...message, ...change }, words, undefined).message).toMatchObject({ text });
});

test.each([
  [null, null],
  [0, 1],
  [420.4, 420],
])('the scroll position %s is restored as %s', (scrollTop, shown) => {
  expect(shownPosition(keptPosition(scrollTop))).toBe(shown);
});

const file = { url: '/api/media/1?expires=2&signature=3', name: 'foto.png', size: 2048, mimetype: 'image/png' };
const content: NonNullable<MessageView['content']> = {
  attachment: file,
  contactCards: [],
  answered: undefined,
  template: undefined,
  headerName: '',
  bot: false,
  upload: undefined,
};

test.each([
  ['image', { kind: 'image', src: file.url }],
  ['video', { kind: 'video', src: file.url }],
  ['sticker', { kind: 'sticker', src: file.url }],
  ['audio', { kind: 'audio', src: file.url }],
  ['file', { kind: 'file', src: file.url, name: 'foto.png', bytes: 2048 }],
  ['unsupported', { kind: 'unsupported' }],
] as const)('a message with %s shows its file, and its caption as the text [WAP-069]', (media, shown) => {
  const row = messageRow({ ...message, media, content, text: 'Segue' }, words, undefined);
  expect(row.message).toMatchObject({ media: shown, text: 'Segue' });
});

test('contact cards show names and numbers', () => {
  const cards = [{ name: 'Otto', phones: ['11 5555-0102', '11 5555-0103'] }];
  const row = messageRow(
    { ...message, media: 'contact', content: { ...content, contactCards: cards } },
    words,
    undefined,
  );
  expect(row.message).toMatchObject({
    media: { kind: 'contacts', cards: [{ name: 'Otto', phones: ['11 5555-0102', '11 5555-0103'] }] },
  });
});

test('a file without bytes is shown by its name and its state, with the caption as the text', () => {
  const attachment = { url: '', name: 'foto.png', size: 0, mimetype: 'image/png', state: 'pending' as const };
  const row = messageRow(
    { ...message, media: 'image', content: { ...content, attachment }, text: 'Segue' },
    words,
    undefined,
  );
  const media = { kind: 'absent', of: 'image', name: 'foto.png', bytes: 0, state: 'pending' };
  expect(row.message).toMatchObject({ media, text: 'Segue' });
});

test('a file without an address is named by its kind', () => {
  const row = messageRow({ ...message, media: 'image', text: 'Segue' }, words, undefined);
  expect(row.message).toMatchObject({ media: undefined, text: 'Foto\nSegue' });
});

test('the answered message is quoted with its author', () => {
  const answered = { text: 'Pode mandar?', media: undefined, sender: 'colleague' as const, agentName: 'Ana Souza' };
  const row = messageRow({ ...message, content: { ...content, attachment: undefined, answered } }, words, undefined);
  expect(row.message).toMatchObject({ quote: { author: 'Ana Souza', text: 'Pode mandar?' } });
  const own = { ...content, answered: { ...answered, sender: 'customer' as const, agentName: '' } };
  expect(messageRow({ ...message, content: own }, words, undefined).message).toMatchObject({
    quote: { author: 'Mariana' },
  });
  expect(messageRow({ ...message, sender: 'own', content: own }, words, undefined).message).toMatchObject({
    quote: { author: 'Cliente' },
  });
});

test('a template keeps its heading, its footer and its buttons; a server may leave them out', () => {
  const shown = { name: 'renovacao', header: 'Renovação', footer: 'Equipe de vendas', buttons: ['Quero renovar'] };
  const rowOf = (template: NonNullable<MessageView['content']>['template']) =>
    messageRow({ ...message, sender: 'own', content: { ...content, template } }, words, undefined).message;
  expect(rowOf(shown)).toMatchObject({ template: shown });
  expect(rowOf({ name: 'oi' })).toMatchObject({ template: { name: 'oi', header: '', footer: '', buttons: [] } });
});

const plainContent = { ...content, attachment: undefined };

test('a message shows that the customer edited or revoked it, and its reactions [BEY-166]', () => {
  const rowOf = (more: Partial<MessageView>) => messageRow({ ...message, ...more }, words, undefined).message;
  expect(rowOf({ content: { ...plainContent, edited: true } })).toMatchObject({
    text: 'Olá',
    edited: true,
    note: undefined,
  });
  expect(rowOf({ text: '', content: { ...plainContent, revoked: true } })).toMatchObject({ text: '', note: 'Apagada' });
  expect(rowOf({ content: { ...plainContent, reactions: [{ emoji: '👍' }] } })).toMatchObject({ reactions: ['👍'] });
  const answered = { text: '', media: undefined, sender: 'customer' as const, agentName: '', revoked: true };
  expect(rowOf({ content: { ...plainContent, answered } })).toMatchObject({ quote: { text: 'Apagada' } });
});

test.each<[string, Partial<MessageView>, string | undefined]>([
  ['no text', { text: '' }, 'Sem texto'],
  ['a file', { text: '', media: 'image' }, undefined],
  ['an order', { text: '', content: { ...plainContent, details: { order: { items: [] } } } }, undefined],
  ['a text', {}, undefined],
])('a message with %s shows a placeholder only where nothing else is shown [BEY-167]', (_, more, note) => {
  expect(messageRow({ ...message, ...more }, words, undefined).message).toMatchObject({ note });
});

test.each([
  ['customerSentUnsupported', 'poll_creation', '<customerSentUnsupported>: <poll_creation>'],
  ['customerAddressChanged', 'BR.2', '<customerAddressChanged>: BR.2'],
  ['customerIdentityChanged', '', '<customerIdentityChanged>'],
])('the system message %s says what it is about [BEY-167]', (systemKey, text, expected) => {
  const shown = { ...message, sender: 'system' as const, senderName: '', systemKey, line: line(systemKey), text };
  expect(messageRow(shown, words, undefined).message).toMatchObject({ kind: 'system', text: expected });
});
