// Tests of files in messages: each kind, the reserved box, and one sound at a time.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Bubble, type TextMessageView } from '../thread/Bubble';
import { boxOf, endingOf, type MediaView } from './mediaViews';
import { peaksOf } from '../../../core/ports/waveform';

// The part is loaded before the tests, so that none of them waits for its import.
beforeAll(() => import('./MediaContent'));
beforeEach(() => startI18n('pt-BR'));
afterEach(() => vi.restoreAllMocks());

const message: TextMessageView = {
  kind: 'text',
  id: 'm',
  sender: 'customer',
  senderName: 'Mariana',
  initials: 'M',
  color: '#B1508D',
  text: '',
  time: new Date(2026, 10, 20, 14, 20).getTime(),
};
const show = (more: Partial<TextMessageView>) =>
  render(
    <TooltipProvider>
      <Bubble message={{ ...message, ...more }} first last />
    </TooltipProvider>,
  );

const contact: MediaView = { kind: 'contacts', cards: [{ name: 'Otávio Brandão', phones: ['(11) 99120-4477'] }] };

test.each<[string, MediaView, () => Promise<HTMLElement>]>([
  ['sticker', { kind: 'sticker', src: '/s.webp' }, () => screen.findByRole('img', { name: 'Figurinha' })],
  [
    'audio',
    { kind: 'audio', src: '/a.ogg', seconds: 23 },
    () => screen.findByRole('button', { name: 'Reproduzir áudio, 00:23' }),
  ],
  [
    'image',
    { kind: 'image', src: '/i.jpg' },
    () => screen.findByRole('button', { name: 'Abrir Foto, Mariana, 14:20' }),
  ],
  [
    'video',
    { kind: 'video', src: '/v.mp4' },
    () => screen.findByRole('button', { name: 'Reproduzir Vídeo, Mariana, 14:20' }),
  ],
  [
    'file',
    { kind: 'file', src: '/f', name: 'Proposta.pdf', bytes: 1_234_567 },
    () => screen.findByRole('link', { name: 'Baixar Proposta.pdf' }),
  ],
  ['contact', contact, () => screen.findByText('(11) 99120-4477')],
  ['unsupported', { kind: 'unsupported' }, () => screen.findByText(/ainda não pode ser mostrado/)],
])('%s is shown with its caption, the forwarded mark and the quoted message [WAP-069]', async (_, media, find) => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  const onOpen = vi.fn();
  show({ media, text: 'a caption', forwarded: true, quote: { author: 'Ana', text: 'the question', onOpen } });
  expect(await find()).toBeInTheDocument();
  expect(screen.getByText('a caption')).toBeInTheDocument();
  expect(screen.getByText('Encaminhada')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Ir para a mensagem de Ana: the question' }));
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test.each([
  ['image', '', 0, 'pending', 'Foto', 'Recebendo o arquivo…'],
  ['video', 'Obra.mp4', 48_234_567, 'tooLarge', 'Obra.mp4', /maior que o limite\. Peça um arquivo menor/],
  ['file', 'jogo.exe', 0, 'notAllowed', 'jogo.exe', /não é permitido\. Peça em outro formato/],
  ['audio', '', 0, 'gone', 'Áudio', /não tem mais o arquivo\. Peça que envie de novo/],
  ['file', 'Contrato.pdf', 0, 'unreachable', 'Contrato.pdf', /não entregou o arquivo\. Peça que envie de novo/],
] as const)(
  'a file that is not there says its name, why, and what to ask for: %s %s %s %s [BEY-169]',
  async (of, name, bytes, state, shownName, reason) => {
    show({ media: { kind: 'absent', of, name, bytes, state }, text: 'a caption' });
    expect(await screen.findByText(shownName)).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(reason);
    expect(screen.getByText('a caption')).toBeInTheDocument();
    expect(screen.queryAllByText(/MB/)).toHaveLength(bytes > 0 ? 1 : 0);
    expect(screen.queryByRole('link')).toBeNull();
  },
);

test('a text message has no file, and a message of a bot or of a template is marked as such [WAP-069]', () => {
  const { unmount } = show({ sender: 'bot', senderName: 'Assistente virtual', text: 'Olá' });
  expect(screen.getByText('Assistente virtual')).toBeInTheDocument();
  unmount();
  show({
    sender: 'own',
    text: 'Olá',
    template: { name: 'renovacao', header: '', footer: '', buttons: ['Quero', 'Não'] },
  });
  expect(screen.getByText('Modelo · Renovacao')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((button) => button.textContent)).toEqual(['Quero', 'Não']);
});

test("the agent's name is above the message only if the customer sees it [WAP-070]", () => {
  const { unmount } = show({ sender: 'own', text: 'Olá', agentName: 'Juliana Costa' });
  expect(screen.getByText('Juliana Costa')).toBeInTheDocument();
  unmount();
  show({ sender: 'own', senderName: 'Juliana Costa', text: 'Olá' });
  expect(screen.queryByText('Juliana Costa')).toBeNull();
});

test('a picture opens in the lightbox, and Esc closes it', async () => {
  show({ media: { kind: 'image', src: '/i.jpg', width: 500, height: 250 } });
  const button = await screen.findByRole('button', { name: /^Abrir Foto/ });
  expect(button.getAttribute('style')).toBe('width: 236px; height: 118px;');
  await userEvent.click(button);
  expect(screen.getByRole('dialog', { name: 'Foto, Mariana, 14:20' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a picture that does not load keeps its box and shows the failure', async () => {
  show({ media: { kind: 'image', src: '/gone.jpg' } });
  const button = await screen.findByRole('button', { name: /^Abrir Foto/ });
  const image = button.querySelector('img');
  if (image === null) throw new Error('no picture');
  fireEvent.error(image);
  expect(screen.getByText('Não foi possível carregar').getAttribute('style')).toBe('width: 236px; height: 160px;');
});

test('one sound plays at a time, at the chosen speed', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.play(this);
    return Promise.resolve();
  });
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.pause(this);
  });
  show({ media: { kind: 'audio', src: '/a.ogg', seconds: 5 } });
  show({ media: { kind: 'audio', src: '/b.ogg', seconds: 9 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Reproduzir áudio, 00:05' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reproduzir áudio, 00:09' }));
  expect([
    play.mock.calls.length,
    pause.mock.instances.map((element) => (element as HTMLAudioElement).getAttribute('src')),
  ]).toEqual([2, ['/a.ogg']]);
  expect(screen.getByRole('button', { name: 'Reproduzir áudio, 00:05' })).toBeInTheDocument();
  const [speed] = screen.getAllByRole('button', { name: 'Velocidade: 1×' });
  if (speed === undefined) throw new Error('no speed');
  await userEvent.click(speed);
  // Formatted like every number (SHELL-006).
  expect(speed).toHaveAccessibleName('Velocidade: 1,5×');
  expect(speed).toHaveTextContent('1,5×');
  await userEvent.click(speed);
  expect(speed).toHaveAccessibleName('Velocidade: 2×');
});

