// WhatsApp with 1,000 open attendances, one of them with 100,000 messages: the shipped interface, with feed.mjs as its
// server. Measures scrolling, the switch to another attendance, a key press in the composer, and the memory of a
// message.
import { withServer } from './delivery.mjs';
import { signIn, withFeed } from './feedProcess.mjs';
import { scroll, watchRefreshes, whileScrolling } from './scrolling.mjs';
import { openSource } from './sources/whatsApp.mjs';

const EVENTS_A_SECOND = 20;
const SECONDS_OF_EVENTS = 35;
/** An agent who types fast presses ten keys a second. */
const KEYS_APART_MS = 100;
const KEYS = 300;
const SIZE = {
  jobs: 1_000,
  messagesPerJob: 30,
  longThread: 100_000,
  busy: 50,
  frames: EVENTS_A_SECOND * SECONDS_OF_EVENTS,
};
/** Number of attendances that are opened in turns. */
const VISITED = 24;
const ROUNDS = 5;
const LONG_VISITS = 20;
const THREAD = 'main [role=log]';
const LIST = '#job-list div:has(> ul)';
const SCROLL_DISTANCE = 15_000;

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').CDPSession} CDPSession */
/** @typedef {{ heap: number, wasm: number }} HeldBytes */
/** @typedef {{ times: number[], processor: number }} TimesWithProcessor milliseconds of each, and of processor time for each */
/**
 * @typedef {object} WhatsAppFigures
 * @property {import('./scrolling.mjs').Scrolled} thread
 * @property {import('./scrolling.mjs').Scrolled} list
 * @property {number[]} first milliseconds, as are `longFirst`, `longHeld` and `loading`
 * @property {number} longFirst
 * @property {TimesWithProcessor} held
 * @property {number[]} longHeld
 * @property {TimesWithProcessor} keys
 * @property {number} loading
 * @property {HeldBytes} memory of a message
 */

/** Runs in the page before its scripts. */
function watchPage() {
  /** @type {Window['whatsAppProbe']} */
  const bench = { keys: [], switches: [], memory: undefined, watchSwitch };
  window.whatsAppProbe = bench;
  /**
   * `instantiate` and `instantiateStreaming`, whose results are kept.
   * @type {Record<string, (...values: unknown[]) => Promise<{ instance?: WebAssembly.Instance } | WebAssembly.Instance>>}
   */
  const engine = Object(WebAssembly);
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const native = engine[name]?.bind(WebAssembly);
    if (native === undefined) continue;
    engine[name] = async (...values) => {
      const result = await native(...values);
      const instance = 'exports' in result ? result : result.instance;
      const { memory } = instance?.exports ?? {};
      if (memory instanceof WebAssembly.Memory) bench.memory = memory;
      return result;
    };
  }

  /** Calls back in the task after this refresh was drawn; with this priority no other task runs in between. */
  const afterDrawing = (/** @type {() => void} */ then) =>
    void Object(window).scheduler.postTask(then, { priority: 'user-blocking' });

  let pressed = 0;
  window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  window.addEventListener(
    'input',
    () => {
      const from = pressed;
      requestAnimationFrame(() => afterDrawing(() => bench.keys.push(performance.now() - from)));
    },
    { capture: true },
  );

  const isShown = (/** @type {string} */ name) =>
    document.querySelector('main')?.getAttribute('aria-label') === `Conversa com ${name}` &&
    document.querySelector('main [role=log] [data-index]') !== null &&
    document.querySelector('main #composer') !== null;
  /** @param {string} name */
  function watchSwitch(name) {
    const noteShown = (/** @type {MouseEvent} */ { timeStamp }) => {
      const look = () =>
        requestAnimationFrame(() => {
          const shown = isShown(name);
          afterDrawing(() => (shown ? bench.switches.push(performance.now() - timeStamp) : look()));
        });
      look();
    };
    window.addEventListener('click', noteShown, { capture: true, once: true });
  }
}

/** @param {Page} page */
const toTopOfList = (page) => page.locator(LIST).evaluate((rows) => rows.scrollTo(0, 0));

/**
 * Opens one attendance after another and returns the time from each click to the drawn conversation. The list draws
 * visible rows only: the first is at its top or where the last visit ended, and each next one beside it.
 * @param {Page} page
 * @param {string[]} names
 * @returns {Promise<number[]>}
 */
async function visit(page, names) {
  /** @type {number[]} */
  const times = [];
  for (const name of names) {
    const card = page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('link', { name });
    await page.evaluate((wanted) => window.whatsAppProbe.watchSwitch(wanted), name);
    await card.click();
    await page.waitForFunction(() => window.whatsAppProbe.switches.length > 0);
    times.push(await page.evaluate(() => window.whatsAppProbe.switches.pop() ?? NaN));
  }
  return times;
}

