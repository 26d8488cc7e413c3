// Which audio devices exist, and which of them the agent chose. The choice is kept in this browser: ids of devices mean nothing in another one.
import type { AudioDevice, DeviceChoice } from './commands';

const storageName = 'workspace.audioDevices';

const kinds: Readonly<Partial<Record<MediaDeviceKind, AudioDevice['kind']>>> = {
  audioinput: 'microphone',
  audiooutput: 'speaker',
};

/** Empty where the browser has no devices or no WebRTC. The entry of the system's default is left out: it is the empty choice. */
export async function listDevices(): Promise<ReadonlyArray<AudioDevice>> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  const found = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return found.flatMap(({ deviceId: id, kind, label }) => {
    const ours = kinds[kind];
    return ours === undefined || id === '' || id === 'default' ? [] : [{ id, kind: ours, label }];
  });
}

/** Returns a function that ends the watch. */
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
    // Blocked or full: the choice holds until the page is closed.
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
