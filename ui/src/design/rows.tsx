// Which rows of a list are drawn: all of them while they are few; of many, those that are seen. What that takes comes with the first long list.
import { useLayoutEffect, useReducer, useState, type CSSProperties, type ReactElement } from 'react';
import { partOnDemand } from './onDemand';

const useManyRows = partOnDemand(() => import('./ManyRows').then((module) => module.ManyRows));

/** Up to here everything is drawn. */
export const drawnWhole = 60;

export interface Rows {
  count: number;
  /** What a row is likely to take, or does. */
  sizeOf: (index: number) => number;
  keyOf?: (index: number) => string | number;
  /** What gives rows of fixed sizes their places; left out where rows are measured. */
  shape?: string;
  paddingStart?: number;
  paddingEnd?: number;
}

export interface DrawnRow {
  index: number;
  style: CSSProperties;
}

export interface SeenRows {
  /** Each carries its index as `data-index`. */
  rows: ReadonlyArray<DrawnRow>;
  canvas: CSSProperties;
  measure: ((row: Element | null) => void) | undefined;
  /** Draws a row that is not seen; the focus brings it into view. */
  scrollTo: (index: number) => void;
}

export interface DrawnRows extends SeenRows {
  /** The ref of what scrolls. */
  keepScroller: (scroller: HTMLElement | null) => void;
}

export interface RowsProps {
  rows: Rows;
  draw: (drawn: DrawnRows) => ReactElement;
}

const nothing = (): void => undefined;

/** A list that has become long is treated as a long one from there on, whatever comes and goes. */
export function DrawRows({ rows, draw }: RowsProps) {
  const [scroller, keepScroller] = useState<HTMLElement | null>(null);
  const [long, setLong] = useState(rows.count > drawnWhole);
  if (!long && rows.count > drawnWhole) setLong(true);
  const [beganLong] = useState(long);
  const ManyRows = useManyRows(long);
  const [many, setMany] = useState<InstanceType<NonNullable<typeof ManyRows>> | null>(null);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  // Takes what was drawn whole as it stands.
  if (ManyRows !== null && many === null && scroller !== null) setMany(new ManyRows(rows, scroller, redraw));
  useLayoutEffect(() => many?.mounted(), [many]);
  useLayoutEffect(() => many?.drawn(rows));
  return draw({ keepScroller, ...(many?.seen(rows) ?? whole(beganLong ? { ...rows, count: 0 } : rows)) });
}

function whole({ count, sizeOf, shape, paddingStart, paddingEnd }: Rows): SeenRows {
  return {
    rows: Array.from({ length: count }, (_, index) => ({
      index,
      style: { position: 'relative', display: 'flow-root', ...(shape === undefined ? {} : { height: sizeOf(index) }) },
    })),
    canvas: { paddingTop: paddingStart, paddingBottom: paddingEnd },
    measure: undefined,
    scrollTo: nothing,
  };
}
