// Calls of a customer's page that an agent answers, over the embedded gateway of the real server. Measures the time from
// the click on "Atender" until both hear each other, and what stays open after many calls in a row.
//
// Two browsers, because each has its own file for Chromium's fake microphone: the customer's and the agent's tone, which
// are recognised on the other side. No other sound of a call has these frequencies.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { inRoot } from '../../scripts/lib/console.mjs';
import { ensureBrowser, launchArguments } from '../../scripts/browser.mjs';
import { withServer } from './delivery.mjs';
import { signIn } from './feedProcess.mjs';
import { percentile } from './trace.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('playwright').BrowserType} BrowserType */
/** @typedef {Record<string, Record<string, number>>} Counts how many of open objects, for each side of the calls */
/**
 * @typedef {object} CallFigures
 * @property {number} p50 milliseconds, as are `p95` and `longest`
 * @property {number} p95
 * @property {number} longest
 * @property {number} calls
 * @property {Record<string, number>} left additional open objects after the calls
 * @property {number} heapPerCall bytes
 */

export const CALLS = 200;
/** Number of calls before the first count: they open objects that stay open until the agent signs out. */
const WARM_UP = 5;
const AGENT_TONE = 3_100;
const CUSTOMER_TONE = 2_300;
const SAMPLE_RATE = 48_000;
/** The tone comes in bursts, because the browser's noise suppression removes a continuous one. */
const BURST_MS = 80;
const PAUSE_MS = 40;

/**
 * A WAV file of one channel, which the browser repeats.
 * @param {number} frequency
 */
function microphoneFile(frequency) {
  const period = (SAMPLE_RATE * (BURST_MS + PAUSE_MS)) / 1_000;
  const burst = (SAMPLE_RATE * BURST_MS) / 1_000;
  const samples = Int16Array.from({ length: period * 50 }, (_, at) =>
    at % period < burst ? 16_000 * Math.sin((2 * Math.PI * frequency * at) / SAMPLE_RATE) : 0,
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  const file = inRoot('target', 'bench', `tone-${frequency}.wav`);
  mkdirSync(inRoot('target', 'bench'), { recursive: true });
  writeFileSync(file, Buffer.concat([head, Buffer.from(samples.buffer)]));
  return file;
}

/**
 * Runs in the page before its scripts: keeps the objects that the page opens, and records when the other side's tone is
 * first heard in a call.
 * @param {number} otherTone
 */
function watchCalls(otherTone) {
  /** @type {{ connections: RTCPeerConnection[], tracks: MediaStreamTrack[], contexts: AudioContext[], players: HTMLAudioElement[], sockets: WebSocket[] }} */
  const opened = { connections: [], tracks: [], contexts: [], players: [], sockets: [] };
  const running = { intervals: new Set(), timeouts: new Set() };
  const now = () => performance.timeOrigin + performance.now();
  /** @type {Window['callProbe']} */
  const bench = { clicked: 0, heard: 0, open: countOpen };
  window.callProbe = bench;
  window.addEventListener('click', () => (bench.clicked = now()), { capture: true });

  const [every, stopEvery] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
  const [after, stopAfter] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const ownContext = new AudioContext();
  const listen = (/** @type {MediaStreamTrack} */ track) => {
    const analyser = ownContext.createAnalyser();
    analyser.fftSize = 1_024;
    analyser.smoothingTimeConstant = 0;
    const source = ownContext.createMediaStreamSource(new MediaStream([track]));
    source.connect(analyser);
    const levels = new Float32Array(analyser.frequencyBinCount);
    const bin = Math.round((otherTone * analyser.fftSize) / ownContext.sampleRate);
    const watch = every(() => {
      analyser.getFloatFrequencyData(levels);
      const isTone = Math.max(...levels.subarray(bin - 1, bin + 2)) > -60;
      if (isTone) bench.heard ||= now();
      if (!isTone && track.readyState === 'live') return;
      stopEvery(watch);
      source.disconnect();
    }, 4);
  };

  /**
   * A subclass that adds each new object to `list`.
   * @template {abstract new (...values: never[]) => object} Native
   * @param {Native} native
   * @param {InstanceType<Native>[]} list
   * @param {(made: InstanceType<Native>) => void} [then]
   * @returns {Native}
   */
  const kept = (native, list, then) =>
    new Proxy(native, {
      construct(target, values, newTarget) {
        const made = Reflect.construct(target, values, newTarget);
        list.push(made);
        then?.(made);
        return made;
      },
    });
  window.RTCPeerConnection = kept(RTCPeerConnection, opened.connections, (connection) =>
    connection.addEventListener('track', ({ track }) => listen(track)),
  );
  window.AudioContext = kept(AudioContext, opened.contexts);
  window.Audio = kept(Audio, opened.players);
  window.WebSocket = kept(WebSocket, opened.sockets);
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    opened.tracks.push(...stream.getTracks());
    return stream;
  };
  /** @typedef {(...values: unknown[]) => void} Handler */
  /** @typedef {ReturnType<typeof window.setTimeout>} TimerId */
  Object.assign(window, {
    setInterval(/** @type {Handler} */ run, /** @type {number} */ ms, /** @type {unknown[]} */ ...values) {
      const id = every(run, ms, ...values);
      running.intervals.add(id);
      return id;
    },
    clearInterval(/** @type {TimerId} */ id) {
      running.intervals.delete(id);
      stopEvery(id);
    },
    setTimeout(/** @type {Handler} */ run, /** @type {number} */ ms, /** @type {unknown[]} */ ...values) {
      const id = after(() => {
        running.timeouts.delete(id);
        run(...values);
      }, ms);
      running.timeouts.add(id);
      return id;
    },
    clearTimeout(/** @type {TimerId} */ id) {
      running.timeouts.delete(id);
      stopAfter(id);
    },
  });
  function countOpen() {
    return {
      connections: opened.connections.filter(({ connectionState }) => connectionState !== 'closed').length,
      tracks: opened.tracks.filter(({ readyState }) => readyState === 'live').length,
      contexts: opened.contexts.filter(({ state }) => state !== 'closed').length,
      players: opened.players.filter(({ srcObject }) => srcObject !== null).length,
      sockets: opened.sockets.filter(({ readyState }) => readyState <= WebSocket.OPEN).length,
      intervals: running.intervals.size,
      timeouts: running.timeouts.size,
    };
  }
}

