// The keyboard shortcuts of the workspace (design: ui §5): the one registry of actions and their keys. A component registers what a shortcut does with
// useShortcut; buttons show the keys in their tooltips. The agent may change a shortcut or switch it off (BEY-051).
import type { ShortcutChoice } from 'core-wasm';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { bindingForAria, bindingOf, bindingText, isMac, isUsable, type Binding } from './keyBinding';

export type ShortcutGroup = 'general' | 'jobs' | 'conversation' | 'call' | 'pages';

interface Shortcut {
  group: ShortcutGroup;
  binding: Binding;
  /** Keys for macOS, if the shortcut needs other keys there. */
  mac?: Binding;
  /** A control of an established call, which also acts while a dialog is open. */
  actsUnderDialog?: true;
  /** The shortcut with the same keys, which acts while the call has no use for them. */
  goesBefore?: string;
}

/** Shortcuts in the order of the map. */
export const shortcuts = {
  openPalette: { group: 'general', binding: 'Ctrl+KeyK' },
  openShortcutMap: { group: 'general', binding: 'Ctrl+Slash' },
  pause: { group: 'general', binding: 'AltShift+KeyP' },
  channelStatus: { group: 'general', binding: 'AltShift+KeyS' },
  openNotifications: { group: 'general', binding: 'AltShift+KeyO' },
  newAttendance: { group: 'jobs', binding: 'AltShift+KeyN' },
  newConversation: { group: 'jobs', binding: 'AltShift+KeyW' },
  searchJobs: { group: 'jobs', binding: 'AltShift+KeyF' },
  nextJob: { group: 'jobs', binding: 'AltShift+ArrowDown', mac: 'AltShift+BracketRight' },
  previousJob: { group: 'jobs', binding: 'AltShift+ArrowUp', mac: 'AltShift+BracketLeft' },
  nextUnread: { group: 'jobs', binding: 'AltShift+KeyU' },
  finishJob: { group: 'conversation', binding: 'AltShift+KeyQ' },
  transferJob: { group: 'conversation', binding: 'AltShift+KeyX' },
  snoozeJob: { group: 'conversation', binding: 'AltShift+Comma' },
  focusComposer: { group: 'conversation', binding: 'AltShift+KeyC' },
  focusLog: { group: 'conversation', binding: 'AltShift+KeyL' },
  toggleNote: { group: 'conversation', binding: 'AltShift+Period' },
  searchConversation: { group: 'conversation', binding: 'AltShift+KeyG' },
  openMedia: { group: 'conversation', binding: 'AltShift+KeyM' },
  toggleDetails: { group: 'conversation', binding: 'AltShift+KeyD' },
  answerCall: { group: 'call', binding: 'F2' },
  declineCall: { group: 'call', binding: 'AltShift+KeyR' },
  muteCall: { group: 'call', binding: 'F8', actsUnderDialog: true },
  holdCall: { group: 'call', binding: 'F9', actsUnderDialog: true },
  // The keypad is below dialogs.
  openKeypad: { group: 'call', binding: 'AltShift+KeyK' },
  hangUpCall: { group: 'call', binding: 'AltShift+KeyE', actsUnderDialog: true },
  transferCall: { group: 'call', binding: 'AltShift+KeyX', goesBefore: 'transferJob' },
  conferenceCall: { group: 'call', binding: 'AltShift+KeyJ' },
  swapCall: { group: 'call', binding: 'AltShift+KeyG', goesBefore: 'searchConversation', actsUnderDialog: true },
  cancelTransfer: { group: 'call', binding: 'AltShift+KeyZ', actsUnderDialog: true },
  page1: { group: 'pages', binding: 'AltShift+Digit1' },
  page2: { group: 'pages', binding: 'AltShift+Digit2' },
  page3: { group: 'pages', binding: 'AltShift+Digit3' },
  page4: { group: 'pages', binding: 'AltShift+Digit4' },
  page5: { group: 'pages', binding: 'AltShift+Digit5' },
  page6: { group: 'pages', binding: 'AltShift+Digit6' },
  page7: { group: 'pages', binding: 'AltShift+Digit7' },
  page8: { group: 'pages', binding: 'AltShift+Digit8' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

export const shortcutNames = Object.keys(shortcuts) as ReadonlyArray<ShortcutName>;

/** Shortcuts of the rail's entries, from top to bottom. */
export const pageShortcuts = shortcutNames.filter((name) => shortcuts[name].group === 'pages');

/** The agent's own bindings; null: switched off. */
let chosen: ReadonlyMap<string, Binding | null> = new Map();
const listeners = new Set<() => void>();

/** Applies the agent's choices; a forbidden binding (stored by an older version) is left out. */
export function useShortcutChoices(choices: ReadonlyArray<ShortcutChoice>): void {
  useEffect(() => {
    setChosen(
      choices
        .filter(({ keys }) => keys === '' || isUsable(keys))
        .map(({ action, keys }) => [action, keys === '' ? null : keys] as const),
    );
    return () => setChosen([]);
  }, [choices]);
}

function setChosen(choices: ReadonlyArray<readonly [string, Binding | null]>): void {
  if (choices.length === 0 && chosen.size === 0) return;
  chosen = new Map(choices);
  listeners.forEach((listener) => listener());
}

export function defaultBinding(name: ShortcutName): Binding {
  const shortcut: Shortcut = shortcuts[name];
  return isMac() ? (shortcut.mac ?? shortcut.binding) : shortcut.binding;
}

/** The effective keys; null if the shortcut is switched off. */
export function bindingFor(name: ShortcutName): Binding | null {
  const own = chosen.get(name);
  return own === undefined ? defaultBinding(name) : own;
}

export interface ShortcutKeys {
  /** Keys in the form of tooltips. */
  text: string | undefined;
  /** Keys in the form of aria-keyshortcuts. */
  aria: string | undefined;
}

/** The keys of a shortcut in the form for a control; empty if it is switched off. */
export function useShortcutKeys(name: ShortcutName): ShortcutKeys {
  const binding = useSyncExternalStore(subscribe, () => bindingFor(name));
  return binding === null
    ? { text: undefined, aria: undefined }
    : { text: bindingText(binding), aria: bindingForAria(binding) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const handlers = new Map<ShortcutName, () => void>();

/**
 * `run` is called when the shortcut is pressed while the component is mounted; undefined: the shortcut has no action
 * now.
 */
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

/** The shortcuts that have an action now; the palette lists them as commands. */
export function activeShortcuts(): ReadonlyArray<{ name: ShortcutName; run: () => void }> {
  return shortcutNames.flatMap((name) => {
    const run = handlers.get(name);
    return run === undefined ? [] : [{ name, run }];
  });
}

/** The one key listener of the workspace. While a dialog covers the page, only the controls of a call act. */
export function useShortcutListener(isUncovered: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const name = shortcutOf(event);
      if (name === undefined || !(isUncovered || actsUnderDialog(name))) return;
      const handler = handlers.get(name);
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isUncovered]);
}

function actsUnderDialog(name: ShortcutName): boolean {
  const shortcut: Shortcut = shortcuts[name];
  return shortcut.actsUnderDialog === true;
}

/** The action of a key press; of two actions with the same keys, the call's action wins while the call has one. */
export function shortcutOf(event: KeyboardEvent): ShortcutName | undefined {
  const pressed = event.defaultPrevented ? undefined : bindingOf(event);
  if (pressed === undefined) return undefined;
  const named = shortcutNames.filter((name) => bindingFor(name) === pressed);
  return named.find((name) => goesBefore(name) !== undefined && handlers.has(name)) ?? named[0];
}

/** The shortcut that has the same keys as a call's shortcut. */
export function goesBefore(name: ShortcutName): string | undefined {
  const shortcut: Shortcut = shortcuts[name];
  return shortcut.goesBefore;
}
