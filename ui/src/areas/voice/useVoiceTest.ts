// "Testar minha voz": a call to the voice server's echo test, which records 3 s and plays them back. If the telephone cannot call the test, the page
// itself records the chosen microphone and plays it on the chosen speaker.
import type { EchoTest } from 'core-wasm';
import { useEffect, useRef, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import type { Devices, VoiceTest } from '../../core/host';

export type VoiceTestState = VoiceTest | 'calling';

const recordedMs = 3_000;
/** The echo test of another telephone system may not end by itself. */
const longestMs = 7_000;

const isCall = (test: EchoTest): boolean => test === 'calling' || test === 'connected';

export function useVoiceTest(devices: Devices | undefined): { test: VoiceTestState; start: () => void } {
  const intend = useIntent();
  const { echoTest } = useSlice('voice');
  const [ownTest, setOwnTest] = useState<VoiceTest>('idle');
  const [isPlaying, setPlaying] = useState(false);
  const stop = useRef<() => void>(() => undefined);
  const lastEchoTest = useRef<EchoTest>(echoTest);

  const startOwnTest = (): void => {
    if (devices !== undefined) stop.current = devices.testVoice(setOwnTest);
  };
  useEffect(() => {
    // Not every telephone system has the number of the echo test.
    if (lastEchoTest.current === 'calling' && echoTest === 'possible') startOwnTest();
    lastEchoTest.current = echoTest;
  });
  useEffect(() => {
    if (echoTest !== 'connected') return undefined;
    const timers = [
      window.setTimeout(() => setPlaying(true), recordedMs),
      window.setTimeout(() => intend({ area: 'voice', type: 'endEchoTest' }), longestMs),
    ];
    return () => {
      timers.forEach((timer) => window.clearTimeout(timer));
      setPlaying(false);
    };
  }, [echoTest, intend]);
  // Closing the dialog ends the test.
  useEffect(
    () => () => {
      stop.current();
      if (isCall(lastEchoTest.current)) intend({ area: 'voice', type: 'endEchoTest' });
    },
    [intend],
  );

  const isRunning = isCall(echoTest) || ownTest === 'recording' || ownTest === 'playing';
  const start = (): void => {
    if (isRunning) return;
    if (echoTest === 'possible') intend({ area: 'voice', type: 'beginEchoTest' });
    else startOwnTest();
  };
  return { test: test(), start };

  function test(): VoiceTestState {
    if (echoTest === 'calling') return 'calling';
    if (echoTest === 'connected') return isPlaying ? 'playing' : 'recording';
    return ownTest;
  }
}
