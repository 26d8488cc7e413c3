import 'fake-indexeddb/auto';
import { act, render, screen } from '@testing-library/react';
import type { Intent, WorkspaceHost } from 'core-wasm';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startCore, type Core } from './host';
import { guardLeaving } from './ports/leaveGuard';
import { CoreProvider, useSlice } from './react';

/** A core without rules: it records its inputs, and the test sets its views. */
class FakeStore {
  static latest: FakeStore;
  readonly inputs: unknown[] = [];
  readonly views = new Map<string, unknown>([
    ['session', { phase: 'starting', agent: undefined }],
    ['preferences', { sounds: false }],
  ]);
  private readonly listeners = new Map<number, { key: string; receive: (news: unknown) => void }>();
  trap = false;

  constructor(
    _seed: Uint8Array,
    _apiBase: string,
    readonly restored: { unhandledDelivery?: string | undefined; unsent: [string, string][] },
    readonly host: WorkspaceHost,
  ) {
    FakeStore.latest = this;
  }

  private accept(input: unknown): void {
    if (this.trap) throw new WebAssembly.RuntimeError('unreachable');
    this.inputs.push(input);
  }

  dispatch(intent: Intent): void {
    this.accept(intent);
  }

  page(input: unknown): void {
    this.accept(input);
  }

  wake(): void {
    this.accept('wake');
  }

  stored(): void {
    this.accept('stored');
  }

  brokerFrame(_link: number, _ack: string, body: string): void {
    this.accept(body);
  }

  isList(key: string): boolean {
    return key.startsWith('jobOrder:') || key.startsWith('thread:');
  }

  hasNews(): boolean {
    return false;
  }

  subscribe(key: string, receive: (news: unknown) => void): number {
    const number = this.listeners.size + 1;
    this.listeners.set(number, { key, receive });
    return number;
  }

  unsubscribe(number: number): void {
    this.listeners.delete(number);
  }

  snapshot(key: string): unknown {
    return this.views.get(key);
  }

  show(key: string, view: unknown): void {
    this.views.set(key, view);
    for (const entry of this.listeners.values()) if (entry.key === key) entry.receive(view);
    this.host.onViewsDelivered();
  }
}

vi.mock('core-wasm', () => ({ WorkspaceStore: FakeStore }));

