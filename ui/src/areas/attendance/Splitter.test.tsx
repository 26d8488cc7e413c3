import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Splitter } from './Splitter';

function draw(side: 'left' | 'right' = 'left') {
  const onMove = vi.fn();
  const onRest = vi.fn();
  const column = document.createElement('div');
  column.getBoundingClientRect = () => ({ width: 300 }) as DOMRect;
  render(
    <Splitter
      label="Largura"
      column={() => column}
      side={side}
      least={240}
      most={480}
      onMove={onMove}
      onRest={onRest}
    />,
  );
  return { splitter: screen.getByRole('separator', { name: 'Largura' }), onMove, onRest };
}

test('given a column on the left, the right arrow key makes it wider and the left one narrower', () => {
  const left = draw();
  fireEvent.keyDown(left.splitter, { key: 'ArrowRight' });
  expect(left.onRest).toHaveBeenLastCalledWith(316);
  fireEvent.keyDown(left.splitter, { key: 'ArrowLeft' });
  expect(left.onRest).toHaveBeenLastCalledWith(284);
});

test('given a column on the right, dragging to the left makes it wider', () => {
  const { splitter, onRest } = draw('right');
  fireEvent.keyDown(splitter, { key: 'ArrowLeft' });
  expect(onRest).toHaveBeenLastCalledWith(316);
});

test('the width stays between its limits; Enter or a double click restores the default', () => {
  const { splitter, onRest } = draw();
  fireEvent.keyDown(splitter, { key: 'Home' });
  expect(onRest).toHaveBeenLastCalledWith(240);
  expect(splitter).toHaveAttribute('aria-valuenow', '240');
  fireEvent.keyDown(splitter, { key: 'End' });
  expect(onRest).toHaveBeenLastCalledWith(480);
  fireEvent.keyDown(splitter, { key: 'Enter' });
  expect(onRest).toHaveBeenLastCalledWith(null);
  fireEvent.doubleClick(splitter);
  expect(onRest).toHaveBeenCalledTimes(4);
  fireEvent.keyDown(splitter, { key: 'a' });
  expect(onRest).toHaveBeenCalledTimes(4);
});
