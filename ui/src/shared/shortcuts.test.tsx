// Tests of which key presses are shortcuts, and when they act.
import { fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { bindingForAria, bindingText, isUsable } from './keyBinding';
import {
  activeShortcuts,
  bindingFor,
  defaultBinding,
  goesBefore,
  shortcutNames,
  shortcutOf,
  useShortcut,
  useShortcutChoices,
  useShortcutKeys,
  useShortcutListener,
  type ShortcutName,
} from './shortcuts';

const platform = (name: string) => vi.spyOn(navigator, 'platform', 'get').mockReturnValue(name);

afterEach(() => vi.restoreAllMocks());

const shortcutText = (name: ShortcutName): string => bindingText(defaultBinding(name));
const shortcutForAria = (name: ShortcutName): string => bindingForAria(defaultBinding(name));

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
  ['Ctrl+K', 'Win32', { code: 'KeyK', key: 'k', ctrlKey: true }, 'openPalette'],
  ['Ctrl+K during AltGr', 'Win32', { code: 'KeyK', key: 'k', ctrlKey: true, altKey: true }, undefined],
  ['Ctrl+Shift+K', 'Win32', { code: 'KeyK', key: 'K', ctrlKey: true, shiftKey: true }, undefined],
  ['Command+K on macOS', 'MacIntel', { code: 'KeyK', key: 'k', metaKey: true }, 'openPalette'],
  ['Ctrl+/ on a US keyboard', 'Win32', { code: 'Slash', key: '/', ctrlKey: true }, 'openShortcutMap'],
  ['Ctrl+/ on ABNT2', 'Win32', { code: 'IntlRo', key: '/', ctrlKey: true }, 'openShortcutMap'],
  [
    'Ctrl+Shift+7, the slash of German keyboards',
    'Win32',
    { code: 'Digit7', key: '/', ctrlKey: true, shiftKey: true },
    'openShortcutMap',
  ],
  ['a key that only the key code 229 reports as composed', 'Win32', { code: 'F8', keyCode: 229 }, undefined],
  ['Option+Shift on macOS', 'MacIntel', { code: 'KeyQ', altKey: true, shiftKey: true }, undefined],
])('the pressed keys run the expected action: %s', (_, os, init, expected) => {
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

test('given a registered shortcut, when it is pressed, then its action runs unless a dialog is open or the component is unmounted', () => {
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

test('every default shortcut can be used, none is Alt+letter or Ctrl+Alt, and only a shortcut of a call may name another one whose keys it shares [BEY-051]', () => {
  for (const os of ['Win32', 'MacIntel']) {
    platform(os);
    const bindings = shortcutNames.map(defaultBinding);
    expect(bindings.filter((binding) => !isUsable(binding))).toEqual([]);
    const own = shortcutNames.filter((name) => goesBefore(name) === undefined).map(defaultBinding);
    expect(new Set(own).size).toBe(own.length);
    const shared = shortcutNames.filter((name) => goesBefore(name) !== undefined);
    expect(shared).toEqual(['transferCall', 'swapCall']);
    for (const name of shared) expect(defaultBinding(name)).toBe(defaultBinding(goesBefore(name) as ShortcutName));
  }
});

function TwoOfOneKey({ call, job }: { call: (() => void) | undefined; job: () => void }) {
  useShortcutListener(true);
  useShortcut('transferJob', job);
  useShortcut('transferCall', call);
  return null;
}

test('keys shared by a call and a conversation act on the call while it can handle them, otherwise on the conversation', () => {
  platform('Win32');
  const [call, job] = [vi.fn(), vi.fn()];
  const pressX = () => fireEvent.keyDown(window, { code: 'KeyX', altKey: true, shiftKey: true });
  const { rerender } = render(<TwoOfOneKey call={call} job={job} />);
  pressX();
  expect([call.mock.calls.length, job.mock.calls.length]).toEqual([1, 0]);
  rerender(<TwoOfOneKey call={undefined} job={job} />);
  pressX();
  expect([call.mock.calls.length, job.mock.calls.length]).toEqual([1, 1]);
});

test.each(['Alt+KeyP', 'Ctrl+Alt+KeyP', 'KeyP', 'Ctrl+KeyT', 'F5', 'AltShift+KeyA', 'AltShift+Tab', ''])(
  'the agent cannot choose %o',
  (binding) => expect(isUsable(binding)).toBe(false),
);

function ChosenPage({ keys, run }: { keys: string | undefined; run: () => void }) {
  useShortcutChoices(keys === undefined ? [] : [{ action: 'pause', keys }]);
  useShortcutListener(true);
  useShortcut('pause', run);
  return <output>{useShortcutKeys('pause').text ?? 'off'}</output>;
}

test('a changed shortcut has its new keys only, one that is switched off has none, and an unusable one keeps its default [BEY-051]', () => {
  platform('Win32');
  const run = vi.fn();
  const pressed = (code: string): boolean => !fireEvent.keyDown(window, { code, altKey: true, shiftKey: true });
  const { rerender, getByRole } = render(<ChosenPage keys="AltShift+KeyY" run={run} />);
  expect([getByRole('status').textContent, pressed('KeyP'), pressed('KeyY')]).toEqual(['Alt Shift Y', false, true]);
  rerender(<ChosenPage keys="" run={run} />);
  expect([getByRole('status').textContent, pressed('KeyP'), pressed('KeyY')]).toEqual(['off', false, false]);
  expect(activeShortcuts().map(({ name }) => name)).toEqual(['pause']);
  rerender(<ChosenPage keys="AltShift+KeyA" run={run} />);
  expect([getByRole('status').textContent, pressed('KeyP')]).toEqual(['Alt Shift P', true]);
  rerender(<ChosenPage keys={undefined} run={run} />);
  expect([bindingFor('pause'), pressed('KeyP')]).toEqual(['AltShift+KeyP', true]);
  expect(run).toHaveBeenCalledTimes(3);
});
