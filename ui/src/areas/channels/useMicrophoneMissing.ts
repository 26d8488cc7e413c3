// Whether the telephone in this page has no microphone: reported when voice is connected, and not only when the first customer cannot hear
// the agent.
import { useEffect, useState } from 'react';
import { useCore } from '../../core/react';

/** `watches`: whether voice is connected and its telephone is in this page. The ports of voice are loaded then. */
export function useMicrophoneMissing(watches: boolean): boolean {
  const core = useCore();
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (!watches) return undefined;
    let isOver = false;
    let leave = (): void => undefined;
    void core.devices().then((devices) => {
      if (isOver) return;
      const follow = (): void => setIsMissing(devices.snapshot().hasMicrophone === false);
      leave = devices.subscribe(follow);
      follow();
    });
    return () => {
      isOver = true;
      leave();
    };
  }, [core, watches]);
  return watches && isMissing;
}
