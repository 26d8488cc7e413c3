// The theme: the agent's choice, else the system's, else light.
import { expect, test, vi } from 'vitest';
import { applyTheme, resolveTheme } from './theme';

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
] as const)('the theme for the choice %s with a dark system (%s) is %s', (choice, systemIsDark, theme) => {
  expect(resolveTheme(choice, systemIsDark)).toBe(theme);
});

test('the theme "system" follows the operating system until another theme is chosen', () => {
  let listener: (() => void) | undefined;
  const query = {
    matches: false,
    addListener: (added: () => void) => (listener = added),
    removeListener: () => (listener = undefined),
  };
  const page = { matchMedia: vi.fn(() => query), document } as unknown as Window;
  const stop = applyTheme('system', page);
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  query.matches = true;
  listener?.();
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  stop();
  expect(listener).toBeUndefined();
});