test('each bar of the waveform is the loudest sample of its part, relative to the loudest of all', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.5, 0.25, 0, 0, 0), 3)).toEqual([1, 0.5, 0]);
  expect(peaksOf(new Float32Array(8), 2)).toEqual([0, 0]);
});

test.each([
  [{}, { width: 236, height: 160 }],
  [
    { width: 472, height: 100 },
    { width: 236, height: 50 },
  ],
  [
    { width: 100, height: 100 },
    { width: 100, height: 100 },
  ],
  [
    { width: 1000, height: 4000 },
    { width: 80, height: 280 },
  ],
])('the box of a picture of the size %j has the size %j', (size, box) => expect(boxOf(size)).toEqual(box));

test('the tile of a file shows its extension', () => {
  expect(['a.pdf', 'b.tar.gz', 'noEnding', 'c.markdown'].map(endingOf)).toEqual(['PDF', 'GZ', '', '']);
});

test('the position of a sound is set by its slider, and the sound continues there', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'));
  show({ media: { kind: 'audio', src: '/a.ogg', seconds: 60 } });
  const position = await screen.findByRole('slider', { name: 'Posição no áudio' });
  fireEvent.change(position, { target: { value: '42' } });
  expect(position).toHaveValue('42');
  expect(position).toHaveAttribute('aria-valuetext', '00:42');
  expect(document.querySelector('audio')).toHaveProperty('currentTime', 42);
});
