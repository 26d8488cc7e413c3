// BEY-091: the real interface with 1,000 open attendances, one of them shown, while 100 frames a second arrive from
// the broker of feed.mjs. Main-thread time is the processor time of its tasks in the browser's trace.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRoot } from '../../scripts/lib/console.mjs';
import { withServer } from './delivery.mjs';

const FRAMES_A_SECOND = 100;
const FRAME_MS = 1_000 / 60;
const WARM_UP_SECONDS = 2;
const SIZE = { jobs: 1_000, messagesPerJob: 20, hot: 20, onlyHot: false };

/** The recording, taken from the page that measures the stores, so that attendances and frames have one source. */
export async function recordFrames(recordingPage, seconds) {
  const recording = await recordingPage.evaluate(
    ([wanted, frames]) => window.bench.record(wanted, frames),
    [SIZE, FRAMES_A_SECOND * (seconds + WARM_UP_SECONDS)],
  );
  const file = inRoot('target', 'bench', 'recording.json');
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  writeFileSync(file, JSON.stringify(recording));
  return { file, jobs: recording.jobs };
}

/** Runs the broker's process while `work` runs. */
async function withFeed(recordingFile, shippedOrigin, work) {
  const child = fork(fileURLToPath(new URL('feed.mjs', import.meta.url)), [recordingFile, shippedOrigin]);
  const waiting = new Map();
  const complaints = [];
  const told = (word) => new Promise((settle) => waiting.set(word, settle));
  child.on('message', (message) => {
    if (message.complaint) complaints.push(message.complaint);
    for (const [word, value] of Object.entries(message)) waiting.get(word)?.(value);
  });
  const ended = once(child, 'exit');
  const early = ended.then(([code]) => Promise.reject(new Error(`the feed ended with code ${code}`)));
  early.catch(() => undefined);
  try {
    const port = await Promise.race([told('port'), early]);
    const result = await work({
      origin: `http://localhost:${port}`,
      told: (word) => Promise.race([told(word), early]),
      say: (words) => child.send(words),
    });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return result;
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** Runs in the page: when each frame of the broker arrived, at which refresh it was drawn, and when that drawing was done. */
function watchPainting() {
  window.painting = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => {
        if (!String(data).startsWith('MESSAGE')) return;
        const seen = { arrived: performance.timeOrigin + performance.now() };
        window.painting.push(seen);
        requestAnimationFrame((refresh) => {
          seen.refresh = performance.timeOrigin + refresh;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (seen.done = performance.timeOrigin + performance.now());
          port2.postMessage(0);
        });
      });
    }
  };
}

async function signIn(page) {
  await page.goto('/new-agent/');
  await page.getByRole('textbox', { name: 'Usuário' }).fill('ana.souza');
  await page.getByLabel('Senha', { exact: true }).fill('agente123');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor();
}

const sorted = (values) => values.slice().sort((first, second) => first - second);
const percentile = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The tasks of the page's main thread, from a browser that has one page. */
function mainThreadTasks(events) {
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
function timePerFrame(tasks, from, seconds) {
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

async function traced(browser, work) {
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

/** `browser` has no other page: only the foreground page is painted at full rate. */
export function measureFrames(browser, program, { file, jobs }, seconds, { beside } = {}) {
  return withServer(program, (shipped) =>
    withFeed(file, shipped, async ({ origin, told, say }) => {
      const context = await browser.newContext({
        baseURL: origin,
        locale: 'pt-BR',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await page.addInitScript(watchPainting);
      const signedIn = told('subscribed');
      await signIn(page);
      await signedIn;
      // A busy attendance is open. The list shows the newest first and renders only visible rows.
      const opened = told('subscribed');
      await page.goto(`/new-agent/attendance/${jobs[0].protocol}`);
      await opened;
      await page.getByRole('main', { name: `Conversa com ${jobs[0].from}` }).waitFor();
      await page.getByText(jobs.at(-1).from).first().waitFor();
      const stop = await beside?.(page);
      let sent = [];
      const events = await traced(browser, async () => {
        const played = told('sent');
        say({ play: FRAMES_A_SECOND });
        sent = await played;
        await page.waitForFunction(
          (count) => window.painting.length >= count && window.painting.every(({ done }) => done !== undefined),
          sent.length,
        );
      });
      await stop?.();
      const painting = await page.evaluate(() => window.painting);
      const acknowledged = told('acknowledged');
      say({ tell: true });
      const acknowledgements = await acknowledged;
      await context.close();
      const skip = WARM_UP_SECONDS * FRAMES_A_SECOND;
      const shown = painting.slice(skip).map(({ done }, index) => done - sent[index + skip]);
      const after = painting.slice(skip).map(({ done, refresh }) => done - refresh);
      const tasks = mainThreadTasks(events);
      const first = tasks.reduce((earliest, { ts }) => Math.min(earliest, ts), Infinity);
      const perFrame = timePerFrame(tasks, first + WARM_UP_SECONDS * 1_000_000, seconds);
      return {
        p50: percentile(perFrame, 0.5),
        p99: percentile(perFrame, 0.99),
        longest: percentile(
          tasks.map(({ tdur = 0 }) => tdur / 1_000),
          1,
        ),
        frames: perFrame.length,
        shownP50: percentile(shown, 0.5),
        shownP99: percentile(shown, 0.99),
        afterP99: percentile(after, 0.99),
        withinFrame: shown.filter((ms) => ms <= FRAME_MS).length / shown.length,
        events: shown.length,
        acknowledgements,
      };
    }),
  );
}