/**
 * @template Result
 * @param {BrowserType} chromium
 * @param {number} tone
 * @param {number} otherTone
 * @param {string} baseURL
 * @param {(page: Page) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function withMicrophone(chromium, tone, otherTone, baseURL, work) {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      ...launchArguments,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphoneFile(tone)}`,
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  try {
    const page = await browser.newPage({
      baseURL,
      locale: 'pt-BR',
      permissions: ['microphone'],
      viewport: { width: 1440, height: 900 },
    });
    await page.addInitScript(watchCalls, otherTone);
    return await work(page);
  } finally {
    await browser.close();
  }
}

/** @param {Page} page */
async function connectTelephone(page) {
  await signIn(page, { login: 'elisa.prado', password: 'agente123' });
  await page.getByRole('button', { name: 'Voz: Desconectado' }).click();
  await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  await page.getByRole('button', { name: /^Voz: Disponível/ }).waitFor();
}

/** @param {Page} page */
async function openForm(page) {
  await page.goto('/outside');
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Ivo Prado');
  // This queue has no qualifications, so the agent is free when the call has ended.
  await page.getByRole('radio', { name: 'Suporte por telefone' }).check({ force: true });
}

/**
 * Makes one call; returns the milliseconds from the agent's click until both have heard the other.
 * @param {Page} agent
 * @param {Page} customer
 * @param {number} number
 */
async function call(agent, customer, number) {
  for (const page of [agent, customer]) await page.evaluate(() => void (window.callProbe.heard = 0));
  await customer.locator('#dial').click();
  await agent.getByRole('alertdialog', { name: 'Chamada da fila' }).getByRole('button', { name: 'Atender' }).click();
  const clicked = await agent.evaluate(() => window.callProbe.clicked);
  const heard = (/** @type {Page} */ page) =>
    page.waitForFunction(() => window.callProbe.heard, undefined, { polling: 20 }).then((value) => value.jsonValue());
  const both = Math.max(...(await Promise.all([heard(agent), heard(customer)])));
  if (number % 2 === 0) await agent.getByRole('button', { name: 'Encerrar ligação' }).click();
  else await customer.locator('#hang-up').click();
  await customer.locator('#call-again').click();
  await agent.getByRole('button', { name: /^Voz: Disponível/ }).waitFor();
  return both - clicked;
}

/** @param {number | undefined} pid */
const openFiles = (pid) => readdirSync(`/proc/${pid}/fd`).length;

/** @param {Page} page */
async function heapOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/**
 * Counts open objects; `server` counts the server's open files, which are mostly sockets.
 * @param {Page} agent
 * @param {Page} customer
 * @param {number | undefined} pid
 * @returns {Promise<Counts>}
 */
const counted = async (agent, customer, pid) => ({
  agent: await agent.evaluate(() => window.callProbe.open()),
  customer: await customer.evaluate(() => window.callProbe.open()),
  server: { files: openFiles(pid) },
});

/**
 * The objects that became more, with their numbers.
 * @param {Counts} before
 * @param {Counts} after
 * @returns {Record<string, number>}
 */
function more(before, after) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [side, counts] of Object.entries(after))
    for (const [name, count] of Object.entries(counts)) {
      const increase = count - (before[side]?.[name] ?? 0);
      if (increase > 0) found[`${side} ${name}`] = increase;
    }
  return found;
}

/** @param {BrowserType} chromium @param {string} program @param {number} [calls] @returns {Promise<CallFigures>} */
export function measureCalls(chromium, program, calls = CALLS) {
  return withServer(program, (origin, { child }) =>
    withMicrophone(chromium, AGENT_TONE, CUSTOMER_TONE, origin, (agent) =>
      withMicrophone(chromium, CUSTOMER_TONE, AGENT_TONE, origin, async (customer) => {
        await connectTelephone(agent);
        await openForm(customer);
        for (let number = 0; number < WARM_UP; number += 1) await call(agent, customer, number);
        const [before, heapBefore] = [await counted(agent, customer, child.pid), await heapOf(agent)];
        /** @type {number[]} */
        const times = [];
        for (let number = 0; number < calls; number += 1) times.push(await call(agent, customer, number));
        const heapAfter = await heapOf(agent);
        const left = more(before, await counted(agent, customer, child.pid));
        return {
          p50: percentile(times, 0.5),
          p95: percentile(times, 0.95),
          longest: percentile(times, 1),
          calls,
          left,
          heapPerCall: (heapAfter - heapBefore) / calls,
        };
      }),
    ),
  );
}
