// The peer connection of one call: it sends the microphone and receives the customer's sound. Commands run one after another; after `close` nothing
// is reported, and everything is released: track, audio context, audio element and connection, even if they are still being opened.
import type { Description, Levels, MediaFailure, PeerCommand, RemoteCandidate } from './commands';
import { LevelMeter } from './levelMeter';
import { CaptureError, openMicrophone } from './microphone';
import { countersOf, sampleOf, type QualityCounters, type QualitySample } from './quality';
import { Speaker } from './speaker';

export interface PeerEvents {
  described(description: Description): void;
  failed(failure: MediaFailure): void;
  /** Null: all candidates were reported. */
  candidate(candidate: RTCIceCandidateInit | null): void;
  tonesRefused(tones: string): void;
  ice(state: RTCIceConnectionState): void;
  /** The chosen microphone is missing, and another one is used. */
  microphoneReplaced(label: string): void;
  /** The microphone was removed and there is no other one: the call has no audio of the agent. */
  microphoneLost(failure: MediaFailure): void;
  /** The browser plays nothing before a gesture of the agent. */
  playbackBlocked(): void;
}

export interface PeerOptions {
  iceServers: ReadonlyArray<RTCIceServer>;
  microphone: string;
  speaker: string;
  muted: boolean;
  /** Without a microphone silence is sent: a party who only listens needs none. */
  listensWithoutMicrophone: boolean;
}

export class Peer {
  private readonly connection: RTCPeerConnection;
  private readonly speaker: Speaker;
  private readonly meter = new LevelMeter<keyof Levels>();
  private microphone: MediaStreamTrack | null = null;
  /** Sends silence instead of a microphone that could not be opened. */
  private silence: AudioContext | null = null;
  /** The call continues without a microphone. */
  private microphoneLost = false;
  private counters: QualityCounters | null = null;
  /** Energy of the customer's sound, for a browser that does not report it. */
  private measuredEnergy = 0;
  private commands = Promise.resolve();
  private closed = false;

  constructor(
    private readonly options: PeerOptions,
    private readonly events: PeerEvents,
  ) {
    // Chromium before 72 uses Unified Plan only on request; TypeScript's types have no `sdpSemantics`.
    const configuration = { iceServers: [...options.iceServers], sdpSemantics: 'unified-plan' };
    this.connection = new RTCPeerConnection(configuration);
    this.speaker = new Speaker(options.speaker, () => this.report(() => events.playbackBlocked()));
    this.connection.onicecandidate = ({ candidate }) => {
      // Firefox also reports the end of each generation, by an empty candidate.
      if (candidate?.candidate !== '') this.report(() => events.candidate(candidate?.toJSON() ?? null));
    };
    this.connection.oniceconnectionstatechange = () =>
      this.report(() => events.ice(this.connection.iceConnectionState));
    this.connection.ontrack = ({ track }) => {
      if (track.kind !== 'audio' || this.closed) return;
      const stream = new MediaStream([track]);
      this.speaker.play(stream);
      this.meter.listen('speaker', stream);
    };
  }

  execute(command: PeerCommand): void {
    switch (command.type) {
      case 'offer':
        return this.describe(() => this.offer({}));
      case 'restartIce':
        return this.describe(() => this.offer({ iceRestart: true }));
      case 'answer':
        return this.describe(() => this.answer(command.sdp));
      case 'complete':
        return this.describe(() => this.connection.setRemoteDescription({ type: 'answer', sdp: command.sdp }));
      case 'addCandidate':
        return this.enqueue(() => this.addCandidate(command.candidate));
      case 'tones':
        return this.enqueue(() => this.sendTones(command.tones, command.durationMs, command.gapMs));
      case 'close':
        return this.close();
      default:
        return unknown(command);
    }
  }

  mute(muted: boolean): void {
    this.options.muted = muted;
    if (this.microphone !== null) this.microphone.enabled = !muted;
  }

