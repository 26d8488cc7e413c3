// The typed number with which a call or an attendance begins.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { digitsOf, fullNumber } from './startNumber';

export interface NumberInput {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
  /** `digits` of the typed text; empty: none. */
  digits: string;
  tooShort: boolean;
  /** Whether the number is long enough for WhatsApp; a shorter one is marked and gets the focus. */
  check: () => boolean;
  /** Removes the mark of a short number. */
  unmark: () => void;
}

/** `failure`: why the last start was refused; the number is corrected at once, so the field gets the focus. */
export function useNumberInput(initial: string, failure: string | undefined): NumberInput {
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
      const isLong = fullNumber(typed) !== undefined;
      setTooShort(!isLong);
      if (!isLong) field.current?.focus();
      return isLong;
    },
    unmark: () => setTooShort(false),
  };
}
