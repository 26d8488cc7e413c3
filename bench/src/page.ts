// The functions that scripts/bench.mjs calls in the page: one for each measurement; each returns plain figures.
import { takeOverClock } from './clock';
import { demandSameOutcome, subscriptionsOf, type Contestant } from './contestant';
import { MapsStore } from './contestants/maps';
import { ToolkitStore } from './contestants/toolkit';
import { ZustandStore } from './contestants/zustand';
import { Recording, type Size, type WireJob, type WireMessage } from './recording';
import { measure, rehearse, type Entry, type Figure, type Plan, type Rehearsal } from './rounds';

takeOverClock();

const makers = {
  core: async (): Promise<Contestant> => new (await import('./contestants/workspace')).CoreStore(),
  toolkit: (): Promise<Contestant> => Promise.resolve(new ToolkitStore()),
  zustand: (): Promise<Contestant> => Promise.resolve(new ZustandStore()),
  maps: (): Promise<Contestant> => Promise.resolve(new MapsStore()),
};
export type Name = keyof typeof makers;

async function entryOf(name: Name, recording: Recording): Promise<Entry> {
  const contestant = await makers[name]();
  await contestant.load(recording);
  contestant.subscribe(subscriptionsOf(recording));
  return { contestant, recording };
}

/**
 * Brings the core's module to the speed that it has after some minutes of work. This uses a store of its own, because the necessary frames would
 * enlarge the threads of the measured stores, which copy them. The engine optimises each function of a module only after it was called often enough,
 * some after thousands of frames. Scripts reach their speed within the warm-up of a measurement.
 */
async function rehearseCore(): Promise<Rehearsal> {
  return rehearse(await entryOf('core', new Recording({ jobs: 50, messagesPerJob: 20, hot: 20, onlyHot: false })));
}

/** Measures stores with the same frames. */
async function peers(names: Name[], size: Size, plan: Plan): Promise<Figure[]> {
  const recording = new Recording(size);
  const entries: Entry[] = [];
  for (const name of names) entries.push(await entryOf(name, recording));
  const figures = await measure(entries, plan);
  demandSameOutcome(entries.map(({ contestant }) => contestant));
  return figures;
}

/** Measures the core with few and with many messages, in turns; each has its own frames. */
async function growth(sizes: Size[], plan: Plan): Promise<Figure[]> {
  const entries: Entry[] = [];
  for (const size of sizes) entries.push(await entryOf('core', new Recording(size)));
  return measure(entries, plan);
}

const kept: Entry[] = [];

/**
 * Loads one store and keeps it; the caller measures the page's heap before and after. Returns by how many bytes the
 * module's memory grew.
 */
async function hold(name: Name, size: Size): Promise<number> {
  const memory = name === 'core' ? (await import('../../pkg/core_wasm_bg.wasm')).memory : undefined;
  const before = memory?.buffer.byteLength ?? 0;
  kept.push(await entryOf(name, new Recording(size)));
  return (memory?.buffer.byteLength ?? 0) - before;
}

/** Returns the recording, for the measurement of the whole interface. */
function record(
  size: Size,
  count: number,
): { jobs: WireJob[]; threads: Record<string, WireMessage[]>; frames: string[] } {
  const recording = new Recording(size);
  const threads = Object.fromEntries(recording.protocols.map((protocol) => [protocol, recording.thread(protocol)]));
  return { jobs: recording.jobs, threads, frames: recording.frames(count) };
}

const bench = { rehearseCore, peers, growth, hold, record };
export type Bench = typeof bench;
Object.assign(window, { bench });
