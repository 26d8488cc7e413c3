// The commands of the core to the voice ports, and the form of their reports. Links and calls are numbered by the core; each report carries the
// number, so that the core ignores reports about earlier ones.

export type SignallingCommand =
  | { type: 'openSocket'; link: number; url: string; protocol: string }
  /** Closes the socket, or aborts running HTTP requests. */
  | { type: 'closeLink'; link: number }
  | { type: 'send'; link: number; text: string }
  | { type: 'post'; link: number; url: string; transaction: string; text: string }
  | { type: 'poll'; link: number; url: string; timeoutMs: number };

export interface RemoteCandidate {
  candidate: string;
  sdpMid?: string | undefined;
  sdpMLineIndex?: number | undefined;
}

/** Descriptions are audio only (VOI-028). */
export type PeerCommand =
  /** Opens a peer connection and makes an offer. */
  | { type: 'offer' }
  /** Makes an offer with new candidates. */
  | { type: 'restartIce' }
  /** Applies the offer and makes an answer; drops this side's own offer if it is not answered. */
  | { type: 'answer'; sdp: string }
  /** Applies the answer. */
  | { type: 'complete'; sdp: string }
  /** Without a candidate: the end of the candidates. */
  | { type: 'addCandidate'; candidate?: RemoteCandidate | undefined }
  | { type: 'tones'; tones: string; durationMs: number; gapMs: number }
  | { type: 'close' };

export interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

/** Names of those faults in `core-wasm/janus/src/fault.rs` that the browser causes. */
export type MediaFault = 'noWebRtc' | 'noDevice' | 'noAudioDevice' | 'invalidJsep';

/** Why there is no microphone: none exists, the agent or the browser refuses it, or another program uses it. */
export type CaptureProblem = 'missing' | 'refused' | 'inUse';

export interface MediaFailure {
  fault: MediaFault;
  /** Set only for a microphone that cannot be opened. */
  problem?: CaptureProblem | undefined;
}

/** Device ids; an empty id means the system's default. */
export interface DeviceChoice {
  microphone: string;
  speaker: string;
  ringer: string;
}

export interface AudioDevice {
  id: string;
  kind: 'microphone' | 'speaker';
  /** Devices; empty until the agent has allowed the microphone. */
  label: string;
}

/** Root mean square of the samples of the last poll, 0 to 1. */
export interface Levels {
  microphone: number;
  speaker: number;
}
