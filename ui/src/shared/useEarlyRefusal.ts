// Why the server would refuse the conversation or call that the agent is preparing. The page asks as soon as the number
// or the contact is known, so that the agent reads the reason before filling in the rest of the form. The agent can
// still begin the conversation or call, because the reason may be gone at that moment; a refusal of the start itself is
// shown then.
import type { Text } from 'core-wasm';
import { useCallback, useEffect, useState } from 'react';
import { useIntent, useSlice } from '../core/react';

/** Time after the last key until the number is looked up. */
const restMs = 300;
/** The telephone system has numbers of three to twenty digits. */
const dialled = /^\d{3,20}$/;

export interface BeginTarget {
  /** The number as it is sent; empty for a contact. */
  phone: string;
  /** Id of the contact; empty for a number. */
  contactId: string;
  campaignId: string;
  routeId: string;
}

/** Why a conversation of WhatsApp or Instagram would be refused; `target` is undefined while it is not complete. */
export function useBeginRefusal(target: BeginTarget | undefined): Text | undefined {
  const intend = useIntent();
  const { beginRefusal } = useSlice('whatsapp');
  const { phone = '', contactId = '', campaignId = '', routeId = '' } = target ?? {};
  const ask = useCallback(
    () => intend({ area: 'whatsapp', type: 'checkBegin', phone, contactId, campaignId, routeId }),
    [intend, phone, contactId, campaignId, routeId],
  );
  return useAnswer(target !== undefined, ask, beginRefusal);
}

/** Why a call would be refused; `digits` is undefined where no number is dialled. */
export function useDialRefusal(digits: string | undefined): Text | undefined {
  const intend = useIntent();
  const { dialRefusal } = useSlice('voice');
  const phone = digits ?? '';
  const ask = useCallback(() => intend({ area: 'voice', type: 'checkDial', phone }), [intend, phone]);
  return useAnswer(dialled.test(phone), ask, dialRefusal);
}

/** The answer to the last question, if `ask` is still the same: another number has another answer. */
function useAnswer(wanted: boolean, ask: () => void, answer: Text | undefined): Text | undefined {
  const [asked, setAsked] = useState<() => void>();
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = window.setTimeout(() => {
      ask();
      setAsked(() => ask);
    }, restMs);
    return () => window.clearTimeout(timer);
  }, [wanted, ask]);
  return wanted && asked === ask ? answer : undefined;
}
