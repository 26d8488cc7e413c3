// What the voice screens are drawn from. The views of the core have this shape.
import type { CallRoomView, CallSupervisor, RecordingView, TransferOfferView } from 'core-wasm';

/** The recording of a call. */
export type CallRecordingView = RecordingView;

export type CallStatus = 'dialling' | 'ringing' | 'inCall' | 'onHold' | 'reconnecting' | 'ended';

/** How a call that was not answered ended: the words of the wire (VOI-048 to VOI-059). */
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

/** Undefined for a state that is no result. */
export function callResult(state: string | undefined): CallResult | undefined {
  return results.includes(state ?? '') ? (state as CallResult) : undefined;
}

/** One leg: the agent's connection with one other side. */
export interface CallView {
  /** Distinguishes the legs of the bar. */
  id: string;
  name: string;
  initials: string;
  color: string;
  phone: string;
  /** Queue or campaign; may be empty. */
  place: string;
  status: CallStatus;
  result?: CallResult | undefined;
  /** Server clock; undefined before the call is answered. */
  since?: number | undefined;
  /** Of a call that ended. */
  durationMs?: number | undefined;
  muted: boolean;
  /** Hold or its end was requested and is not confirmed. */
  holdPending: boolean;
  /** The customer has answered and the call's audio is in this page: it can be muted, held and sent tones. */
  audible: boolean;
  /** The agent has hung up, and the server has not ended the call yet. */
  hangingUp: boolean;
  /** The agent asked to call again, and the server has not answered yet. */
  redialPending: boolean;
  /** The attendance of the call is the open one, so that the keys of an open attendance mean the call. */
  opened?: boolean | undefined;
  /** Supervisors in the call, as far as the agent is told of them. */
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

/** Null or undefined where the browser does not say. */
export interface QualitySample {
  roundTripMs?: number | null | undefined;
  jitterMs?: number | null | undefined;
  /** 0 to 1. */
  loss?: number | null | undefined;
  /** Bits per second. */
  bitrate?: number | null | undefined;
}

export type IncomingOrigin = 'queue' | 'dialer' | 'assistedTransfer' | 'transfer' | 'colleague';

export interface IncomingCallView {
  origin: IncomingOrigin;
  /** Empty if the contact is not registered (VOI-034). */
  name: string;
  initials: string;
  color: string;
  phone: string;
  /** May be empty. */
  /** The caller typed the number, and nobody confirmed it. */
  phoneUnverified: boolean;
  employer: string;
  /** Queue or campaign; may be empty. */
  place: string;
  /** The agent who transfers; may be empty. */
  transferredBy: string;
  /** Server clock. */
  since: number;
  /** The agent's choice is being sent. */
  pending?: 'accept' | 'decline' | undefined;
  failure?: string | undefined;
  /** The call is a transfer, or an invitation to a conference. */
  offer?: TransferOfferView | undefined;
}

export interface AudioDevice {
  id: string;
  kind: 'microphone' | 'speaker';
  /** Empty until the agent has allowed the microphone. */
  label: string;
}

/** Device ids; an empty one is the default of the system. */
export interface DeviceChoice {
  microphone: string;
  speaker: string;
  ringer: string;
}

export type MicrophoneProblem = 'missing' | 'refused' | 'inUse';
