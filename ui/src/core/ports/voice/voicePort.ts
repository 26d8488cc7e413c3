// The voice ports for the host: effects of the core go to signalling and media, and the reports of both go to the core. Devices, their choice and the
// microphone's preview are not the core's: `DeviceState` holds them for the screens.
import type { HostEffect, VoiceReport } from 'core-wasm';
import { DeviceState } from './deviceState';
import { MediaPort } from './media';
import { SignallingPort } from './signalling';

export type VoiceEffect = Extract<HostEffect, { type: `voice${string}` }>;

export class VoicePort {
  readonly devices: DeviceState;
  private readonly signalling: SignallingPort;
  private readonly media: MediaPort;

  constructor(report: (report: VoiceReport) => void, onRinger: (device: string) => void) {
    this.signalling = new SignallingPort({
      opened: (link) => report({ type: 'opened', link }),
      closed: (link) => report({ type: 'closed', link }),
      text: (link, text) => report({ type: 'text', link, text }),
      posted: (link, transaction, outcome) => report({ type: 'posted', link, transaction, outcome }),
      polled: (link, outcome) => report({ type: 'polled', link, outcome }),
    });
    this.media = new MediaPort({
      described: (call, description) => report({ type: 'described', call, description }),
      failed: (call, failure) => report({ type: 'failed', call, failure }),
      candidate: (call, candidate) => report({ type: 'candidate', call, candidate }),
      tonesRefused: (call, tones) => report({ type: 'tonesRefused', call, tones }),
      ice: (call, state) => report({ type: 'ice', call, state }),
      microphoneReplaced: (call, label) => report({ type: 'microphoneReplaced', call, label }),
      microphoneLost: (call, failure) => report({ type: 'microphoneLost', call, failure }),
      hasMicrophone: (has) => this.devices.setHasMicrophone(has),
      noMicrophone: () => report({ type: 'noMicrophone' }),
      microphoneFound: () => report({ type: 'microphoneFound' }),
      playbackBlocked: (call) => report({ type: 'playbackBlocked', call }),
      levels: (call, levels) => report({ type: 'levels', call, levels }),
      quality: (call, sample) => report({ type: 'quality', call, sample }),
      devices: (devices) => this.devices.setDevices(devices),
      previewLevel: (level) => this.devices.setLevel(level),
      previewFailed: (failure) => this.devices.setProblem(failure.problem ?? 'missing'),
    });
    this.devices = new DeviceState(this.media, onRinger);
    watchNetwork(() => report({ type: 'networkChanged' }));
    report({ type: 'ready', webRtc: MediaPort.isSupported() });
  }

  execute(effect: VoiceEffect): void {
    switch (effect.type) {
      case 'voiceSignalling':
        return this.signalling.execute(effect.command);
      case 'voicePeer':
        return this.media.execute(effect.call, effect.command);
      case 'voiceMicrophone':
        return this.media.openMicrophone(effect.call);
      case 'voiceMute':
        return this.media.mute(effect.call, effect.muted);
      case 'voiceRelays':
        return this.media.useRelays(effect.servers);
      case 'voiceRelease':
        this.signalling.release();
        return this.media.release();
      default:
        return unknown(effect);
    }
  }
}

/** The port exists until the page is closed. */
function watchNetwork(onChange: () => void): void {
  window.addEventListener('online', onChange);
  const { connection } = navigator as { connection?: EventTarget };
  connection?.addEventListener('change', onChange);
}

function unknown(effect: never): never {
  throw new Error(`no voice port executes ${JSON.stringify(effect)}`);
}
