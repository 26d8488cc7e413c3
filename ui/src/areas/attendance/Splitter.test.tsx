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

test('the arrow keys make the column on its left wider and narrower, and that on its right the other way round', () => {
  const left = draw();
  fireEvent.keyDown(left.splitter, { key: 'ArrowRight' });
  expect(left.onRest).toHaveBeenLastCalledWith(316);
  fireEvent.keyDown(left.splitter, { key: 'ArrowLeft' });
  expect(left.onRest).toHaveBeenLastCalledWith(284);
});

test('a column on its right grows to the left', () => {
  const { splitter, onRest } = draw('right');
  fireEvent.keyDown(splitter, { key: 'ArrowLeft' });
  expect(onRest).toHaveBeenLastCalledWith(316);
});

test('the ends are kept, and Enter or a double click takes the usual width', () => {
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
