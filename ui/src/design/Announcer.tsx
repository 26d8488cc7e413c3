// The two live regions of the page, mounted once at its root. Components call announce() instead of having their own
// live regions.
import { useEffect, useState } from 'react';
import { VisuallyHidden } from './VisuallyHidden';

export type Urgency = 'polite' | 'assertive';

interface Announcement {
  text: string;
  urgency: Urgency;
  /** Alternates, so that the same sentence can be announced again. */
  turn: number;
}

type Hearer = (text: string, urgency: Urgency) => void;

let hearer: Hearer | undefined;

/** Minimum time that a sentence stays: a sentence that is replaced within the same frame would not be read at all. */
const shortestMs = 200;

/** Announces a sentence to screen readers. Without a mounted Announcer nothing happens. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  hearer?.(text, urgency);
}

export function Announcer() {
  const [last, setLast] = useState<Announcement>({ text: '', urgency: 'polite', turn: 0 });
  useEffect(() => {
    const waiting: Array<Pick<Announcement, 'text' | 'urgency'>> = [];
    let timer: number | undefined;
    const speakNext = (): void => {
      const next = waiting.shift();
      timer = next === undefined ? undefined : window.setTimeout(speakNext, shortestMs);
      if (next !== undefined) setLast((previous) => ({ ...next, turn: previous.turn + 1 }));
    };
    hearer = (text, urgency) => {
      waiting.push({ text, urgency });
      if (timer === undefined) speakNext();
    };
    return () => {
      hearer = undefined;
      window.clearTimeout(timer);
    };
  }, []);
  // A trailing no-break space changes the text node without changing what is read.
  const spoken = last.turn % 2 === 0 ? last.text : `${last.text}\u00a0`;
  return (
    <>
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {last.urgency === 'polite' ? spoken : ''}
        </span>
      </VisuallyHidden>
      <VisuallyHidden>
        <span role="alert" aria-live="assertive">
          {last.urgency === 'assertive' ? spoken : ''}
        </span>
      </VisuallyHidden>
    </>
  );
}
