// Tests of recording a sound message with a recorder that the test controls: faults, pause, discard, and what is kept.
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../../../test/fakeCore';
import { openJob } from '../../../../../test/whatsappDesk';
import { fileAt, releaseFiles } from '../../../../core/ports/localFiles';
import { startRecording, type Recording } from '../../../../core/ports/recorder';
import { CoreProvider } from '../../../../core/react';
import { useComposing, type RecordedSound } from '../composing';
import { maxFileBytes } from './attachments';
import { useRecorder, type Recorder } from './useRecorder';

vi.mock('../../../../core/ports/recorder', async (original) => ({
  ...(await original<typeof import('../../../../core/ports/recorder')>()),
  startRecording: vi.fn(),
}));

/** A recorder that records nothing; every sound has the given bytes. */
class FakeRecording implements Recording {
  readonly calls: string[] = [];
  constructor(private readonly bytes = 'sound') {}
  level = () => 0.5;
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  discard = () => void this.calls.push('discard');
  /** Answers the last `soFar`, which the browser does in a later event. */
  handOut: () => void = () => undefined;
  soFar = () => new Promise<Blob>((resolve) => (this.handOut = () => resolve(this.sound())));
  stop = () => {
    this.calls.push('stop');
    return Promise.resolve(this.sound());
  };
  private sound = () => new Blob([this.bytes], { type: 'audio/ogg;codecs=opus' });
}

const second = 1_000;
let addresses = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 0 });
  addresses = 0;
  // jsdom implements neither of the two.
  URL.createObjectURL = () => `blob:sound-${(addresses += 1)}`;
  URL.revokeObjectURL = vi.fn();
  releaseFiles();
  return () => void vi.useRealTimers();
});

/** Runs a change, and the callbacks of promises that the change settles. */
const settle = (change: () => void): Promise<void> =>
  act(() => {
    change();
    return Promise.resolve();
  });

interface BenchProps {
  locked?: boolean;
  accepts?: boolean;
  open?: boolean;
}

function bench(props: BenchProps = {}) {
  const core = new FakeCore({ session: { phase: 'ready' }, 'job:W1': openJob });
  const sent: RecordedSound[] = [];
  const now: { recorder?: Recorder; recorded?: RecordedSound | undefined } = {};
  function Part({ locked = false, accepts = true }: BenchProps) {
    now.recorder = useRecorder('W1', locked, (sound) => {
      sent.push(sound);
      return accepts;
    });
    return null;
  }
  function Kept() {
    now.recorded = useComposing('W1').recorded;
    return null;
  }
  const tree = ({ open = true, ...part }: BenchProps) => (
    <CoreProvider core={core}>
      {open && <Part {...part} />}
      <Kept />
    </CoreProvider>
  );
  const { rerender } = render(tree(props));
  const recorder = (): Recorder => {
    if (now.recorder === undefined) throw new Error('not drawn');
    return now.recorder;
  };
  const bar = () => {
    const { bar: shown } = recorder();
    if (shown === undefined) throw new Error('no recording');
    return shown;
  };
  return {
    core,
    sent,
    recorder,
    bar,
    kept: () => now.recorded,
    change: (next: BenchProps) => settle(() => rerender(tree(next))),
    start: () => settle(() => recorder().start()),
    press: (action: 'onPause' | 'onContinue' | 'onDiscard' | 'onSend') => settle(() => bar()[action]()),
  };
}

function recordWith(recording: Recording): void {
  vi.mocked(startRecording).mockReset().mockResolvedValue(recording);
}
const pass = (milliseconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

test.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotSupportedError', 'unsupported'],
])('a microphone that fails with %s is %s, until the agent dismisses it', async (name, fault) => {
  vi.mocked(startRecording).mockReset().mockRejectedValue(new DOMException('', name));
  const { start, recorder } = bench();
  await start();
  expect(recorder()).toMatchObject({ fault, bar: undefined });
  act(() => recorder().dismissFault());
  expect(recorder().fault).toBeUndefined();
});

test('a browser without MediaRecorder shows the fault "unsupported" until the next attempt', async () => {
  vi.mocked(startRecording).mockReset().mockRejectedValue(new TypeError('no mediaDevices'));
  const { start, recorder, bar } = bench();
  await start();
  expect(recorder().fault).toBe('unsupported');
  recordWith(new FakeRecording());
  await start();
  expect(recorder().fault).toBeUndefined();
  expect(bar().state.kind).toBe('recording');
});

test('a recording shows its level ten times a second and keeps the newest sixty', async () => {
  recordWith(new FakeRecording());
  const { start, bar } = bench();
  await start();
  expect(startRecording).toHaveBeenCalledWith(maxFileBytes, expect.any(Function));
  pass(second);
  expect(bar().state).toEqual({ kind: 'recording', since: 0, levels: Array.from({ length: 10 }, () => 0.5) });
  pass(10 * second);
  expect(bar().state).toMatchObject({ levels: { length: 60 } });
});

