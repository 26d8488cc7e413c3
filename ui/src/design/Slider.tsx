// A value from 0 to 100 by the browser's own range control: arrow, Home, End and Page keys move it.
import type { CSSProperties } from 'react';
import styles from './Slider.module.css';

export interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Called when the pointer or the key is released. */
  onRelease?: (() => void) | undefined;
}

const moves = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

export function Slider({ label, value, onChange, onRelease }: SliderProps) {
  return (
    <span className={styles.field}>
      <input
        type="range"
        className={styles.slider}
        style={{ '--filled': `${value}%` } as CSSProperties}
        min={0}
        max={100}
        step={5}
        aria-label={label}
        aria-valuetext={`${value} %`}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={onRelease}
        onKeyUp={(event) => {
          if (moves.has(event.key)) onRelease?.();
        }}
      />
      <span className={styles.value} aria-hidden="true">{`${value}%`}</span>
    </span>
  );
}
