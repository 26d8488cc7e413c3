import { expect, test } from 'vitest';
import { addMissingParts } from './missingParts';

test('a browser without ResizeObserver gets a polyfill, and other browsers keep their own', async () => {
  const old: { ResizeObserver?: unknown } = {};
  await addMissingParts(old);
  const { ResizeObserver } = await import('@juggle/resize-observer');
  expect(old.ResizeObserver).toBe(ResizeObserver);

  const own = class {};
  const newer = { ResizeObserver: own };
  await addMissingParts(newer);
  expect(newer.ResizeObserver).toBe(own);
});
