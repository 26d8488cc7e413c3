// "Testar minha voz": records the chosen microphone for 3 s and plays it on the chosen speaker.
import { useEffect, useRef, useState } from 'react';
import type { Devices, VoiceTest } from '../../core/host';

export function useVoiceTest(devices: Devices | undefined): { test: VoiceTest; start: () => void } {
  const [test, setTest] = useState<VoiceTest>('idle');
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const start = (): void => {
    if (devices === undefined || test === 'recording' || test === 'playing') return;
    stop.current = devices.testVoice(setTest);
  };
  return { test, start };
}
