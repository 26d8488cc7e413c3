import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DesktopPort } from './desktop';

/** As far as the port uses it. */
class FakeNotification {
  static permission: NotificationPermission = 'granted';
  static answer: Promise<NotificationPermission> = Promise.resolve('granted');
  static shown: FakeNotification[] = [];
  static requestPermission = (): Promise<NotificationPermission> => FakeNotification.answer;
  onclick: (() => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;

  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    FakeNotification.shown.push(this);
  }

  close(): void {
    this.closed = true;
    this.onclose?.();
  }
}

const words = { tag: 'P1', title: 'Ana', body: 'Oi', requiresInteraction: false };
const news = { permission: vi.fn(), clicked: vi.fn() };

beforeEach(() => {
  FakeNotification.permission = 'granted';
  FakeNotification.shown = [];
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('what the page already sounds is shown without a sound of the system', () => {
  new DesktopPort(news).show(words);
  expect(FakeNotification.shown[0]).toMatchObject({
    title: 'Ana',
    options: { tag: 'P1', body: 'Oi', requireInteraction: false, silent: true },
  });
});

test('a click brings the window to the front and tells which one it was [NOT-012]', () => {
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  const port = new DesktopPort(news);
  port.show(words);
  FakeNotification.shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(news.clicked).toHaveBeenCalledExactlyOnceWith('P1');
  expect(FakeNotification.shown[0]?.closed).toBe(true);
});

test('one is closed by its tag, the newest with that tag, and all when the page goes [NOT-011]', () => {
  const port = new DesktopPort(news);
  port.show(words);
  port.show({ ...words, body: 'Alô?' });
  port.show({ ...words, tag: 'P2' });
  port.close('P1');
  port.close('nobody');
  expect(FakeNotification.shown.map(({ closed }) => closed)).toEqual([false, true, false]);
  port.closeAll();
  expect(FakeNotification.shown[2]?.closed).toBe(true);
});

test.each(['default', 'denied'] as const)('nothing is shown while the permission is %s [NOT-008]', (permission) => {
  FakeNotification.permission = permission;
  new DesktopPort(news).show(words);
  expect(FakeNotification.shown).toEqual([]);
});

test('a browser that throws, or has none at all, is silent [NOT-008]', () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(
      () => {
        throw new TypeError('Illegal constructor');
      },
      { permission: 'granted' },
    ),
  );
  expect(() => new DesktopPort(news).show(words)).not.toThrow();
  vi.stubGlobal('Notification', undefined);
  const port = new DesktopPort(news);
  port.look();
  port.ask();
  port.show(words);
  expect(news.permission.mock.calls).toEqual([['unsupported', false]]);
});

test('the permission is told when it is another one, and as the answer to asking', async () => {
  const port = new DesktopPort(news);
  FakeNotification.permission = 'default';
  port.look();
  port.look();
  FakeNotification.answer = Promise.reject(new Error('a click is needed'));
  port.ask();
  await vi.waitFor(() => expect(news.permission).toHaveBeenCalledTimes(2));
  FakeNotification.permission = 'denied';
  port.look();
  expect(news.permission.mock.calls).toEqual([
    ['default', false],
    ['default', true],
    ['denied', false],
  ]);
});
