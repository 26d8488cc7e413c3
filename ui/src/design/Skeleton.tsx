// Placeholders of the final size. They appear only when waiting lasts longer than 150 ms and then stay at least 300 ms, so that nothing flickers.
import { useEffect, useRef, useState } from 'react';
import styles from './Skeleton.module.css';

const appearAfter = 150;
const stayAtLeast = 300;

/** Whether the skeleton is to be seen, given whether something is loading. */
export function useSkeleton(loading: boolean): boolean {
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
  return shown;
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

export function SkeletonLines({ count }: { count: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.line} data-line={(index % 3) + 1} />
      ))}
    </div>
  );
}
