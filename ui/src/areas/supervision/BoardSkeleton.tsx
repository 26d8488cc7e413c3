// The board while it loads, in the layout of its rows or cards.
import styles from './BoardSkeleton.module.css';

export function BoardSkeleton({ asCards }: { asCards: boolean }) {
  return (
    <div aria-hidden="true" className={asCards ? styles.cards : undefined}>
      {Array.from({ length: asCards ? 4 : 6 }, (_, index) => (
        <div key={index} className={asCards ? styles.card : styles.row}>
          <span className={styles.circle} />
          <span className={styles.line} />
          <span className={styles.box} />
          <span className={styles.box} />
        </div>
      ))}
    </div>
  );
}
