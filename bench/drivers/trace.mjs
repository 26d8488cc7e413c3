// The processor time of a page's main thread, from the browser's trace.

/** One refresh of a screen with 60 a second. */
export const FRAME_MS = 1_000 / 60;

const sorted = (values) => values.slice().sort((first, second) => first - second);
export const percentile = (values, part) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The tasks of the page's main thread, from a browser that has one page. */
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
 */
export function timePerFrame(tasks, from, seconds) {
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
      frames[frame] += (tdur / 1_000) * (length > 0 ? Math.max(0, inside) / length : 1);
    }
  }
  return frames;
}

export async function traced(browser, work) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
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
