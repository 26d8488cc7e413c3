// Tests of sending with a quote, with a caption and with several files; refused texts and files stay. Tray and field:
// attachments/attachments.test.tsx.
import { act, render } from '@testing-library/react';
import type { DraftView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../test/fakeCore';
import { openJob } from '../../../../test/whatsappDesk';
import { CoreProvider } from '../../../core/react';
import { useAttachments } from './attachments/useAttachments';
import { useComposing, type Composing } from './composing';
import { useSending, type Sending } from './useSending';

beforeEach(() => {
  // jsdom implements neither of the two.
  let number = 0;
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = vi.fn();
});

/** A core that accepts texts, and files unless they are refused by name. */
class SendingCore extends FakeCore {
  refusesText = false;
  refusedFile = '';

  override dispatch(intent: Parameters<FakeCore['dispatch']>[0]): void {
    super.dispatch(intent);
    if (intent.type === 'sendMedia' && intent.file.name !== this.refusedFile) {
      if (intent.answered !== '') this.answer(undefined);
      this.set('thread:W1', [...Array.from({ length: this.list('thread:W1').length }, () => 'm'), 'm']);
    }
    if ((intent.type === 'sendMessage' || intent.type === 'reply') && !this.refusesText)
      this.set('draft:W1', { epoch: 1, text: '', answered: undefined });
  }

  /** The draft answers this message. */
  answer(answered: string | undefined): void {
    this.set('draft:W1', { ...this.snapshot<DraftView>('draft:W1'), answered });
  }

  /** The sent texts, and files with their captions, in order. */
  sent(): ReadonlyArray<string> {
    return this.intents.flatMap((intent) => {
      if (intent.type === 'sendMessage') return [intent.text];
      if (intent.type === 'reply') return [`${intent.text} → ${intent.answered}`];
      if (intent.type !== 'sendMedia') return [];
      const quoted = intent.answered === '' ? '' : ` → ${intent.answered}`;
      return [`[${intent.file.name}] ${intent.caption}`.trim() + quoted];
    });
  }
}

const files: Readonly<Record<string, string>> = {
  'photo.png': 'image/png',
  'plan.pdf': 'application/pdf',
  'voice.ogg': 'audio/ogg',
};

interface Prepared {
  answered?: string;
  names?: ReadonlyArray<keyof typeof files>;
}

function bench({ answered, names = [] }: Prepared = {}) {
  const core = new SendingCore({
    session: { phase: 'ready' },
    'job:W1': openJob,
    'draft:W1': { epoch: 0, text: 'Segue', answered },
  });
  const now: { sending?: Sending; composing?: Composing } = {};
  let prepare: () => void = () => undefined;
  function Part() {
    now.sending = useSending('W1');
    const composing = useComposing('W1');
    now.composing = composing;
    const { add } = useAttachments('W1');
    prepare = () => {
      add(names.map((name) => new File(['x'], name, { type: files[name] ?? '' })));
    };
    return null;
  }
  render(
    <CoreProvider core={core}>
      <Part />
    </CoreProvider>,
  );
  act(() => prepare());
  return {
    core,
    send: <Result,>(how: (sending: Sending) => Result): Result | undefined => {
      let result: Result | undefined;
      act(() => {
        result = now.sending && how(now.sending);
      });
      return result;
    },
    answered: () => core.snapshot<DraftView>('draft:W1').answered,
    left: () => now.composing?.files.map(({ file }) => file.name),
  };
}

test('a text with a quote is an answer, and the next text is a plain message', () => {
  const { core, send, answered } = bench({ answered: 'm7' });
  send(({ sendText }) => sendText('Três dias'));
  expect(core.intents).toEqual([
    { area: 'conversation', type: 'reply', protocol: 'W1', text: 'Três dias', answered: 'm7' },
  ]);
  expect(answered()).toBeUndefined();
  send(({ sendText }) => sendText('Mais algo?'));
  expect(core.sent()).toEqual(['Três dias → m7', 'Mais algo?']);
});

test('an answer that the core refuses keeps its quote', () => {
  const { core, send, answered } = bench({ answered: 'm7' });
  core.refusesText = true;
  send(({ sendText }) => sendText('Três dias'));
  expect(core.sent()).toEqual(['Três dias → m7']);
  expect(answered()).toBe('m7');
});

test.each<[string, Prepared, string, ReadonlyArray<string>, boolean]>([
  ['a file with its caption', { names: ['photo.png'] }, 'Segue', ['[photo.png] Segue'], true],
  ['a file alone', { names: ['photo.png'] }, ' ', ['[photo.png]'], false],
  [
    'several files: the first that takes a caption has it',
    { names: ['voice.ogg', 'plan.pdf', 'photo.png'] },
    'Segue',
    ['[voice.ogg]', '[plan.pdf] Segue', '[photo.png]'],
    true,
  ],
  ['a sound: the text goes before it', { names: ['voice.ogg'] }, 'Ouça', ['Ouça', '[voice.ogg]'], false],
  [
    'a file with a quote: the caption is the answer',
    { names: ['photo.png'], answered: 'm7' },
    'Segue',
    ['[photo.png] Segue → m7'],
    true,
  ],
  [
    'files with a quote: it goes with the caption',
    { names: ['voice.ogg', 'photo.png', 'plan.pdf'], answered: 'm7' },
    'Segue',
    ['[voice.ogg]', '[photo.png] Segue → m7', '[plan.pdf]'],
    true,
  ],
  [
    'files with a quote alone',
    { names: ['voice.ogg', 'plan.pdf'], answered: 'm7' },
    '',
    ['[voice.ogg] → m7', '[plan.pdf]'],
    false,
  ],
  [
    'a sound with a quote: the text is the answer',
    { names: ['voice.ogg'], answered: 'm7' },
    'Segue',
    ['Segue → m7', '[voice.ogg]'],
    false,
  ],
])('text, files and quote become messages: %s', (_, prepared, text, expected, isCaption) => {
  const { core, send, left } = bench(prepared);
  expect(send(({ sendFiles }) => sendFiles(text))).toBe(isCaption);
  expect(core.sent()).toEqual(expected);
  expect(left()).toEqual([]);
  // A caption leaves the composer; the core empties the draft of a text itself.
  expect(core.intents.filter(({ type }) => type === 'draftChanged')).toHaveLength(isCaption ? 1 : 0);
});

test('a file is sent with its handle, type, size and its address in the page', () => {
  const { core, send } = bench({ names: ['plan.pdf'] });
  send(({ sendFiles }) => sendFiles('Segue'));
  const file = {
    handle: 'file-1',
    name: 'plan.pdf',
    mimetype: 'application/pdf',
    size: 1,
    url: 'blob:1',
    recorded: false,
  };
  expect(core.intents[0]).toEqual({
    area: 'conversation',
    type: 'sendMedia',
    protocol: 'W1',
    file,
    caption: 'Segue',
    answered: '',
  });
});

test.each<[string, Prepared]>([
  ['plain', { names: ['voice.ogg'] }],
  ['with a quote', { names: ['voice.ogg'], answered: 'm7' }],
])('a refused text (%s) keeps the files that belong after it', (_, prepared) => {
  const { core, send, left } = bench(prepared);
  core.refusesText = true;
  expect(send(({ sendFiles }) => sendFiles('Segue'))).toBe(false);
  expect(core.intents).toHaveLength(1);
  expect(left()).toEqual(prepared.names);
});

test('a refused file and the files after it stay, and the files before it are sent', () => {
  const { core, send, left } = bench({ names: ['photo.png', 'plan.pdf', 'voice.ogg'] });
  core.refusedFile = 'plan.pdf';
  send(({ sendFiles }) => sendFiles(''));
  expect(core.sent()).toEqual(['[photo.png]', '[plan.pdf]']);
  expect(left()).toEqual(['plan.pdf', 'voice.ogg']);
});

test('the caption of a refused file stays in the composer', () => {
  const { core, send, left } = bench({ names: ['plan.pdf'] });
  core.refusedFile = 'plan.pdf';
  expect(send(({ sendFiles }) => sendFiles('Segue'))).toBe(false);
  expect(left()).toEqual(['plan.pdf']);
  expect(core.intents.filter(({ type }) => type === 'draftChanged')).toEqual([]);
});

test('a network without captions gets the text as a message before the files [BEY-170]', () => {
  const { core, send, left } = bench({ names: ['photo.png'] });
  core.set('draft:W1', { epoch: 0, text: 'Segue', noCaption: true });
  send(({ sendFiles }) => sendFiles('Segue'));
  expect([core.sent(), left()]).toEqual([['Segue', '[photo.png]'], []]);
});

test('a recording is marked as one [BEY-170]', () => {
  const { core, send } = bench();
  const file = new File(['x'], 'audio.webm', { type: 'audio/webm' });
  expect(send(({ sendRecording }) => sendRecording({ file, address: 'blob:1' }))).toBe(true);
  expect(core.intents).toMatchObject([{ type: 'sendMedia', file: { name: 'audio.webm', recorded: true } }]);
});
