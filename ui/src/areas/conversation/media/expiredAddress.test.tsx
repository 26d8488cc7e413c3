// Tests that a file with an expired address requests one new address, and is shown with it.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { MediaContent } from './MediaContent';
import type { MediaView } from './mediaViews';

beforeEach(() => startI18n('pt-BR'));
// A sound of an earlier test is paused when another one starts.
beforeEach(() => vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue());
let stopListening = (): void => undefined;
afterEach(() => {
  stopListening();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function shown(first: MediaView) {
  const onExpired = vi.fn();
  const page = (media: MediaView) => (
    <TooltipProvider>
      <MediaContent media={media} label="Mariana" onExpired={onExpired} />
    </TooltipProvider>
  );
  const { container, rerender } = render(page(first));
  const element = (): Element => {
    const found = container.querySelector('img, video, audio, a');
    if (found === null) throw new Error('no medium');
    return found;
  };
  return { onExpired, element, change: (media: MediaView) => rerender(page(media)) };
}

/** Runs a change, and waits for promises that settle immediately. */
const after = (change: () => void): Promise<void> =>
  act(() => {
    change();
    return Promise.resolve();
  });

const missing = () => screen.queryByText('Não foi possível carregar');

test.each<['image' | 'video' | 'sticker', (element: Element) => void]>([
  ['image', (element) => fireEvent.load(element)],
  ['video', (element) => fireEvent.loadedMetadata(element)],
  ['sticker', (element) => fireEvent.load(element)],
])('a refused file requests one new address until an address works: %s', (kind, loads) => {
  const { onExpired, element, change } = shown({ kind, src: '/1' });
  fireEvent.error(element());
  expect([onExpired.mock.calls.length, missing() !== null]).toEqual([1, true]);
  change({ kind, src: '/2' });
  expect([element().getAttribute('src'), missing()]).toEqual(['/2', null]);
  // The new address fails too: the file no longer exists.
  fireEvent.error(element());
  expect([onExpired.mock.calls.length, missing() !== null]).toEqual([1, true]);
  change({ kind, src: '/3' });
  loads(element());
  fireEvent.error(element());
  expect(onExpired).toHaveBeenCalledTimes(2);
});

test('a refused picture of the lightbox requests a new address', async () => {
  const { onExpired, change } = shown({ kind: 'image', src: '/1' });
  await userEvent.click(screen.getByRole('button', { name: 'Abrir Foto, Mariana' }));
  const large = () => screen.getByRole('img', { name: 'Foto, Mariana' });
  fireEvent.error(large());
  expect(onExpired).toHaveBeenCalledTimes(1);
  change({ kind: 'image', src: '/2' });
  expect(large()).toHaveAttribute('src', '/2');
});

const file = (src: string): MediaView => ({ kind: 'file', src, name: 'Proposta.pdf', bytes: 12 });
const answers = (status: number) => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status }));

/** The addresses that the browser saves: clicks whose default was not prevented. */
function savedFiles(): string[] {
  const saved: string[] = [];
  const listener = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && !event.defaultPrevented) saved.push(link.getAttribute('href') ?? '');
    // jsdom implements no navigation.
    event.preventDefault();
  };
  window.addEventListener('click', listener);
  stopListening = () => window.removeEventListener('click', listener);
  return saved;
}

test('a file is saved from an address that works', async () => {
  const fetched = answers(200);
  const saved = savedFiles();
  const { onExpired, element } = shown(file('/1'));
  await userEvent.click(element());
  await waitFor(() => expect(saved).toEqual(['/1']));
  expect([onExpired.mock.calls.length, fetched.mock.calls.length]).toEqual([0, 1]);
  // The next click asks again: the address may have expired meanwhile.
  await userEvent.click(element());
  await waitFor(() => expect(saved).toEqual(['/1', '/1']));
  expect(fetched).toHaveBeenCalledTimes(2);
});

/** The server accepts only these addresses. */
const knows = (...addresses: string[]) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((address) =>
      Promise.resolve(new Response('', { status: addresses.includes(address as string) ? 200 : 403 })),
    );

