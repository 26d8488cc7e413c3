// Measures how loud streams are, without playing them.

/** 170 ms at 48 kHz: nearly the whole sound between two polls of 200 ms (RTC-032). */
const windowSamples = 8_192;

interface Tap {
  source: MediaStreamAudioSourceNode;
  analyser: AnalyserNode;
  wave: Float32Array<ArrayBuffer>;
}

export class LevelMeter<Name extends string> {
  private context: AudioContext | null = null;
  private readonly taps = new Map<Name, Tap>();

  /** Measures this stream under this name from now on. */
  listen(name: Name, stream: MediaStream): void {
    this.forget(name);
    if (typeof AudioContext === 'undefined') return;
    this.context ??= new AudioContext();
    // Suspended until the first gesture of the agent.
    if (this.context.state === 'suspended') this.context.resume().catch(() => undefined);
    const source = this.context.createMediaStreamSource(stream);
    const analyser = this.context.createAnalyser();
    analyser.fftSize = windowSamples;
    source.connect(analyser);
    this.taps.set(name, { source, analyser, wave: new Float32Array(windowSamples) });
  }

  /** Root mean square, 0 to 1, in steps of a thousandth; 0 for a stream that is not measured. */
  level(name: Name): number {
    const tap = this.taps.get(name);
    if (tap === undefined) return 0;
    tap.analyser.getFloatTimeDomainData(tap.wave);
    return rootMeanSquare(tap.wave);
  }

  close(): void {
    for (const name of [...this.taps.keys()]) this.forget(name);
    this.context?.close().catch(() => undefined);
    this.context = null;
  }

  private forget(name: Name): void {
    const tap = this.taps.get(name);
    tap?.source.disconnect();
    this.taps.delete(name);
  }
}

export function rootMeanSquare(wave: Float32Array): number {
  let sum = 0;
  for (const sample of wave) sum += sample * sample;
  return Math.min(1, Math.round(1000 * Math.sqrt(sum / Math.max(1, wave.length))) / 1000);
}
