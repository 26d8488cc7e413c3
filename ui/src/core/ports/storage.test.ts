import 'fake-indexeddb/auto';
import type { StoredOutcome } from 'core-wasm';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { StoragePort } from './storage';

interface Outcome {
  id: number;
  outcome: StoredOutcome;
}

function port(): { storage: StoragePort; outcomes: Outcome[] } {
  const outcomes: Outcome[] = [];
  return { storage: new StoragePort((id, outcome) => outcomes.push({ id, outcome })), outcomes };
}

const persist = (
  id: number,
  place: 'localStorage' | 'database' | 'unsent',
  name: string,
  value: string | undefined,
) => ({ type: 'persist' as const, id, place, name, value });

beforeEach(() => {
  window.indexedDB = new IDBFactory();
  window.localStorage.clear();
});

describe('the storage port', () => {
  test('stores the token in local storage, records in the local database and drafts apart, and restores them [PER-003]', async () => {
    const first = port();
    await first.storage.open();
    first.storage.persist(persist(1, 'localStorage', 'token', 'secret'));
    first.storage.persist(persist(2, 'database', 'jobs/1', '{"a":1}'));
    first.storage.persist(persist(3, 'unsent', 'draft/1/1', '{"text":"oi"}'));
    await first.storage.settled();
    expect(first.outcomes).toEqual([
      { id: 1, outcome: 'ok' },
      { id: 2, outcome: 'ok' },
      { id: 3, outcome: 'ok' },
    ]);
    expect(window.localStorage.getItem('workspace.token')).toBe('secret');
    const restored = await port().storage.open();
    expect(restored).toEqual({
      token: 'secret',
      preferences: undefined,
      records: [['jobs/1', '{"a":1}']],
      unsent: [['draft/1/1', '{"text":"oi"}']],
    });
  });

  test('keeps the order of the writes of one task, and deletes a record without a value', async () => {
    const { storage } = port();
    await storage.open();
    storage.persist(persist(1, 'database', 'a', '1'));
    storage.persist(persist(2, 'database', 'a', '2'));
    storage.persist(persist(3, 'database', 'b', '1'));
    storage.persist(persist(4, 'database', 'b', undefined));
    await storage.settled();
    expect((await port().storage.open()).records).toEqual([['a', '2']]);
  });

  test('clear deletes the session and keeps preferences, unsent texts and later writes', async () => {
    const { storage } = port();
    await storage.open();
    storage.persist(persist(1, 'localStorage', 'token', 'secret'));
    storage.persist(persist(2, 'localStorage', 'preferences', '{"theme":"dark","language":"en"}'));
    storage.persist(persist(3, 'database', 'jobs/1', '{}'));
    storage.persist(persist(4, 'unsent', 'outbox/1/1/A', '{}'));
    storage.clear();
    storage.persist(persist(5, 'database', 'jobs/2', '{}'));
    await storage.settled();
    const restored = await port().storage.open();
    expect(restored.token).toBeUndefined();
    expect(restored.preferences).toBe('{"theme":"dark","language":"en"}');
    expect(restored.records).toEqual([['jobs/2', '{}']]);
    expect(restored.unsent).toEqual([['outbox/1/1/A', '{}']]);
  });

  test('stores theme and language where the boot script reads them', async () => {
    const { storage } = port();
    await storage.open();
    storage.persist(persist(1, 'localStorage', 'preferences', '{"theme":"dark","language":"en"}'));
    expect(window.localStorage.getItem('workspace.theme')).toBe('dark');
    expect(window.localStorage.getItem('workspace.language')).toBe('en');
    storage.persist(persist(2, 'localStorage', 'preferences', '{"theme":"system","language":"pt-BR"}'));
    expect(window.localStorage.getItem('workspace.theme')).toBeNull();
    expect(window.localStorage.getItem('workspace.language')).toBe('pt-BR');
  });

  test('given storage that does not open, reports the outcome and does not throw', async () => {
    vi.spyOn(window.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    vi.spyOn(window.indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const { storage, outcomes } = port();
    expect((await storage.open()).records).toEqual([]);
    storage.persist(persist(1, 'database', 'a', '1'));
    await storage.settled();
    expect(outcomes).toEqual([{ id: 1, outcome: 'unavailable' }]);
  });

  test('a clean start deletes the local records except the identity, and keeps unsent texts', async () => {
    const { storage } = port();
    await storage.open();
    storage.persist(persist(1, 'database', 'authentication', '{"agent_id":"1"}'));
    storage.persist(persist(2, 'database', 'jobs/1', '{}'));
    storage.persist(persist(3, 'unsent', 'draft/1/1', '{}'));
    await storage.settled();
    await storage.cleanStart();
    const restored = await port().storage.open();
    expect(restored.records).toEqual([['authentication', '{"agent_id":"1"}']]);
    expect(restored.unsent).toEqual([['draft/1/1', '{}']]);
  });

  test.each([
    ['of a newer version', 99],
    ['with another schema', 1],
  ])('deletes and creates again a database %s', async (_, version) => {
    await new Promise((resolve, reject) => {
      const request = window.indexedDB.open('workspace', version);
      request.onsuccess = () => {
        request.result.close();
        resolve(null);
      };
      request.onerror = () => reject(new Error('the newer database must open'));
    });
    const { storage, outcomes } = port();
    expect((await storage.open()).records).toEqual([]);
    storage.persist(persist(1, 'database', 'a', '1'));
    await storage.settled();
    expect(outcomes).toEqual([{ id: 1, outcome: 'ok' }]);
  });
});
