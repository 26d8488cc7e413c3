// Orders the functions of a WebAssembly module so that similar ones are neighbours, which makes the module about a
// twentieth smaller when it is compressed: brotli refers to a near text, and to one at the distance of the last
// reference, with fewer bits. Linkers for other formats have such an order too (`--bp-compression-sort` of ld.lld).
// The order is computed here; wasm-opt applies it, by the names that the functions are given for that purpose
// (docs/decisions/0006-size-of-the-module.md).
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './console.mjs';

/** The length of the pieces of code that are compared, in bytes: an instruction has one to six. */
const PIECE = 4;
/** A piece in more functions than this is in most of them, and says nothing about similarity. */
const MOST_FUNCTIONS = 2000;
const CODE_SECTION = 10;
const CUSTOM_SECTION = 0;
const FUNCTION_NAMES = 1;

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {[value: number, end: number]} an unsigned LEB128 number
 */
function readNumber(bytes, at) {
  let value = 0;
  for (let shift = 0, end = at; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value >>> 0, end];
  }
}

/**
 * @param {number} value
 * @returns {Buffer} an unsigned LEB128 number
 */
function numberBytes(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/**
 * The code of each function that the module defines, in the order of the module.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 */
export function functionBodies(bytes) {
  for (let at = 8; at < bytes.length;) {
    const section = bytes[at];
    const [size, begin] = readNumber(bytes, at + 1);
    if (section === CODE_SECTION) {
      const bodies = [];
      let [count, next] = readNumber(bytes, begin);
      for (; count > 0; count -= 1) {
        const [length, first] = readNumber(bytes, next);
        next = first + length;
        bodies.push(bytes.subarray(first, next));
      }
      return bodies;
    }
    at = begin + size;
  }
  return [];
}

/**
 * The pieces of each function that other functions have too, as numbers below `count`.
 * @param {Uint8Array[]} bodies
 */
function sharedPieces(bodies) {
  const sets = bodies.map((body) => {
    const pieces = new Set();
    for (let at = 0; at + PIECE <= body.length; at += 1) {
      let piece = 0;
      for (let offset = 0; offset < PIECE; offset += 1) piece = piece * 256 + (body[at + offset] ?? 0);
      pieces.add(piece);
    }
    return pieces;
  });
  /** @type {Map<number, number>} */
  const uses = new Map();
  for (const set of sets) for (const piece of set) uses.set(piece, (uses.get(piece) ?? 0) + 1);
  const isShared = (/** @type {number} */ piece) => {
    const count = uses.get(piece) ?? 0;
    return count > 1 && count <= MOST_FUNCTIONS;
  };
  /** @type {Map<number, number>} */
  const numbers = new Map();
  const numberOf = (/** @type {number} */ piece) => {
    const known = numbers.get(piece);
    if (known !== undefined) return known;
    numbers.set(piece, numbers.size);
    return numbers.size - 1;
  };
  const pieces = sets.map((set) => [...set].filter(isShared).map(numberOf));
  return { pieces, count: numbers.size };
}

/**
 * A chain of all functions: each is followed by the one that is most similar to it and to the one before it, of those
 * that are left. The similarity of two functions is the number of pieces that both have, divided by the number of pieces
 * that either has.
 * @param {Uint8Array[]} bodies
 * @returns {number[]} places in `bodies`
 */
export function orderBySimilarity(bodies) {
  const { pieces, count } = sharedPieces(bodies);
  /** For each piece the functions that have it and are not yet in the chain. @type {number[][]} */
  const users = Array.from({ length: count }, () => []);
  pieces.forEach((list, place) => list.forEach((piece) => users[piece]?.push(place)));
  const isChained = new Uint8Array(bodies.length);
  /** @type {number[]} */
  const chain = [];
  const shared = new Float64Array(bodies.length);
  /** @param {number} last @param {number} weight @param {number[]} touched */
  const addShared = (last, weight, touched) => {
    for (const piece of pieces[last] ?? []) {
      const places = users[piece] ?? [];
      let left = 0;
      for (const place of places) {
        if (isChained[place] === 1) continue;
        places[left] = place;
        left += 1;
        if (shared[place] === 0) touched.push(place);
        shared[place] = (shared[place] ?? 0) + weight;
      }
      places.length = left;
    }
  };
  const mostSimilar = () => {
    /** @type {number[]} */
    const touched = [];
    const [last, before] = [chain.at(-1), chain.at(-2)];
    if (last === undefined) return undefined;
    addShared(last, 1, touched);
    if (before !== undefined) addShared(before, 2 / 3, touched);
    let best;
    let most = 0;
    for (const place of touched) {
      const both = shared[place] ?? 0;
      shared[place] = 0;
      const similarity = both / ((pieces[last]?.length ?? 0) + (pieces[place]?.length ?? 0) - both);
      if (similarity > most || (similarity === most && best !== undefined && place < best)) {
        most = similarity;
        best = place;
      }
    }
    return best;
  };
  // Functions without a similar one begin a new part of the chain, in the order of their code.
  const byCode = bodies.map((_, place) => place);
  byCode.sort((one, other) => Buffer.compare(bodies[one] ?? Buffer.of(), bodies[other] ?? Buffer.of()));
  for (const start of byCode) {
    for (let next = isChained[start] ? undefined : start; next !== undefined; next = mostSimilar()) {
      isChained[next] = 1;
      chain.push(next);
    }
  }
  return chain;
}

/**
 * The module with a name for each of its functions, so that the names sorted by their letters have this order.
 * @param {Uint8Array} bytes
 * @param {number[]} order
 * @returns {Buffer}
 */
function named(bytes, order) {
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(Uint8Array.from(bytes))).filter(
    ({ kind }) => kind === 'function',
  ).length;
  const withLength = (/** @type {Buffer} */ content) => Buffer.concat([numberBytes(content.length), content]);
  /** @type {number[]} */
  const rank = [];
  order.forEach((place, index) => (rank[place] = index));
  const names = rank.flatMap((index, place) => [
    numberBytes(imported + place),
    withLength(Buffer.from(String(index).padStart(9, '0'))),
  ]);
  const functions = Buffer.concat([numberBytes(rank.length), ...names]);
  const content = Buffer.concat([
    withLength(Buffer.from('name')),
    Buffer.from([FUNCTION_NAMES]),
    withLength(functions),
  ]);
  return Buffer.concat([bytes, Buffer.from([CUSTOM_SECTION]), withLength(content)]);
}

/**
 * Replaces the module by one with the same functions in the order of their similarity.
 * @param {string} file
 */
export async function orderFunctions(file) {
  const bytes = readFileSync(file);
  const unordered = `${file}.named`;
  writeFileSync(unordered, named(bytes, orderBySimilarity(functionBodies(bytes))));
  await run('wasm-opt', [unordered, '-mvp', '--reorder-functions-by-name', '--strip-debug', '-o', file], {
    quiet: true,
    orStop: 'wasm-opt cannot order the functions of the module: see its messages above.',
  });
  rmSync(unordered);
}
