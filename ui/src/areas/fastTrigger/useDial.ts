// The outcome of a call that the agent began: started, or refused with a cause.
import type { Text } from 'core-wasm';
import { useEffect, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useRefusal } from '../../shared/useRefusal';

export interface Dial {
  pending: boolean;
  /** Why the last call was refused. */
  refusal: Text | undefined;
  dial: (phone: string, campaignId: string) => void;
}

export function useDial(onDialled: () => void): Dial {
  const intend = useIntent();
  const { dialling } = useSlice('voice');
  const { text: refusal, watch } = useRefusal();
  const [asked, setAsked] = useState(false);
  const pending = asked && dialling;
  if (asked && !dialling && refusal !== undefined) setAsked(false);
  const isDialled = asked && !dialling && refusal === undefined;
  useEffect(() => {
    if (isDialled) onDialled();
  }, [isDialled, onDialled]);
  return {
    pending,
    refusal,
    dial: (phone, campaignId) => {
      watch();
      setAsked(true);
      intend({ area: 'voice', type: 'dial', phone, campaignId });
    },
  };
}
