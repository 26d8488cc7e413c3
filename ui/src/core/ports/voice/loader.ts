// Loads the voice ports for an agent who calls in the browser, or when a screen needs the devices. Other agents' pages do not load them. Effects wait
// for the ports and keep their order.
import type { VoiceReport } from 'core-wasm';
import type { VoiceEffect, VoicePort } from './voicePort';

const retryAfterMs = 2_000;

export class VoiceLoader {
  private loading: Promise<VoicePort> | null = null;

  constructor(
    private readonly report: (report: VoiceReport) => void,
    private readonly onRinger: (device: string) => void,
  ) {}

  load(): Promise<VoicePort> {
    this.loading ??= this.request();
    return this.loading;
  }

  execute(effect: VoiceEffect): void {
    // The ports are not loaded: nothing is to be released.
    if (effect.type === 'voiceRelease' && this.loading === null) return;
    void this.load().then((port) => port.execute(effect));
  }

  /** During an outage the chunk is requested again until it arrives. */
  private async request(): Promise<VoicePort> {
    for (;;) {
      try {
        const { VoicePort: Port } = await import('./voicePort');
        return new Port(this.report, this.onRinger);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      }
    }
  }
}
