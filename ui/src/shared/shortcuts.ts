// The keyboard shortcuts of the workspace (design: ui §5). Keys are matched by event.code, so they do not depend on the keyboard layout; Alt+Shift is
// Control+Shift on macOS. A component registers what a shortcut does with useShortcut; buttons show the keys in their tooltips.
import { useEffect, useRef } from 'react';

interface Keys {
  code: string;
  /** On the key. */
  key: string;
}

interface Shortcut extends Keys {
  /** Where macOS needs another key. */
  mac?: Keys;
  /** A function key, pressed alone. */
  alone?: true;
}

export const shortcuts = {
  finishJob: { code: 'KeyQ', key: 'Q' },
  toggleDetails: { code: 'KeyD', key: 'D' },
  pause: { code: 'KeyP', key: 'P' },
  searchJobs: { code: 'KeyF', key: 'F' },
  nextJob: { code: 'ArrowDown', key: '↓', mac: { code: 'BracketRight', key: ']' } },
  answerCall: { code: 'F2', key: 'F2', alone: true },
  declineCall: { code: 'KeyR', key: 'R' },
  muteCall: { code: 'F8', key: 'F8', alone: true },
  holdCall: { code: 'F9', key: 'F9', alone: true },
  hangUpCall: { code: 'KeyE', key: 'E' },
  newAttendance: { code: 'KeyN', key: 'N' },
  openKeypad: { code: 'KeyK', key: 'K' },
  previousJob: { code: 'ArrowUp', key: '↑', mac: { code: 'BracketLeft', key: '[' } },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

const names = Object.keys(shortcuts) as ReadonlyArray<ShortcutName>;
const isMac = (): boolean => /^Mac/.test(navigator.platform);

function keysOf(name: ShortcutName): Keys {
  const shortcut: Shortcut = shortcuts[name];
  return isMac() ? (shortcut.mac ?? shortcut) : shortcut;
}

function isAlone(name: ShortcutName): boolean {
  const shortcut: Shortcut = shortcuts[name];
  return shortcut.alone === true;
}

/** As a tooltip shows it. */
export function shortcutText(name: ShortcutName): string {
  const { key } = keysOf(name);
  return isAlone(name) ? key : `${isMac() ? '⌃ ⇧' : 'Alt Shift'} ${key}`;
}

/** For aria-keyshortcuts. */
export function shortcutForAria(name: ShortcutName): string {
  const { key } = keysOf(name);
  return isAlone(name) ? key : `${isMac() ? 'Control' : 'Alt'}+Shift+${key}`;
}

const handlers = new Map<ShortcutName, () => void>();

/** `run` is called when the shortcut is pressed while the component is mounted; undefined while it does nothing. */
export function useShortcut(name: ShortcutName, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  const isActive = run !== undefined;
  useEffect(() => {
    if (!isActive) return undefined;
    const handler = (): void => latest.current?.();
    handlers.set(name, handler);
    return () => {
      if (handlers.get(name) === handler) handlers.delete(name);
    };
  }, [name, isActive]);
}

/** The one key listener of the workspace; off while a dialog is open. */
export function useShortcutListener(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const press = (event: KeyboardEvent): void => {
      const name = shortcutOf(event);
      const handler = name === undefined ? undefined : handlers.get(name);
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isEnabled]);
}

/** AltGr reports Alt on some systems, and an input method uses keys of its own: neither is a shortcut. */
export function shortcutOf(event: KeyboardEvent): ShortcutName | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.getModifierState('AltGraph'))
    return undefined;
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!altKey && !ctrlKey && !metaKey && !shiftKey)
    return names.find((name) => isAlone(name) && keysOf(name).code === event.code);
  const modifier = isMac() ? ctrlKey && !altKey : altKey && !ctrlKey;
  if (!modifier || !shiftKey || metaKey) return undefined;
  return names.find((name) => !isAlone(name) && keysOf(name).code === event.code);
}
