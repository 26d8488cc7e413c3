// A day's work in Chromium 71: the module's memory grows repeatedly, the page is reloaded, the session moves between tabs, and
// the agent logs off.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../../scripts/lib/server.mjs';
import { connectByRest, Customers, OldEngine, startOldEngineServer } from './engine.mjs';
import { multiplyChat } from './long-day.mjs';

const CHATS = 1000;
const MESSAGES = 100;
/** Number of chats that the agent opens: their messages are long, so that the memory grows several times. */
const OPENED = 70;
const COUNTED = CHATS.toLocaleString('pt-BR');

/** @type {Awaited<ReturnType<typeof startOldEngineServer>>} */
let server;
/** @type {OldEngine} */
let engine;
/** @type {string[]} */
let protocols;
/** @type {import('../session.mjs').Session} */
let session;

before(async () => {
  server = await startOldEngineServer('long-day', {
    port: await freePort(),
    env: { JOBS_PER_CHANNEL: String(CHATS + 1), RATE_LIMIT: '0' },
  });
  session = await connectByRest(server.origin);
  const customers = new Customers(server.origin);
  await customers.write(await customers.begin('Cliente'), 'OLDENGINE1', 'Bom dia');
  await server.stop();
  protocols = await multiplyChat(server.dataDirectory, { chats: CHATS, messages: MESSAGES, long: OPENED });
  await server.start();
  engine = await OldEngine.launch(server.origin);
});

after(async () => {
  await engine?.close();
  await server?.end();
});

/**
 * Opens attendances one after another by their addresses and resolves when the thread of the last one is on the page.
 * @param {import('./engine.mjs').Tab} tab
 * @returns {Promise<number[]>} the sizes that the module's memory had
 */
function openMany(tab) {
  return tab.page.evaluate(
    async (/** @type {string[]} */ all, /** @type {number} */ messages, /** @type {number} */ limit) => {
      const { moduleMemory } = /** @type {any} */ (window);
      const seen = [moduleMemory.buffer.byteLength];
      for (const [at, protocol] of all.entries()) {
        history.pushState({ key: protocol }, '', `/new-agent/attendance/${protocol}`);
        dispatchEvent(new PopStateEvent('popstate'));
        const last = `mensagem ${messages} de ${at + 1}:`;
        const deadline = Date.now() + limit;
        const isShown = () => {
          const main = document.querySelector('main');
          return main !== null && main.textContent.includes(last);
        };
        while (!isShown()) {
          if (Date.now() > deadline) throw new Error(`${protocol}: "${last}" is not shown after ${limit} ms`);
          await new Promise((drawn) => requestAnimationFrame(drawn));
        }
        const { byteLength } = moduleMemory.buffer;
        if (byteLength !== seen[seen.length - 1]) seen.push(byteLength);
      }
      return seen;
    },
    protocols.slice(0, OPENED),
    MESSAGES,
    tab.limit,
  );
}

test(`in Chromium 71 the memory of the module grows with ${CHATS} attendances of ${MESSAGES} messages each; a reload restores them, and pauses, tabs and log-off work`, async () => {
  const tab = await engine.newTab(session);
  tab.limit = 60_000;
  await tab.open();
  await tab.untilText(COUNTED);
  const sizes = await openMany(tab);
  assert.ok(sizes.length > 2, `the memory grew ${sizes.length - 1} times: ${sizes.join(', ')}`);

  const [first] = protocols;
  await tab.open(`/attendance/${first}`);
  await tab.untilText(COUNTED);
  await tab.untilText(`mensagem ${MESSAGES} de 1:`);
  await tab.send('Respondido depois de recarregar');
  await tab.untilText('Respondido depois de recarregar');

  await tab.press('button', 'Pausar');
  await tab.press('radio', 'Café');
  await tab.press('button', 'Agendar pausa');
  await tab.press('button', 'Próximo: Café');
  await tab.untilNoButton('Próximo: Café');

  const second = await engine.newTab();
  second.limit = 60_000;
  await second.open(`/attendance/${first}`);
  await second.untilText('Respondido depois de recarregar');
  await tab.untilText('Esta aba foi desativada');
  await second.send('Escrito na segunda aba');
  await second.untilText('Escrito na segunda aba');
  await second.logOff();
  assert.deepEqual(engine.complaints, [], 'the console stays empty');
});
