// What every test of the interface starts from: matchers for the page, and a clean page after each test.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// With Stryker's faults compiled in, parts that are loaded on demand take longer.
if (process.env.STRYKER_MUTATOR_WORKER !== undefined) configure({ asyncUtilTimeout: 5_000 });

// jsdom has none; a test that needs its reports has its own.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// jsdom has none: no screen of a test matches. A test about a screen has its own.
if (typeof window !== 'undefined' && typeof window.matchMedia !== 'function')
  Object.assign(window, {
    matchMedia: (media: string) => ({
      media,
      matches: false,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  });

// jsdom lays nothing out and has no scrolling into view.
if (typeof Element !== 'undefined' && !('scrollIntoView' in Element.prototype))
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });

afterEach(cleanup);
