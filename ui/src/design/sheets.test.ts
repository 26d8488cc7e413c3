// A style sheet that could not be loaded is requested again before the part that needs it.
import { afterEach, expect, test, vi } from 'vitest';
import { withSheets } from './sheets';

const links = (): HTMLLinkElement[] => Array.from(document.querySelectorAll('link'));

function addSheet(): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'data:,';
  document.head.appendChild(link);
  return link;
}

afterEach(() => links().forEach((link) => link.remove()));

test('a lazy part waits for its missing style sheet, which each load of the part requests again', async () => {
  const missing = addSheet();
  missing.dispatchEvent(new Event('error'));
  const load = vi.fn(() => Promise.resolve('part'));

  const failing = withSheets(load);
  expect(links()).toHaveLength(2);
  links()[1]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('could not be loaded');
  expect(load).not.toHaveBeenCalled();
  expect(links()).toEqual([missing]);

  const arriving = withSheets(load);
  links()[1]?.dispatchEvent(new Event('load'));
  await expect(arriving).resolves.toBe('part');
  expect(links()).not.toContain(missing);
  expect(links()).toHaveLength(1);

  await expect(withSheets(load)).resolves.toBe('part');
  expect(links()).toHaveLength(1);
});
