import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DesktopPort } from './desktop';

/** The part of the interface that the port uses. */
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

const notification = { tag: 'P1', title: 'Ana', body: 'Oi', requiresInteraction: false };
const events = { permission: vi.fn(), clicked: vi.fn() };

beforeEach(() => {
  FakeNotification.permission = 'granted';
  FakeNotification.shown = [];
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('a notification has no system sound: the page plays its own', () => {
  new DesktopPort(events).show(notification);
  expect(FakeNotification.shown[0]).toMatchObject({
    title: 'Ana',
    options: { tag: 'P1', body: 'Oi', requireInteraction: false, silent: true },
  });
});

test('a click brings the window to the front and reports its tag [NOT-012]', () => {
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  const port = new DesktopPort(events);
  port.show(notification);
  FakeNotification.shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(events.clicked).toHaveBeenCalledExactlyOnceWith('P1');
  expect(FakeNotification.shown[0]?.closed).toBe(true);
});

test('a notification is closed by its tag, the newest with that tag; all are closed when the page is left [NOT-011]', () => {
  const port = new DesktopPort(events);
  port.show(notification);
  port.show({ ...notification, body: 'Alô?' });
  port.show({ ...notification, tag: 'P2' });
  port.close('P1');
  port.close('nobody');
  expect(FakeNotification.shown.map(({ closed }) => closed)).toEqual([false, true, false]);
  port.closeAll();
  expect(FakeNotification.shown[2]?.closed).toBe(true);
});

test.each(['default', 'denied'] as const)('nothing is shown while the permission is %s [NOT-008]', (permission) => {
  FakeNotification.permission = permission;
  new DesktopPort(events).show(notification);
  expect(FakeNotification.shown).toEqual([]);
});

test('a browser without notifications or whose notifications throw causes no error [NOT-008]', () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(
      () => {
        throw new TypeError('Illegal constructor');
      },
      { permission: 'granted' },
    ),
  );
  expect(() => new DesktopPort(events).show(notification)).not.toThrow();
  vi.stubGlobal('Notification', undefined);
  const port = new DesktopPort(events);
  port.checkPermission();
  port.ask();
  port.show(notification);
  expect(events.permission.mock.calls).toEqual([['unsupported', false]]);
});

test('the permission is reported when it changes and as the answer to a request', async () => {
  const port = new DesktopPort(events);
  FakeNotification.permission = 'default';
  port.checkPermission();
  port.checkPermission();
  FakeNotification.answer = Promise.reject(new Error('a click is needed'));
  port.ask();
  await vi.waitFor(() => expect(events.permission).toHaveBeenCalledTimes(2));
  FakeNotification.permission = 'denied';
  port.checkPermission();
  expect(events.permission.mock.calls).toEqual([
    ['default', false],
    ['default', true],
    ['denied', false],
  ]);
});
