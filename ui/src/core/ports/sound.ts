// Generates the sounds of the page, so that no file must load first. A tune plays once; a ring is one buffer that loops
// on the audio clock, independent of the throttled timers of a hidden tab. Browsers allow sound only after a gesture of
// the agent: the permission is reported, and tunes that could not be played are not repeated later.
import type { Melody, Sound, Tone } from 'core-wasm';

interface Note {
  /** The multiple of the melody's base frequency; 0 is silence. */
  pitch: number;
  ms: number;
}

interface Timbre {
  frequency: number;
  /** Share of the third harmonic: a brighter sound is audible in more noise. */
  thirdHarmonic: number;
  /** How often each note is repeated. */
  repeats: number;
}

const timbres: Record<Melody, Timbre> = {
  bright: { frequency: 660, thirdHarmonic: 0.25, repeats: 1 },
  soft: { frequency: 440, thirdHarmonic: 0, repeats: 1 },
  low: { frequency: 262, thirdHarmonic: 0.35, repeats: 1 },
  double: { frequency: 523, thirdHarmonic: 0.1, repeats: 2 },
};

const notes = (ms: number, ...pitches: number[]): ReadonlyArray<Note> => pitches.map((pitch) => ({ pitch, ms }));

const tunes: Record<Sound, { notes: ReadonlyArray<Note>; loudness: number }> = {
  newAttendance: { notes: notes(140, 1, 4 / 3, 3 / 2), loudness: 1 },
  message: { notes: notes(90, 1, 4 / 3), loudness: 0.8 },
  messageSoft: { notes: notes(90, 1), loudness: 0.35 },
  pauseAlert: { notes: notes(160, 4 / 3, 1, 4 / 3, 1), loudness: 1 },
  hangup: { notes: notes(160, 1, 3 / 4, 1 / 2), loudness: 0.8 },
};

/** The ring sounds for 2 s and pauses for 3 s. */
const ringTune: ReadonlyArray<Note> = [
  ...notes(250, 1, 5 / 4, 3 / 2, 5 / 4, 1, 5 / 4, 3 / 2, 5 / 4),
  { pitch: 0, ms: 3_000 },
];

/** Share of full gain at volume 100: loudness follows the square of the gain, and 0.35 is the comfortable maximum. */
const maxGain = 0.35;
const gainOf = (volume: number): number => maxGain * (volume / 100) ** 2;

interface Ringing {
  melody: Melody;
  source: AudioBufferSourceNode;
  gain: GainNode;
}

export class SoundPort {
  private context: AudioContext | null = null;
  private wanted: Tone | undefined;
  private ringing: Ringing | null = null;
  private device = '';

  constructor(private readonly reportAllowed: (allowed: boolean) => void) {}

  /** Checks whether the page may play sound, and listens for the gesture that allows it. */
  start(): void {
    if (typeof AudioContext === 'undefined') return;
    const onGesture = (): void => {
      // On touch screens pointerdown does not activate the page; pointerup does.
      if (userActivation()?.isActive !== false) this.open();
    };
    for (const gesture of ['pointerdown', 'pointerup', 'keydown'])
      window.addEventListener(gesture, onGesture, { capture: true });
    void mayPlaySound().then((allowed) => {
      if (allowed) this.open();
      else if (this.context === null) this.reportAllowed(false);
    });
  }

  play(sound: Sound, { melody, volume }: Tone): void {
    const { context } = this;
    if (context === null || context.state !== 'running') return;
    const tune = tunes[sound];
    this.playBuffer(context, renderWave(context, tune.notes, timbres[melody]), gainOf(volume) * tune.loudness);
  }

  /** Plays this tone as the ring from now on; undefined stops the ring. */
  ring(tone: Tone | undefined): void {
    this.wanted = tone === undefined || tone.volume === 0 ? undefined : tone;
    this.updateRing();
  }

  /** Plays on this device from now on, if the browser can choose one (BEY-020); an empty id is the system's default. */
  choose(device: string): void {
    this.device = device;
    this.applyDevice();
  }

