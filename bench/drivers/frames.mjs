// BEY-091: the real interface with 1,000 open attendances while 100 frames a second arrive. The page is the shipped build; its calls and its broker are
// answered here, because no demo data holds that much. Main-thread time is what the browser's own trace says its tasks took on the processor.
import { readFile } from 'node:fs/promises';
import { inRoot } from '../../scripts/lib/console.mjs';
import { withServer } from './delivery.mjs';

const example = async (name) => JSON.parse(await readFile(inRoot('docs', 'contract', `${name}.json`), 'utf8'));
const FRAMES_A_SECOND = 100;
const FRAME_MS = 1_000 / 60;

/** The recording of the stores' page, taken from that page: one source of attendances and frames. */
async function recorded(recordingPage, size, count) {
  return recordingPage.evaluate(([wanted, frames]) => window.bench.record(wanted, frames), [size, count]);
}

async function answers({ jobs, threads }) {
  const names = ['login-reply', 'validate-reply', 'agent-record', 'agent-status', 'attendance-groups', 'org-unit', 'system-reply', 'start-listener-reply', 'tags', 'contacts-found', 'queues', 'qualifications'];
  const [login, validate, agent, status, groups, orgUnit, system, listener, tags, contacts, queues, qualifications] = await Promise.all(names.map(example));
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const fixed = {
    'auth/login': login,
    'auth/validate': { ...validate, broker: { ...validate.broker, expiresAt } },
    'agents/101': agent,
    'agents/101/status': { ...status, asOfSeq: 0 },
    'agents/101/jobs/active': { asOfSeq: 0, epoch: status.epoch, data: { chat: jobs } },
    'agents/101/member/attendance-groups': groups,
    'attendance-group/agent': groups,
    'org-unit/1': orgUnit,
    system,
    'system/start-listener-queue': listener,
    qualifications,
  };
  return (path) => {
    if (path === 'system/datetime') return { datetime: new Date().toISOString() };
    const thread = /^job\/(\d+)\/messages$/.exec(path)?.[1];
    if (thread) return { asOfSeq: 0, customIds: [], data: threads[thread] ?? [] };
    if (path.startsWith('tags/')) return tags;
    if (path.startsWith('contacts')) return contacts;
    if (path.startsWith('queues')) return queues;
    if (path.startsWith('qualifications')) return qualifications;
    return fixed[path];
  };
}

/** STOMP as far as one agent's queue needs it. `sender` resolves, once the page subscribed, to a function that sends one event. */
async function takeBroker(page) {
  let subscribed;
  const sender = new Promise((settle) => (subscribed = settle));
  await page.routeWebSocket(/\/broker/, (socket) => {
    let number = 0;
    socket.onMessage((text) => {
      const words = String(text);
      if (/^(CONNECT|STOMP)\n/.test(words)) socket.send('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
      const subscription = /^SUBSCRIBE\n[\s\S]*?id:(.*)/.exec(words)?.[1];
      if (subscription === undefined) return;
      subscribed((body) => {
        number += 1;
        const headers = `subscription:${subscription}\nmessage-id:${number}\nack:${number}\ndestination:/queue/agent.101\ncontent-type:application/json`;
        socket.send(`MESSAGE\n${headers}\n\n${body}\0`);
      });
    });
  });
  return { sender };
}

async function signIn(page) {
  await page.goto('/new-agent/');
  await page.getByRole('textbox', { name: 'Usuário' }).fill('ana.souza');
  await page.getByLabel('Senha', { exact: true }).fill('agente123');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor();
}

/** Runs in the page: how long after its arrival a frame's effects were on the screen (the task after the next animation frame). */
function watchPainting() {
  window.shownAfter = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', () => {
        const arrived = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.shownAfter.push(performance.now() - arrived);
          port2.postMessage(0);
        });
      });
    }
  };
}

const percentile = (values, part) => values.slice().sort((first, second) => first - second)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Main-thread time in each sixtieth of a second, on the processor: what other programs do does not count. */
function timePerFrame(events, from, until) {
  const main = busiest(events);
  const tasks = events.filter(({ name, pid, tid, ph }) => ph === 'X' && name === 'RunTask' && pid === main.pid && tid === main.tid);
  const frames = new Map();
  for (const { ts, tdur = 0 } of tasks) {
    if (ts < from || ts > until) continue;
    const frame = Math.floor((ts - from) / 1_000 / FRAME_MS);
    frames.set(frame, (frames.get(frame) ?? 0) + tdur / 1_000);
  }
  return Array.from({ length: Math.floor((until - from) / 1_000 / FRAME_MS) }, (_, frame) => frames.get(frame) ?? 0);
}

/** The renderer's main thread is the one that ran the page's scripts longest. */
function busiest(events) {
  const spent = new Map();
  for (const { name, pid, tid, dur = 0 } of events) {
    if (name !== 'FunctionCall') continue;
    const key = `${pid} ${tid}`;
    spent.set(key, (spent.get(key) ?? 0) + dur);
  }
  const [key = '0 0'] = [...spent].sort(([, first], [, second]) => second - first)[0] ?? [];
  const [pid, tid] = key.split(' ').map(Number);
  return { pid, tid };
}

export function measureFrames(browser, program, recordingPage, seconds) {
  return withServer(program, async (origin) => {
    const count = FRAMES_A_SECOND * (seconds + 2);
    const recording = await recorded(recordingPage, { jobs: 1_000, messagesPerJob: 20, hot: 20, onlyHot: false }, count);
    const answer = await answers(recording);
    const context = await browser.newContext({ baseURL: origin, locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    // In this order: the watch stands around the socket that the page will find.
    const { sender } = await takeBroker(page);
    await page.addInitScript(watchPainting);
    await page.route('**/api/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/api/', '');
      const body = answer(path) ?? { success: true };
      return route.fulfill({ json: body, headers: path === 'auth/login' ? { authorization: 'Bearer bench' } : {} });
    });
    await signIn(page);
    const send = await sender;
    // The recording's page stands beside it; only the one in front is painted at full rate.
    await page.bringToFront();
    // The newest stands on top; the list paints only what shows.
    await page.getByText(recording.jobs.at(-1).from).first().waitFor();
    const session = await browser.newBrowserCDPSession();
    const events = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] } });
    await play(send, recording.frames);
    const ended = new Promise((settle) => session.once('Tracing.tracingComplete', settle));
    await session.send('Tracing.end');
    await ended;
    const shown = await page.evaluate(() => window.shownAfter);
    if (shown.length === 0) throw new Error('no frame of the broker was seen to arrive: the figures are worth nothing');
    const first = events.reduce((earliest, { name, ts }) => (name === 'FunctionCall' ? Math.min(earliest, ts) : earliest), Infinity);
    // The first second warms up.
    const from = first + 1_000_000;
    const perFrame = timePerFrame(events, from, from + seconds * 1_000_000);
    await context.close();
    return { p50: percentile(perFrame, 0.5), p99: percentile(perFrame, 0.99), longest: percentile(perFrame, 1), shownP50: percentile(shown, 0.5), shownP99: percentile(shown, 0.99), frames: perFrame.length, events: shown.length };
  });
}

/** At their moments, whatever the time a send takes. */
async function play(send, frames) {
  const startedAt = performance.now();
  let sent = 0;
  while (sent < frames.length) {
    const due = Math.min(frames.length, Math.floor(((performance.now() - startedAt) / 1_000) * FRAMES_A_SECOND));
    while (sent < due) send(frames[sent++]);
    await new Promise((soon) => setTimeout(soon, 4));
  }
}