  /** Uses another microphone from now on; the call continues. */
  chooseMicrophone(device: string): void {
    this.options.microphone = device;
    this.enqueue(async () => {
      if (this.audioSender() === undefined) return;
      try {
        await this.openChosenMicrophone();
      } catch {
        // Firefox opens one microphone at a time.
        this.releaseMicrophone();
        await this.openMicrophoneAgain(true);
      }
    });
  }

  /**
   * Opens the microphone of a call that has lost it. A failure is reported only if the agent requested it: otherwise it is
   * known already.
   */
  openLostMicrophone(device: string, asked: boolean): void {
    this.enqueue(async () => {
      if (!this.microphoneLost) return;
      this.options.microphone = device;
      await this.openMicrophoneAgain(asked);
    });
  }

  chooseSpeaker(device: string): void {
    this.speaker.choose(device);
  }

  /** The levels now; `elapsedMs` is the time since they were last read. */
  levels(elapsedMs: number): Levels {
    const levels = { microphone: this.meter.level('microphone'), speaker: this.meter.level('speaker') };
    this.measuredEnergy += (levels.speaker * levels.speaker * elapsedMs) / 1000;
    return levels;
  }

  /** Null after the end, and if the browser gives no report. */
  async quality(): Promise<QualitySample | null> {
    const report = await this.connection.getStats().catch(() => null);
    if (report === null || this.closed) return null;
    const entries: Array<Readonly<Record<string, unknown>>> = [];
    report.forEach((entry) => entries.push(entry as Readonly<Record<string, unknown>>));
    const counters = countersOf(entries, performance.now());
    const sample = sampleOf(this.counters, counters, this.measuredEnergy);
    this.counters = counters;
    return sample;
  }

  private close(): void {
    this.closed = true;
    const { connection } = this;
    connection.onicecandidate = connection.oniceconnectionstatechange = connection.ontrack = null;
    this.releaseMicrophone();
    this.releaseSilence();
    this.meter.close();
    this.speaker.close();
    connection.close();
  }

  private async offer(options: RTCOfferOptions): Promise<void> {
    await this.ensureMicrophone();
    await this.applyLocal(await this.connection.createOffer(options));
  }

  private async answer(sdp: string): Promise<void> {
    await this.ensureMicrophone();
    if (this.connection.signalingState === 'have-local-offer')
      await this.connection.setLocalDescription({ type: 'rollback' });
    await this.connection.setRemoteDescription({ type: 'offer', sdp });
    for (const transceiver of this.connection.getTransceivers())
      if (transceiver.receiver.track.kind === 'video') transceiver.direction = 'inactive';
    await this.applyLocal(await this.connection.createAnswer());
  }

  private async applyLocal(made: RTCSessionDescriptionInit): Promise<void> {
    await this.connection.setLocalDescription(made);
    const { type, sdp } = this.connection.localDescription ?? made;
    if (type === 'offer' || type === 'answer') this.report(() => this.events.described({ type, sdp: sdp ?? '' }));
  }

  private async addCandidate(candidate: RemoteCandidate | undefined): Promise<void> {
    // Chromium 71 refuses the end of the candidates, and no engine needs it.
    if (candidate === undefined) return;
    const { sdpMid, sdpMLineIndex } = candidate;
    const section = sdpMid === undefined && sdpMLineIndex === undefined ? { sdpMLineIndex: 0 } : {};
    // A candidate that cannot be used is no failure: others may work, and ICE reports if none works.
    await this.connection.addIceCandidate({ ...candidate, ...section }).catch(() => undefined);
  }

  private sendTones(tones: string, durationMs: number, gapMs: number): Promise<void> {
    const dtmf = this.audioSender()?.dtmf ?? null;
    try {
      // Firefox does not have canInsertDTMF; insertDTMF itself refuses there.
      if (dtmf === null || dtmf.canInsertDTMF === false) throw new Error('no tones');
      // New tones are sent together with those not sent yet, because insertDTMF replaces the latter.
      dtmf.insertDTMF(dtmf.toneBuffer + tones, durationMs, gapMs);
    } catch {
      this.events.tonesRefused(tones);
    }
    return Promise.resolve();
  }

