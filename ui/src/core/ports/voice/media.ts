// The media of calls: one peer connection per call, its levels every 200 ms and its quality every second, the list of devices and the agent's choice, and the
// preview of the microphone outside of calls. It decides nothing about calls: the core does.
import type { AudioDevice, DeviceChoice, Levels, MediaFailure, PeerCommand, Description } from './commands';
import {
  hasMicrophone,
  listDevices,
  storeChoice,
  storedChoice,
  watchDevices,
  watchMicrophonePermission,
} from './devices';
import { LevelMeter } from './levelMeter';
import { CaptureError, openMicrophone } from './microphone';
import { Peer, type PeerEvents } from './peer';
import type { QualitySample } from './quality';

/** A report about a call: the report of its peer connection, with the number of the call. */
type OfCall<Events> = {
  [Name in keyof Events]: Events[Name] extends (...values: infer Values) => void
    ? (call: number, ...values: Values) => void
    : never;
};

export interface MediaEvents extends OfCall<PeerEvents> {
  levels(call: number, levels: Levels): void;
  quality(call: number, sample: QualitySample): void;
  /** The last microphone of the computer was removed. */
  noMicrophone(): void;
  /** Whether the computer has a microphone, at first and after each change. */
  hasMicrophone(has: boolean): void;
  /** There is a microphone again, or the agent has allowed it. */
  microphoneFound(): void;
  /** The list of devices changed, or devices got their names with the permission. */
  devices(devices: ReadonlyArray<AudioDevice>): void;
  /** The level of the microphone during its preview. */
  previewLevel(level: number): void;
  previewFailed(failure: MediaFailure): void;
}

/** Calls from this number on are those of a supervisor's telephone (`core-wasm/src/call_supervision/telephone.rs`), which may only listen. */
const firstSupervisorsCall = 1_000_000;
/** RTC-032 */
const levelsEveryMs = 200;
/** RTC-033 */
const qualityEveryMs = 1_000;

interface Preview {
  meter: LevelMeter<'microphone'>;
  track: MediaStreamTrack | null;
  timer: number;
}

export class MediaPort {
  private readonly peers = new Map<number, Peer>();
  private choice = storedChoice();
  private iceServers: ReadonlyArray<RTCIceServer> = [];
  private timers: ReadonlyArray<number> = [];
  private preview: Preview | null = null;
  private hadMicrophone = Promise.resolve(false);

  constructor(private readonly events: MediaEvents) {
    this.hadMicrophone = hasMicrophone().then((has) => {
      events.hasMicrophone(has);
      return has;
    });
    watchDevices(() => {
      this.refreshDevices();
      this.openLostMicrophones();
      this.followMicrophones();
    });
    watchMicrophonePermission(() => {
      this.openLostMicrophones();
      events.microphoneFound();
    });
  }

  /** Whether the browser can make calls (RTC-051). */
  static isSupported(): boolean {
    return typeof RTCPeerConnection !== 'undefined' && navigator.mediaDevices !== undefined;
  }

  get chosen(): DeviceChoice {
    return this.choice;
  }

  /** Sets the relay servers for later calls; without any, only host candidates are used (RTC-029, RTC-030). */
  useRelays(servers: ReadonlyArray<RTCIceServer>): void {
    this.iceServers = servers;
  }

  execute(call: number, command: PeerCommand): void {
    const peer = this.peers.get(call) ?? this.open(call, command);
    peer?.execute(command);
    if (command.type === 'close') {
      this.peers.delete(call);
      if (this.peers.size === 0) this.stopPolling();
    }
  }

  mute(call: number, muted: boolean): void {
    this.peers.get(call)?.mute(muted);
  }

  /** The agent requests the microphone for a call that has lost it. */
  openMicrophone(call: number): void {
    this.peers.get(call)?.openLostMicrophone(this.choice.microphone, true);
  }

  /** Stores the choice; a running call uses it at once. */
  choose(choice: DeviceChoice): void {
    const before = this.choice;
    this.choice = choice;
    storeChoice(choice);
    for (const peer of this.peers.values()) {
      if (choice.microphone !== before.microphone) peer.chooseMicrophone(choice.microphone);
      if (choice.speaker !== before.speaker) peer.chooseSpeaker(choice.speaker);
    }
    if (this.preview !== null && choice.microphone !== before.microphone) this.startPreview();
  }

