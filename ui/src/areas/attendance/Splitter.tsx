// A WAI-ARIA window splitter: dragging it or the arrow keys set the width of one column; Enter or a double click restores the default width.
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import styles from './Splitter.module.css';

const stepOfKeys = 16;

export interface SplitterProps {
  label: string;
  /** The column whose width is set, and its side of the splitter. */
  column: () => HTMLElement | null;
  side: 'left' | 'right';
  least: number;
  most: number;
  /** Called while the splitter is moved; null restores the default width. */
  onMove: (width: number | null) => void;
  onRest: (width: number | null) => void;
}

export function Splitter({ label, column, side, least, most, onMove, onRest }: SplitterProps) {
  const [now, setNow] = useState<number | undefined>(undefined);
  const drag = useRef<{ x: number; width: number; next: number } | null>(null);
  const width = (): number => Math.round(column()?.getBoundingClientRect().width ?? least);
  const within = (wanted: number): number => Math.max(least, Math.min(most, Math.round(wanted)));
  const away = side === 'left' ? 1 : -1;

  const rest = (wanted: number | null): void => {
    onMove(wanted);
    onRest(wanted);
    setNow(wanted ?? undefined);
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    const from = width();
    drag.current = { x: event.clientX, width: from, next: from };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const { current } = drag;
    if (current === null) return;
    current.next = within(current.width + (event.clientX - current.x) * away);
    setNow(current.next);
    onMove(current.next);
  };
  const end = (): void => {
    const { current } = drag;
    drag.current = null;
    if (current !== null && current.next !== current.width) rest(current.next);
  };
  const press = (event: KeyboardEvent): void => {
    const next = wished(event.key, width(), away, least, most);
    if (next === undefined) return;
    event.preventDefault();
    rest(next === null ? null : within(next));
  };
  return (
    // A movable splitter is a focusable control (WAI-ARIA 1.2, separator).
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={within(now ?? width())}
      data-side={side}
      className={styles.splitter}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => rest(null)}
      onKeyDown={press}
    />
  );
}

/** Null: the default width; undefined: the splitter does not handle the key. */
function wished(key: string, width: number, away: 1 | -1, least: number, most: number): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return width + stepOfKeys * away;
    case 'ArrowLeft':
      return width - stepOfKeys * away;
    case 'Home':
      return least;
    case 'End':
      return most;
    case 'Enter':
      return null;
    default:
      return undefined;
  }
}
