// The media port on a separate page, for tests-e2e/voice-media.spec.ts: two calls of one port are connected with each other, without a server.
import { MediaPort, type MediaEvents } from '../core/ports/voice/media';

type Report = [name: string, ...values: unknown[]];

export interface VoiceMediaBench {
  port: MediaPort;
  /** Reports of the port, in order. */
  reports: Report[];
  /** From now on, offers, answers and candidates of each call are passed to the other call. */
  pair(caller: number, callee: number): void;
  /** From now on, offers, answers and candidates are dropped. */
  unpair(): void;
}

declare global {
  interface Window {
    voiceMedia: VoiceMediaBench;
  }
}

export function installVoiceMediaBench(): void {
  const partners = new Map<number, number>();
  const reports: Report[] = [];
  const note =
    (name: string) =>
    (...values: unknown[]): void => {
      reports.push([name, ...values]);
    };
  const toPartner = (call: number, send: (partner: number) => void): void => {
    const partner = partners.get(call);
    if (partner !== undefined) send(partner);
  };
  const events: MediaEvents = {
    described: (call, { type, sdp }) => {
      note('described')(call, type, sdp);
      toPartner(call, (partner) => port.execute(partner, { type: type === 'offer' ? 'answer' : 'complete', sdp }));
    },
    candidate: (call, candidate) =>
      toPartner(call, (partner) =>
        port.execute(partner, {
          type: 'addCandidate',
          candidate: candidate === null ? undefined : { candidate: candidate.candidate ?? '', sdpMLineIndex: 0 },
        }),
      ),
    failed: note('failed'),
    tonesRefused: note('tonesRefused'),
    ice: note('ice'),
    microphoneReplaced: note('microphoneReplaced'),
    microphoneLost: note('microphoneLost'),
    noMicrophone: note('noMicrophone'),
    hasMicrophone: note('hasMicrophone'),
    microphoneFound: note('microphoneFound'),
    playbackBlocked: note('playbackBlocked'),
    levels: (call, { microphone, speaker }) => note('levels')(call, microphone, speaker),
    quality: note('quality'),
    devices: note('devices'),
    previewLevel: note('previewLevel'),
    previewFailed: note('previewFailed'),
  };
  const port = new MediaPort(events);
  const pair = (caller: number, callee: number): void => {
    partners.set(caller, callee);
    partners.set(callee, caller);
  };
  window.voiceMedia = { port, reports, pair, unpair: () => partners.clear() };
}
