// The state of the devices for the screens, over a media port that only counts.
import { expect, test, vi } from 'vitest';
import { DeviceState } from './deviceState';
import type { MediaPort } from './media';

const choice = { microphone: 'm1', speaker: '', ringer: '' };

function made(chosen = choice) {
  const media = {
    chosen,
    choose: vi.fn(),
    refreshDevices: vi.fn(),
    startPreview: vi.fn(),
    stopPreview: vi.fn(),
  };
  const onRinger = vi.fn();
  return { media, onRinger, state: new DeviceState(media as unknown as MediaPort, onRinger) };
}

test('given two components that show the level of the microphone, then the microphone is opened once and closed with the last component', () => {
  const { media, state } = made();
  const [first, second] = [state.preview(), state.preview()];
  first();
  expect([media.startPreview.mock.calls.length, media.stopPreview.mock.calls.length]).toEqual([1, 0]);
  state.setLevel(0.4);
  second();
  expect(media.stopPreview).toHaveBeenCalledOnce();
  expect(state.snapshot().level).toBe(0);
});

test('given a microphone that cannot be opened, then the problem is shown until the agent tries again or chooses another', () => {
  const { state } = made();
  const listener = vi.fn();
  state.subscribe(listener);
  state.setProblem('refused');
  expect([state.snapshot().problem, listener.mock.calls.length]).toEqual(['refused', 1]);
  state.retry();
  expect(state.snapshot().problem).toBeUndefined();
  state.setProblem('inUse');
  state.choose({ ...choice, microphone: 'm2' });
  expect(state.snapshot().problem).toBeUndefined();
});

test('microphone, speaker and ringer are chosen separately, and sounds are played by the ringer [BEY-020]', () => {
  const { media, onRinger, state } = made();
  state.choose({ ...choice, speaker: 's1' });
  expect(onRinger).not.toHaveBeenCalled();
  state.choose({ ...choice, speaker: 's1', ringer: 's2' });
  expect(onRinger).toHaveBeenCalledExactlyOnceWith('s2');
  expect(media.choose).toHaveBeenLastCalledWith({ microphone: 'm1', speaker: 's1', ringer: 's2' });
  expect(made({ ...choice, ringer: 's3' }).onRinger).toHaveBeenCalledExactlyOnceWith('s3');
});
