// Only the newest tab holds the session, with each mechanism that browsers offer: locks and a channel, or only one of them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TabPort } from './tab';

/** The locks of one browser: stealing a lock rejects the request of its holder. */
class Locks {
  private rejectHolder: ((failure: DOMException) => void) | undefined;

  request(_name: string, _options: { steal: true }, hold: () => Promise<void>): Promise<void> {
    this.rejectHolder?.(new DOMException('stolen', 'AbortError'));
    return new Promise((_resolve, reject) => {
      this.rejectHolder = reject;
      void hold();
    });
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: this.rejectHolder === undefined ? [] : [{ name: 'workspace.session' }] });
  }
}

/** Delivers a message to every other channel in a microtask. */
class Channel {
  static all: Channel[] = [];
  private onMessage: ((event: { data: unknown }) => void) | undefined;

  constructor() {
    Channel.all.push(this);
  }

  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.onMessage = listener;
  }

  postMessage(data: unknown): void {
    for (const other of Channel.all) if (other !== this) void Promise.resolve().then(() => other.onMessage?.({ data }));
  }
}

/** Resolves when all messages that were sent, and their answers, have arrived: they are microtasks. */
const delivered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Storage events reach the other tabs only; here all tabs share one window and ignore their own messages. */
function dispatchStorageEvents(): void {
  const write = window.localStorage.setItem.bind(window.localStorage);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    write(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });
}

const kinds = ['locks and a channel', 'a channel only', 'storage events only'] as const;

function provide(kind: (typeof kinds)[number]): void {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: kind === 'locks and a channel' ? new Locks() : undefined,
  });
  vi.stubGlobal('BroadcastChannel', kind === 'storage events only' ? undefined : Channel);
  if (kind === 'storage events only') dispatchStorageEvents();
}

/** Listeners that are removed after each test, as if the tabs of the test were closed. */
const listening: [string, EventListenerOrEventListenerObject][] = [];

beforeEach(() => {
  Channel.all = [];
  window.localStorage.clear();
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listening.push([type, listener]);
      listen(type, listener);
    },
  );
});

afterEach(() => {
  for (const [type, listener] of listening.splice(0)) window.removeEventListener(type, listener);
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each(kinds)('given tabs with %s', (kind) => {
  test('the newest tab claims the session and waits until the other one has stored its drafts [SES-047]', async () => {
    provide(kind);
    const steps: string[] = [];
    const first = new TabPort(async () => {
      steps.push('session lost');
      await delivered();
      steps.push('stored');
    });
    await first.claimAndWait();
    expect(steps).toEqual([]);
    const second = new TabPort(() => Promise.reject(new Error('the newest tab keeps the session')));
    await second.claimAndWait();
    steps.push('read');
    expect(steps).toEqual(['session lost', 'stored', 'read']);
    expect([first.isLost, second.isLost]).toEqual([true, false]);
  });

  test('a tab that does not answer delays the next one by 300 ms at most', async () => {
    provide(kind);
    await new TabPort(() => new Promise(() => undefined)).claimAndWait();
    vi.useFakeTimers();
    let hasClaimed = false;
    const waiting = new TabPort(() => Promise.resolve()).claimAndWait().then(() => (hasClaimed = true));
    await vi.advanceTimersByTimeAsync(299);
    expect(hasClaimed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(hasClaimed).toBe(true);
    vi.useRealTimers();
  });

  test('without another tab there is no wait', async () => {
    provide(kind);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await new TabPort(() => Promise.resolve()).claimAndWait();
    expect(waits.mock.calls.filter(([, ms]) => ms === 300)).toEqual([]);
  });

  test('claiming twice has the effect of claiming once', async () => {
    provide(kind);
    const onLost = vi.fn(() => Promise.resolve());
    const port = new TabPort(onLost);
    port.claim();
    port.claim();
    await delivered();
    expect(onLost).not.toHaveBeenCalled();
  });
});

test('given two tabs that claim at the same time, only one loses the session [SES-047]', async () => {
  provide('a channel only');
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const ports = [new TabPort(() => Promise.resolve()), new TabPort(() => Promise.resolve())];
  // Neither tab sees the claim of the other one.
  for (const port of ports) {
    window.localStorage.clear();
    port.claim();
  }
  await delivered();
  expect(ports.filter((port) => port.isLost)).toHaveLength(1);
});

test('a page that is left removes its claim, so that the next one does not wait', async () => {
  provide('a channel only');
  new TabPort(() => Promise.resolve()).claim();
  window.dispatchEvent(new Event('pagehide'));
  const waits = vi.spyOn(globalThis, 'setTimeout');
  await new TabPort(() => Promise.resolve()).claimAndWait();
  expect(waits.mock.calls.filter(([, ms]) => ms === 300)).toEqual([]);
});

test('given blocked storage, a tab still claims the session', async () => {
  provide('a channel only');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const first = new TabPort(() => Promise.resolve());
  await first.claimAndWait();
  await delivered();
  await new TabPort(() => Promise.resolve()).claimAndWait();
  await delivered();
  expect(first.isLost).toBe(true);
});
