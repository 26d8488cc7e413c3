// Tests of files in a WhatsApp conversation: which are refused, how they are chosen, what is sent, and that nothing is
// lost (BEY-054).
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FilePlanView, JobView } from 'core-wasm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../../test/fakeCore';
import { CoreProvider } from '../../../../core/react';
import { TooltipProvider } from '../../../../design/Tooltip';
import { loadWords, startI18n } from '../../../../i18n';
import { ComposerContainer } from '../ComposerContainer';
import { Conversation } from '../../Conversation';
import { maxFileBytes, objectionTo, typeOf } from './attachments';
import { useAttachments } from './useAttachments';

beforeEach(async () => {
  await startI18n('pt-BR');
  // jsdom implements neither of the two.
  let number = 0;
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = vi.fn();
});

test.each<[string, number, string, ReturnType<typeof objectionTo>]>([
  ['photo.jpg', maxFileBytes, 'image/jpeg', undefined],
  ['photo.jpg', maxFileBytes + 1, 'image/jpeg', 'tooLarge'],
  ['plan.PDF', 1, '', undefined],
  ['sheet.xlsx', 1, 'application/x', undefined],
  ['tool.exe', 1, 'application/x-msdownload', 'wrongType'],
  ['drawing.svg', 1, 'image/svg+xml', 'wrongType'],
  ['drawing.pdf', 1, 'image/svg+xml', 'wrongType'],
  ['folder', 0, '', 'wrongType'],
  ['nothing.txt', 0, 'text/plain', 'empty'],
])('%s with %i bytes of type %j: %s [WAP-061] [WAP-062]', (name, size, type, expected) => {
  expect(objectionTo({ name, size, type })).toBe(expected);
});

test('a file whose MIME type the system does not know is sent with the type of its extension', () => {
  expect(typeOf({ name: 'Plano.DOCX', type: '' })).toMatch(/wordprocessingml\.document$/);
  expect(typeOf({ name: 'dados.csv', type: 'application/vnd.ms-excel' })).toBe('application/vnd.ms-excel');
});

/** Sends a file as a message at once, like the core. */
class SendingCore extends FakeCore {
  refuses = false;

  override dispatch(intent: Parameters<FakeCore['dispatch']>[0]): void {
    super.dispatch(intent);
    if (intent.type === 'sendMedia' && !this.refuses)
      this.set('thread:W1', Array.from({ length: this.list('thread:W1').length + 1 }));
    if ((intent.type === 'sendMessage' || intent.type === 'reply') && !this.refuses)
      this.set('draft:W1', { epoch: this.intents.length, text: '' });
  }

  /** The captions of the files that were sent, by name. */
  sent(): ReadonlyArray<readonly [string, string]> {
    return this.intents.flatMap((intent) =>
      intent.type === 'sendMedia' ? [[intent.file.name, intent.caption] as const] : [],
    );
  }
}

const job = { protocol: 'W1', channel: 'whatsapp', name: 'Mariana', composer: 'open' } as JobView;

function Desk({ protocol = 'W1' }: { protocol?: string }) {
  const { add } = useAttachments(protocol);
  return (
    <Conversation
      label="Conversa"
      channel="whatsapp"
      header={null}
      thread={<p>Mensagens</p>}
      onFiles={add}
      composer={
        <ComposerContainer
          key={protocol}
          protocol={protocol}
          job={job}
          channelLock={undefined}
          tools={{ onOpenTemplates: undefined }}
          onSent={vi.fn()}
        />
      }
    />
  );
}

function show(core: FakeCore, protocol?: string) {
  const desk = (of?: string) => (
    <CoreProvider core={core}>
      <TooltipProvider>
        <Desk {...(of === undefined ? {} : { protocol: of })} />
      </TooltipProvider>
    </CoreProvider>
  );
  const { container, rerender } = render(desk(protocol));
  return {
    open: (of: string) => rerender(desk(of)),
    choose: (...files: ReadonlyArray<File>) => {
      const input = container.querySelector<HTMLInputElement>('[data-attach]');
      if (input === null) throw new Error('no input');
      fireEvent.change(input, { target: { files } });
    },
  };
}

