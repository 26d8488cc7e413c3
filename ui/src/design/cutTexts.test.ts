// Which texts get a title while the pointer is on them. jsdom measures nothing: the sizes are given.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showCutTexts } from './cutTexts';

let end: () => void;
beforeEach(() => {
  end = showCutTexts(document);
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** A text in a box; `inner` is what the pointer is on. */
function box(style: string, size: { scrollWidth?: number; scrollHeight?: number }, title = ''): HTMLElement {
  const [around, element] = [document.createElement('div'), document.createElement('span')];
  const [inner, beside] = [document.createElement('bdi'), document.createElement('i')];
  if (title !== '') around.title = title;
  element.style.cssText = style;
  inner.id = 'inner';
  inner.textContent = 'Pontos de referência';
  beside.id = 'beside';
  element.append(inner);
  around.append(element, beside);
  document.body.replaceChildren(around);
  const sizes = { clientWidth: 40, clientHeight: 20, scrollWidth: 40, scrollHeight: 20, ...size };
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value });
  return element;
}

function point(id: string, pointerType = 'mouse'): void {
  const event = new Event('pointerover', { bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  document.getElementById(id)?.dispatchEvent(event);
}

const ellipsis = 'overflow: hidden; text-overflow: ellipsis';

test('a text that is cut has the whole of it as its title while the pointer is on it, and not afterwards', () => {
  const cut = box(ellipsis, { scrollWidth: 90 });
  point('inner');
  expect(cut.title).toBe('Pontos de referência');
  point('beside');
  expect(cut.hasAttribute('title')).toBe(false);
});

test.each<[string, string, { scrollWidth?: number; scrollHeight?: number }, string, string]>([
  ['that fits', ellipsis, {}, '', 'mouse'],
  ['that scrolls', 'overflow: auto', { scrollWidth: 90 }, '', 'mouse'],
  ['within something that has a title', ellipsis, { scrollWidth: 90 }, 'Endereço', 'mouse'],
  ['under a finger', ellipsis, { scrollWidth: 90 }, '', 'touch'],
])('a text %s gets none', (_, style, size, title, pointerType) => {
  const element = box(style, size, title);
  point('inner', pointerType);
  expect(element.hasAttribute('title')).toBe(false);
});
