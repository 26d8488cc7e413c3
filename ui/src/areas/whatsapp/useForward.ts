// The selection of messages to forward (WAP-052). The core keeps it for each attendance until it is sent or cancelled.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCore, useIntent, useSlice } from '../../core/react';
import type { MessageSelection } from '../conversation/thread/messageSelection';
import { keepReadingPlace, keptPosition } from '../conversation/thread/scrollPosition';

/** How long the result stays, in milliseconds; as long as a long snackbar. */
const resultMs = 10_000;

export interface Forwarded {
  count: number;
  name: string;
  protocol: string;
}

export interface Forward {
  /** Undefined while no messages are being selected. */
  selection: MessageSelection | undefined;
  count: number;
  dialog: boolean;
  result: Forwarded | undefined;
  /** Number of times that messages were forwarded into this conversation itself. */
  sentHere: number;
  begin: () => void;
  /** Begins the selection with this message. */
  beginWith: (id: string) => void;
  choose: () => void;
  forwardTo: (target: Omit<Forwarded, 'count'>) => void;
  cancel: () => void;
  closeResult: () => void;
}

export function useForward(protocol: string): Forward {
  const core = useCore();
  const intend = useIntent();
  const slice = useSlice('forward');
  const flow = slice?.protocol === protocol ? slice : undefined;
  // The core's selection begins with its first message.
  const [begun, setBegun] = useState(false);
  const [result, setResult] = useState<Forwarded>();
  const [sentHere, setSentHere] = useState(0);
  const isOn = begun || flow !== undefined;
  const selected = flow?.selected;
  const selection = useMemo<MessageSelection | undefined>(() => {
    if (!isOn) return undefined;
    return {
      isSelected: (id) => selected?.includes(id) ?? false,
      canSelect: (id) => {
        const message = core.snapshot<'message'>(`message:${protocol}:${id}`);
        return message !== undefined && message.delivery !== 'sending' && message.delivery !== 'failed';
      },
      onToggle: (localId) => intend({ area: 'whatsapp', type: 'selectForward', protocol, localId }),
    };
  }, [core, intend, isOn, protocol, selected]);
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = window.setTimeout(() => setResult(undefined), resultMs);
    return () => window.clearTimeout(timer);
  }, [result]);
  const cancel = (): void => {
    setBegun(false);
    intend({ area: 'whatsapp', type: 'closeForward' });
  };
  const dialog = flow?.dialog ?? false;
  useEscape(isOn && !dialog ? cancel : undefined);
  const begin = useCallback((): void => {
    setResult(undefined);
    setBegun(true);
  }, []);
  const beginWith = useCallback(
    (localId: string): void => {
      begin();
      intend({ area: 'whatsapp', type: 'selectForward', protocol, localId });
    },
    [begin, intend, protocol],
  );
  return {
    selection,
    count: selected?.length ?? 0,
    dialog,
    result,
    sentHere,
    begin,
    beginWith,
    choose: () => intend({ area: 'whatsapp', type: 'openForward' }),
    forwardTo: (target) => {
      const count = selected?.length ?? 0;
      intend({ area: 'whatsapp', type: 'forwardTo', protocol: target.protocol });
      // The core ends the selection, unless it refused.
      if (core.snapshot<'forward'>('forward') !== undefined) return;
      setBegun(false);
      setResult({ ...target, count });
      // Forwarded messages are at the end of that conversation: it opens there, regardless of its last scroll position.
      keepReadingPlace(core, target.protocol, undefined);
      intend({ area: 'jobs', type: 'scrollChanged', protocol: target.protocol, scrollTop: keptPosition(null) });
      if (target.protocol === protocol) setSentHere((sent) => sent + 1);
    },
    cancel,
    closeResult: () => setResult(undefined),
  };
}

/** Elements that close on Esc themselves: layers, and the lists of a field. */
const usesEscape = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Handles Esc unless another element uses it. The listener runs before the listeners of other elements: a tooltip uses
 * Esc too, and the menu's button has a tooltip when the selection begins.
 */
function useEscape(run: (() => void) | undefined): void {
  useEffect(() => {
    if (run === undefined) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector(usesEscape) !== null) return;
      if (!(event.target instanceof Element && event.target.closest('input, textarea') !== null)) run();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [run]);
}
