// Saves a file whose address may have expired: the server is asked first, because the browser would save the body of the error
// answer as the file. A refused address is renewed, and the file is saved from the new one.
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { isRefused } from '../../../core/ports/fileAddress';

export interface Download {
  link: RefObject<HTMLAnchorElement | null>;
  src: string;
  /** The server is being asked, or the new address has not arrived yet. */
  busy: boolean;
  /** Neither the address nor a renewed one works. */
  failed: boolean;
  onClick: (event: MouseEvent) => void;
}

/** A time limit, because nothing reports that a new address will not arrive. */
const renewalLimitMs = 20_000;

interface Progress {
  step: 'checking' | 'renewing' | 'failed';
  /** The address that the state belongs to. */
  src: string;
}

export function useDownload(src: string, onExpired: (() => void) | undefined): Download {
  const link = useRef<HTMLAnchorElement>(null);
  /** The next click saves the file without asking the server again. */
  const isChecked = useRef(false);
  const [progress, setProgress] = useState<Progress>();

  const follow = (refused: boolean, isRenewed: boolean): void => {
    if (!refused) {
      setProgress(undefined);
      isChecked.current = true;
      link.current?.click();
    } else if (isRenewed || onExpired === undefined) {
      setProgress({ step: 'failed', src });
    } else {
      setProgress({ step: 'renewing', src });
      onExpired();
    }
  };
  // The address can change while the server is asked, because the picture or sound beside the link renews it, too.
  const renewed = progress?.step === 'renewing' && progress.src !== src;
  const checkRenewed = useEffectEvent((): void => {
    void isRefused(src).then((refused) => follow(refused, true));
  });
  useEffect(() => {
    if (renewed) checkRenewed();
  }, [renewed]);
  useEffect(() => {
    if (progress?.step !== 'renewing') return undefined;
    const limit = window.setTimeout(() => setProgress({ ...progress, step: 'failed' }), renewalLimitMs);
    return () => window.clearTimeout(limit);
  }, [progress]);

  const busy = progress !== undefined && progress.step !== 'failed';
  return {
    link,
    src,
    busy,
    failed: progress?.step === 'failed' && progress.src === src,
    onClick: (event) => {
      const { ctrlKey, metaKey, shiftKey } = event;
      if (!isChecked.current && !ctrlKey && !metaKey && !shiftKey) {
        event.preventDefault();
        if (busy) return;
        setProgress({ step: 'checking', src });
        void isRefused(src).then((refused) => follow(refused, false));
      }
      isChecked.current = false;
    },
  };
}
