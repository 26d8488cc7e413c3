// The two live regions of the page, mounted once at its root. Components call announce() instead of having their own
// live regions.
import { useEffect, useState } from 'react';
import { VisuallyHidden } from './VisuallyHidden';

export type Urgency = 'polite' | 'assertive';

interface Announcement {
  text: string;
  urgency: Urgency;
  /** Alternates, so that an equal sentence is announced again. */
  turn: number;
}

type Hearer = (text: string, urgency: Urgency) => void;

let hearer: Hearer | undefined;

/** Announces a sentence to screen readers. Without a mounted Announcer nothing happens. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  hearer?.(text, urgency);
}

export function Announcer() {
  const [last, setLast] = useState<Announcement>({ text: '', urgency: 'polite', turn: 0 });
  useEffect(() => {
    hearer = (text, urgency) => setLast((previous) => ({ text, urgency, turn: previous.turn + 1 }));
    return () => {
      hearer = undefined;
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
