// The keys of the picture over the whole page, and its download.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Lightbox } from './Lightbox';

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
