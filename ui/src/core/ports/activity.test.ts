// Tests of which events count as use of the page, and how often they are reported.
import { expect, test, vi } from 'vitest';
import { watchActivity } from './activity';

/** Events from a script are not trusted, so the test calls the listener with an object like a browser's event. */
function watched() {
  const target = new EventTarget();
  const listeners = new Map<string, EventListener>();
  vi.spyOn(target, 'addEventListener').mockImplementation((name, listener) => {
    listeners.set(name, listener as EventListener);
  });
  const report = vi.fn();
  let now = 0;
  watchActivity(target, report, () => now);
  const happens = (name: string, isTrusted = true): void => listeners.get(name)?.({ isTrusted } as Event);
  const passes = (ms: number): void => {
    now += ms;
  };
  return { report, happens, passes, names: [...listeners.keys()] };
}

test('keys, pointer, wheel, touch and click count as a use of the page; a movement of the pointer does not', () => {
  expect(watched().names.sort()).toEqual(['click', 'keydown', 'pointerdown', 'touchstart', 'wheel']);
});

test('the first use is reported at once, further ones after a tenth of a second', () => {
  const { report, happens, passes } = watched();
  happens('keydown');
  happens('keydown');
  passes(99);
  happens('wheel');
  expect(report).toHaveBeenCalledTimes(1);
  passes(1);
  happens('pointerdown');
  expect(report).toHaveBeenCalledTimes(2);
});

test('events of a script do not count as a use of the page', () => {
  const { report, happens } = watched();
  happens('click', false);
  expect(report).not.toHaveBeenCalled();
});
