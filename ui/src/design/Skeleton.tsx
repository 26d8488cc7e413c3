// Placeholders with the geometry of the content. They appear only after 150 ms of waiting and then stay at least 300
// ms, so that nothing flickers and nothing shifts when the content appears.
import { useEffect, useRef, useState } from 'react';
import styles from './Skeleton.module.css';

const appearAfter = 150;
const stayAtLeast = 300;

/** Shows nothing at first, then the skeleton, then the content. */
export type Placeholder = 'blank' | 'skeleton' | 'content';

export function usePlaceholder(loading: boolean): Placeholder {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (loading === shown) return undefined;
    const wait = loading ? appearAfter : Math.max(0, shownAt.current + stayAtLeast - Date.now());
    const timer = window.setTimeout(() => {
      shownAt.current = Date.now();
      setShown(loading);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [loading, shown]);
  if (shown) return 'skeleton';
  return loading ? 'blank' : 'content';
}

/** The heading of a group and the cards below it. */
export function SkeletonJobs({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      <div className={styles.group}>
        <span className={styles.bar} data-width="short" />
      </div>
      {Array.from({ length: count }, (_, index) => (
        <SkeletonJobCard key={index} />
      ))}
    </div>
  );
}

export function SkeletonJobCard() {
  return (
    <div className={styles.card} aria-hidden="true">
      <span className={styles.circle} />
      <div>
        <span className={styles.line} data-line="1" />
        <span className={styles.line} data-line="2" />
        <span className={styles.line} data-line="3" />
      </div>
    </div>
  );
}

/** Bubbles of both sides, at the bottom of the log like the last messages. */
export function SkeletonThread() {
  return (
    <div className={styles.thread} aria-hidden="true">
      {(['in', 'in', 'out', 'in', 'out', 'out'] as const).map((side, index) => (
        <span key={index} className={styles.bubble} data-side={side} data-width={(index % 3) + 1} />
      ))}
    </div>
  );
}

/** Avatar and name, then label and value of each field. */
export function SkeletonContact() {
  return (
    <div className={styles.contact} aria-hidden="true">
      <div className={styles.who}>
        <span className={styles.circle} data-size="48" />
        <div>
          <span className={styles.bar} data-width="long" />
          <span className={styles.bar} data-width="short" />
        </div>
      </div>
      <div className={styles.fields}>
        {[1, 2, 3, 4].map((field) => (
          <div key={field} className={styles.fieldLine}>
            <span className={styles.bar} data-width="label" />
            <span className={styles.bar} data-width="long" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A list of choices: mark and name of each. */
export function SkeletonChoices({ count }: { count: number }) {
  return (
    <div className={styles.choices} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.choice}>
          <span className={styles.circle} data-size="16" />
          <span className={styles.bar} data-width="short" />
        </div>
      ))}
    </div>
  );
}

/** A search field, a list of choices and a field to write in. */
export function SkeletonForm() {
  return (
    <div aria-hidden="true">
      <span className={styles.box} data-height="field" />
      <span className={styles.box} data-height="list" />
      <span className={styles.box} data-height="text" />
    </div>
  );
}
