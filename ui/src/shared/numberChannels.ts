// The agent's channels that can use a telephone number, and the dialog that starts a call or conversation with one
// (SHELL-022).
import type { SliceViews } from 'core-wasm';
import { createContext, useCallback, useMemo } from 'react';
import { useIntent, useSlicePart } from '../core/react';

export type NumberChannel = 'voice' | 'whatsapp';

export interface PhoneNumber {
  phone: string;
  /** Name of the number's owner; empty if unknown. */
  name: string;
  /** The channel whose contact data contain the number. */
  channel: NumberChannel;
}

/** The action for a number that the agent chooses; undefined if no channel can use one. */
export const NumberContext = createContext<((number: PhoneNumber) => void) | undefined>(undefined);

/** Why a number cannot be used now; undefined if it can. */
export const NumberReasonContext = createContext<string | undefined>(undefined);

/** E.164 allows fifteen digits; an account of Instagram has more. */
const possibleNumber = /^\+?\d{8,15}$/;

export function isNumber(text: string): boolean {
  return possibleNumber.test(text);
}

/** The action of a click on the number; undefined if there is none. */
export function chooserOf(
  number: PhoneNumber,
  onNumber: ((number: PhoneNumber) => void) | undefined,
): (() => void) | undefined {
  return onNumber === undefined || !isNumber(number.phone) ? undefined : () => onNumber(number);
}

const numberChannels: ReadonlyArray<NumberChannel> = ['voice', 'whatsapp'];

/**
 * Without the view of the channels there are none: the whole workspace depends on this, and a fault of the channels must not take it
 * away.
 */
const hasChannel = (channel: NumberChannel) => (view: SliceViews['channels'] | undefined) =>
  view?.items.some((item) => item.channel === channel) === true;
const hasVoice = hasChannel('voice');
const hasWhatsApp = hasChannel('whatsapp');

export function useNumberChannels(): ReadonlyArray<NumberChannel> {
  const voice = useSlicePart<'channels', boolean>('channels', hasVoice);
  const whatsApp = useSlicePart<'channels', boolean>('channels', hasWhatsApp);
  return useMemo(() => numberChannels.filter((channel) => (channel === 'voice' ? voice : whatsApp)), [voice, whatsApp]);
}

/** Undefined for an agent who can neither call nor write to a number. */
export function useFastTrigger(): ((number: PhoneNumber) => void) | undefined {
  const intend = useIntent();
  const possible = useNumberChannels().length > 0;
  const open = useCallback(
    (number: PhoneNumber) => intend({ area: 'shell', type: 'openFastTrigger', ...number }),
    [intend],
  );
  return possible ? open : undefined;
}