  refreshDevices(): void {
    void listDevices().then((devices) => {
      const isThere = devices.some(({ id }) => id === this.choice.speaker);
      for (const peer of this.peers.values()) peer.chooseSpeaker(isThere ? this.choice.speaker : '');
      this.events.devices(devices);
    });
  }

  /** Opens the chosen microphone and reports its level. */
  startPreview(): void {
    this.stopPreview();
    const meter = new LevelMeter<'microphone'>();
    const timer = window.setInterval(() => this.events.previewLevel(meter.level('microphone')), levelsEveryMs);
    const preview: Preview = { meter, track: null, timer };
    this.preview = preview;
    openMicrophone(this.choice.microphone).then(
      ({ stream, track }) => {
        if (this.preview !== preview) return track.stop();
        preview.track = track;
        meter.listen('microphone', stream);
        // The names of the devices are known only after the permission.
        this.refreshDevices();
      },
      (failure: unknown) => {
        if (this.preview !== preview) return;
        this.stopPreview();
        if (!(failure instanceof CaptureError)) throw failure;
        this.events.previewFailed(failure.failure);
      },
    );
  }

  stopPreview(): void {
    const { preview } = this;
    this.preview = null;
    if (preview === null) return;
    window.clearInterval(preview.timer);
    preview.track?.stop();
    preview.meter.close();
  }

  /** Ends all calls, when the session of the agent ends. The devices are watched until the page is closed. */
  release(): void {
    for (const call of [...this.peers.keys()]) this.execute(call, { type: 'close' });
    this.stopPreview();
  }

  private openLostMicrophones(): void {
    for (const peer of this.peers.values()) peer.openLostMicrophone(this.choice.microphone, false);
  }

  /** Reports when the last microphone is removed and the first one is added; one change after another. */
  private followMicrophones(): void {
    this.hadMicrophone = this.hadMicrophone.then(async (had) => {
      const has = await hasMicrophone();
      if (had !== has) this.events.hasMicrophone(has);
      if (had && !has) this.events.noMicrophone();
      if (has && !had) this.events.microphoneFound();
      return has;
    });
  }

  private open(call: number, command: PeerCommand): Peer | null {
    // The command came too late: its call has ended.
    if (command.type !== 'offer' && command.type !== 'answer') return null;
    if (!MediaPort.isSupported()) {
      void Promise.resolve().then(() => this.events.failed(call, { fault: 'noWebRtc' }));
      return null;
    }
    const { microphone, speaker } = this.choice;
    const { events } = this;
    const peer = new Peer(
      {
        iceServers: this.iceServers,
        microphone,
        speaker,
        muted: false,
        listensWithoutMicrophone: call >= firstSupervisorsCall,
      },
      {
        described: (description: Description) => events.described(call, description),
        failed: (failure) => events.failed(call, failure),
        candidate: (candidate) => events.candidate(call, candidate),
        tonesRefused: (tones) => events.tonesRefused(call, tones),
        ice: (state) => events.ice(call, state),
        microphoneReplaced: (label) => events.microphoneReplaced(call, label),
        microphoneLost: (failure) => events.microphoneLost(call, failure),
        playbackBlocked: () => events.playbackBlocked(call),
      },
    );
    this.peers.set(call, peer);
    if (this.timers.length === 0) this.startPolling();
    return peer;
  }

  private startPolling(): void {
    this.timers = [
      window.setInterval(
        () => this.peers.forEach((peer, call) => this.events.levels(call, peer.levels(levelsEveryMs))),
        levelsEveryMs,
      ),
      window.setInterval(
        () =>
          this.peers.forEach((peer, call) => {
            void peer.quality().then((sample) => {
              if (sample !== null) this.events.quality(call, sample);
            });
          }),
        qualityEveryMs,
      ),
    ];
  }

  private stopPolling(): void {
    this.timers.forEach((timer) => window.clearInterval(timer));
    this.timers = [];
  }
}
