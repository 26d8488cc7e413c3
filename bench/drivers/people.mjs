// Measures a hundred thousand contacts on the real server: the time of a search, the time of the page of contacts from
// the last key press to the first result, the time of a contact's page after its answer, and scrolling.
import { withServer } from './delivery.mjs';
import { signIn } from './feedProcess.mjs';
import { scroll, watchRefreshes, whileScrolling } from './scrolling.mjs';

const CONTACTS = 100_000;
/** Creating the contacts takes a minute or two. */
const START_MS = 300_000;
/** Contacts, spread over the list, whose names, numbers and addresses are searched for. */
const SEARCHED = 24;
const PER_PAGE = 50;
/** Number of texts that are typed into the page, and of contacts that are opened. */
const TYPED = 40;
const OPENED = 30;
/** The core searches this long after the last key press (`AFTER_LAST_LETTER_MS`). */
const DEBOUNCE_MS = 250;
const TABLE = 'main div:has(> table)';
const SCROLL_DISTANCE = 15_000;

/**
 * A contact as the server lists it.
 * @typedef {{ id: string, fullname: string, email: string, identifiers: Record<string, string | undefined> }} Contact
 * @typedef {(query: Record<string, string | number | boolean>) => Promise<{ ms: number, found: Contact[] }>} Call
 * @typedef {object} PeopleFigures
 * @property {number} startSeconds
 * @property {number[]} searched milliseconds, as are `typed` and `opened`
 * @property {number[]} typed
 * @property {number[]} opened
 * @property {import('./scrolling.mjs').Scrolled} table
 */

/** Runs in the page before its scripts. */
function watchPage() {
  /** Calls back in the task after this refresh was drawn. */
  const afterDrawing = (/** @type {() => void} */ then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  };
  /** Resolves to the time of the first refresh in which the page shows the element. */
  const whenShown = (/** @type {() => boolean} */ isShown) =>
    new Promise((/** @type {(at: number) => void} */ settle) => {
      const look = () =>
        requestAnimationFrame(() => {
          const shown = isShown();
          afterDrawing(() => (shown ? settle(performance.now()) : look()));
        });
      look();
    });
  window.peopleProbe = {
    /** Resolves to the time from the next input to the first row with this name. */
    untilRow(name) {
      let from = 0;
      window.addEventListener('input', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true });
      const isShown = () => from > 0 && document.querySelector('tbody tr')?.textContent?.includes(name) === true;
      return whenShown(isShown).then((at) => at - from);
    },
    /** Resolves to the time from the answer with the contact to its drawn page. */
    untilPage(id, name) {
      performance.clearResourceTimings();
      const isShown = () => document.querySelector('h1')?.textContent === name;
      return whenShown(isShown).then((at) => {
        const calls = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'));
        const answer = calls.find((call) => new URL(call.name).pathname.endsWith(`/contacts/${id}`));
        return answer === undefined ? undefined : at - answer.responseEnd;
      });
    },
  };
}

/**
 * Sends the requests of the signed-in page from this script.
 * @param {import('playwright').Page} page
 * @param {string} origin
 * @returns {Promise<Call>}
 */
async function callsOf(page, origin) {
  const request = await page.waitForRequest((call) => call.url().includes('/api/contacts?'));
  const { authorization = '' } = await request.allHeaders();
  const own = new URL(request.url()).searchParams;
  return async (query) => {
    const address = new URL('/api/contacts', origin);
    for (const name of ['agent', 'org_unit']) address.searchParams.set(name, own.get(name) ?? '');
    for (const [name, value] of Object.entries({ per_page: PER_PAGE, page: 1, ...query }))
      address.searchParams.set(name, String(value));
    const from = performance.now();
    const answer = await fetch(address, { headers: { authorization } });
    const text = await answer.text();
    return { ms: performance.now() - from, found: text === '' ? [] : JSON.parse(text).data };
  };
}

/**
 * The texts that agents type to find these contacts.
 * @param {Contact} contact
 */
