// BEY-091: the real interface with 1,000 open attendances, one of them shown, while 100 frames a second arrive from
// the broker of feed.mjs. Main-thread time is the processor time of its tasks in the browser's trace.
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/console.mjs';
import { withServer } from './delivery.mjs';
import { signIn, withFeed } from './feedProcess.mjs';
import { FRAME_MS, mainThreadTasks, percentile, timePerFrame, traced } from './trace.mjs';

const FRAMES_A_SECOND = 100;
const WARM_UP_SECONDS = 2;
const SIZE = { jobs: 1_000, messagesPerJob: 20, hot: 20, onlyHot: false };

/** @typedef {{ file: string, jobs: { protocol: string, from: string }[] }} StoredRecording */

/**
 * The recording, taken from the page that measures the stores, so that attendances and frames have one source.
 * @param {import('playwright').Page} recordingPage
 * @param {number} seconds
 * @returns {Promise<StoredRecording>}
 */
export async function recordFrames(recordingPage, seconds) {
  const recording = await recordingPage.evaluate(({ wanted, frames }) => window.bench.record(wanted, frames), {
    wanted: SIZE,
    frames: FRAMES_A_SECOND * (seconds + WARM_UP_SECONDS),
  });
  const file = inRoot('target', 'bench', 'recording.json');
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  writeFileSync(file, JSON.stringify(recording));
  return { file, jobs: recording.jobs };
}

/** Runs in the page: when each frame of the broker arrived, at which refresh it was drawn, and when that drawing was done. */
function watchPainting() {
  window.painting = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    /** @param {[url: string | URL, protocols?: string | string[]]} words */
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => {
        if (!String(data).startsWith('MESSAGE')) return;
        /** @type {import('./window').Painted} */
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

/**
 * `browser` has no other page: only the foreground page is painted at full rate.
 * @param {import('playwright').Browser} browser
 * @param {string} program
 * @param {StoredRecording} recording
 * @param {number} seconds
 * @param {{ beside?: (page: import('playwright').Page) => Promise<() => Promise<void>> }} [options]
 */
export function measureFrames(browser, program, { file, jobs }, seconds, { beside } = {}) {
  return withServer(program, (shipped) =>
    withFeed({ name: 'recording', argument: file }, shipped, async ({ origin, told, say }) => {
      const context = await browser.newContext({
        baseURL: origin,
        locale: 'pt-BR',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      const [first] = jobs;
      const last = jobs.at(-1);
      if (first === undefined || last === undefined) throw new Error('the recording has no attendance');
      await page.addInitScript(watchPainting);
      const signedIn = told('subscribed');
      await signIn(page);
      await signedIn;
      // Opens an attendance with many messages. The list shows the newest first and renders only visible rows.
      const opened = told('subscribed');
      await page.goto(`/new-agent/attendance/${first.protocol}`);
      await opened;
      await page.getByRole('main', { name: `Conversa com ${first.from}` }).waitFor();
      await page.getByText(last.from).first().waitFor();
      const stop = await beside?.(page);
      /** @type {number[]} */
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
      const shown = painting.slice(skip).map(({ done = NaN }, index) => done - (sent[index + skip] ?? NaN));
      const after = painting.slice(skip).map(({ done = NaN, refresh = NaN }) => done - refresh);
      const tasks = mainThreadTasks(events);
      const begin = tasks.reduce((earliest, { ts }) => Math.min(earliest, ts), Infinity);
      const perFrame = timePerFrame(tasks, begin + WARM_UP_SECONDS * 1_000_000, seconds);
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
