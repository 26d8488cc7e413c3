// A random sample that is reproducible by its seed.

/** Mulberry32. @param {number} seed @returns {() => number} from 0 to below 1 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * One part of a sample that is tried in several runs. The sample is drawn as a whole, so that the parts of one seed never overlap and
 * together are the sample.
 * @template Item
 * @param {readonly Item[]} sample
 * @param {Shard | undefined} shard
 * @returns {Item[]}
 */
export function shardOf(sample, shard) {
  return shard === undefined ? [...sample] : sample.filter((_, at) => at % shard.of === shard.number - 1);
}

/**
 * The part `number` of a sample that is divided into `of` parts, numbered from 1.
 * @typedef {{ number: number, of: number }} Shard
 */

/** @param {string} text @returns {Shard | undefined} `2/4`; undefined if it is none */
export function readShard(text) {
  const [, number = '', of = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  return shard.number >= 1 && shard.number <= shard.of ? shard : undefined;
}

/**
 * A random choice of `count` items of `all`, in their order.
 * @template Item
 * @param {readonly Item[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {Item[]}
 */
export function sampleOf(all, count, seed) {
  const roll = randomNumbers(seed);
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
