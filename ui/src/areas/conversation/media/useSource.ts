// Whether the address of a file is valid. The server's addresses expire after a while (core-wasm/src/conversation/renewal.rs): the first failure
// requests a new one.
import { useRef, useState } from 'react';

export interface Source {
  failed: boolean;
  onError: () => void;
  onLoad: () => void;
}

export function useSource(src: string, onExpired: (() => void) | undefined): Source {
  const [failedSrc, setFailedSrc] = useState<string>();
  // Requested once until an address works, so that a missing file is not requested without end.
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
