// The small bars of a live call. Decorative; frozen under reduced motion.
import styles from './Waveform.module.css';

export function Waveform() {
  return (
    <span className={styles.wave} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
