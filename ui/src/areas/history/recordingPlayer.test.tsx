// The player of a recording: it is closed until the supervisor asks for it, and keys move its position.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryRecordingView } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { Recordings } from './RecordingPlayer';

const recording: HistoryRecordingView = {
  ...{ id: 'r1', beganAt: new Date(2026, 10, 19, 13, 12).getTime(), end: 'complete', pauses: 0 },
  ...{ state: 'closed', sound: '', waveform: '' },
};
const opened: HistoryRecordingView = { ...recording, state: 'ready', sound: '/api/sound', waveform: '/api/waveform' };

const fetched = vi.fn<(address: string) => Promise<Response>>();
const play = vi.fn(() => Promise.resolve());
const pause = vi.fn();

beforeEach(async () => {
  await startI18n('pt-BR');
  const answer = { seconds: 100, customer: [0, 100], company: [50, 0] };
  fetched.mockReset().mockImplementation(() => Promise.resolve(new Response(JSON.stringify(answer))));
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  play.mockClear();
});

function show(...recordings: HistoryRecordingView[]) {
  const onPlay = vi.fn();
  const { container } = render(
    <TooltipProvider>
      <Recordings recordings={recordings} onPlay={onPlay} />
    </TooltipProvider>,
  );
  return { onPlay, container };
}

test('[BEY-138] nothing is loaded before the supervisor asks for it, which is said to be noted', async () => {
  const { onPlay, container } = show(recording);
  expect(container.querySelector('audio')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
  expect(screen.getByText('Cada reprodução fica registrada na auditoria')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ouvir a gravação das 13:12' }));
  expect(onPlay.mock.calls).toEqual([['r1']]);
});

test('[BEY-138] an opened recording has a line for each channel and is played and paused', async () => {
  const { container } = show(opened);
  expect(screen.getByText('Cliente')).toBeVisible();
  expect(screen.getByText('Empresa')).toBeVisible();
  await screen.findByText('00:00 / 01:40');
  const lines = Array.from(container.querySelectorAll('path[vector-effect]'), (path) => path.getAttribute('d'));
  expect(lines).toEqual(['M0 11.5v1M1 0v24', 'M0 6v12M1 11.5v1']);
  await userEvent.click(screen.getByRole('button', { name: 'Reproduzir a gravação' }));
  expect(play).toHaveBeenCalledOnce();
  fireEvent.play(container.querySelector('audio') as HTMLAudioElement);
  await userEvent.click(screen.getByRole('button', { name: 'Pausar a reprodução' }));
  expect(pause).toHaveBeenCalledOnce();
});

test('[BEY-138] arrow keys move the position by five seconds, within the recording', async () => {
  const { container } = show(opened);
  await screen.findByText('00:00 / 01:40');
  const position = screen.getByRole('slider', { name: 'Posição na gravação' });
  const audio = container.querySelector('audio') as HTMLAudioElement;
  fireEvent.keyDown(position, { key: 'ArrowLeft' });
  expect(audio.currentTime).toBe(0);
  fireEvent.keyDown(position, { key: 'ArrowRight' });
  expect(audio.currentTime).toBe(5);
  expect(position).toHaveAttribute('aria-valuetext', '00:05 de 01:40');
  fireEvent.change(position, { target: { value: '98' } });
  fireEvent.keyDown(position, { key: 'ArrowUp' });
  expect(audio.currentTime).toBe(100);
});

test('[BEY-138] a sound that cannot be loaded is said, and trying again is another playback', async () => {
  const { onPlay, container } = show(opened);
  fireEvent.error(container.querySelector('audio') as HTMLAudioElement);
  expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível abrir a gravação');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onPlay.mock.calls).toEqual([['r1']]);
});

test.each([
  ['open', 'A ligação ainda está em andamento'],
  ['interrupted', 'O servidor parou durante a ligação: faltam os últimos segundos'],
  ['stopped', 'A gravação parou antes do fim da ligação'],
] as const)('[BEY-138] a recording that is not complete says why: %s', async (end, text) => {
  show({ ...recording, end, pauses: 2 });
  await waitFor(() => expect(screen.getByText(text)).toBeVisible());
  expect(screen.getByText('2 pausas sem som')).toBeVisible();
});