test('a pause of the recording can be listened to and does not count as its time', async () => {
  const recording = new FakeRecording();
  recordWith(recording);
  const { start, press, bar, sent } = bench();
  await start();
  pass(2 * second);
  await press('onPause');
  expect(bar().state).toMatchObject({ kind: 'paused', milliseconds: 2 * second, address: undefined });
  await settle(() => recording.handOut());
  expect(bar().state).toMatchObject({ kind: 'paused', milliseconds: 2 * second, address: 'blob:sound-1' });
  expect(fileAt('blob:sound-1')).toMatchObject({ name: 'audio.ogg', type: 'audio/ogg' });
  pass(5 * second);
  await press('onContinue');
  expect(bar().state).toMatchObject({ kind: 'recording', since: 5 * second });
  expect(fileAt('blob:sound-1')).toBeUndefined();
  pass(second);
  await press('onSend');
  expect(recording.calls).toEqual(['pause', 'resume', 'stop']);
  expect(sent).toMatchObject([{ milliseconds: 3 * second, file: { name: 'audio.ogg' } }]);
});

test('a sound of the paused recording that arrives after the recording was resumed is dropped', async () => {
  const recording = new FakeRecording();
  recordWith(recording);
  const { start, press, bar } = bench();
  await start();
  await press('onPause');
  await press('onContinue');
  await settle(() => recording.handOut());
  expect(bar().state.kind).toBe('recording');
  expect(fileAt('blob:sound-1')).toBeUndefined();
});

test('a discarded recording releases the microphone and keeps nothing', async () => {
  const recording = new FakeRecording();
  recordWith(recording);
  const { start, press, recorder, kept, sent } = bench();
  await start();
  await press('onPause');
  await settle(() => recording.handOut());
  expect(fileAt('blob:sound-1')).toBeDefined();
  await press('onDiscard');
  expect(recording.calls).toEqual(['pause', 'discard']);
  expect([recorder().bar, kept(), sent]).toEqual([undefined, undefined, []]);
  expect(fileAt('blob:sound-1')).toBeUndefined();
});

test('a microphone that opens after the agent cancelled starts no recording', async () => {
  const recording = new FakeRecording();
  let allow: (started: Recording) => void = () => undefined;
  vi.mocked(startRecording)
    .mockReset()
    .mockReturnValue(new Promise((resolve) => (allow = resolve)));
  const { start, press, bar, recorder } = bench();
  await start();
  expect(bar().state).toEqual({ kind: 'asking' });
  await press('onDiscard');
  await settle(() => allow(recording));
  expect(recording.calls).toEqual(['discard']);
  expect(recorder().bar).toBeUndefined();
});

test.each<[string, BenchProps]>([
  ['a lock of the composer', { locked: true }],
  ['leaving the attendance', { open: false }],
])('%s ends the recording and keeps it; the agent sends it afterwards', async (_, next) => {
  const recording = new FakeRecording();
  recordWith(recording);
  const { start, change, press, bar, kept, sent, recorder } = bench();
  await start();
  pass(4 * second);
  await change(next);
  expect(recording.calls).toEqual(['stop']);
  expect(kept()).toMatchObject({ milliseconds: 4 * second, address: 'blob:sound-1' });
  expect(sent).toEqual([]);
  await change({});
  expect(bar().state).toEqual({ kind: 'ended', milliseconds: 4 * second, address: 'blob:sound-1' });
  await press('onSend');
  expect(sent).toMatchObject([{ milliseconds: 4 * second }]);
  expect([kept(), recorder().bar]).toEqual([undefined, undefined]);
});

test('a recording that stops automatically is kept', async () => {
  recordWith(new FakeRecording());
  const { start, bar, kept } = bench();
  await start();
  pass(second);
  const onEnd = vi.mocked(startRecording).mock.calls[0]?.[1];
  await settle(() => onEnd?.());
  expect(bar().state).toMatchObject({ kind: 'ended', milliseconds: second });
  expect(kept()).toBeDefined();
});

test('a recording without any sound is not kept', async () => {
  recordWith(new FakeRecording(''));
  const { start, change, kept } = bench();
  await start();
  await change({ locked: true });
  expect(kept()).toBeUndefined();
});

test('a recording that the core refuses stays, and can be sent again or discarded', async () => {
  const recording = new FakeRecording();
  recordWith(recording);
  const { start, press, change, bar, kept, sent, recorder } = bench({ accepts: false });
  await start();
  pass(second);
  await press('onSend');
  expect(bar().state).toMatchObject({ kind: 'ended', milliseconds: second });
  expect(bar().pending).toBe(false);
  await press('onSend');
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(kept()).toBe(sent[0]);
  await change({ accepts: true });
  await press('onDiscard');
  expect([kept(), recorder().bar]).toEqual([undefined, undefined]);
  expect(fileAt('blob:sound-1')).toBeUndefined();
});