test('a refused file is saved as soon as its new address arrives, and until then its link is busy', async () => {
  knows('/2');
  const saved = savedFiles();
  const { onExpired, element, change } = shown(file('/1'));
  await userEvent.click(element());
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  expect(element()).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(element());
  expect([saved, missing(), onExpired.mock.calls.length]).toEqual([[], null, 1]);
  change(file('/2'));
  await waitFor(() => expect(saved).toEqual(['/2']));
  await waitFor(() => expect(element()).not.toHaveAttribute('aria-busy'));
});

test('a file whose new address is refused too is shown as missing, and the next click requests an address again', async () => {
  knows('/3');
  const saved = savedFiles();
  const { onExpired, element, change } = shown(file('/1'));
  await userEvent.click(element());
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  change(file('/2'));
  await waitFor(() => expect(missing()).not.toBeNull());
  await userEvent.click(element());
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(2));
  expect([saved, missing()]).toEqual([[], null]);
  change(file('/3'));
  await waitFor(() => expect(saved).toEqual(['/3']));
});

test('given no new address within 20 seconds, the file is shown as missing, and a later address saves nothing', async () => {
  vi.useFakeTimers();
  knows('/2');
  const saved = savedFiles();
  const { onExpired, element, change } = shown(file('/1'));
  await after(() => fireEvent.click(element()));
  await act(() => vi.advanceTimersByTimeAsync(19_000));
  expect([onExpired.mock.calls.length, missing()]).toEqual([1, null]);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([missing() !== null, element().getAttribute('aria-busy')]).toEqual([true, null]);
  change(file('/2'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([saved, missing()]).toEqual([[], null]);
});

test('a refused picture of the lightbox is saved from its new address, and the lightbox stays open', async () => {
  knows('/2');
  const saved = savedFiles();
  const { onExpired, change } = shown({ kind: 'image', src: '/1' });
  await userEvent.click(screen.getByRole('button', { name: 'Abrir Foto, Mariana' }));
  const link = () => screen.getByRole('link', { name: 'Baixar' });
  await userEvent.click(link());
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  expect([saved, link().getAttribute('aria-busy')]).toEqual([[], 'true']);
  change({ kind: 'image', src: '/2' });
  await waitFor(() => expect(saved).toEqual(['/2']));
});

test('without an answer the browser shows its own error for the file, and no other tab is opened', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const saved = savedFiles();
  const { onExpired, element } = shown(file('/1'));
  await userEvent.click(element());
  await waitFor(() => expect(saved).toEqual(['/1']));
  fireEvent.click(element(), { ctrlKey: true });
  expect([saved, fetched.mock.calls.length, onExpired.mock.calls.length]).toEqual([['/1', '/1'], 1, 0]);
});

const sound = (src: string): MediaView => ({ kind: 'audio', src, seconds: 5 });

test('a sound whose waveform is refused requests a new address', async () => {
  answers(403);
  const { onExpired, element, change } = shown(sound('/1'));
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  expect(missing()).not.toBeNull();
  change(sound('/2'));
  expect([element().getAttribute('src'), missing()]).toEqual(['/2', null]);
});

test('a sound that the agent started plays as soon as its new address arrives', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const played: Array<string | null> = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push(this.getAttribute('src'));
    return played.length === 1 ? Promise.reject(new DOMException('', 'NotSupportedError')) : Promise.resolve();
  });
  const { onExpired, change } = shown(sound('/1'));
  await userEvent.click(screen.getByRole('button', { name: 'Reproduzir áudio, 00:05' }));
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  await after(() => change(sound('/2')));
  expect([played, missing()]).toEqual([['/1', '/2'], null]);
  await after(() => change(sound('/3')));
  expect(played).toEqual(['/1', '/2']);
});

test('a sound that is paused before it began has not failed', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  play.mockRejectedValue(new DOMException('', 'AbortError'));
  const { onExpired } = shown(sound('/1'));
  await userEvent.click(screen.getByRole('button', { name: 'Reproduzir áudio, 00:05' }));
  await after(() => undefined);
  expect([play.mock.calls.length, onExpired.mock.calls.length, missing()]).toEqual([1, 0, null]);
});
