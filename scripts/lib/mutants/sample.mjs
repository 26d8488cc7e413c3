// A random sample that is reproducible by its seed.

/** Mulberry32. @param {number} seed @returns {() => number} from 0 to below 1 */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `count` of `all`, in their order.
 * @template Item
 * @param {readonly Item[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {Item[]}
 */
export function sampleOf(all, count, seed) {
  const roll = dice(seed);
  const places = all.map((_, at) => at);
  const chosen = [];
  while (chosen.length < count && places.length > 0) {
    const at = Math.floor(roll() * places.length);
    chosen.push(places[at] ?? 0);
    places[at] = places[places.length - 1] ?? 0;
    places.pop();
  }
  return chosen.sort((one, other) => one - other).map((at) => /** @type {Item} */ (all[at]));
}
