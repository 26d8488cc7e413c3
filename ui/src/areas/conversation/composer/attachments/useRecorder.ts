// A recording of the composer: starts, pauses, shows its level ten times a second and ends as a file. Only the agent discards a recording: if the
// composer is left or locked, the recording ends and is kept for the attendance.
import { useEffect, useRef, useState } from 'react';
import { addressOf, releaseFile } from '../../../../core/ports/localFiles';
import { currentTime } from '../../../../core/page/ticker';
import { recorderFault, startRecording, type RecorderFault, type Recording } from '../../../../core/ports/recorder';
import { useComposing, type RecordedSound } from '../composing';
import { maxFileBytes } from './attachments';
import type { RecorderBarProps } from './RecorderBar';

export interface Recorder {
  start: () => void;
  /** The bar that replaces the field of the composer; undefined without a recording. */
  bar: RecorderBarProps | undefined;
  fault: RecorderFault | undefined;
  dismissFault: () => void;
}

type State =
  | { kind: 'idle'; fault?: RecorderFault | undefined }
  | { kind: 'asking' }
  /** `since`: when the recording would have begun without pauses, in epoch milliseconds of the server's clock. */
  | { kind: 'recording'; since: number; levels: ReadonlyArray<number> }
  | { kind: 'paused'; milliseconds: number; address: string | undefined; levels: ReadonlyArray<number> };

const levelEveryMs = 100;
const keptLevels = 60;
const idle: State = { kind: 'idle' };

/** `onSend` returns whether the file was accepted. */
export function useRecorder(protocol: string, locked: boolean, onSend: (sound: RecordedSound) => boolean): Recorder {
  const { recorded, change } = useComposing(protocol);
  const [state, setState] = useState<State>(idle);
  const [sending, setSending] = useState(false);
  const recording = useRef<Recording>(null);
  /** Counts the requests for the microphone: a late answer to a cancelled request starts nothing. */
  const request = useRef(0);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);

  /** Ends the recording; undefined if there is none. */
  const finish = async (): Promise<RecordedSound | undefined> => {
    const ended = recording.current;
    const last = latest.current;
    recording.current = null;
    if (ended === null) return undefined;
    const milliseconds = elapsed(last);
    const sound = await ended.stop();
    if (last.kind === 'paused' && last.address !== undefined) releaseFile(last.address);
    if (sound.size === 0) return undefined;
    const file = soundFile(sound);
    return { file, address: addressOf(file), milliseconds };
  };
  const keep = (): void => {
    request.current += 1;
    void finish().then((sound) => {
      setState(idle);
      if (sound !== undefined) change(() => ({ recorded: sound }));
    });
  };
  const leave = useRef(keep);
  useEffect(() => {
    leave.current = keep;
  });
  useEffect(() => () => leave.current(), []);
  useEffect(() => {
    if (locked) leave.current();
  }, [locked]);

  const isRecording = state.kind === 'recording';
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = window.setInterval(() => {
      const level = recording.current?.level() ?? 0;
      setState((now) =>
        now.kind === 'recording' ? { ...now, levels: [...now.levels, level].slice(-keptLevels) } : now,
      );
    }, levelEveryMs);
    return () => window.clearInterval(timer);
  }, [isRecording]);

  const start = (): void => {
    request.current += 1;
    const own = request.current;
    setState({ kind: 'asking' });
    startRecording(maxFileBytes, () => leave.current()).then(
      (started) => {
        // The agent left or cancelled while the browser asked for the microphone.
        if (own !== request.current) {
          started.discard();
          return;
        }
        recording.current = started;
        setState({ kind: 'recording', since: currentTime(), levels: [] });
      },
      (failure: unknown) => {
        if (own === request.current) setState({ kind: 'idle', fault: recorderFault(failure) });
      },
    );
  };
  const pause = (): void => {
    const paused = recording.current;
    if (paused === null || state.kind !== 'recording') return;
    paused.pause();
    setState({ kind: 'paused', milliseconds: elapsed(state), address: undefined, levels: state.levels });
    void paused.soFar().then((sound) => {
      // The recording was continued or ended meanwhile.
      if (recording.current !== paused || latest.current.kind !== 'paused') return;
      const address = addressOf(soundFile(sound));
      setState((now) => (now.kind === 'paused' ? { ...now, address } : now));
    });
  };
  const resume = (): void => {
    if (state.kind !== 'paused') return;
    if (state.address !== undefined) releaseFile(state.address);
    recording.current?.resume();
    setState({ kind: 'recording', since: currentTime() - state.milliseconds, levels: state.levels });
  };
  const discard = (): void => {
    request.current += 1;
    recording.current?.discard();
    recording.current = null;
    if (state.kind === 'paused' && state.address !== undefined) releaseFile(state.address);
    if (recorded !== undefined) releaseFile(recorded.address);
    change(() => ({ recorded: undefined }));
    setState(idle);
  };
  const send = (): void => {
    setSending(true);
    const ending = recorded === undefined ? finish() : Promise.resolve(recorded);
    void ending.then((sound) => {
      setSending(false);
      setState(idle);
      // A refused recording stays in the composer.
      if (sound !== undefined) change(() => ({ recorded: onSend(sound) ? undefined : sound }));
    });
  };

  const actions = { pending: sending, onPause: pause, onContinue: resume, onDiscard: discard, onSend: send };
  return {
    start,
    bar: barOf(),
    fault: state.kind === 'idle' ? state.fault : undefined,
    dismissFault: () => setState(idle),
  };

  function barOf(): RecorderBarProps | undefined {
    if (state.kind !== 'idle') return { state, ...actions };
    if (recorded === undefined) return undefined;
    const { milliseconds, address } = recorded;
    return { state: { kind: 'ended', milliseconds, address }, ...actions };
  }
}

function elapsed(state: State): number {
  if (state.kind === 'paused') return state.milliseconds;
  return state.kind === 'recording' ? currentTime() - state.since : 0;
}

function soundFile(sound: Blob): File {
  const type = sound.type.split(';')[0] ?? '';
  const ending = type === 'audio/mp4' ? 'm4a' : (/^audio\/(\w+)$/.exec(type)?.[1] ?? 'webm');
  return new File([sound], `audio.${ending}`, { type: type === '' ? 'audio/webm' : type });
}
