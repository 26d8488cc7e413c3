// Tunes made on the spot, so that no file must load first. A tune sounds once; a ring is one buffer that loops for as long as it is asked for, by the
// sound card's own clock, so that a hidden tab's slow timers do not matter. Browsers may let a page sound only after the agent touched it: whether it
// may is told, and what was to sound once meanwhile is not made up for.
import type { Melody, Sound, Tone } from 'core-wasm';

interface Note {
  /** Times the melody's own frequency; 0 is silence. */
  pitch: number;
  ms: number;
}

interface Voice {
  frequency: number;
  /** How much of the third harmonic: what is brighter is heard through more noise. */
  edge: number;
  /** Each note is struck so often. */
  strikes: number;
}

const voices: Record<Melody, Voice> = {
  bright: { frequency: 660, edge: 0.25, strikes: 1 },
  soft: { frequency: 440, edge: 0, strikes: 1 },
  low: { frequency: 262, edge: 0.35, strikes: 1 },
  double: { frequency: 523, edge: 0.1, strikes: 2 },
};

const notes = (ms: number, ...pitches: number[]): ReadonlyArray<Note> => pitches.map((pitch) => ({ pitch, ms }));

const tunes: Record<Sound, { notes: ReadonlyArray<Note>; loudness: number }> = {
  newAttendance: { notes: notes(140, 1, 4 / 3, 3 / 2), loudness: 1 },
  message: { notes: notes(90, 1, 4 / 3), loudness: 0.8 },
  messageSoft: { notes: notes(90, 1), loudness: 0.35 },
  pauseAlert: { notes: notes(160, 4 / 3, 1, 4 / 3, 1), loudness: 1 },
  hangup: { notes: notes(160, 1, 3 / 4, 1 / 2), loudness: 0.8 },
};

/** 2 s on, 3 s off. */
const ringTune: ReadonlyArray<Note> = [
  ...notes(250, 1, 5 / 4, 3 / 2, 5 / 4, 1, 5 / 4, 3 / 2, 5 / 4),
  { pitch: 0, ms: 3_000 },
];

/** Of full volume: the ear hears by squares, and a tone at the limit is painful. */
const loudest = 0.35;
const gainOf = (volume: number): number => loudest * (volume / 100) ** 2;

interface Ringing {
  melody: Melody;
  source: AudioBufferSourceNode;
  gain: GainNode;
}

export class SoundPort {
  private context: AudioContext | null = null;
  private wanted: Tone | undefined;
  private ringing: Ringing | null = null;

  constructor(private readonly tellAllowed: (allowed: boolean) => void) {}

  /** Finds out whether the page may sound, and listens for the touch that allows it. */
  begin(): void {
    if (typeof AudioContext === 'undefined') return;
    const touched = (): void => {
      // A finger's first contact is no touch in this sense yet; its end is.
      if (userActivation()?.isActive !== false) this.open();
    };
    for (const gesture of ['pointerdown', 'pointerup', 'keydown'])
      window.addEventListener(gesture, touched, { capture: true });
    void maySound().then((allowed) => {
      if (allowed) this.open();
      else if (this.context === null) this.tellAllowed(false);
    });
  }

  play(sound: Sound, { melody, volume }: Tone): void {
    const { context } = this;
    if (context === null || context.state !== 'running') return;
    const tune = tunes[sound];
    this.start(context, render(context, tune.notes, voices[melody]), gainOf(volume) * tune.loudness);
  }

  /** From now on this rings, or nothing does. */
  ring(tone: Tone | undefined): void {
    this.wanted = tone === undefined || tone.volume === 0 ? undefined : tone;
    this.follow();
  }

  private follow(): void {
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
        ...this.start(context, render(context, ringTune, voices[wanted.melody]), gainOf(wanted.volume), true),
      };
    } else {
      this.ringing.gain.gain.value = gainOf(wanted.volume);
    }
  }

  private start(context: AudioContext, buffer: AudioBuffer, loudness: number, loop = false): Omit<Ringing, 'melody'> {
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
      context.onstatechange = () => this.tellAllowed(context.state === 'running');
      this.tellAllowed(context.state === 'running');
      this.follow();
    }
    if (this.context.state !== 'running') this.context.resume().catch(() => undefined);
  }
}

/** One second of sound is 48,000 numbers: made when it is needed and forgotten afterwards. */
function render(
  context: BaseAudioContext,
  tune: ReadonlyArray<Note>,
  { frequency, edge, strikes }: Voice,
): AudioBuffer {
  const rate = context.sampleRate;
  const struck = tune.flatMap(({ pitch, ms }) =>
    Array.from({ length: pitch === 0 ? 1 : strikes }, () => ({
      pitch,
      samples: Math.round((ms * rate) / 1000 / (pitch === 0 ? 1 : strikes)),
    })),
  );
  const buffer = context.createBuffer(
    1,
    struck.reduce((sum, { samples }) => sum + samples, 0),
    rate,
  );
  const wave = buffer.getChannelData(0);
  let at = 0;
  for (const { pitch, samples } of struck) {
    const step = (2 * Math.PI * frequency * pitch) / rate;
    const rise = Math.min(samples, rate * 0.01);
    for (let sample = 0; pitch > 0 && sample < samples; sample += 1) {
      const envelope = Math.min(1, sample / rise) * (1 - sample / samples);
      wave[at + sample] = envelope * (Math.sin(step * sample) + edge * Math.sin(3 * step * sample));
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

/** Where the browser does not say it, an element that may not play says so at once, and nothing is written into the console. */
async function maySound(): Promise<boolean> {
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
