// Which audio devices exist, and which of them the agent chose. The choice is kept in this browser: ids of devices mean nothing in another one.
import type { AudioDevice, DeviceChoice } from './commands';

const storageName = 'workspace.audioDevices';

const kinds: Readonly<Partial<Record<MediaDeviceKind, AudioDevice['kind']>>> = {
  audioinput: 'microphone',
  audiooutput: 'speaker',
};

/**
 * Empty if the browser has no devices or no WebRTC. The entry for the system's default is left out: the empty choice stands for
 * it.
 */
export async function listDevices(): Promise<ReadonlyArray<AudioDevice>> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  const found = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return found.flatMap(({ deviceId: id, kind, label }) => {
    const ours = kinds[kind];
    return ours === undefined || id === '' || id === 'default' ? [] : [{ id, kind: ours, label }];
  });
}

/**
 * Whether the computer has a microphone; also true as long as the agent has not allowed the microphone: until then the
 * device has neither id nor name.
 */
export async function hasMicrophone(): Promise<boolean> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  const found = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return found.some(({ kind }) => kind === 'audioinput');
}

/** Calls `onAllowed` when the agent allows the microphone that was blocked. Browsers without this permission report nothing. */
export function watchMicrophonePermission(onAllowed: () => void): void {
  const { permissions } = navigator as { permissions?: Permissions };
  permissions?.query({ name: 'microphone' }).then(
    (status) => status.addEventListener('change', () => status.state === 'granted' && onAllowed()),
    () => undefined,
  );
}

/** Returns a function that stops watching. */
export function watchDevices(onChange: () => void): () => void {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  mediaDevices?.addEventListener('devicechange', onChange);
  return () => mediaDevices?.removeEventListener('devicechange', onChange);
}

export function storedChoice(): DeviceChoice {
  const stored = readStored();
  const id = (field: keyof DeviceChoice): string => {
    const value = stored[field];
    return typeof value === 'string' ? value : '';
  };
  return { microphone: id('microphone'), speaker: id('speaker'), ringer: id('ringer') };
}

export function storeChoice(choice: DeviceChoice): void {
  try {
    localStorage.setItem(storageName, JSON.stringify(choice));
  } catch {
    // The storage is blocked or full: the choice holds until the page is closed.
  }
}

function readStored(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageName) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
