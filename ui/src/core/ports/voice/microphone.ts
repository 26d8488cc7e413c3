// Opens the microphone. A chosen device that does not exist any more is replaced by the default one; every failure has a fault for the core and a
// problem for the agent.
import type { CaptureProblem, MediaFailure } from './commands';

export interface OpenMicrophone {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** The chosen device does not exist: this is the default one. */
  replaced: boolean;
}

export class CaptureError extends Error {
  constructor(readonly failure: MediaFailure) {
    super(failure.fault);
  }
}

/** `device` is empty for the default device. Fails with `CaptureError`. */
export async function openMicrophone(device: string): Promise<OpenMicrophone> {
  if (device === '') return capture({}, false);
  try {
    return await capture({ deviceId: { exact: device } }, false);
  } catch (failure) {
    if (problemOf(failure) !== 'missing') throw failure;
    return capture({}, true);
  }
}

async function capture(constraints: MediaTrackConstraints, replaced: boolean): Promise<OpenMicrophone> {
  // Undefined on a page without TLS.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) throw new CaptureError({ fault: 'noWebRtc' });
  const audio = { ...constraints, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await mediaDevices.getUserMedia({ audio, video: false }).catch(async (failure: unknown) => {
    throw new CaptureError(await failureOf(failure, mediaDevices));
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new CaptureError({ fault: 'noAudioDevice', problem: 'missing' });
  return { stream, track, replaced };
}

function problemOf(failure: unknown): CaptureProblem | undefined {
  return failure instanceof CaptureError ? failure.failure.problem : undefined;
}

async function failureOf(failure: unknown, mediaDevices: MediaDevices): Promise<MediaFailure> {
  const problem = problems[nameOf(failure)] ?? 'inUse';
  if (problem !== 'missing') return { fault: 'noAudioDevice', problem };
  const devices = await mediaDevices.enumerateDevices().catch(() => []);
  const hasCamera = devices.some(({ kind }) => kind === 'videoinput');
  const hasMicrophone = devices.some(({ kind }) => kind === 'audioinput');
  return { fault: hasCamera || hasMicrophone ? 'noAudioDevice' : 'noDevice', problem };
}

function nameOf(failure: unknown): string {
  // OverconstrainedError is no DOMException in older browsers.
  return typeof failure === 'object' && failure !== null && 'name' in failure ? String(failure.name) : '';
}

const problems: Readonly<Record<string, CaptureProblem>> = {
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
};
