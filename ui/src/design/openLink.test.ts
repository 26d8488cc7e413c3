// Tests of which clicks on a link stay inside the application.
import type { MouseEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { openLink } from './openLink';

function clicked(more: Partial<MouseEvent>) {
  const open = vi.fn();
  const preventDefault = vi.fn();
  const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false };
  openLink(open)({ ...plain, preventDefault, ...more } as Partial<MouseEvent> as MouseEvent);
  return [open.mock.calls.length, preventDefault.mock.calls.length];
}

test('a plain click opens the link inside the application', () => {
  expect(clicked({})).toEqual([1, 1]);
});

test.each([
  { button: 1 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
  { defaultPrevented: true },
])('a click with %o is left to the browser', (more) => {
  expect(clicked(more)).toEqual([0, 0]);
});
