// A conversation as plain entries: authors, files by name, and no empty lines.
import type { MessageView } from 'core-wasm';
import { expect, test } from 'vitest';
import { transcriptOf, type TranscriptWords } from './transcript';

const words: TranscriptWords = {
  network: 'whatsapp',
  line: ({ key, params = {} }) => `${key} ${params.agent ?? ''}`.trim(),
  media: (media) => `<${media}>`,
  named: (kind, name) => [kind, name].filter((part) => part !== '').join(' '),
  notSent: '(não enviada)',
  unsupportedKind: (kind) => (kind === 'poll_creation' ? 'enquete' : kind),
  details: () => [{ heading: 'Pedido', lines: ['2 × x1'] }],
  ...{ revoked: 'Apagada', noText: 'Sem texto', edited: '(editada)', reactions: (emojis) => `Reação: ${emojis}` },
  ...{ bot: 'Robô', colleague: 'Equipe', customer: 'Sônia', you: 'Você' },
};

const message = (more: Partial<MessageView>): MessageView => ({
  ...{ localId: 'm1', sender: 'customer', senderName: '', senderInitials: '', senderColor: '', text: 'Olá' },
  ...{ media: undefined, time: 1, delivery: 'received', failure: undefined, systemKey: undefined, dayStart: false },
  ...{ groupStart: true, groupEnd: true, newFromHere: false, forwarded: false, busy: false },
  ...more,
});
const line = (key: string, agent = '') => ({ key, params: { agent }, fallback: undefined });
const content = {
  ...{ attachment: undefined, contactCards: [], answered: undefined, template: undefined, headerName: '' },
  ...{ bot: false, upload: undefined },
};
const textsOf = (...messages: MessageView[]) => transcriptOf(messages, words).map(({ author, text }) => [author, text]);

test('a message without a visible text is replaced by an explanation [BEY-167]', () => {
  expect(textsOf(message({ text: '' }), message({}))).toEqual([
    ['Sônia', 'Sem texto'],
    ['Sônia', 'Olá'],
  ]);
});

test('the transcript shows edited and revoked messages and reactions [BEY-166]', () => {
  const reactions = [{ emoji: '👍' }];
  expect(
    textsOf(
      message({ content: { ...content, edited: true } }),
      message({ text: '', content: { ...content, revoked: true } }),
      message({ sender: 'own', content: { ...content, reactions } }),
    ),
  ).toEqual([
    ['Sônia', 'Olá\n(editada)'],
    ['Sônia', 'Apagada'],
    ['Você', 'Olá\nReação: 👍'],
  ]);
  const answered = { text: '', media: undefined, sender: 'customer' as const, agentName: '', revoked: true };
  expect(transcriptOf([message({ content: { ...content, answered } })], words)[0]?.answered).toBe('Apagada');
});

test('the transcript contains the content that a network sends in its own form, and names content that cannot be shown [BEY-167]', () => {
  const details = { order: { items: [] } };
  const notice = message({
    sender: 'system',
    systemKey: 'customerSentUnsupported',
    line: line('unsupported'),
    text: 'poll_creation',
  });
  expect(textsOf(message({ text: 'Sem cebola', content: { ...content, details } }), notice)).toEqual([
    ['Sônia', 'Sem cebola\nPedido\n2 × x1'],
    ['', 'unsupported: enquete'],
  ]);
});

test('the author is the name of the sender or else the kind of sender, and a system line has none', () => {
  const senders = (['customer', 'own', 'colleague', 'bot'] as const).map((sender) => message({ sender }));
  const system = message({ sender: 'system', systemKey: 'joined', line: line('joined', 'Ana'), text: '' });
  expect(textsOf(...senders, message({ senderName: 'Bruno' }), system)).toEqual([
    ['Sônia', 'Olá'],
    ['Você', 'Olá'],
    ['Equipe', 'Olá'],
    ['Robô', 'Olá'],
    ['Bruno', 'Olá'],
    ['', 'joined Ana'],
  ]);
});

test('a file is named before its caption', () => {
  expect(textsOf(message({ media: 'image' }), message({ media: 'audio', text: '' }))).toEqual([
    ['Sônia', '<image>\nOlá'],
    ['Sônia', '<audio>'],
  ]);
});

test('a message that was not sent is marked, and the note of a transfer is beside its system line', () => {
  const failed = message({ sender: 'own', senderName: 'Ana', delivery: 'failed', text: 'Oi' });
  const transfer = message({ sender: 'system', systemKey: 'moved', line: line('moved', 'Ana'), text: 'Quer renovar' });
  expect(textsOf(failed, transfer)).toEqual([
    ['Ana', 'Oi\n(não enviada)'],
    ['', 'moved Ana: Quer renovar'],
  ]);
});

test('a quoted file is named before its caption', () => {
  const answered = { text: 'Segue', media: 'image', sender: 'customer', agentName: '' } as const;
  const answer = message({ content: { ...content, answered } });
  expect(transcriptOf([answer], words).map((entry) => entry.answered)).toEqual(['<image>\nSegue']);
});

test('a template has a line for its heading or file, its text, its footer and each button, without those that the server omits', () => {
  const shown = {
    name: 'renovacao',
    header: 'Renovação',
    footer: 'Equipe de vendas',
    buttons: ['Renovar', 'Agora não'],
  };
  const sent = (template: Partial<typeof shown>, more: Partial<MessageView> = {}) =>
    message({ sender: 'own', content: { ...content, template }, ...more });
  expect(
    textsOf(
      sent(shown),
      sent({ name: 'oferta', footer: 'Até sexta' }, { media: 'image', delivery: 'failed' }),
      sent({ name: 'oi' }),
    ),
  ).toEqual([
    ['Você', 'Renovação\nOlá\nEquipe de vendas\nRenovar\nAgora não'],
    ['Você', '<image>\nOlá\nAté sexta\n(não enviada)'],
    ['Você', 'Olá'],
  ]);
});