function textsOf({ fullname, email, identifiers }) {
  const words = fullname.split(' ');
  const phone = identifiers.phone1 ?? identifiers.whatsapp_identifier ?? '';
  const texts = [fullname, words[0], words[words.length - 1], email, phone, phone.slice(4), identifiers.id];
  return texts.flatMap((text) => (text !== undefined && text.length > 2 ? [text] : []));
}

/** @param {Call} call */
async function search(call) {
  /** @type {string[]} */
  const texts = [];
  /** @type {Contact[]} */
  const contacts = [];
  for (let each = 0; each < SEARCHED; each += 1) {
    // Taken from the middle of each part: the first contact of the list is the first row with and without a search.
    const { found } = await call({ page: 1 + Math.floor(((each + 0.5) * CONTACTS) / SEARCHED / PER_PAGE) });
    const [contact] = found;
    if (contact === undefined) throw new Error('the server listed no contact');
    contacts.push(contact);
    texts.push(...textsOf(contact));
  }
  /** @type {number[]} */
  const times = [];
  for (const text of texts) times.push((await call({ search: text, broadcast: false })).ms);
  return { times, contacts };
}

/** @param {Contact[]} contacts @param {number} each @returns {Contact} */
function oneOf(contacts, each) {
  const contact = contacts[each % contacts.length];
  if (contact === undefined) throw new Error('there are no contacts to choose from');
  return contact;
}

/** @param {import('playwright').Page} page @param {Contact[]} contacts @returns {Promise<number[]>} */
async function typeTexts(page, contacts) {
  const field = page.getByRole('searchbox', { name: 'Buscar contato' });
  /** @type {number[]} */
  const times = [];
  for (let each = 0; each < TYPED; each += 1) {
    const { fullname, identifiers } = oneOf(contacts, each);
    // An empty field shows the whole list again, so that the next result is a new one.
    await field.fill('');
    await page.waitForFunction((name) => !document.querySelector('tbody tr')?.textContent?.includes(name), fullname);
    const shown = page.evaluate((name) => window.peopleProbe.untilRow(name), fullname);
    await field.focus();
    await page.keyboard.insertText(identifiers.id ?? '');
    times.push((await shown) - DEBOUNCE_MS);
  }
  await field.fill('');
  return times;
}

/** @param {import('playwright').Page} page @param {Contact[]} contacts @returns {Promise<number[]>} */
async function openPages(page, contacts) {
  /** @type {number[]} */
  const times = [];
  for (let each = 0; each < OPENED; each += 1) {
    const { id, fullname } = oneOf(contacts, each);
    const shown = page.evaluate(({ wanted, name }) => window.peopleProbe.untilPage(wanted, name), {
      wanted: id,
      name: fullname,
    });
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/new-agent/contact/${id}`);
    const time = await shown;
    if (time !== undefined) times.push(time);
    await page.goBack();
    await page.locator('tbody tr').first().waitFor();
  }
  return times;
}

/**
 * `browser` has no other page: only the foreground page is painted at full rate.
 * @param {import('playwright').Browser} browser
 * @param {string} program
 * @returns {Promise<PeopleFigures>}
 */
export function measurePeople(browser, program) {
  const started = Date.now();
  return withServer(
    program,
    async (origin) => {
      const startSeconds = (Date.now() - started) / 1_000;
      const viewport = { width: 1440, height: 900 };
      const context = await browser.newContext({ baseURL: origin, locale: 'pt-BR', viewport });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await page.addInitScript(watchPage);
      await page.addInitScript(watchRefreshes);
      await signIn(page);
      const calls = callsOf(page, origin);
      await page.getByRole('link', { name: 'Contatos', exact: true }).click();
      const call = await calls;
      await page.locator('tbody tr').first().waitFor();
      const found = await search(call);
      const typed = await typeTexts(page, found.contacts);
      const table = await whileScrolling(browser, page, () =>
        scroll(page, session, TABLE, [-SCROLL_DISTANCE, SCROLL_DISTANCE]),
      );
      const opened = await openPages(page, found.contacts);
      await context.close();
      return { startSeconds, searched: found.times, typed, opened, table };
    },
    { args: ['--contacts', String(CONTACTS)], startMs: START_MS },
  );
}
