// The rows of the table that scripts/bench.mjs prints: figures of the drivers with their limits.
import { areaCosts } from '../../scripts/lib/delivery.mjs';
import { percentile } from './trace.mjs';

const KB = 1_024;
/** Gateway and telephones run on the same machine in this measurement. */
const LOSS_LIMIT = 2;

/**
 * @typedef {object} Row
 * @property {number} value
 * @property {number} budget Infinity for a figure without a limit
 * @property {string} unit
 * @property {boolean} ok
 * @property {boolean} gate whether a missed limit fails the run
 * @property {string} note
 * @typedef {Record<string, Row>} Rows
 */

/**
 * @param {number} value
 * @param {number} budget
 * @param {string} unit
 * @param {{ gate?: boolean, note?: string }} [options]
 * @returns {Row}
 */
const row = (value, budget, unit, { gate = false, note = '' } = {}) => ({
  value: Number(value.toFixed(3)),
  budget,
  unit,
  ok: value <= budget,
  gate,
  note,
});

/** @param {import('./stores.mjs').StoreFigures} figures @returns {Rows} */
export function storeRows({ toolkit, zustand, maps, hot, cold }) {
  const [small, grown] = hot;
  const micro = (/** @type {import('./stores.mjs').Figure} */ figure) => `${figure.perEvent.toFixed(1)} µs`;
  /** @type {(pair: import('./stores.mjs').Pair, budget: number, unit: string, gate: boolean) => Row} */
  const besideRow = ([core, other], budget, unit, gate) =>
    row(core.perEvent / other.perEvent, budget, unit, {
      gate,
      note: `${micro(core)} and ${micro(other)}, n = ${core.n}`,
    });
  /** @type {Rows} */
  const rows = {
    'BEY-090 growth': row(grown.perEvent / small.perEvent, 1.25, 'times', {
      gate: true,
      note: `${micro(grown)} and ${micro(small)}, hot set of 20, n = ${small.n}`,
    }),
    'BEY-092 Redux Toolkit': besideRow(toolkit, 1 / 20, 'of its cost', true),
    // Reported, not gates: these ratios depend on the processor, 0.085 to 0.18 and 2 to 6 on four machines.
    'BEY-092 zustand': besideRow(zustand, 1 / 5, 'of its cost', false),
    'BEY-092 Maps': besideRow(maps, 4, 'times', false),
  };
  if (cold)
    rows['BEY-090 cold'] = row(cold[1].perEvent / cold[0].perEvent, Infinity, 'times', {
      note: `${micro(cold[1])} and ${micro(cold[0])}, any attendance`,
    });
  rows['records for the disk'] = row(zustand[0].upkeepPerEvent, Infinity, 'µs an event', {
    note: 'apart from the event itself; 100 events a second',
  });
  return rows;
}

/** @param {Record<string, import('./stores.mjs').Bytes>} memory @returns {Rows} */
export const memoryRows = (memory) =>
  Object.fromEntries(
    Object.entries(memory).map(([name, { heap, wasm }]) => [
      `memory ${name}`,
      row(heap + wasm, Infinity, 'bytes a message', { note: `${wasm.toFixed(0)} of them WebAssembly` }),
    ]),
  );

/** @param {Awaited<ReturnType<typeof import('./frames.mjs').measureFrames>>} frames @returns {Rows} */
export const frameRows = (frames) => ({
  'BEY-091 main thread': row(frames.p99, 16, 'ms a frame, p99', {
    note: `aim 8; median ${frames.p50.toFixed(2)}, longest task ${frames.longest.toFixed(1)}, n = ${frames.frames}`,
  }),
  'BEY-091 shown': row(frames.shownP99, 1_000 / 30, 'ms, p99', {
    note: `from the broker's send; median ${frames.shownP50.toFixed(1)}, after the refresh ${frames.afterP99.toFixed(1)} p99, n = ${frames.events}`,
  }),
});

/** @param {import('./delivery.mjs').Delivery} delivery @returns {Rows} */
export const deliveryRows = (delivery) => ({
  'BEY-093 login': row(delivery.login / KB, 150, 'KB', { note: 'without fonts and core' }),
  'BEY-093 workspace': row(delivery.workspace / KB, 900, 'KB', {
    note: `until the list is shown; ${(delivery.later / KB).toFixed(1)} KB more when nothing else is to be done, fonts ${(delivery.fonts / KB).toFixed(1)} KB`,
  }),
  'BEY-093 module': row(delivery.module / KB, 600, 'KB'),
});

/** @returns {Rows} */
export const areaRows = () =>
  Object.fromEntries(
    [...areaCosts()].map(([area, { first, later }]) => [
      `area ${area}`,
      row((first + later) / KB, Infinity, 'KB', { note: `${(first / KB).toFixed(1)} of them in the first view` }),
    ]),
  );

/** @param {Awaited<ReturnType<typeof import('./load.mjs').measureLoad>>} kinds @returns {Rows} */
export function loadRows(kinds) {
  /** @type {Rows} */
  const rows = {};
  for (const [kind, { ratio, small, large }] of Object.entries(kinds)) {
    rows[`BEY-132 ${kind}`] = row(ratio, 1.25, 'times', {
      note: `${large.us.toFixed(0)} and ${small.us.toFixed(0)} µs`,
    });
    rows[`BEY-132 rows, ${kind}`] = row(large.read / Math.max(small.read, 1), 1.25, 'times', {
      note: `${large.read} and ${small.read} rows read, ${large.written} and ${small.written} written`,
    });
  }
  return rows;
}

