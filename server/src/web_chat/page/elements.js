// Elements and texts for several views. Texts of users are set as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/**
 * Whether a key belongs to an input method, so that fields ignore it. Safari reports the Enter key that ends a composition after its end,
 * recognisable only by the key code 229.
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

export function make(tag, className, content = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = content;
  return element;
}

/** An icon of the sprite; with a label it is an image with that name. */
export function icon(name, label = '') {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('class', 'icon');
  if (label) {
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', label);
  } else element.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  element.append(use);
  return element;
}

/** A button with an icon and a label. */
export function iconButton(className, name, label, pressed) {
  const button = make('button', className);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.title = label;
  button.append(icon(name));
  button.addEventListener('click', pressed);
  return button;
}

/**
 * Text direction by the first letter. `dir="auto"` and `plaintext` are evaluated again for each line, which freezes the page for a long
 * text.
 */
export function directionOf(words) {
  const letter =
    /[A-Za-z\u00aa-\u02b8\u0370-\u0590\u0800-\u1fff\u2c00-\ufb1c]|[\u0591-\u07ff\ufb1d-\ufdfd\ufe70-\ufefc]/.exec(
      words,
    );
  return letter && /[\u0591-\u07ff\ufb1d-\ufdfd\ufe70-\ufefc]/.test(letter[0]) ? 'rtl' : 'ltr';
}

// A time in 24 hours in both languages, as the agent reads it.
export function clock(moment) {
  return new Date(moment).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' });
}

export function initials(name) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Lets a field grow with its text, up to eight lines. */
export function fit(field) {
  field.rows = Math.min(8, Math.max(1, field.value.split('\n').length));
  field.dir = directionOf(field.value);
}

/** A file size in readable units. */
export function megabytes(bytes) {
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte'];
  const format = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 };
  return new Intl.NumberFormat(document.documentElement.lang, format).format(Math.max(amount, 1 / 10));
}

/** Milliseconds as minutes and seconds. */
export function minutes(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
