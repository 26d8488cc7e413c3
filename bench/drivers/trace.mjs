// The processor time of a page's main thread, from the browser's trace.

/**
 * An event of the trace. Times are in microseconds; `tdur` is processor time.
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts
 * @property {number} [dur]
 * @property {number} [tdur]
 * @property {{ name?: string }} args
 */

/** One refresh of a screen with 60 a second. */
export const FRAME_MS = 1_000 / 60;

/** @param {readonly number[]} values */
const sorted = (values) => values.slice().sort((first, second) => first - second);
/** @param {readonly number[]} values @param {number} part */
export const percentile = (values, part) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/**
 * The tasks of the page's main thread, from a browser that has one page.
 * @param {TraceEvent[]} events
 */
export function mainThreadTasks(events) {
  const main = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`);
  return events.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name === 'ThreadControllerImpl::RunTask' && main.includes(`${pid} ${tid}`),
  );
}

/**
 * Processor time in each sixtieth of a second, so that other programs do not count. A task that spans several
 * intervals is divided among them.
 * @param {TraceEvent[]} tasks
 * @param {number} from
 * @param {number} seconds
 * @returns {number[]}
 */
export function timePerFrame(tasks, from, seconds) {
  /** @type {number[]} */
  const frames = new Array(Math.floor((seconds * 1_000) / FRAME_MS)).fill(0);
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    const start = (ts - from) / 1_000;
    const length = dur / 1_000;
    for (
      let frame = Math.max(0, Math.floor(start / FRAME_MS));
      frame < frames.length && frame * FRAME_MS <= start + length;
      frame += 1
    ) {
      const inside = Math.min(start + length, (frame + 1) * FRAME_MS) - Math.max(start, frame * FRAME_MS);
      const share = length > 0 ? Math.max(0, inside) / length : 1;
      frames[frame] = (frames[frame] ?? 0) + (tdur / 1_000) * share;
    }
  }
  return frames;
}

/** @param {import('playwright').Browser} browser @param {() => Promise<void>} work @returns {Promise<TraceEvent[]>} */
export async function traced(browser, work) {
  const session = await browser.newBrowserCDPSession();
  /** @type {TraceEvent[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(.../** @type {TraceEvent[]} */ (/** @type {unknown} */ (value))),
  );
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  await work();
  const ended = new Promise((settle) => session.once('Tracing.tracingComplete', settle));
  await session.send('Tracing.end');
  await ended;
  return events;
}
