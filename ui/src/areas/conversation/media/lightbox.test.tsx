// Tests of the keys of the picture over the whole page, and of its download.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Lightbox } from './Lightbox';
import { MediaContent } from './MediaContent';
import { PicturesOfThreadContext } from './picturesOfThread';

beforeEach(() => startI18n('pt-BR'));
afterEach(() => vi.restoreAllMocks());

const pictures = [
  { id: 'a', src: '/a.png', label: 'Um' },
  { id: 'b', src: '/b.mp4', label: 'Dois', isFilm: true },
  { id: 'c', src: '/c.png', label: 'Três' },
];

function open(index: number) {
  const onIndexChange = vi.fn();
  render(
    <TooltipProvider>
      <Lightbox pictures={pictures} index={index} onIndexChange={onIndexChange} onClose={() => undefined} />
    </TooltipProvider>,
  );
  return onIndexChange;
}

test('the arrow keys show the previous and the next picture, and other keys change nothing', () => {
  const onIndexChange = open(1);
  const dialog = screen.getByRole('dialog', { name: 'Dois' });
  fireEvent.keyDown(dialog, { key: 'ArrowRight' });
  expect(onIndexChange.mock.calls).toEqual([[2]]);
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' });
  expect(onIndexChange.mock.calls).toEqual([[2], [0]]);
  fireEvent.keyDown(dialog, { key: 'ArrowDown' });
  expect(onIndexChange).toHaveBeenCalledTimes(2);
});

test('in a video the arrow keys move its position, and after the last picture they change nothing', () => {
  const onIndexChange = open(1);
  fireEvent.keyDown(screen.getByLabelText('Dois', { selector: 'video' }), { key: 'ArrowRight' });
  expect(onIndexChange).not.toHaveBeenCalled();
  const ofLast = open(2);
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Três' }), { key: 'ArrowRight' });
  expect(ofLast).not.toHaveBeenCalled();
});

const transform = () => screen.getByRole<HTMLImageElement>('img').style.transform;
const key = (name: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key: name });

test('[BEY-157] + and − change the size of the picture, R rotates it, and the next picture begins unchanged', () => {
  const page = (index: number) => (
    <TooltipProvider>
      <Lightbox pictures={pictures} index={index} onClose={() => undefined} />
    </TooltipProvider>
  );
  const { rerender } = render(page(0));
  expect(transform()).toBe('');
  key('+');
  expect(transform()).toBe('translate(0px, 0px) rotate(0deg) scale(1.5)');
  key('r');
  expect(transform()).toBe('translate(0px, 0px) rotate(90deg) scale(1)');
  key('=');
  key('+');
  key('-');
  expect(transform()).toBe('translate(0px, 0px) rotate(90deg) scale(1.5)');
  rerender(page(2));
  expect(transform()).toBe('');
});

test('[BEY-157] size and rotation have buttons, which are disabled at the smallest and the largest size, and a video has none', () => {
  open(0);
  expect(screen.getByRole('button', { name: 'Reduzir' })).toHaveAttribute('aria-disabled', 'true');
  for (let step = 0; step < 9; step += 1) fireEvent.click(screen.getByRole('button', { name: 'Ampliar' }));
  expect(screen.getByRole('button', { name: 'Ampliar' })).toHaveAttribute('aria-disabled', 'true');
  expect(transform()).toContain('scale(4)');
  for (let turn = 0; turn < 4; turn += 1) fireEvent.click(screen.getByRole('button', { name: 'Girar' }));
  expect(transform()).toBe('');
  cleanup();
  open(1);
  expect(screen.queryByRole('button', { name: 'Ampliar' })).toBeNull();
});

test('[BEY-157] an enlarged picture is moved by dragging, one that fits is not', () => {
  open(0);
  const picture = screen.getByRole('img');
  picture.setPointerCapture = vi.fn();
  const drag = () => {
    // jsdom's pointer events have no coordinates.
    const at = (type: string, clientX: number, clientY: number) =>
      fireEvent(picture, new MouseEvent(type, { bubbles: true, clientX, clientY }));
    at('pointerdown', 10, 10);
    at('pointermove', 40, 5);
    at('pointerup', 40, 5);
  };
  drag();
  expect(transform()).toBe('');
  key('+');
  drag();
  expect(transform()).toBe('translate(30px, -5px) rotate(0deg) scale(1.5)');
});

test('[BEY-157] a picture of the thread opens among the pictures of its conversation, and alone if it is not one of them', () => {
  const open = (src: string) => {
    render(
      <TooltipProvider>
        <PicturesOfThreadContext value={() => pictures}>
          <MediaContent media={{ kind: 'image', src }} label="Mariana" />
        </PicturesOfThreadContext>
      </TooltipProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: /^Abrir/ }));
  };
  open('/c.png');
  expect(screen.getByText('3 de 3')).toBeInTheDocument();
  key('ArrowLeft');
  expect(screen.getByRole('dialog', { name: 'Dois' })).toBeInTheDocument();
  cleanup();
  open('/other.png');
  expect(screen.getByRole('dialog', { name: /Mariana/ })).toBeInTheDocument();
  expect(screen.queryByText(/ de /)).toBeNull();
});

test('[BEY-157] the whole name of the picture is in the tooltip of its title', () => {
  open(0);
  expect(screen.getByRole('heading', { name: 'Um' })).toHaveAttribute('title', 'Um');
});

test('a download that waits for a new address is cancelled by another picture, and a file without an address is named as missing', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }));
  const onExpired = vi.fn();
  const page = (index: number) => (
    <TooltipProvider>
      <Lightbox
        pictures={pictures.map((picture) => (picture.id === 'a' ? { ...picture, onExpired } : picture))}
        index={index}
        onClose={() => undefined}
      />
    </TooltipProvider>
  );
  const { rerender } = render(page(0));
  const link = () => screen.getByRole('link', { name: 'Baixar' });
  fireEvent.click(link());
  await waitFor(() => expect(onExpired).toHaveBeenCalledTimes(1));
  rerender(page(1));
  expect(link()).not.toHaveAttribute('aria-busy');
  fireEvent.click(link());
  expect(await screen.findByText('Não foi possível carregar')).toBeInTheDocument();
});