  /** A missing device is no error: the default one is used. */
  private applyDevice(): void {
    const context = this.context as { setSinkId?: (device: string) => Promise<void> } | null;
    context?.setSinkId?.(this.device).catch(() => undefined);
  }

  private updateRing(): void {
    const { context, wanted, ringing } = this;
    if (ringing !== null && ringing.melody !== wanted?.melody) {
      ringing.source.stop();
      ringing.gain.disconnect();
      this.ringing = null;
    }
    if (wanted === undefined || context === null) return;
    if (this.ringing === null) {
      this.ringing = {
        melody: wanted.melody,
        ...this.playBuffer(context, renderWave(context, ringTune, timbres[wanted.melody]), gainOf(wanted.volume), true),
      };
    } else {
      this.ringing.gain.gain.value = gainOf(wanted.volume);
    }
  }

  private playBuffer(
    context: AudioContext,
    buffer: AudioBuffer,
    loudness: number,
    loop = false,
  ): Omit<Ringing, 'melody'> {
    const gain = context.createGain();
    gain.gain.value = loudness;
    gain.connect(context.destination);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.loop = loop;
    source.connect(gain);
    source.onended = () => gain.disconnect();
    source.start();
    return { source, gain };
  }

  private open(): void {
    if (this.context === null) {
      const context = new AudioContext();
      this.context = context;
      if (this.device !== '') this.applyDevice();
      context.onstatechange = () => this.reportAllowed(context.state === 'running');
      this.reportAllowed(context.state === 'running');
      this.updateRing();
    }
    if (this.context.state !== 'running') this.context.resume().catch(() => undefined);
  }
}

/** One second of sound has 48,000 samples: rendered when needed, not cached. */
function renderWave(
  context: BaseAudioContext,
  tune: ReadonlyArray<Note>,
  { frequency, thirdHarmonic, repeats }: Timbre,
): AudioBuffer {
  const rate = context.sampleRate;
  const repeated = tune.flatMap(({ pitch, ms }) =>
    Array.from({ length: pitch === 0 ? 1 : repeats }, () => ({
      pitch,
      samples: Math.round((ms * rate) / 1000 / (pitch === 0 ? 1 : repeats)),
    })),
  );
  const buffer = context.createBuffer(
    1,
    repeated.reduce((sum, { samples }) => sum + samples, 0),
    rate,
  );
  const wave = buffer.getChannelData(0);
  let at = 0;
  for (const { pitch, samples } of repeated) {
    const step = (2 * Math.PI * frequency * pitch) / rate;
    const rise = Math.min(samples, rate * 0.01);
    for (let sample = 0; pitch > 0 && sample < samples; sample += 1) {
      const envelope = Math.min(1, sample / rise) * (1 - sample / samples);
      wave[at + sample] = envelope * (Math.sin(step * sample) + thirdHarmonic * Math.sin(3 * step * sample));
    }
    at += samples;
  }
  return buffer;
}

interface Activation {
  readonly hasBeenActive: boolean;
  readonly isActive: boolean;
}

function userActivation(): Activation | undefined {
  return (navigator as { userActivation?: Activation }).userActivation;
}

/** Check without an API: an audio element that may not play fails at once, and nothing is written to the console. */
async function mayPlaySound(): Promise<boolean> {
  const { getAutoplayPolicy } = navigator as { getAutoplayPolicy?: (kind: 'audiocontext') => string };
  if (getAutoplayPolicy !== undefined) return getAutoplayPolicy.call(navigator, 'audiocontext') === 'allowed';
  if (userActivation()?.hasBeenActive === true) return true;
  const probe = new Audio();
  return new Promise((resolve) => {
    const refused = (failure: unknown): void =>
      resolve(!(failure instanceof DOMException && failure.name === 'NotAllowedError'));
    probe.play().then(() => resolve(true), refused);
    setTimeout(() => {
      resolve(true);
      probe.pause();
    }, 100);
  });
}
