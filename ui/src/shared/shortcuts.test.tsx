// Which key presses are shortcuts, and when they act.
import { fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shortcutForAria, shortcutOf, shortcutText, useShortcut, useShortcutListener } from './shortcuts';

const platform = (name: string) => vi.spyOn(navigator, 'platform', 'get').mockReturnValue(name);

afterEach(() => vi.restoreAllMocks());

const press = (init: KeyboardEventInit): KeyboardEvent => new KeyboardEvent('keydown', init);

test.each<[string, string, KeyboardEventInit, string | undefined]>([
  [
    'Alt+Shift+Q on another layout',
    'Linux x86_64',
    { code: 'KeyQ', key: 'A', altKey: true, shiftKey: true },
    'finishJob',
  ],
  [
    'AltGr, which reports Alt',
    'Win32',
    { code: 'KeyQ', altKey: true, shiftKey: true, modifierAltGraph: true },
    undefined,
  ],
  [
    'AltGr, which reports Control and Alt',
    'Win32',
    { code: 'KeyQ', altKey: true, ctrlKey: true, shiftKey: true },
    undefined,
  ],
  ['a key of an input method', 'Win32', { code: 'KeyQ', altKey: true, shiftKey: true, isComposing: true }, undefined],
  ['a repeated key', 'Win32', { code: 'KeyQ', altKey: true, shiftKey: true, repeat: true }, undefined],
  ['a key without Shift', 'Win32', { code: 'KeyQ', altKey: true }, undefined],
  ['a function key', 'MacIntel', { code: 'F8' }, 'muteCall'],
  ['a function key with Control', 'Win32', { code: 'F8', ctrlKey: true }, undefined],
  ['a function key with Alt and Shift', 'Win32', { code: 'F8', altKey: true, shiftKey: true }, undefined],
  ['an arrow', 'Win32', { code: 'ArrowDown', altKey: true, shiftKey: true }, 'nextJob'],
  ['Control+Shift on macOS', 'MacIntel', { code: 'BracketRight', ctrlKey: true, shiftKey: true }, 'nextJob'],
  ['Option+Shift on macOS', 'MacIntel', { code: 'KeyQ', altKey: true, shiftKey: true }, undefined],
])('%s', (_, os, init, expected) => {
  platform(os);
  expect(shortcutOf(press(init))).toBe(expected);
});

test('when the platform is macOS, then the tooltip names Control', () => {
  platform('MacIntel');
  expect([shortcutText('previousJob'), shortcutForAria('finishJob')]).toEqual(['⌃ ⇧ [', 'Control+Shift+Q']);
  platform('Win32');
  expect([shortcutText('previousJob'), shortcutForAria('finishJob')]).toEqual(['Alt Shift ↑', 'Alt+Shift+Q']);
  expect([shortcutText('holdCall'), shortcutForAria('holdCall')]).toEqual(['F9', 'F9']);
});

function Page({ enabled, run }: { enabled: boolean; run: (() => void) | undefined }) {
  useShortcutListener(enabled);
  useShortcut('finishJob', run);
  return null;
}

test('given a registered shortcut, when it is pressed, then it acts unless a dialog is open or the component is gone', () => {
  platform('Linux x86_64');
  const run = vi.fn();
  const keys = { code: 'KeyQ', altKey: true, shiftKey: true };
  const { rerender, unmount } = render(<Page enabled run={run} />);
  // preventDefault makes dispatchEvent return false.
  expect(fireEvent.keyDown(window, keys)).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
  rerender(<Page enabled={false} run={run} />);
  expect(fireEvent.keyDown(window, keys)).toBe(true);
  rerender(<Page enabled run={undefined} />);
  expect(fireEvent.keyDown(window, keys)).toBe(true);
  unmount();
  expect(fireEvent.keyDown(window, keys)).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
});
