// One tab has the session: the newest. Tabs are told apart from each other by what the browser gives them: locks and a channel, or only one of the two.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TabPort } from './tab';

/** The locks of one browser: who steals one makes its holder fail. */
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

/** Tells every other one, a moment later. */
class Channel {
  static all: Channel[] = [];
  private heard: ((event: { data: unknown }) => void) | undefined;

  constructor() {
    Channel.all.push(this);
  }

  addEventListener(_type: 'message', listener: (event: { data: unknown }) => void): void {
    this.heard = listener;
  }

  postMessage(data: unknown): void {
    for (const other of Channel.all) if (other !== this) void Promise.resolve().then(() => other.heard?.({ data }));
  }
}

/** A storage event reaches the other tabs; here they share one window, and know their own messages. */
function tellStorageEvents(): void {
  const write = window.localStorage.setItem.bind(window.localStorage);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    write(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });
}

const kinds = ['locks and a channel', 'a channel only', 'storage events only'] as const;

function give(kind: (typeof kinds)[number]): void {
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: kind === 'locks and a channel' ? new Locks() : undefined,
  });
  vi.stubGlobal('BroadcastChannel', kind === 'storage events only' ? undefined : Channel);
  if (kind === 'storage events only') tellStorageEvents();
}

/** A tab that is closed hears nothing more. */
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

describe.each(kinds)('where tabs have %s', (kind) => {
  test('the newest takes the session and waits until the other has put its words down [SES-047]', async () => {
    give(kind);
    const steps: string[] = [];
    const first = new TabPort(async () => {
      steps.push('asked to let go');
      await new Promise((later) => setTimeout(later, 20));
      steps.push('written');
    });
    await first.claimAndWait();
    expect(steps).toEqual([]);
    const second = new TabPort(() => Promise.reject(new Error('the newest lets nobody in')));
    await second.claimAndWait();
    steps.push('read');
    expect(steps).toEqual(['asked to let go', 'written', 'read']);
    expect([first.isLost, second.isLost]).toEqual([true, false]);
  });

  test('a tab that hangs holds the next one up for 300 ms and no longer', async () => {
    give(kind);
    await new TabPort(() => new Promise(() => undefined)).claimAndWait();
    vi.useFakeTimers();
    let isHere = false;
    const waiting = new TabPort(() => Promise.resolve()).claimAndWait().then(() => (isHere = true));
    await vi.advanceTimersByTimeAsync(299);
    expect(isHere).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(isHere).toBe(true);
    vi.useRealTimers();
  });

  test('nobody waits where no other tab is', async () => {
    give(kind);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await new TabPort(() => Promise.resolve()).claimAndWait();
    expect(waits.mock.calls.filter(([, ms]) => ms === 300)).toEqual([]);
  });

  test('claiming twice is claiming once', async () => {
    give(kind);
    const letGo = vi.fn(() => Promise.resolve());
    const port = new TabPort(letGo);
    port.claim();
    port.claim();
    await new Promise((later) => setTimeout(later, 5));
    expect(letGo).not.toHaveBeenCalled();
  });
});

test('two tabs that begin in the same moment do not both let go [SES-047]', async () => {
  give('a channel only');
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const ports = [new TabPort(() => Promise.resolve()), new TabPort(() => Promise.resolve())];
  // Neither has seen the other's mark.
  for (const port of ports) {
    window.localStorage.clear();
    port.claim();
  }
  await new Promise((later) => setTimeout(later, 5));
  expect(ports.filter((port) => port.isLost)).toHaveLength(1);
});

test('a page that ends takes its mark away, so that the next one waits for nobody', async () => {
  give('a channel only');
  new TabPort(() => Promise.resolve()).claim();
  window.dispatchEvent(new Event('pagehide'));
  const waits = vi.spyOn(globalThis, 'setTimeout');
  await new TabPort(() => Promise.resolve()).claimAndWait();
  expect(waits.mock.calls.filter(([, ms]) => ms === 300)).toEqual([]);
});

test('where the storage is blocked a tab still begins', async () => {
  give('a channel only');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const first = new TabPort(() => Promise.resolve());
  await first.claimAndWait();
  await new Promise((later) => setTimeout(later, 5));
  await new TabPort(() => Promise.resolve()).claimAndWait();
  await new Promise((later) => setTimeout(later, 5));
  expect(first.isLost).toBe(true);
});
