// The keys of the picture over the whole page.
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../../design/Tooltip';
import { startI18n } from '../../../i18n';
import { Lightbox } from './Lightbox';

beforeEach(() => startI18n('pt-BR'));

const pictures = [
  { src: '/a.png', label: 'Um' },
  { src: '/b.mp4', label: 'Dois', isFilm: true },
  { src: '/c.png', label: 'Três' },
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

test('the arrow keys show the picture before and after, and other keys none', () => {
  const onIndexChange = open(1);
  const dialog = screen.getByRole('dialog', { name: 'Dois' });
  fireEvent.keyDown(dialog, { key: 'ArrowRight' });
  expect(onIndexChange.mock.calls).toEqual([[2]]);
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' });
  expect(onIndexChange.mock.calls).toEqual([[2], [0]]);
  fireEvent.keyDown(dialog, { key: 'ArrowDown' });
  expect(onIndexChange).toHaveBeenCalledTimes(2);
});

test('the arrow keys of a film are its own, and after the last picture there is none', () => {
  const onIndexChange = open(1);
  fireEvent.keyDown(screen.getByLabelText('Dois', { selector: 'video' }), { key: 'ArrowRight' });
  expect(onIndexChange).not.toHaveBeenCalled();
  const ofLast = open(2);
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Três' }), { key: 'ArrowRight' });
  expect(ofLast).not.toHaveBeenCalled();
});
