// WhatsApp with 1,000 open attendances, one of them with 100,000 messages: the shipped interface, fed by feed.mjs.
// Measures scrolling, the switch to another attendance, a key press in the composer, and the memory of a message.
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
/** Attendances that are opened in turns. */
const VISITED = 24;
const ROUNDS = 5;
const LONG_VISITS = 20;
const THREAD = 'main [role=log]';
const LIST = '#job-list div:has(> ul)';
const SCROLL_DISTANCE = 15_000;

/** Runs in the page before its scripts. */
function watchPage() {
  window.bench = { keys: [], switches: [], memory: undefined };
  const { bench } = window;
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const native = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...values) => {
      const result = await native(...values);
      bench.memory = (result.instance ?? result).exports.memory ?? bench.memory;
      return result;
    };
  }

  /** Calls back in the task after the drawing of this refresh. */
  const afterDrawing = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  };

  let pressed;
  window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  window.addEventListener(
    'input',
    () => {
      const from = pressed;
      requestAnimationFrame(() => afterDrawing(() => bench.keys.push(performance.now() - from)));
    },
    { capture: true },
  );

  const isShown = (name) =>
    document.querySelector('main')?.getAttribute('aria-label') === `Conversa com ${name}` &&
    document.querySelector('main [role=log] [data-index]') !== null;
  bench.watchSwitch = (name) => {
    const noteShown = ({ timeStamp }) => {
      const look = () =>
        requestAnimationFrame(() => {
          const shown = isShown(name);
          afterDrawing(() => (shown ? bench.switches.push(performance.now() - timeStamp) : look()));
        });
      look();
    };
    window.addEventListener('click', noteShown, { capture: true, once: true });
  };
}

const toTopOfList = (page) => page.locator(LIST).evaluate((rows) => rows.scrollTo(0, 0));

/**
 * Opens one attendance after another and returns the time from each click to the drawn conversation. The list draws
 * visible rows only: the first is at its top or where the last visit ended, and each next one beside it.
 */
async function visit(page, names) {
  const times = [];
  for (const name of names) {
    const card = page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('link', { name });
    await page.evaluate((wanted) => window.bench.watchSwitch(wanted), name);
    await card.click();
    await page.waitForFunction(() => window.bench.switches.length > 0);
    times.push(await page.evaluate(() => window.bench.switches.pop()));
  }
  return times;
}

async function scrollThread(browser, page, session) {
  const frames = await whileScrolling(browser, page, async () => {
    // From the newest message upwards, then in both directions in the middle, where the agent drags the scrollbar to.
    await scroll(page, session, THREAD, [SCROLL_DISTANCE]);
    await page.locator(THREAD).evaluate((log) => void (log.scrollTop = log.scrollHeight / 2));
    await scroll(page, session, THREAD, [SCROLL_DISTANCE, -SCROLL_DISTANCE]);
  });
  await page.getByRole('button', { name: /^Ir para o fim/ }).click();
  return frames;
}

const scrollList = (browser, page, session) =>
  whileScrolling(browser, page, () => scroll(page, session, LIST, [-SCROLL_DISTANCE, SCROLL_DISTANCE]));

/** Seconds of processor time that the tasks of the page's main thread took. */
async function taskSeconds(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** Also returns the milliseconds of processor time for each of the times that `work` returns. */
async function withProcessorTime(session, work) {
  const before = await taskSeconds(session);
  const times = await work();
  return { times, processor: (((await taskSeconds(session)) - before) * 1_000) / times.length };
}

async function heldBytes(page, session) {
  // Memory used for loading is freed in two collections.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { heap: usedSize, wasm: await page.evaluate(() => window.bench.memory.buffer.byteLength) };
}

async function typeBesideEvents(page, { told, say }) {
  const field = page.getByRole('main').getByRole('textbox', { name: /^Mensagem para/ });
  await field.click();
  const played = told('sent');
  say({ play: EVENTS_A_SECOND });
  await page.evaluate(() => void (window.bench.keys = []));
  for (let key = 0; key < KEYS; key += 1) {
    const next = new Promise((settle) => setTimeout(settle, KEYS_APART_MS));
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await next;
  }
  await page.waitForFunction((count) => window.bench.keys.length === count, KEYS);
  await played;
  return page.evaluate(() => window.bench.keys);
}

/** `browser` has no other page: only the foreground page is painted at full rate. */
export function measureWhatsApp(browser, program, { longThread } = SIZE) {
  const argument = JSON.stringify({ ...SIZE, longThread });
  const [longest, ...more] = openSource(argument).jobs.slice(0, VISITED + 1);
  const long = longest.from;
  const others = more.map(({ from }) => from);
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
      const [longFirst] = await visit(page, [long]);
      await complete;
      await page.waitForFunction(() => document.querySelector('main [role=log] [aria-busy=true]') === null);
      const loading = Date.now() - startedAt;
      const after = await heldBytes(page, session);

      const thread = await scrollThread(browser, page, session);
      const list = await scrollList(browser, page, session);
      await toTopOfList(page);
      const longHeld = [];
      const held = await withProcessorTime(session, async () => {
        const times = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          times.push(...(await visit(page, others)));
          await toTopOfList(page);
          await visit(page, [others[0]]);
        }
        return times;
      });
      for (let time = 0; time < LONG_VISITS; time += 1) {
        longHeld.push(...(await visit(page, [long])));
        await visit(page, [others[0]]);
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