const slices = {
  'job:W1': job,
  'job:W2': job,
  'draft:W1': { epoch: 0, text: '' },
  'draft:W2': { epoch: 0, text: '' },
  preferences: { sendWith: 'enter' },
  channels: { items: [] },
  session: { phase: 'ready' },
};
const fileOf = (name: string, type = 'text/plain', size = 1) => {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const field = () => screen.getByRole('textbox', { name: /^Mensagem para/ });
const tray = () => screen.queryByRole('list', { name: 'Arquivos escolhidos' });
const names = () => within(tray() ?? document.body).getAllByRole('listitem');

describe('files of a conversation', () => {
  test('are added by button, paste and drop, and sent in their order with the text as the caption of the first [BEY-054]', async () => {
    const core = new SendingCore(slices);
    const { choose } = show(core);
    expect(screen.getByRole('button', { name: 'Anexar arquivo de até 5 MB' })).toBeInTheDocument();
    choose(fileOf('recado.mp3', 'audio/mpeg'), fileOf('chosen.txt'));
    fireEvent.paste(field(), { clipboardData: { files: [fileOf('pasted.png', 'image/png')], getData: () => '' } });
    const log = screen.getByText('Mensagens');
    fireEvent.dragEnter(log, { dataTransfer: { types: ['Files'] } });
    expect(screen.getByText('Solte os arquivos para anexar')).toBeInTheDocument();
    fireEvent.drop(log, { dataTransfer: { types: ['Files'], files: [fileOf('dropped.pdf', 'application/pdf')] } });
    expect(screen.queryByText('Solte os arquivos para anexar')).toBeNull();
    expect(names()).toHaveLength(4);

    await userEvent.click(screen.getByRole('button', { name: 'Remover dropped.pdf' }));
    await userEvent.type(field(), 'Segue{Enter}');
    expect(core.sent()).toEqual([
      ['recado.mp3', ''],
      ['chosen.txt', 'Segue'],
      ['pasted.png', ''],
    ]);
    expect(core.files.map(({ name }) => name)).toEqual(['recado.mp3', 'chosen.txt', 'pasted.png']);
    expect(core.intents.at(-1)).toMatchObject({ type: 'draftChanged', text: '' });
    expect(field()).toHaveValue('');
    expect(tray()).toBeNull();
  });

  test('are sent after a text message if the first file is a sound, which has no caption', async () => {
    const core = new SendingCore(slices);
    const { choose } = show(core);
    choose(fileOf('recado.mp3', 'audio/mpeg'));
    await userEvent.type(field(), 'Ouça{Enter}');
    expect(core.intents).toContainEqual({ area: 'conversation', type: 'sendMessage', protocol: 'W1', text: 'Ouça' });
    expect(core.sent()).toEqual([['recado.mp3', '']]);
  });

  test('a file that is too large is refused before the upload, and its text is kept until the file is removed [WAP-061]', async () => {
    const core = new SendingCore(slices);
    const { choose } = show(core);
    choose(fileOf('obra.mp4', 'video/mp4', maxFileBytes + 1));
    expect(screen.getByRole('alert')).toHaveTextContent('O arquivo deve ter no máximo 5 MB');
    await userEvent.type(field(), 'Veja{Enter}');
    expect(core.sent()).toEqual([]);
    expect(core.intents.filter(({ type }) => type === 'sendMessage')).toEqual([]);
    expect(field()).toHaveValue('Veja');
    expect(screen.getByRole('button', { name: 'Enviar mensagem' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Remover obra.mp4' }));
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toContainEqual({ area: 'conversation', type: 'sendMessage', protocol: 'W1', text: 'Veja' });
  });

  test('a refused file does not stop the others: they are sent with the text, and the refused one stays with its reason', async () => {
    const core = new SendingCore(slices);
    const { choose } = show(core);
    choose(fileOf('obra.mp4', 'video/mp4', maxFileBytes + 1), fileOf('planta.pdf', 'application/pdf'));
    expect(screen.getByRole('button', { name: 'Enviar mensagem' })).not.toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(field(), 'Veja{Enter}');
    expect(core.sent()).toEqual([['planta.pdf', 'Veja']]);
    expect(names().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('obra.mp4O arquivo deve ter no máximo 5 MB'),
    ]);
    await userEvent.keyboard('{Enter}');
    expect(core.sent()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Remover obra.mp4' }));
  });

  test('a file that the network does not accept is refused with the accepted types, and its text is kept [BEY-170]', async () => {
    const core = new SendingCore(slices);
    const key = 'whatsapp.outgoing.typesOfWhatsApp';
    core.plans.set('application/zip', { kind: 'refused', reason: { key, params: {}, fallback: undefined } });
    await loadWords('whatsapp');
    const { choose } = show(core);
    choose(fileOf('contratos.zip', 'application/zip'));
    expect(screen.getByRole('alert')).toHaveTextContent(/^O WhatsApp aceita imagens JPEG e PNG/);
    await userEvent.type(field(), 'Segue{Enter}');
    expect(core.sent()).toEqual([]);
    expect(field()).toHaveValue('Segue');
    await userEvent.click(screen.getByRole('button', { name: 'Remover contratos.zip' }));
    expect(tray()).toBeNull();
  });

  test.each<[string, FilePlanView, string]>([
    ['foto.gif', { kind: 'converted' }, '1 B, será convertido ao enviar'],
    ['foto.webp', { kind: 'asDocument' }, '1 B, vai como documento'],
    ['foto.png', { kind: 'asItIs' }, '1 B'],
  ])('the tray says whether %s is converted, and the file is sent [BEY-170]', async (name, plan, detail) => {
    const core = new SendingCore(slices);
    const type = `image/${name.slice(5)}`;
    core.plans.set(type, plan);
    const { choose } = show(core);
    choose(fileOf(name, type));
    expect(names()[0]).toHaveTextContent(`${name}${detail}`);
    await userEvent.type(field(), '{Enter}');
    expect(core.sent()).toEqual([[name, '']]);
  });

  test('given chosen files, when the agent leaves the page, then the browser asks first, and not after the last is removed [BEY-003]', async () => {
    const leavingAsks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const core = new SendingCore(slices);
    const { choose } = show(core);
    choose(fileOf('a.pdf', 'application/pdf'), fileOf('b.pdf', 'application/pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'Remover a.pdf' }));
    expect(leavingAsks()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Remover b.pdf' }));
    expect(leavingAsks()).toBe(false);
    choose(fileOf('c.pdf', 'application/pdf'));
    act(() => core.set('session', { phase: 'signedOut' }));
    expect(leavingAsks()).toBe(false);
  });

  test('a picture that the browser cannot decode has the tile of a file', () => {
    const { choose } = show(new SendingCore(slices));
    choose(fileOf('foto.heic', 'image/heic'), fileOf('plan.pdf', 'application/pdf'));
    const [picture, plan] = names();
    const image = picture?.querySelector('img');
    if (image == null) throw new Error('no preview');
    fireEvent.error(image);
    expect(picture?.querySelector('img')).toBeNull();
    const tileOf = (item?: HTMLElement) => item?.querySelector('.tile')?.outerHTML;
    expect(tileOf(picture)).toBeDefined();
    expect(tileOf(picture)).toBe(tileOf(plan));
  });

  test('a file that the core refuses stays in the tray, and its caption in the composer', async () => {
    const core = new SendingCore(slices);
    core.refuses = true;
    const { choose } = show(core);
    choose(fileOf('a.pdf', 'application/pdf'), fileOf('b.pdf', 'application/pdf'));
    await userEvent.type(field(), 'Segue{Enter}');
    expect(core.sent()).toEqual([['a.pdf', 'Segue']]);
    expect(names()).toHaveLength(2);
    expect(field()).toHaveValue('Segue');
  });

  test('each attendance keeps its own chosen files until the session ends', () => {
    const core = new SendingCore(slices);
    const { choose, open } = show(core, 'W1');
    choose(fileOf('chosen.txt'));
    open('W2');
    expect(tray()).toBeNull();
    open('W1');
    expect(names()).toHaveLength(1);
    act(() => core.set('session', { phase: 'signedOut' }));
    expect(tray()).toBeNull();
  });

  test('an image that is pasted with its text is pasted as text', () => {
    show(new SendingCore(slices));
    fireEvent.paste(field(), { clipboardData: { files: [fileOf('cell.png')], getData: () => 'R$ 10,00' } });
    expect(tray()).toBeNull();
  });

  test('a file that is dropped beside the conversation does not replace the page', () => {
    show(new SendingCore(slices));
    const dropped = fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [fileOf('a.txt')] } });
    expect(dropped).toBe(false);
    expect(tray()).toBeNull();
  });
});
