// A hundred thousand contacts on the real server: how long it searches, how long the page of contacts takes from the
// last key press to the first result, how long a contact's page takes from its answer, and scrolling.
import { withServer } from './delivery.mjs';
import { signIn } from './feedProcess.mjs';
import { scroll, watchRefreshes, whileScrolling } from './scrolling.mjs';

const CONTACTS = 100_000;
/** Making the contacts takes a minute or two. */
const START_MS = 300_000;
/** Contacts, spread over the list, whose names, numbers and addresses are searched for. */
const SEARCHED = 24;
const PER_PAGE = 50;
/** Texts that are typed into the page, and contacts that are opened. */
const TYPED = 40;
const OPENED = 30;
/** The core searches so long after the last key press (`AFTER_LAST_LETTER_MS`). */
const DEBOUNCE_MS = 250;
const TABLE = 'main div:has(> table)';
const SCROLL_DISTANCE = 15_000;

/** Runs in the page before its scripts. */
function watchPage() {
  /** Calls back in the task after the drawing of this refresh. */
  const afterDrawing = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  };
  /** Resolves to the moment after the first refresh in which the page shows it. */
  const whenShown = (isShown) =>
    new Promise((settle) => {
      const look = () =>
        requestAnimationFrame(() => {
          const shown = isShown();
          afterDrawing(() => (shown ? settle(performance.now()) : look()));
        });
      look();
    });
  window.bench = {
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
        const calls = performance.getEntriesByType('resource');
        const answer = calls.find((call) => new URL(call.name).pathname.endsWith(`/contacts/${id}`));
        return answer === undefined ? undefined : at - answer.responseEnd;
      });
    },
  };
}

/** The calls of the signed-in page, repeated from here. */
async function callsOf(page, origin) {
  const request = await page.waitForRequest((call) => call.url().includes('/api/contacts?'));
  const { authorization } = await request.allHeaders();
  const own = new URL(request.url()).searchParams;
  return async (query) => {
    const address = new URL('/api/contacts', origin);
    for (const name of ['agent', 'org_unit']) address.searchParams.set(name, own.get(name));
    for (const [name, value] of Object.entries({ per_page: PER_PAGE, page: 1, ...query }))
      address.searchParams.set(name, String(value));
    const from = performance.now();
    const answer = await fetch(address, { headers: { authorization } });
    const text = await answer.text();
    return { ms: performance.now() - from, found: text === '' ? [] : JSON.parse(text).data };
  };
}

/** What agents type to find these contacts. */
function textsOf({ fullname, email, identifiers }) {
  const words = fullname.split(' ');
  const phone = identifiers.phone1 ?? identifiers.whatsapp_identifier ?? '';
  const texts = [fullname, words[0], words[words.length - 1], email, phone, phone.slice(4), identifiers.id ?? ''];
  return texts.filter((text) => text.length > 2);
}

async function search(call) {
  const texts = [];
  const contacts = [];
  for (let each = 0; each < SEARCHED; each += 1) {
    const { found } = await call({ page: 1 + Math.floor((each * CONTACTS) / SEARCHED / PER_PAGE) });
    contacts.push(found[0]);
    texts.push(...textsOf(found[0]));
  }
  const times = [];
  for (const text of texts) times.push((await call({ search: text, broadcast: false })).ms);
  return { times, contacts };
}

async function typeTexts(page, contacts) {
  const field = page.getByRole('searchbox', { name: 'Buscar contato' });
  const times = [];
  for (let each = 0; each < TYPED; each += 1) {
    const { fullname, identifiers } = contacts[each % contacts.length];
    // An empty field shows the whole list again, so that the next result is a new one.
    await field.fill('');
    await page.waitForFunction((name) => !document.querySelector('tbody tr')?.textContent?.includes(name), fullname);
    const shown = page.evaluate((name) => window.bench.untilRow(name), fullname);
    await field.focus();
    await page.keyboard.insertText(identifiers.id);
    times.push((await shown) - DEBOUNCE_MS);
  }
  await field.fill('');
  return times;
}

async function openPages(page, contacts) {
  const times = [];
  for (let each = 0; each < OPENED; each += 1) {
    const { id, fullname } = contacts[each % contacts.length];
    const shown = page.evaluate(([wanted, name]) => window.bench.untilPage(wanted, name), [id, fullname]);
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

/** `browser` has no other page: only the foreground page is painted at full rate. */
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
