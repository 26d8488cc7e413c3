// Keyboard bindings as text, for example 'AltShift+KeyQ', 'Ctrl+KeyK' or 'F8' (design: ui §5). Keys are named by event.code, so they do not depend on the
// keyboard layout. Alt+Shift is Control+Shift on macOS, and Ctrl is Command.
import { isComposing } from '../design/isComposing';

export type Binding = string;

export const isMac = (): boolean => /^Mac/.test(navigator.platform);

/** Names of codes that are not the letter or digit on the key. */
const keyNames: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  BracketLeft: '[',
  BracketRight: ']',
  Slash: '/',
  Period: '.',
  Comma: ',',
  Semicolon: ';',
  Minus: '-',
  Equal: '=',
};

/** Function keys without an action of the browser. */
const freeFunctionKeys: ReadonlyArray<string> = ['F2', 'F4', 'F8', 'F9'];
/** Letters that Chrome uses with Alt+Shift. */
const chromeLetters: ReadonlyArray<string> = ['KeyA', 'KeyI', 'KeyT', 'KeyB'];
/** Ctrl+K is the only browser shortcut that is replaced; the others have no action in browsers. */
const codesWithCtrl: ReadonlyArray<string> = ['KeyK', 'Slash', 'Period'];

/** The binding of a key press; undefined for AltGr, keys of an input method, repeated keys and other modifiers. */
export function bindingOf(event: KeyboardEvent): Binding | undefined {
  // AltGr reports Alt on some systems.
  if (event.repeat || isComposing(event) || event.getModifierState('AltGraph')) return undefined;
  const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
  if (!altKey && !ctrlKey && !metaKey && !shiftKey) return code;
  const mac = isMac();
  if (shiftKey && !metaKey && (mac ? ctrlKey && !altKey : altKey && !ctrlKey)) return `AltShift+${code}`;
  if (altKey || (mac ? !metaKey || ctrlKey : !ctrlKey || metaKey)) return undefined;
  // On some layouts (ABNT2) the slash has another code, or needs Shift.
  if (event.key === '/') return 'Ctrl+Slash';
  return shiftKey ? undefined : `Ctrl+${code}`;
}

/** Whether the agent may choose the binding: it has two modifiers or is a function key, and the browser does not use it. */
export function isUsable(binding: Binding): boolean {
  const { prefix, code } = split(binding);
  if (prefix === '') return freeFunctionKeys.includes(code);
  if (prefix === 'Ctrl+') return codesWithCtrl.includes(code);
  return (/^(Key[A-Z]|Digit\d)$/.test(code) || (code in keyNames && code !== 'Slash')) && !chromeLetters.includes(code);
}

/** Keys in the form of tooltips. */
export function bindingText(binding: Binding): string {
  const { prefix, code } = split(binding);
  const names = isMac() ? { 'Ctrl+': '⌘ ', 'AltShift+': '⌃ ⇧ ' } : { 'Ctrl+': 'Ctrl ', 'AltShift+': 'Alt Shift ' };
  return `${prefix === '' ? '' : names[prefix]}${keyName(code)}`;
}

/** Keys in the form of aria-keyshortcuts. */
export function bindingForAria(binding: Binding): string {
  const { prefix, code } = split(binding);
  const names = isMac()
    ? { 'Ctrl+': 'Meta+', 'AltShift+': 'Control+Shift+' }
    : { 'Ctrl+': 'Control+', 'AltShift+': 'Alt+Shift+' };
  return `${prefix === '' ? '' : names[prefix]}${code.startsWith('Arrow') ? code : keyName(code)}`;
}

function split(binding: Binding): { prefix: '' | 'Ctrl+' | 'AltShift+'; code: string } {
  if (binding.startsWith('Ctrl+')) return { prefix: 'Ctrl+', code: binding.slice('Ctrl+'.length) };
  if (binding.startsWith('AltShift+')) return { prefix: 'AltShift+', code: binding.slice('AltShift+'.length) };
  return { prefix: '', code: binding };
}

function keyName(code: string): string {
  return keyNames[code] ?? code.replace(/^(Key|Digit)/, '');
}
