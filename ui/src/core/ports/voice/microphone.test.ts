// Tests of which device is opened, and which fault a browser's refusal becomes.
import { afterEach, expect, test, vi } from 'vitest';
import type { MediaFailure } from './commands';
import { CaptureError, openMicrophone } from './microphone';

const devices = (...kinds: MediaDeviceKind[]): Partial<MediaDeviceInfo>[] => kinds.map((kind) => ({ kind }));

function browser(answers: ReadonlyArray<string | null>, found: ReadonlyArray<Partial<MediaDeviceInfo>> = []) {
  const left = [...answers];
  const getUserMedia = vi.fn(({ audio }: MediaStreamConstraints) => {
    const failure = left.shift() ?? null;
    const track = { label: JSON.stringify((audio as MediaTrackConstraints).deviceId ?? 'default') };
    // Older browsers have a class of their own for this failure.
    if (failure === 'OverconstrainedError') return Promise.reject(Object.assign(new Error(), { name: failure }));
    return failure === null
      ? Promise.resolve({ getAudioTracks: () => [track] })
      : Promise.reject(new DOMException('', failure));
  });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices: () => Promise.resolve(found) } });
  return getUserMedia;
}

afterEach(() => vi.unstubAllGlobals());

const failureOf = async (device = ''): Promise<MediaFailure | undefined> => {
  const failure: unknown = await openMicrophone(device).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return failure instanceof CaptureError ? failure.failure : undefined;
};

test('the microphone is opened with audio only, from exactly the chosen device', async () => {
  const getUserMedia = browser([null]);
  const { track, replaced } = await openMicrophone('m-2');
  expect([track.label, replaced]).toEqual(['{"exact":"m-2"}', false]);
  expect(getUserMedia.mock.calls[0]?.[0].video).toBe(false);
});

test.each(['NotFoundError', 'OverconstrainedError'])(
  'given a chosen device that is missing (%s), then the default one is opened and the report says so [BEY-021]',
  async (failure) => {
    browser([failure, null]);
    const { track, replaced } = await openMicrophone('m-2');
    expect([track.label, replaced]).toEqual(['"default"', true]);
  },
);

test.each<[string, string, Partial<MediaDeviceInfo>[], MediaFailure]>([
  ['[RTC-037] neither microphone nor camera', 'NotFoundError', [], { fault: 'noDevice', problem: 'missing' }],
  [
    '[RTC-038] a camera, no microphone',
    'NotFoundError',
    devices('videoinput', 'audiooutput'),
    { fault: 'noAudioDevice', problem: 'missing' },
  ],
  [
    'the agent refuses the permission',
    'NotAllowedError',
    devices('audioinput'),
    { fault: 'noAudioDevice', problem: 'refused' },
  ],
  ['another program uses it', 'NotReadableError', devices('audioinput'), { fault: 'noAudioDevice', problem: 'inUse' }],
])('the fault of a microphone that cannot be opened: %s', async (_, name, found, expected) => {
  browser([name], found);
  expect(await failureOf()).toEqual(expected);
});

test('a chosen device that is refused is not replaced by another one', async () => {
  const getUserMedia = browser(['NotAllowedError', null]);
  expect(await failureOf('m-2')).toEqual({ fault: 'noAudioDevice', problem: 'refused' });
  expect(getUserMedia).toHaveBeenCalledTimes(1);
});

test('a page without media devices has no WebRTC [RTC-051]', async () => {
  vi.stubGlobal('navigator', {});
  expect(await failureOf()).toEqual({ fault: 'noWebRtc' });
});
