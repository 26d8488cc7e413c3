// Connects the device picker with the voice ports.
import { useSlice } from '../../core/react';
import type { DevicePickerProps } from './DevicePicker';
import { DeviceDialog } from './DeviceDialog';
import { useDevices } from './useDevices';
import { useVoiceTest } from './useVoiceTest';

/** Undefined until the ports are loaded. */
export function useDevicePicker(): DevicePickerProps | undefined {
  const found = useDevices();
  const { inCall } = useSlice('voice');
  const { test, start } = useVoiceTest(found?.devices);
  if (found === undefined) return undefined;
  const { devices, view } = found;
  return {
    devices: view.devices,
    choice: view.choice,
    onChoose: (choice) => devices.choose(choice),
    choosesSpeaker: 'setSinkId' in HTMLMediaElement.prototype,
    level: view.level,
    problem: view.problem,
    test,
    inCall,
    onTest: start,
    onRetry: () => devices.retry(),
  };
}

export function DeviceDialogContainer({ onClose }: { onClose: () => void }) {
  const picker = useDevicePicker();
  return picker === undefined ? null : <DeviceDialog open onClose={onClose} {...picker} />;
}
