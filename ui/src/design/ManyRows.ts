// The rows of a long list that are seen, by TanStack Virtual. Its adapter for React would be another component in the list's place; here the list stays the
// same one when it becomes long, with its focus and its place.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { flushSync } from 'react-dom';
import { drawnWhole, type Rows, type SeenRows } from './rows';

const drawnBeyond = 8;

type Options = VirtualizerOptions<HTMLElement, Element>;

export class ManyRows {
  private readonly virtualizer: Virtualizer<HTMLElement, Element>;
  private readonly fixed: Pick<
    Options,
    | 'getScrollElement'
    | 'onChange'
    | 'scrollToFn'
    | 'observeElementRect'
    | 'observeElementOffset'
    | 'initialRect'
    | 'initialOffset'
    | 'initialMeasurementsCache'
  >;
  private measured: string | undefined;
  private committing = false;

  constructor(rows: Rows, scroller: HTMLElement, redraw: () => void) {
    this.measured = rows.shape;
    this.fixed = {
      getScrollElement: () => scroller,
      onChange: (_, inTime) => {
        // React draws what changed during its commit right after it, without being pressed.
        if (inTime && !this.committing) flushSync(redraw);
        else redraw();
      },
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      initialRect: scroller.getBoundingClientRect(),
      initialOffset: scroller.scrollTop,
      initialMeasurementsCache: rows.shape === undefined ? sizesOfDrawn(rows, scroller) : [],
    };
    this.virtualizer = new Virtualizer(this.options(rows));
  }

  private options({ count, sizeOf, keyOf, paddingStart = 0, paddingEnd = 0 }: Rows): Options {
    return {
      ...this.fixed,
      count,
      estimateSize: sizeOf,
      ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
      overscan: count <= drawnWhole ? drawnWhole : drawnBeyond,
      paddingStart,
      paddingEnd,
    };
  }

  private readonly measure = (row: Element | null): void => {
    this.committing = true;
    this.virtualizer.measureElement(row);
    this.committing = false;
  };

  private readonly scrollTo = (index: number): void => this.virtualizer.scrollToIndex(index);

  seen(rows: Rows): SeenRows {
    this.virtualizer.setOptions(this.options(rows));
    return {
      rows: this.virtualizer
        .getVirtualItems()
        .map(({ index, start }) => ({ index, style: { transform: `translateY(${start}px)` } })),
      canvas: { height: this.virtualizer.getTotalSize() },
      measure: rows.shape === undefined ? this.measure : undefined,
      scrollTo: this.scrollTo,
    };
  }

  mounted(): () => void {
    return this.virtualizer._didMount();
  }

  drawn({ shape }: Rows): void {
    this.virtualizer._willUpdate();
    if (shape === this.measured) return;
    this.measured = shape;
    this.virtualizer.measure();
  }
}

/** What was drawn whole keeps its sizes, so that nothing moves. */
function sizesOfDrawn({ keyOf = (index) => index, paddingStart = 0 }: Rows, scroller: HTMLElement): VirtualItem[] {
  let end = paddingStart;
  return Array.from(scroller.querySelectorAll('[data-index]'), (row, index) => {
    const size = row.getBoundingClientRect().height;
    const start = end;
    end += size;
    return { key: keyOf(index), index, start, size, end, lane: 0 };
  });
}
