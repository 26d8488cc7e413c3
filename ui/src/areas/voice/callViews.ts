// The views from which the voice screens are drawn. The views of the core have this shape.
import type { CallRoomView, CallSupervisor, RecordingView, TransferOfferView } from 'core-wasm';

/** The recording of a call. */
export type CallRecordingView = RecordingView;

export type CallStatus = 'dialling' | 'ringing' | 'inCall' | 'onHold' | 'reconnecting' | 'ended';

/** How an unanswered call ended, in the values of the wire format (VOI-048 to VOI-059). */
export type CallResult =
  | 'BUSY'
  | 'NOANSWER'
  | 'NOTANSWERED'
  | 'CANCEL'
  | 'CHANUNAVAIL'
  | 'UNAVAILABLE'
  | 'CONGESTION'
  | 'INVALIDNUMBER'
  | 'NOTFOUNDED'
  | 'REJECTED'
  | 'MACHINE'
  | 'NOROUTE'
  | 'FAILED'
  | 'DISCARD';

const results: ReadonlyArray<string> = Object.keys({
  BUSY: 0,
  NOANSWER: 0,
  NOTANSWERED: 0,
  CANCEL: 0,
  CHANUNAVAIL: 0,
  UNAVAILABLE: 0,
  CONGESTION: 0,
  INVALIDNUMBER: 0,
  NOTFOUNDED: 0,
  REJECTED: 0,
  MACHINE: 0,
  NOROUTE: 0,
  FAILED: 0,
  DISCARD: 0,
} satisfies Record<CallResult, 0>);

/** Undefined for a state that is no outcome. */
export function callResult(state: string | undefined): CallResult | undefined {
  return results.includes(state ?? '') ? (state as CallResult) : undefined;
}

/** One leg: the agent's connection with one other side. */
export interface CallView {
  /** Key of the leg in the bar. */
  id: string;
  name: string;
  initials: string;
  color: string;
  phone: string;
  /** Name of queue or campaign; may be empty. */
  place: string;
  status: CallStatus;
  result?: CallResult | undefined;
  /** Time of the answer on the server's clock; undefined before. */
  since?: number | undefined;
  /** Outcome of an ended call. */
  durationMs?: number | undefined;
  muted: boolean;
  /** Whether a hold, or the end of a hold, was requested and is not confirmed yet. */
  holdPending: boolean;
  /**
   * Whether the customer has answered and the call's audio is in this page: then the agent can mute, hold and send
   * tones.
   */
  audible: boolean;
  /** Whether the agent has hung up and the server has not ended the call yet. */
  hangingUp: boolean;
  /** Whether the agent requested a redial and the server has not answered yet. */
  redialPending: boolean;
  /** Whether the call's attendance is the open one, so that the shortcuts of an open attendance act on the call. */
  opened?: boolean | undefined;
  /** Supervisors in the call who are visible to the agent. */
  supervisors?: ReadonlyArray<CallSupervisor> | undefined;
  /** The recording of the call, if it is recorded. */
  recording?: CallRecordingView | undefined;
  /** More than two parties, or an open or failed transfer. */
  room?: CallRoomView | undefined;
}

/** Root mean square of the samples, 0 to 1. */
export interface CallLevels {
  microphone: number;
  speaker: number;
}

/** Null or undefined if the browser does not report the value. */
export interface QualitySample {
  roundTripMs?: number | null | undefined;
  jitterMs?: number | null | undefined;
  /** Ratio, 0 to 1. */
  loss?: number | null | undefined;
  /** Value in bits per second. */
  bitrate?: number | null | undefined;
}

export type IncomingOrigin = 'queue' | 'dialer' | 'assistedTransfer' | 'transfer' | 'colleague';

export interface IncomingCallView {
  origin: IncomingOrigin;
  /** Name of the contact; empty if it is not registered (VOI-034). */
  name: string;
  initials: string;
  color: string;
  phone: string;
  /** May be empty. */
  /** Whether the number was typed by the caller and is unverified. */
  phoneUnverified: boolean;
  employer: string;
  /** Name of queue or campaign; may be empty. */
  place: string;
  /** Name of the agent who transfers the call; may be empty. */
  transferredBy: string;
  /** Time on the server's clock. */
  since: number;
  /** The agent's answer that is being sent. */
  pending?: 'accept' | 'decline' | undefined;
  failure?: string | undefined;
  /** Set if the call is a transfer, or an invitation to a conference. */
  offer?: TransferOfferView | undefined;
}

export interface AudioDevice {
  id: string;
  kind: 'microphone' | 'speaker';
  /** Devices; empty until the agent has allowed the microphone. */
  label: string;
}

/** Device ids; an empty id means the system's default. */
export interface DeviceChoice {
  microphone: string;
  speaker: string;
  ringer: string;
}

export type MicrophoneProblem = 'missing' | 'refused' | 'inUse';
