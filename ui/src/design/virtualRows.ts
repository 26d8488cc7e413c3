// Shared settings of the lists that use TanStack Virtual.
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Lists up to this length are rendered completely, so that the browser's own search finds every row. */
export const drawnWhole = 60;
/** Number of rows rendered beyond the visible ones in longer lists. */
const drawnBeyond = 8;

/** The `overscan` of a list. */
export function overscanOf(count: number): number {
  return count <= drawnWhole ? count : drawnBeyond;
}

/**
 * The `rangeExtractor` of a list with a row that is always rendered, for example because it has the focus; a negative index means no
 * row.
 */
export function rangeWith(kept: number): (range: Range) => number[] {
  return (range) => {
    const indexes = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
    return [...indexes, kept].sort((one, other) => one - other);
  };
}