/** @param {import('playwright').Browser} browser @param {Page} page @param {CDPSession} session */
async function scrollThread(browser, page, session) {
  const frames = await whileScrolling(browser, page, async () => {
    // Scrolls from the newest message upwards, then in both directions in the middle, to which the agent drags the
    // scrollbar.
    await scroll(page, session, THREAD, [SCROLL_DISTANCE]);
    await page.locator(THREAD).evaluate((log) => void (log.scrollTop = log.scrollHeight / 2));
    await scroll(page, session, THREAD, [SCROLL_DISTANCE, -SCROLL_DISTANCE]);
  });
  await page.getByRole('button', { name: /^Ir para o fim/ }).click();
  return frames;
}

/** @param {import('playwright').Browser} browser @param {Page} page @param {CDPSession} session */
const scrollList = (browser, page, session) =>
  whileScrolling(browser, page, () => scroll(page, session, LIST, [-SCROLL_DISTANCE, SCROLL_DISTANCE]));

/**
 * Seconds of processor time that the tasks of the page's main thread took.
 * @param {CDPSession} session
 */
async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

/**
 * Also returns the milliseconds of processor time for each of the times that `work` returns.
 * @param {CDPSession} session
 * @param {() => Promise<number[]>} work
 * @returns {Promise<TimesWithProcessor>}
 */
async function withProcessorTime(session, work) {
  const before = await taskSeconds(session);
  const times = await work();
  return { times, processor: (((await taskSeconds(session)) - before) * 1_000) / times.length };
}

/** @param {Page} page @param {CDPSession} session @returns {Promise<HeldBytes>} */
async function heldBytes(page, session) {
  // Memory used for loading is freed in two collections.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const wasm = await page.evaluate(() => {
    const { memory } = window.whatsAppProbe;
    if (memory === undefined) throw new Error('the page has loaded no module');
    return memory.buffer.byteLength;
  });
  return { heap: usedSize, wasm };
}

/** @param {Page} page @param {import('./feedProcess.mjs').Feed} feed @returns {Promise<number[]>} */
async function typeBesideEvents(page, { told, say }) {
  const field = page.getByRole('main').getByRole('textbox', { name: /^Mensagem para/ });
  await field.click();
  const played = told('sent');
  say({ play: EVENTS_A_SECOND });
  await page.evaluate(() => void (window.whatsAppProbe.keys = []));
  for (let key = 0; key < KEYS; key += 1) {
    const next = new Promise((settle) => setTimeout(settle, KEYS_APART_MS));
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await next;
  }
  await page.waitForFunction((count) => window.whatsAppProbe.keys.length === count, KEYS);
  await played;
  return page.evaluate(() => window.whatsAppProbe.keys);
}

/**
 * `browser` has no other page: only the foreground page is painted at full rate.
 * @param {import('playwright').Browser} browser
 * @param {string} program
 * @param {{ longThread: number }} [size]
 * @returns {Promise<WhatsAppFigures>}
 */
export function measureWhatsApp(browser, program, { longThread } = SIZE) {
  const argument = JSON.stringify({ ...SIZE, longThread });
  const [longest, ...more] = openSource(argument).jobs.slice(0, VISITED + 1);
  if (longest === undefined) throw new Error('the source has no attendance');
  const long = longest.from;
  const others = more.map(({ from }) => from);
  const another = others.slice(0, 1);
  return withServer(program, (shipped) =>
    withFeed({ name: 'whatsApp', argument }, shipped, async (feed) => {
      const context = await browser.newContext({
        baseURL: feed.origin,
        locale: 'pt-BR',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.addInitScript(watchPage);
      await page.addInitScript(watchRefreshes);
      const subscribed = feed.told('subscribed');
      await signIn(page);
      await subscribed;

      const first = await visit(page, others);
      const before = await heldBytes(page, session);
      const startedAt = Date.now();
      const complete = feed.told(`complete ${longest.protocol}`);
      await toTopOfList(page);
      const [longFirst = NaN] = await visit(page, [long]);
      await complete;
      await page.waitForFunction(() => document.querySelector('main [role=log] [aria-busy=true]') === null);
      const loading = Date.now() - startedAt;
      const after = await heldBytes(page, session);

      const thread = await scrollThread(browser, page, session);
      const list = await scrollList(browser, page, session);
      await toTopOfList(page);
      /** @type {number[]} */
      const longHeld = [];
      const held = await withProcessorTime(session, async () => {
        /** @type {number[]} */
        const times = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          times.push(...(await visit(page, others)));
          await toTopOfList(page);
          await visit(page, another);
        }
        return times;
      });
      for (let time = 0; time < LONG_VISITS; time += 1) {
        longHeld.push(...(await visit(page, [long])));
        await visit(page, another);
      }
      await visit(page, [long]);
      const keys = await withProcessorTime(session, () => typeBesideEvents(page, feed));
      await context.close();
      return {
        thread,
        list,
        first,
        longFirst,
        held,
        longHeld,
        keys,
        loading,
        memory: { heap: (after.heap - before.heap) / longThread, wasm: (after.wasm - before.wasm) / longThread },
      };
    }),
  );
}
