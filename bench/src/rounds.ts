// How a figure is measured: all stores get the same frames in turns, one round each, so that other work on the
// machine affects all of them. A round is measured in short pieces, and the figure is the mean of the middle half,
// which excludes interrupted pieces.
import { moveClock, stopWatch } from './clock';
import type { Contestant } from './contestant';
import { framesApartMs, type Recording } from './recording';

export interface Entry {
  contestant: Contestant;
  recording: Recording;
}

export interface Figure {
  name: string;
  /** Microseconds per event. */
  perEvent: number;
  /** Work apart from the frames (the core's records and acknowledgements), distributed over them. */
  upkeepPerEvent: number;
  /** Number of measured frames. */
  n: number;
  /** Snapshots read per event. */
  readsPerEvent: number;
}

export interface Plan {
  rounds: number;
  warmUp: number;
  framesPerRound: number;
}

interface Taken {
  pieces: number[];
  upkeep: number[];
  reads: number;
}

/** Frames per piece: enough for the page's clock (5 µs), and few enough to end before the system interrupts. */
const framesPerPiece = 6;
/** A store that needs longer for one frame is measured frame by frame. */
const slowMs = 0.5;

/** The mean of the middle half. */
export function middle(values: number[]): number {
  const sorted = values.slice().sort((first, second) => first - second);
  const quarter = Math.floor(sorted.length / 4);
  const half = sorted.slice(quarter, sorted.length - quarter);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

/** Milliseconds per frame, one value for each piece. */
async function timedPieces(contestant: Contestant, frames: string[], size: number): Promise<number[]> {
  const pieces: number[] = [];
  for (let start = 0; start < frames.length; start += size) {
    const piece = frames.slice(start, start + size);
    const startedAt = stopWatch();
    for (const frame of piece) {
      contestant.feed(frame);
      // Waits for a microtask, in which the core notifies its subscribers.
      await Promise.resolve();
    }
    pieces.push((stopWatch() - startedAt) / piece.length);
  }
  return pieces;
}

async function timedUpkeep(contestant: Contestant): Promise<number> {
  const startedAt = stopWatch();
  await contestant.upkeep();
  return stopWatch() - startedAt;
}

export async function measure(entries: Entry[], { rounds, warmUp, framesPerRound }: Plan): Promise<Figure[]> {
  const taken = entries.map((): Taken => ({ pieces: [], upkeep: [], reads: 0 }));
  const sizes = entries.map(() => framesPerPiece);
  for (let round = -warmUp; round < rounds; round += 1) {
    const frames = new Map<Recording, string[]>();
    for (const { recording } of entries)
      if (!frames.has(recording)) frames.set(recording, recording.frames(framesPerRound));
    const turns = entries.map((entry, at) => ({ ...entry, at }));
    // Another store begins each round, in turns.
    turns.push(...turns.splice(0, Math.max(round, 0) % entries.length));
    for (const { contestant, recording, at } of turns) {
      const before = contestant.reads();
      const pieces = await timedPieces(contestant, frames.get(recording) ?? [], sizes[at] ?? framesPerPiece);
      moveClock(framesPerRound * framesApartMs);
      const upkeep = await timedUpkeep(contestant);
      if (round < 0) sizes[at] = middle(pieces) > slowMs ? 1 : framesPerPiece;
      else note(taken[at], pieces, upkeep, contestant.reads() - before);
    }
    // Lets the page's event loop run; otherwise the browser reports the page as hung.
    await new Promise((soon) => setTimeout(soon));
  }
  const n = rounds * framesPerRound;
  return entries.map(({ contestant: { name } }, at) => {
    const { pieces, upkeep, reads } = taken[at] ?? { pieces: [], upkeep: [], reads: 0 };
    return {
      name,
      perEvent: middle(pieces) * 1_000,
      upkeepPerEvent: (middle(upkeep) * 1_000) / framesPerRound,
      n,
      readsPerEvent: reads / n,
    };
  });
}

/** Frames of a rehearsal between two runs of the store's upkeep. */
const framesPerTurn = 30;
/** Number of such runs between two measurements of the speed. */
const turnsPerLook = 20;
/**
 * A measurement that is faster than the fastest before it by less than this is no progress: other work on the machine changes a measurement by
 * some percent.
 */
const progress = 0.97;
/** Consecutive measurements without progress that end a rehearsal. */
const looksWithoutProgress = 3;
/** Maximum of measurements: at most 16 were needed; the limit is for a machine whose speed never settles. */
const mostLooks = 50;

export interface Rehearsal {
  frames: number;
  /** Microseconds for an event at the first and at the fastest measurement. */
  first: number;
  fastest: number;
}

/** Feeds frames to a store until it gets no faster. */
export async function rehearse({ contestant, recording }: Entry): Promise<Rehearsal> {
  const looks: number[] = [];
  let fastestAt = 0;
  while (looks.length - fastestAt <= looksWithoutProgress && looks.length < mostLooks) {
    const pieces: number[] = [];
    for (let turn = 0; turn < turnsPerLook; turn += 1) {
      pieces.push(...(await timedPieces(contestant, recording.frames(framesPerTurn), framesPerPiece)));
      moveClock(framesPerTurn * framesApartMs);
      await contestant.upkeep();
    }
    looks.push(middle(pieces) * 1_000);
    if ((looks.at(-1) ?? 0) < (looks[fastestAt] ?? 0) * progress) fastestAt = looks.length - 1;
    // Lets the page's event loop run; otherwise the browser reports the page as hung.
    await new Promise((soon) => setTimeout(soon));
  }
  return { frames: looks.length * turnsPerLook * framesPerTurn, first: looks[0] ?? 0, fastest: Math.min(...looks) };
}

function note(taken: Taken | undefined, pieces: number[], upkeep: number, reads: number): void {
  taken?.pieces.push(...pieces);
  taken?.upkeep.push(upkeep);
  if (taken !== undefined) taken.reads += reads;
}
