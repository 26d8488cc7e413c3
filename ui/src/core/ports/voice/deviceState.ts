// The devices of this browser for the screens: the existing devices, the agent's choice, and the microphone's preview. Listeners are notified after
// every change, and each change is a new object.
import type { AudioDevice, CaptureProblem, DeviceChoice } from './commands';
import type { MediaPort } from './media';
import { testVoice, type VoiceTest } from './voiceTest';

export type { VoiceTest } from './voiceTest';

export interface DeviceView {
  devices: ReadonlyArray<AudioDevice>;
  choice: DeviceChoice;
  /** Level of the microphone during the preview, 0 to 1. */
  level: number;
  /** Why the microphone cannot be previewed. */
  problem: CaptureProblem | undefined;
  /** Whether the computer has a microphone; undefined until it is known. */
  hasMicrophone?: boolean | undefined;
}

export class DeviceState {
  private view: DeviceView;
  private readonly listeners = new Set<() => void>();
  private previews = 0;

  constructor(
    private readonly media: MediaPort,
    private readonly onRinger: (device: string) => void,
  ) {
    this.view = { devices: [], choice: media.chosen, level: 0, problem: undefined };
    if (media.chosen.ringer !== '') onRinger(media.chosen.ringer);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): DeviceView => this.view;

  /**
   * Opens the microphone for a preview; it stays open until the last preview ends. Returns the function that ends this
   * preview.
   */
  preview(): () => void {
    this.previews += 1;
    if (this.previews === 1) this.retry();
    return () => {
      this.previews -= 1;
      if (this.previews > 0) return;
      this.media.stopPreview();
      this.change({ level: 0 });
    };
  }

  /** Tries to open the microphone again. */
  retry(): void {
    this.change({ problem: undefined });
    this.media.refreshDevices();
    this.media.startPreview();
  }

  /** Records the microphone for 3 s and plays it on the chosen speaker. Returns a function that ends the test without a report. */
  testVoice(report: (state: VoiceTest) => void): () => void {
    return testVoice(this.view.choice, report);
  }

  choose(choice: DeviceChoice): void {
    const { ringer } = this.view.choice;
    this.change({ choice, problem: undefined });
    this.media.choose(choice);
    if (choice.ringer !== ringer) this.onRinger(choice.ringer);
  }

  setDevices(devices: ReadonlyArray<AudioDevice>): void {
    this.change({ devices });
  }

  setHasMicrophone(hasMicrophone: boolean): void {
    this.change({ hasMicrophone });
  }

  setLevel(level: number): void {
    this.change({ level });
  }

  setProblem(problem: CaptureProblem): void {
    this.change({ problem, level: 0 });
  }

  private change(part: Partial<DeviceView>): void {
    this.view = { ...this.view, ...part };
    this.listeners.forEach((listener) => listener());
  }
}
