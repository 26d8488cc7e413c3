// The waves that the sound port generates. A browser test measures the real AudioContext (tests-e2e/sounds.spec.ts);
// here a fake records its calls.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sound } from 'core-wasm';
import { SoundPort } from './sound';

const rate = 48_000;
let started: Float32Array[] = [];

class Source {
  buffer: { wave: Float32Array } | null = null;
  loop = false;
  onended: (() => void) | null = null;
  connect(): void {}
  start(): void {
    if (this.buffer !== null) started.push(this.buffer.wave);
  }
}

class Context {
  state = 'running';
  sampleRate = rate;
  destination = {};
  onstatechange: (() => void) | null = null;
  createGain(): unknown {
    return { gain: { value: 0 }, connect: () => undefined, disconnect: () => undefined };
  }
  createBufferSource(): Source {
    return new Source();
  }
  createBuffer(_channels: number, length: number): unknown {
    const wave = new Float32Array(length);
    return { wave, getChannelData: () => wave };
  }
}

beforeEach(() => {
  started = [];
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('fetch', vi.fn());
  vi.stubGlobal('navigator', { getAutoplayPolicy: () => 'allowed' });
});

afterEach(() => vi.unstubAllGlobals());

/** The wave of one sound, in a page that the agent has clicked. */
function waveOf(sound: Sound): Float32Array {
  const port = new SoundPort(() => undefined);
  port.start();
  window.dispatchEvent(new Event('keydown'));
  started = [];
  port.play(sound, { melody: 'bright', volume: 70 });
  expect(started).toHaveLength(1);
  return started[0] ?? new Float32Array();
}

test.each(['newAttendance', 'message', 'messageSoft', 'pauseAlert', 'hangup'] as const)(
  "'%s' is a generated tone of less than a second, without a file [NOT-018]",
  (sound) => {
    const wave = waveOf(sound);
    expect(wave.length).toBeGreaterThan(0.05 * rate);
    expect(wave.length).toBeLessThan(rate);
    expect(Math.max(...wave)).toBeGreaterThan(0.5);
    expect(fetch).not.toHaveBeenCalled();
  },
);

test('the pitch of the hang-up tone falls, and no other sound has the same tones', () => {
  const crossings = (wave: Float32Array): number =>
    wave.reduce((count, sample, at) => count + (at > 0 && sample >= 0 !== (wave[at - 1] ?? 0) >= 0 ? 1 : 0), 0);
  const hangup = waveOf('hangup');
  const third = Math.floor(hangup.length / 3);
  expect(crossings(hangup.subarray(0, third))).toBeGreaterThan(1.5 * crossings(hangup.subarray(2 * third)));
  for (const other of ['newAttendance', 'message', 'messageSoft', 'pauseAlert'] as const)
    expect(waveOf(other)).not.toEqual(hangup);
});
