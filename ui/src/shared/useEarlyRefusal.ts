// Why what the agent is preparing would be refused, asked as soon as the number or the contact is known: the agent reads it before filling in the rest.
// It keeps nothing from being tried, because the reason may be gone at that moment; the start says its own refusal.
import type { Text } from 'core-wasm';
import { useCallback, useEffect, useState } from 'react';
import { useIntent, useSlice } from '../core/react';

/** So long after the last key the number is looked up. */
const restMs = 300;
/** The telephone system has numbers of three to twenty digits. */
const dialled = /^\d{3,20}$/;

export interface BeginTarget {
  /** As it is sent; empty for a contact. */
  phone: string;
  /** Empty for a number. */
  contactId: string;
  campaignId: string;
  routeId: string;
}

/** Of a conversation of WhatsApp or Instagram; `target` is undefined while it is not complete. */
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

/** Of a call; `digits` is undefined where no number is dialled. */
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
