// Scrolls a list of the shipped interface as a wheel does, and counts the refreshes that come late.
import { FRAME_MS, mainThreadTasks, percentile, timePerFrame, traced } from './trace.mjs';

const SCROLL_SPEED = 3_000;

/**
 * Runs in the page before its scripts: `window.refreshes.watch()` and `.stop()`, which returns the times of all refreshes
 * since then.
 */
export function watchRefreshes() {
  /** @type {number[]} */
  let times = [];
  let watching = false;
  const note = (/** @type {number} */ time) => {
    times.push(time);
    if (watching) requestAnimationFrame(note);
  };
  window.refreshes = {
    watch() {
      [times, watching] = [[], true];
      requestAnimationFrame(note);
    },
    stop() {
      watching = false;
      return times;
    },
  };
}

/** @typedef {{ late: number, longest: number, processor: number, frames: number }} Scrolled */

/**
 * A positive distance scrolls up.
 * @param {import('playwright').Page} page
 * @param {import('playwright').CDPSession} session
 * @param {string} selector
 * @param {number[]} distances
 */
export async function scroll(page, session, selector, distances) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  const { x, y, width, height } = box;
  for (const yDistance of distances)
    await session.send('Input.synthesizeScrollGesture', {
      x: Math.round(x + width / 2),
      y: Math.round(y + height / 2),
      yDistance,
      speed: SCROLL_SPEED,
      gestureSourceType: 'mouse',
    });
}

/**
 * Counts the refreshes that come more than one interval after the previous one, and returns the processor time in each
 * sixtieth of a second.
 * @param {import('playwright').Browser} browser
 * @param {import('playwright').Page} page
 * @param {() => Promise<void>} work
 * @returns {Promise<Scrolled>}
 */
export async function whileScrolling(browser, page, work) {
  /** @type {number[]} */
  let refreshes = [];
  const events = await traced(browser, async () => {
    await page.evaluate(() => window.refreshes.watch());
    await work();
    refreshes = await page.evaluate(() => window.refreshes.stop());
  });
  const gaps = refreshes.slice(1).map((time, index) => time - (refreshes[index] ?? 0));
  const tasks = mainThreadTasks(events);
  const first = tasks.reduce((earliest, { ts }) => Math.min(earliest, ts), Infinity);
  const seconds = ((refreshes[refreshes.length - 1] ?? 0) - (refreshes[0] ?? 0)) / 1_000;
  return {
    // A missed refresh makes a gap of two of them; their times differ by less than half of one otherwise.
    late: gaps.filter((gap) => gap > FRAME_MS * 1.5).length / gaps.length,
    longest: percentile(gaps, 1),
    processor: percentile(timePerFrame(tasks, first, seconds), 0.95),
    frames: gaps.length,
  };
}
