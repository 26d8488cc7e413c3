// The devices of this browser, from the voice ports. Undefined until the ports are loaded.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useCore } from '../../core/react';
import type { Devices, DeviceView } from '../../core/host';

const noSubscription = (): (() => void) => () => undefined;

export function useDevices(): { devices: Devices; view: DeviceView } | undefined {
  const core = useCore();
  const [devices, setDevices] = useState<Devices>();
  useEffect(() => {
    let mounted = true;
    void core.devices().then((loaded) => {
      if (mounted) setDevices(loaded);
    });
    return () => {
      mounted = false;
    };
  }, [core]);
  const view = useSyncExternalStore(
    devices?.subscribe ?? noSubscription,
    useCallback(() => devices?.snapshot(), [devices]),
  );
  // The microphone is in use while a screen shows its level.
  useEffect(() => devices?.preview(), [devices]);
  return devices === undefined || view === undefined ? undefined : { devices, view };
}