/** @param {Awaited<ReturnType<typeof import('./load.mjs').measurePeak>>} peaks @returns {Rows} */
export function peakRows(peaks) {
  /** @type {Rows} */
  const rows = {};
  for (const [store, measured] of Object.entries(peaks)) {
    for (const { supervisors, ...kinds } of measured) {
      for (const [kind, { perSecond, medianMs, p99Ms, conflicts, givenUp }] of Object.entries(kinds))
        rows[`peak ${store}, ${supervisors} supervisors, ${kind}`] = row(perSecond, Infinity, 'a second', {
          note: `${medianMs.toFixed(1)} ms median, ${p99Ms.toFixed(1)} p99, ${conflicts} conflicts, ${givenUp} given up`,
        });
    }
  }
  return rows;
}

/** @param {number[]} times @param {number} part */
const ms = (times, part) => percentile(times, part).toFixed(1);

/** @param {import('./scrolling.mjs').Scrolled} scrolled */
const scrollRow = ({ late, longest, processor, frames }) =>
  row(late * 100, 5, '% frames late', {
    note: `longest gap ${longest.toFixed(0)} ms, ${processor.toFixed(1)} ms of processor time in each 16.7 ms (p95), n = ${frames}`,
  });

/** @param {number[]} times @param {number} limit @param {string} note */
const timeRow = (times, limit, note) =>
  row(percentile(times, 0.95), limit, 'ms, p95', { note: `median ${ms(times, 0.5)}, ${note}, n = ${times.length}` });

/** @param {import('./whatsApp.mjs').WhatsAppFigures} figures @returns {Rows} */
export const whatsAppRows = ({ thread, list, held, longHeld, first, longFirst, keys, loading, memory }) => ({
  'WhatsApp scrolling, thread': scrollRow(thread),
  'WhatsApp scrolling, list': scrollRow(list),
  'WhatsApp switch': timeRow(held.times, 50, `${held.processor.toFixed(1)} ms of processor time, thread loaded before`),
  'WhatsApp switch, 100,000 messages': timeRow(longHeld, 50, 'thread loaded before'),
  'WhatsApp switch, first time': timeRow(first, 50, 'with the call that loads it'),
  'WhatsApp key press': timeRow(
    keys.times,
    1_000 / 30,
    `${keys.processor.toFixed(1)} ms of processor time with the events meanwhile`,
  ),
  'WhatsApp loading 100,000 messages': row(loading / 1_000, Infinity, 's', {
    note: `500 pages, the first shown after ${longFirst.toFixed(0)} ms`,
  }),
  'WhatsApp memory': row(memory.heap + memory.wasm, Infinity, 'bytes a message', {
    note: `${memory.wasm.toFixed(0)} of them WebAssembly`,
  }),
});

/** @param {import('./people.mjs').PeopleFigures} figures @returns {Rows} */
export const peopleRows = ({ startSeconds, searched, typed, opened, table }) => ({
  'people search, 100,000 contacts': timeRow(searched, 50, 'from the call to its answer'),
  'people key press to result': timeRow(typed, 150, 'without the 250 ms that the core waits for the next key'),
  'people contact page': timeRow(opened, 100, 'from the answer to its drawing'),
  'people scrolling, table': scrollRow(table),
  'people first start': row(startSeconds, Infinity, 's', { note: 'with the making of the contacts' }),
});

/** @param {import('./voice.mjs').CallFigures} figures @returns {Rows} */
export const voiceRows = ({ p50, p95, longest, calls, left, heapPerCall }) => ({
  'voice answer to two-way audio': row(p50, 400, 'ms, median', {
    note: `p95 ${p95.toFixed(0)}, longest ${longest.toFixed(0)}, n = ${calls}`,
  }),
  'voice left open': row(
    Object.values(left).reduce((sum, count) => sum + count, 0),
    0,
    `after ${calls} calls`,
    {
      gate: true,
      note: `${JSON.stringify(left)}; ${(heapPerCall / KB).toFixed(1)} KB of heap more a call`,
    },
  ),
});

/** @param {Awaited<ReturnType<typeof import('./load.mjs').measureGateway>>} figures @returns {Rows} */
export function gatewayRows({ calls, seconds, connectMs, sent, arrived, withSound, processorMs }) {
  const lost = (/** @type {number} */ count) => (1 - count / sent) * 100;
  return {
    'gateway loss': row(Math.max(lost(arrived), lost(withSound)), LOSS_LIMIT, '% of the sound', {
      note: `${calls} calls for ${seconds} s: ${sent} packets sent, ${arrived} arrived, ${withSound} of them not silent`,
    }),
    'gateway processor time': row(processorMs, Infinity, 'ms a call and second', {
      note: `${((processorMs * calls) / 10).toFixed(0)} % of one processor for ${calls} calls; connecting one takes ${connectMs} ms`,
    }),
  };
}
