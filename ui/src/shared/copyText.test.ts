// Tests of copying a text to the clipboard, with and without a clipboard object in the page.
import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copyText';

afterEach(() => {
  vi.unstubAllGlobals();
  window.getSelection()?.removeAllRanges();
  Reflect.deleteProperty(document, 'execCommand');
});

/** The page's clipboard; `undefined` stands for a page without a secure origin. */
function clipboardIs(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
  vi.stubGlobal('navigator', { clipboard });
}

/** The browser's old copy command, and the selection at its call. */
function commandAnswers(succeeds: boolean): string[] {
  const selected: string[] = [];
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: (command: string): boolean => {
      selected.push(`${command}: ${window.getSelection()?.toString() ?? ''}`);
      return succeeds;
    },
  });
  return selected;
}

test('the text is copied by the clipboard object without a selection', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  clipboardIs({ writeText });
  const selected = commandAnswers(true);
  expect(await copyText('(11) 95555-0104')).toBe(true);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('(11) 95555-0104');
  expect(selected).toEqual([]);
});

test('without a clipboard object the text is copied as a selection, which is gone afterwards', async () => {
  clipboardIs(undefined);
  const selected = commandAnswers(true);
  const before = Array.from(document.body.children);
  expect(await copyText('C-0004')).toBe(true);
  expect(selected).toEqual(['copy: C-0004']);
  expect(window.getSelection()?.rangeCount).toBe(0);
  expect(Array.from(document.body.children)).toEqual(before);
});

test('when the clipboard object refuses, the text is copied as a selection', async () => {
  clipboardIs({ writeText: () => Promise.reject(new Error('not allowed')) });
  const selected = commandAnswers(true);
  expect(await copyText('C-0004')).toBe(true);
  expect(selected).toEqual(['copy: C-0004']);
});

test('copying keeps the focus, and replaces the selection of the agent', async () => {
  clipboardIs(undefined);
  const selected = commandAnswers(true);
  const [button, text] = [document.createElement('button'), document.createElement('p')];
  text.textContent = 'outro texto';
  document.body.append(button, text);
  button.focus();
  window.getSelection()?.selectAllChildren(text);
  await copyText('C-0004');
  expect(selected).toEqual(['copy: C-0004']);
  expect(document.activeElement).toBe(button);
  button.remove();
  text.remove();
});

test('a browser that copies nothing is reported as a failure', async () => {
  clipboardIs(undefined);
  commandAnswers(false);
  expect(await copyText('C-0004')).toBe(false);
});
