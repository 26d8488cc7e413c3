// Whether the address of a file works. The server's addresses expire after a while (core-wasm/src/conversation/renewal.rs): the first failure asks for a new one.
import { useRef, useState } from 'react';

export interface Source {
  failed: boolean;
  onError: () => void;
  onLoad: () => void;
}

export function useSource(src: string, onExpired: (() => void) | undefined): Source {
  const [failedSrc, setFailedSrc] = useState<string>();
  // Once until an address works, so that a file that is gone is not requested without end.
  const wasRequested = useRef(false);
  return {
    failed: failedSrc === src,
    onError: () => {
      setFailedSrc(src);
      if (wasRequested.current) return;
      wasRequested.current = true;
      onExpired?.();
    },
    onLoad: () => {
      setFailedSrc(undefined);
      wasRequested.current = false;
    },
  };
}
