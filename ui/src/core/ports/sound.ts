// Short tones made on the spot, so that no file must load first. Browsers let a page sound only after the agent touched it; before that it is silent.
import type { Sound } from 'core-wasm';

interface Tone {
  frequencies: readonly number[];
  noteMs: number;
  volume: number;
}

const tones: Record<Sound, Tone> = {
  newAttendance: { frequencies: [660, 880, 990], noteMs: 140, volume: 0.14 },
  message: { frequencies: [740, 990], noteMs: 90, volume: 0.1 },
  messageSoft: { frequencies: [740], noteMs: 90, volume: 0.04 },
  pauseAlert: { frequencies: [880, 660, 880, 660], noteMs: 160, volume: 0.14 },
};

export class SoundPort {
  private context: AudioContext | null = null;

  constructor(private readonly allowed: () => boolean) {
    const unlock = (): void => {
      if (typeof AudioContext === 'undefined') return;
      this.context ??= new AudioContext();
      if (this.context.state === 'suspended') void this.context.resume().catch(() => undefined);
    };
    window.addEventListener('pointerdown', unlock, { capture: true });
    window.addEventListener('keydown', unlock, { capture: true });
  }

  play(sound: Sound): void {
    const context = this.context;
    if (context === null || context.state !== 'running' || !this.allowed()) return;
    const { frequencies, noteMs, volume } = tones[sound];
    frequencies.forEach((frequency, index) => {
      const from = context.currentTime + (index * noteMs) / 1000;
      const until = from + noteMs / 1000;
      const gain = context.createGain();
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(volume, from + 0.01);
      gain.gain.linearRampToValueAtTime(0, until);
      const oscillator = context.createOscillator();
      oscillator.frequency.value = frequency;
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(from);
      oscillator.stop(until);
    });
  }
}
