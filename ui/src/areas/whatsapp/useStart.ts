// The outcome of a start: the attendance, or the cause of a refusal.
import type { Text } from 'core-wasm';
import { useEffect, useRef, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import type { StartRequest } from './StartDialog';
import { useRefusal } from '../../shared/useRefusal';

export interface Start {
  pending: boolean;
  /** Why the last start was refused. */
  refusal: Text | undefined;
  start: (request: StartRequest) => void;
}

/** `onStarted`: the attendance has arrived, or an open one was found. */
export function useStart(onStarted: () => void): Start {
  const intend = useIntent();
  const { beginning, awaited } = useSlice('whatsapp');
  const { text: refusal, watch } = useRefusal();
  /** Number of attendances that were being created before the start; null: nothing was started. */
  const [before, setBefore] = useState<number | null>(null);
  const pending = before !== null && (beginning || awaited > before);
  if (before !== null && !pending && refusal !== undefined) setBefore(null);
  const isStarted = before !== null && !pending && refusal === undefined;
  useEffect(() => {
    if (isStarted) onStarted();
  }, [isStarted, onStarted]);
  // The dialog was closed before the attendance arrived: then the agent is busy with something else.
  const isWaiting = useRef(false);
  useEffect(() => {
    isWaiting.current = pending;
  }, [pending]);
  useEffect(
    () => () => {
      if (isWaiting.current) intend({ area: 'whatsapp', type: 'leaveBegin' });
    },
    [intend],
  );
  return {
    pending,
    refusal,
    start: (request) => {
      watch();
      setBefore(awaited);
      intend({ area: 'whatsapp', type: 'begin', ...request });
    },
  };
}
