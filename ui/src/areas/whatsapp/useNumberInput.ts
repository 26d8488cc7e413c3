// The typed number with which a call or an attendance begins.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useSlicePart } from '../../core/react';
import { digitsOf, isNumber } from './startNumber';

export interface NumberInput {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
  /** `digits` of the typed text; empty: none. */
  digits: string;
  tooShort: boolean;
  /** Whether the number is long enough for WhatsApp; a shorter one is marked and gets the focus. */
  check: () => boolean;
  /** Country of the centre, two letters. */
  country: string;
  /** Removes the mark of a short number. */
  unmark: () => void;
}

/** Country of a centre without the setting. */
export const defaultCountry = 'BR';

/** The country whose numbers people write without its code. */
export function useNumberCountry(): string {
  return useSlicePart<'session', string>('session', (session) => session?.agent?.numberCountry ?? '') || defaultCountry;
}

/** `failure`: why the last start was refused; the number is corrected at once, so the field gets the focus. */
export function useNumberInput(initial: string, failure: string | undefined, country: string): NumberInput {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initial);
  const [tooShort, setTooShort] = useState(false);
  const digits = digitsOf(typed);
  useEffect(() => {
    if (failure !== undefined) field.current?.focus();
  }, [failure]);
  return {
    field,
    typed,
    onType: (text) => {
      setTyped(text);
      setTooShort(false);
    },
    digits,
    tooShort,
    check: () => {
      const isLong = isNumber(typed, country);
      setTooShort(!isLong);
      if (!isLong) field.current?.focus();
      return isLong;
    },
    country,
    unmark: () => setTooShort(false),
  };
}
