// The list of devices and the choice that this browser keeps.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listDevices, storeChoice, storedChoice } from './devices';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const found = (deviceId: string, kind: MediaDeviceKind, label = ''): Partial<MediaDeviceInfo> => ({
  deviceId,
  kind,
  label,
});

test('the choices contain neither cameras, the entry of the default device nor devices without a permission', async () => {
  const all = [
    found('default', 'audioinput', 'Default'),
    found('a', 'audioinput', 'Headset'),
    found('b', 'audiooutput', 'Headset'),
    found('c', 'videoinput', 'Camera'),
    found('', 'audioinput'),
  ];
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices: () => Promise.resolve(all) } });
  expect(await listDevices()).toEqual([
    { id: 'a', kind: 'microphone', label: 'Headset' },
    { id: 'b', kind: 'speaker', label: 'Headset' },
  ]);
});

test.each([[{}], [{ mediaDevices: { enumerateDevices: () => Promise.reject(new Error('no')) } }]])(
  'a browser that names no devices gives no choices (%#)',
  async (navigator) => {
    vi.stubGlobal('navigator', navigator);
    expect(await listDevices()).toEqual([]);
  },
);

test('microphone, speaker and ringer are stored separately [BEY-020]', () => {
  expect(storedChoice()).toEqual({ microphone: '', speaker: '', ringer: '' });
  storeChoice({ microphone: 'a', speaker: 'b', ringer: 'c' });
  expect(storedChoice()).toEqual({ microphone: 'a', speaker: 'b', ringer: 'c' });
});

test.each(['{', 'null', '7', '{"microphone":7,"speaker":null}'])(
  'an unreadable stored choice (%s) gives the default device',
  (text) => {
    localStorage.setItem('workspace.audioDevices', text);
    expect(storedChoice()).toEqual({ microphone: '', speaker: '', ringer: '' });
  },
);

test('given a blocked storage, devices are chosen without an error', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => storeChoice({ microphone: 'a', speaker: '', ringer: '' })).not.toThrow();
});
