// The slider: which keys move it, and when its value is final.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Slider } from './Slider';

const slider = () => screen.getByRole('slider', { name: 'Volume' });

test.each([
  ['ArrowLeft', 1],
  ['PageUp', 1],
  ['End', 1],
  ['Tab', 0],
  ['Shift', 0],
])('the key %s releases the slider %i times', (key, times) => {
  const onRelease = vi.fn();
  render(<Slider label="Volume" value={50} onChange={vi.fn()} onRelease={onRelease} />);
  fireEvent.keyUp(slider(), { key });
  expect(onRelease).toHaveBeenCalledTimes(times);
});

test('a slider without a release handler can be moved by keys', () => {
  const failures: unknown[] = [];
  const note = (event: ErrorEvent): void => {
    event.preventDefault();
    failures.push(event.error);
  };
  window.addEventListener('error', note);
  try {
    const onChange = vi.fn();
    render(<Slider label="Volume" value={50} onChange={onChange} />);
    fireEvent.change(slider(), { target: { value: '55' } });
    fireEvent.keyUp(slider(), { key: 'ArrowRight' });
    expect(onChange.mock.calls).toEqual([[55]]);
    expect(failures).toEqual([]);
  } finally {
    window.removeEventListener('error', note);
  }
});
