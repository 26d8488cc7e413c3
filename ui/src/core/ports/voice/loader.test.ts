// Tests that the voice ports are loaded once, at the first need, and that effects keep their order meanwhile.
import type { VoiceReport } from 'core-wasm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VoiceLoader } from './loader';
import type { VoiceEffect } from './voicePort';

const port = vi.hoisted(() => ({ failures: 0, made: 0, executed: [] as unknown[] }));

vi.mock('./voicePort', () => ({
  get VoicePort() {
    if (port.failures > 0) {
      port.failures -= 1;
      throw new Error('the chunk cannot be loaded');
    }
    return class {
      readonly devices = {};
      constructor(report: (report: VoiceReport) => void) {
        port.made += 1;
        report({ type: 'ready', webRtc: true });
      }
      execute(effect: VoiceEffect): void {
        port.executed.push(effect.type);
      }
    };
  },
}));

beforeEach(() => Object.assign(port, { failures: 0, made: 0, executed: [] }));
afterEach(() => vi.useRealTimers());

const release: VoiceEffect = { type: 'voiceRelease' };
const relays: VoiceEffect = { type: 'voiceRelays', servers: [] };

test('given effects before the ports are loaded, then the ports are loaded once and execute them in order', async () => {
  const report = vi.fn();
  const loader = new VoiceLoader(report, vi.fn());
  loader.execute(relays);
  loader.execute({ type: 'voiceMute', call: 1, muted: true });
  loader.execute(release);
  await loader.load();
  expect([port.made, port.executed]).toEqual([1, ['voiceRelays', 'voiceMute', 'voiceRelease']]);
  expect(report).toHaveBeenCalledExactlyOnceWith({ type: 'ready', webRtc: true });
});

test('given ports that were not loaded, when the session ends, then they are not loaded', async () => {
  const loader = new VoiceLoader(vi.fn(), vi.fn());
  loader.execute(release);
  await loader.load();
  expect(port.executed).toEqual([]);
});

test('given the ports cannot be loaded, then they are requested again until they can', async () => {
  vi.useFakeTimers();
  port.failures = 2;
  const loader = new VoiceLoader(vi.fn(), vi.fn());
  loader.execute(relays);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(port.made).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([port.made, port.executed]).toEqual([1, ['voiceRelays']]);
});