class SilentWorker {
  onmessage: unknown = null;
  static terminated = 0;
  postMessage(): void {}
  terminate(): void {
    SilentWorker.terminated += 1;
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function started(): Promise<{ core: Core; store: FakeStore; reload: ReturnType<typeof vi.fn<() => void>> }> {
  const reload = vi.fn<() => void>();
  const core = await startCore({ path: '/attendance', reload });
  return { core, store: FakeStore.latest, reload };
}

beforeEach(() => {
  window.indexedDB = new IDBFactory();
  window.sessionStorage.clear();
  window.localStorage.clear();
  SilentWorker.terminated = 0;
  vi.unstubAllGlobals();
  vi.stubGlobal('Worker', SilentWorker);
});

describe('the host', () => {
  test('sends the state of the page as the first input', async () => {
    const { store } = await started();
    expect(store.inputs[0]).toMatchObject({ type: 'started', path: '/attendance', online: true });
  });

  test('loads the page again when a link for a new password is opened where its page is shown', async () => {
    history.replaceState(null, '', '/new-agent/reset-password');
    const { reload } = await started();
    const open = (address: string): void => {
      history.replaceState(null, '', address);
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    };
    open('/new-agent/reset-password#top');
    expect(reload).not.toHaveBeenCalled();
    open('/new-agent/reset-password#agent=101&token=t');
    expect(reload).toHaveBeenCalledTimes(1);
    history.replaceState(null, '', '/');
  });

  test('stops the timer worker when the agent logs off [SES-040]', async () => {
    const { store } = await started();
    store.host.wakeAfter(100, 'test');
    store.show('session', { phase: 'ready', agent: { id: '7' } });
    await nextFrame();
    expect(SilentWorker.terminated).toBe(0);
    store.show('session', { phase: 'signedOut', agent: undefined });
    await nextFrame();
    expect(SilentWorker.terminated).toBe(1);
  });

  test('notifies listeners once per animation frame of changes from the server, and at once of changes by the agent', async () => {
    const { core, store } = await started();
    await nextFrame();
    store.show('alerts', { ring: undefined });
    const values: unknown[] = [];
    core.subscribe('preferences', () => values.push(core.snapshot('preferences').sounds));
    store.show('preferences', { sounds: true });
    store.show('preferences', { sounds: false });
    store.show('preferences', { sounds: true });
    expect(values).toEqual([]);
    await nextFrame();
    expect(values).toEqual([true]);
    store.show('preferences', { sounds: false });
    core.dispatch({ area: 'shell', type: 'openPreferences' });
    store.show('preferences', { sounds: true });
    expect(values).toEqual([true, true]);
    await nextFrame();
    expect(values).toEqual([true, true]);
  });

  test('notifies listeners at once on a hidden page', async () => {
    const { core, store } = await started();
    await nextFrame();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const listener = vi.fn();
    core.subscribe('preferences', listener);
    store.show('preferences', { sounds: true });
    expect(listener).toHaveBeenCalledOnce();
  });

  test('notifies listeners after the maximum delay on a page without animation frames', async () => {
    const { core, store } = await started();
    store.show('alerts', { ring: undefined });
    vi.stubGlobal('requestAnimationFrame', () => 1);
    const listener = vi.fn();
    core.subscribe('preferences', listener);
    store.show('preferences', { sounds: true });
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  });

  test('delivers a navigation that happened before the first listener', async () => {
    const { core, store } = await started();
    store.host.effect({ type: 'navigate', path: '/login', replace: true });
    const listener = vi.fn();
    core.onNavigate(listener);
    expect(listener).toHaveBeenCalledExactlyOnceWith('/login', true);
  });
});

describe('a crashed core', () => {
  const ready = async (): Promise<Awaited<ReturnType<typeof started>>> => {
    const all = await started();
    all.store.show('session', { phase: 'ready', agent: { id: '7' } });
    return all;
  };
  const store = async (name: 'workspace' | 'workspace-unsent', records: Record<string, unknown>): Promise<void> => {
    const database = await openDB(name, 1, { upgrade: (fresh) => void fresh.createObjectStore('records') });
    for (const [key, record] of Object.entries(records)) await database.put('records', JSON.stringify(record), key);
    database.close();
  };
  const stored = async (name: 'workspace' | 'workspace-unsent', key: string): Promise<unknown> => {
    const database = await openDB(name, 1);
    const record = (await database.get('records', key)) as string | undefined;
    database.close();
    return record === undefined ? undefined : JSON.parse(record);
  };
  const typed = (text: string): Intent => ({ area: 'conversation', type: 'draftChanged', protocol: 'p1', text });

  const kinds: ReadonlyArray<{
    what: string;
    intent: Intent;
    database: 'workspace' | 'workspace-unsent';
    record: string;
    before: unknown;
    after: unknown;
  }> = [
    {
      what: 'the text of the composer, beside the message that it answers',
      intent: typed('quase pronto'),
      database: 'workspace-unsent',
      record: 'draft/7/p1',
      before: { text: 'quase', answered: 'm1', written_at: 5 },
      after: { text: 'quase pronto', answered: 'm1' },
    },
    {
      what: 'the text of the first draft',
      intent: typed('q'),
      database: 'workspace-unsent',
      record: 'draft/7/p1',
      before: undefined,
      after: { text: 'q' },
    },
    {
      what: 'a text that is being sent',
      intent: { area: 'conversation', type: 'sendMessage', protocol: 'p1', text: 'pronto' },
      database: 'workspace-unsent',
      record: 'draft/7/p1',
      before: undefined,
      after: { text: 'pronto' },
    },
    {
      what: 'an answer that is being sent',
      intent: { area: 'conversation', type: 'reply', protocol: 'p1', text: 'pronto', answered: 'm2' },
      database: 'workspace-unsent',
      record: 'draft/7/p1',
      before: { text: 'pront', answered: 'm1', written_at: 5 },
      after: { text: 'pronto', answered: 'm2' },
    },
    {
      what: 'the message to answer',
      intent: { area: 'conversation', type: 'answer', protocol: 'p1', answered: 'm2' },
      database: 'workspace-unsent',
      record: 'draft/7/p1',
      before: { text: 'quase', written_at: 5 },
      after: { text: 'quase', answered: 'm2' },
    },
    {
      what: 'the observation of a qualification, beside the choice',
      intent: { area: 'qualification', type: 'observeQualification', protocol: 'p1', observation: 'vai pensar' },
      database: 'workspace',
      record: 'qualification/p1',
      before: { chosen: '3', observation: 'vai' },
      after: { chosen: '3', observation: 'vai pensar' },
    },
    {
      what: 'an answer of a script, beside the other ones',
      intent: { area: 'jobs', type: 'answerScript', protocol: 'p1', fieldId: 'f2', value: 'sim' },
      database: 'workspace',
      record: 'jobs/p1',
      before: {
        wire: {
          protocol: 'p1',
          fiedlsScriptAltered: [
            { id: 'f1', value: 'não' },
            { id: 'f2', value: 's' },
          ],
        },
        opened: true,
      },
      after: {
        wire: {
          protocol: 'p1',
          fiedlsScriptAltered: [
            { id: 'f1', value: 'não' },
            { id: 'f2', value: 'sim' },
          ],
        },
        opened: true,
      },
    },
    {
      what: 'no answer of a script whose attendance is not stored',
      intent: { area: 'jobs', type: 'answerScript', protocol: 'p1', fieldId: 'f2', value: 'sim' },
      database: 'workspace',
      record: 'jobs/p1',
      before: undefined,
      after: undefined,
    },
  ];
  for (const { what, intent, database, record, before, after } of kinds)
    for (const moment of ['at this input', 'at a later one', 'before it, while the page is about to reload']) {
      // A core that accepted a message has stored it.
      if (what.endsWith('is being sent') && moment === 'at a later one') continue;
      test(`that crashes ${moment}: the host stores ${what} before it reloads the page [BEY-072]`, async () => {
        if (before !== undefined) await store(database, { [record]: before });
        const { core, store: crashing, reload } = await ready();
        const crash = (): void => {
          crashing.trap = true;
          core.dispatch({ area: 'shell', type: 'openPreferences' });
        };
        if (moment.startsWith('before')) crash();
        else crashing.trap = moment === 'at this input';
        core.dispatch(intent);
        if (moment === 'at a later one') crash();
        await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
        expect(await stored(database, record)).toEqual(after);
      });
    }

  test('reloads the page without a question, also with a chosen file or in a call', async () => {
    const { core, store: crashed, reload } = await ready();
    const owner = {};
    guardLeaving(owner, true);
    const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    const isFree = new Promise<boolean>((resolve) => reload.mockImplementation(() => resolve(leave())));
    crashed.trap = true;
    core.dispatch(typed('oi'));
    expect(await isFree).toBe(true);
    guardLeaving(owner, false);
  });

  test('stores nothing more, so that an answer that arrives before the reload does not replace the text', async () => {
    const { core, store: crashed, reload } = await ready();
    crashed.trap = true;
    core.dispatch(typed('sumir!'));
    const older = JSON.stringify({ text: 'sumir', written_at: 5 });
    crashed.host.effect({ type: 'persist', id: 1, place: 'unsent', name: 'draft/7/p1', value: older });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    crashed.host.effect({ type: 'persist', id: 2, place: 'unsent', name: 'draft/7/p1', value: undefined });
    await nextFrame();
    expect(await stored('workspace-unsent', 'draft/7/p1')).toEqual({ text: 'sumir!' });
  });

  test('does not restore a draft that it stored and removed', async () => {
    const { core, store: crashing, reload } = await ready();
    core.dispatch(typed('já guardado'));
    crashing.host.effect({
      type: 'persist',
      id: 1,
      place: 'unsent',
      name: 'draft/7/p1',
      value: '{"text":"já guardado"}',
    });
    crashing.host.effect({ type: 'persist', id: 2, place: 'unsent', name: 'draft/7/p1', value: undefined });
    crashing.trap = true;
    core.dispatch({ area: 'shell', type: 'openPreferences' });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(await stored('workspace-unsent', 'draft/7/p1')).toBeUndefined();
  });

  test('gets no further input', async () => {
    const { core, store, reload } = await started();
    store.trap = true;
    core.dispatch({ area: 'shell', type: 'openPreferences' });
    store.trap = false;
    const inputs = store.inputs.length;
    core.dispatch({ area: 'shell', type: 'openPreferences' });
    expect(store.inputs).toHaveLength(inputs);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('that crashes again at once does not reload the page again: the agent decides', async () => {
    const first = await started();
    first.store.trap = true;
    first.core.dispatch({ area: 'shell', type: 'openPreferences' });
    await vi.waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
    const second = await started();
    const asked = vi.fn<(cleanStart: () => Promise<void>) => void>();
    second.core.onFatal(asked);
    second.store.trap = true;
    second.core.dispatch({ area: 'shell', type: 'openPreferences' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(second.reload).not.toHaveBeenCalled();
    await asked.mock.calls[0]?.[0]();
    expect(second.reload).toHaveBeenCalledTimes(1);
  });

  test('an error that is not a crash of the core is rethrown', async () => {
    const { core, store } = await started();
    vi.spyOn(store, 'dispatch').mockImplementation(() => {
      throw new Error('a wrong intent');
    });
    expect(() => core.dispatch({ area: 'shell', type: 'openPreferences' })).toThrow('a wrong intent');
  });
});

describe('useSlice', () => {
  test('renders the slice and its changes', async () => {
    const { core, store } = await started();
    const Phase = (): string => useSlice('session').phase;
    render(
      <CoreProvider core={core}>
        <Phase />
      </CoreProvider>,
    );
    expect(screen.getByText('starting')).toBeTruthy();
    act(() => store.show('session', { phase: 'checking', agent: undefined }));
    expect(screen.getByText('checking')).toBeTruthy();
  });
});
