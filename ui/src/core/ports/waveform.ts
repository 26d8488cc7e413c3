// The waveform of a sound: the loudest sample of each part, relative to the loudest sample of the sound.
import { fileAt } from './localFiles';

export const waveformBars = 44;

export function peaksOf(samples: Float32Array, bars = waveformBars): ReadonlyArray<number> {
  const length = Math.max(1, Math.floor(samples.length / bars));
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let peak = 0;
    for (let index = bar * length; index < Math.min(samples.length, (bar + 1) * length); index += 1)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}

export interface Sound {
  peaks: ReadonlyArray<number>;
  seconds: number;
}

/** The rate only affects the precision of the peaks. */
const sampleRate = 8000;

/** The server refused the address of a sound. */
export class SoundRefused extends Error {}

/** Rejects if the sound cannot be loaded or decoded, with `SoundRefused` if its address does not work. */
export async function loadSound(src: string, signal: AbortSignal): Promise<Sound> {
  const file = fileAt(src);
  const answer = file === undefined ? await fetch(src, { signal }) : new Response(file);
  if (!answer.ok) throw new SoundRefused(`the sound was answered with ${answer.status}`);
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await decoder.decodeAudioData(await answer.arrayBuffer());
  return { peaks: peaksOf(decoded.getChannelData(0)), seconds: decoded.duration };
}

/** The loudness of a call recording over time. */
export interface Loudness {
  seconds: number;
  /** Loudness of the customer's channel, 0 to 1. */
  customer: ReadonlyArray<number>;
  /** Loudness of the company's channel, 0 to 1. */
  company: ReadonlyArray<number>;
}

/**
 * Loads the loudness of a recording. Rejects if it cannot be loaded, with `SoundRefused` if its address does not work.
 */
export async function loadLoudness(address: string, signal: AbortSignal): Promise<Loudness> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new SoundRefused(`the waveform was answered with ${answer.status}`);
  const { seconds, customer, company } = (await answer.json()) as {
    seconds: number;
    customer: number[];
    company: number[];
  };
  const share = (percent: number): number => percent / 100;
  return { seconds, customer: customer.map(share), company: company.map(share) };
}
