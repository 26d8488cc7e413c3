// Records the microphone as a sound message (MediaRecorder), with its level for the waveform of the recording.

export interface Recording {
  /** Present loudness, between 0 and 1. */
  level(): number;
  pause(): void;
  resume(): void;
  /** Returns the sound recorded so far; the recording continues. */
  soFar(): Promise<Blob>;
  /** Ends the recording and releases the microphone. After the end it returns the same sound again. */
  stop(): Promise<Blob>;
  /** Releases the microphone and discards the sound. */
  discard(): void;
}

/**
 * refused: by the agent or the system; missing: there is no microphone; busy: another program uses it; unsupported: by this browser, or on a page
 * without https.
 */
export type RecorderFault = 'refused' | 'missing' | 'busy' | 'unsupported';

/** The formats in order of preference; the first one that the browser can record is used. */
const formats = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];
/** Bit rate that is enough for speech: five megabytes last for twenty minutes. */
const bitsPerSecond = 32_000;
/** How often the browser delivers recorded bytes, in milliseconds. */
const partEveryMs = 1_000;

const faultOf: Readonly<Partial<Record<string, RecorderFault>>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** The problem that a failure of `startRecording` stands for. */
export function recorderFault(failure: unknown): RecorderFault {
  return (failure instanceof DOMException ? faultOf[failure.name] : undefined) ?? 'unsupported';
}

/**
 * Rejects if this browser cannot record, or with the DOMException of a microphone that is refused or missing. `onEnd` is called when the recording ends by
 * itself: the microphone was removed, or the sound has `maxBytes`.
 */
export async function startRecording(maxBytes: number, onEnd: () => void): Promise<Recording> {
  // Voice messages of WhatsApp have one channel.
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const format = formats.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(format === undefined ? {} : { mimeType: format }),
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const release = (): void => {
    stream.getTracks().forEach((track) => track.stop());
    if (context.state !== 'closed') void context.close();
  };

  const parts: Blob[] = [];
  let bytes = 0;
  const sound = (): Blob => new Blob(parts, { type: recorder.mimeType });
  recorder.ondataavailable = ({ data }) => {
    parts.push(data);
    bytes += data.size;
    // Ends the recording early enough, because the next part has to fit too.
    if (bytes + (2 * bitsPerSecond) / 8 > maxBytes && recorder.state !== 'inactive') recorder.stop();
  };
  let isOwnEnd = false;
  recorder.onstop = () => {
    release();
    if (!isOwnEnd) onEnd();
  };
  recorder.start(partEveryMs);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample - 128) / 128), 0);
    },
    pause() {
      if (recorder.state === 'recording') recorder.pause();
    },
    resume() {
      if (recorder.state === 'paused') recorder.resume();
    },
    soFar: () =>
      new Promise((resolve) => {
        if (recorder.state === 'inactive') {
          resolve(sound());
          return;
        }
        // Runs after ondataavailable, which is registered first.
        recorder.addEventListener('dataavailable', () => resolve(sound()), { once: true });
        recorder.requestData();
      }),
    stop: () =>
      new Promise((resolve) => {
        isOwnEnd = true;
        if (recorder.state === 'inactive') {
          resolve(sound());
          return;
        }
        recorder.addEventListener('stop', () => resolve(sound()), { once: true });
        recorder.stop();
      }),
    discard() {
      isOwnEnd = true;
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}
