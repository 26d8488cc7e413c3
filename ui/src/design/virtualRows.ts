// Shared settings of lists that draw with TanStack Virtual.

/** Lists up to this length are drawn whole, so that the browser's own search finds every row. */
export const drawnWhole = 60;
/** Rows beyond the visible ones in longer lists. */
const drawnBeyond = 8;

/** The `overscan` of a list. */
export function overscanOf(count: number): number {
  return count <= drawnWhole ? count : drawnBeyond;
}