  private audioSender(): RTCRtpSender | undefined {
    return this.connection.getSenders().find(({ track }) => track?.kind === 'audio');
  }

  /** A call cannot begin without a microphone; a running call continues, because the agent still hears the customer. */
  private async ensureMicrophone(): Promise<void> {
    if (this.microphone !== null) return;
    if (this.audioSender() === undefined) await this.openFirstMicrophone();
    else await this.openMicrophoneAgain(true);
  }

  private async openFirstMicrophone(): Promise<void> {
    try {
      await this.openChosenMicrophone();
    } catch (failure) {
      if (!this.options.listensWithoutMicrophone || this.closed) throw failure;
      this.silence = new AudioContext();
      const { stream } = this.silence.createMediaStreamDestination();
      stream.getAudioTracks().forEach((track) => this.connection.addTrack(track, stream));
      this.microphoneLost = true;
      this.report(() => this.events.microphoneLost(failureOf(failure)));
    }
  }

  private async openChosenMicrophone(): Promise<void> {
    if (await this.openMicrophone()) this.reportMicrophone();
  }

  /**
   * Sends the audio of the chosen microphone instead of the previous one. Resolves to true if the chosen one does not
   * exist and the default one is used.
   */
  private async openMicrophone(): Promise<boolean> {
    const { stream, track, replaced } = await openMicrophone(this.options.microphone);
    if (this.closed) return discard(track);
    track.enabled = !this.options.muted;
    const sender = this.audioSender();
    if (sender === undefined) this.connection.addTrack(track, stream);
    else await sender.replaceTrack(track);
    // The call was hung up while the track was replaced.
    if (this.isClosed()) return discard(track);
    this.releaseMicrophone();
    this.releaseSilence();
    this.microphone = track;
    this.microphoneLost = false;
    // The device was unplugged, or the agent withdrew the permission; not reported for stop().
    track.onended = () => {
      this.options.microphone = '';
      this.enqueue(() => this.openMicrophoneAgain(true));
    };
    this.meter.listen('microphone', stream);
    return replaced;
  }

  private async openMicrophoneAgain(reportsFailure: boolean): Promise<void> {
    try {
      await this.openMicrophone();
    } catch (failure) {
      this.releaseMicrophone();
      this.microphoneLost = true;
      if (reportsFailure) this.report(() => this.events.microphoneLost(failureOf(failure)));
      return;
    }
    this.reportMicrophone();
  }

  private reportMicrophone(): void {
    const { microphone } = this;
    if (microphone !== null) this.report(() => this.events.microphoneReplaced(microphone.label));
  }

  private releaseMicrophone(): void {
    if (this.microphone === null) return;
    this.microphone.onended = null;
    this.microphone.stop();
    this.microphone = null;
  }

  private releaseSilence(): void {
    void this.silence?.close();
    this.silence = null;
  }

  private describe(step: () => Promise<void>): void {
    this.enqueue(() => step().catch((failure: unknown) => this.report(() => this.events.failed(failureOf(failure)))));
  }

  private enqueue(step: () => Promise<void>): void {
    this.commands = this.commands.then(() => (this.closed ? undefined : step())).catch(rethrow);
  }

  private report(event: () => void): void {
    if (!this.closed) event();
  }

  /** Must be read again after each await. */
  private isClosed(): boolean {
    return this.closed;
  }
}

function discard(track: MediaStreamTrack): false {
  track.stop();
  return false;
}

function failureOf(failure: unknown): MediaFailure {
  return failure instanceof CaptureError ? failure.failure : { fault: 'invalidJsep' };
}

/** A failure of the core is handled by the page's own listener; the commands after it still run. */
function rethrow(failure: unknown): void {
  setTimeout(() => {
    throw failure;
  }, 0);
}

function unknown(command: never): never {
  throw new Error(`no port executes ${JSON.stringify(command)}`);
}
