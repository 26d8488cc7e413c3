// The storage does not open, is full, blocked or corrupt, or has another version: the agent continues to work and gets
// one warning.
import type { Agent } from './agent';
import { openConversationOfSignedIn, openConversationWith, storedDrafts, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { deep, deepIf } from './deep';

// Reconnects and retries take several seconds.
test.describe.configure({ timeout: 60_000 });

const warning = 'Não foi possível guardar os dados neste navegador.';
const databases = ['workspace', 'workspace-unsent'];

/**
 * Whether the agent is warned exactly once. Checked immediately, because the snackbar closes after some seconds. Later
 * failed writes do not show it again.
 */
async function isWarnedOnce(agent: Agent): Promise<void> {
  const notice = agent.notices.getByText(warning);
  await expect(notice).toHaveCount(1);
  await agent.notices.getByRole('button', { name: 'Fechar aviso' }).first().click();
  await expect(notice).toHaveCount(0);
}

test('given databases that do not open, messages are sent and kept in memory, with one snackbar [PER-008]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectReport('storageUnavailable');
  await agent.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
  });
  await agent.signIn();
  await isWarnedOnce(agent);
  const customer = await openConversationOfSignedIn(agent, newCustomer, 'Abel Furtado');
  await agent.send('Sem disco');
  await expect(agent.message('Sem disco')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(agent, customer, ['Sem disco']);
  await expect(agent.notices.getByText(warning)).toHaveCount(0);
});

test('given a full disk, messages are still sent, with one snackbar [PER-008]', async ({
  agent,
  newCustomer,
  complaints,
  server,
}) => {
  complaints.expectReport('storageUnavailable');
  const browser = await agent.page.context().newCDPSession(agent.page);
  // The quota is set before the page opens its databases, because the browser checks it only occasionally.
  await browser.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 1 });
  await agent.signIn();
  await isWarnedOnce(agent);
  const customer = await openConversationOfSignedIn(agent, newCustomer, 'Berta Salles');
  await agent.send('Disco cheio');
  await expect(agent.message('Disco cheio')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(agent, customer, ['Disco cheio']);
  await expect(agent.notices.getByText(warning)).toHaveCount(0);
});

test(
  'given databases of a newer version that another tab keeps open, the page starts nevertheless [PER-008]',
  deep,
  async ({ agent, newCustomer, context, complaints }) => {
    complaints.expectReport('storageUnavailable');
    const holder = await context.newPage();
    await holder.goto('/outside');
    for (const name of databases) await holder.evaluate(openDatabase, { name, version: 7, store: 'something else' });
    await agent.signIn();
    await isWarnedOnce(agent);
    const customer = await openConversationOfSignedIn(agent, newCustomer, 'Cora Machado');
    await exchangeMessages(agent, customer, []);
  },
);

for (const [kind, version, store] of [
  ['a newer version', 7, 'records'],
  ['another form', 1, 'something else'],
] as const) {
  test(
    `databases of ${kind} are created again, and store new records [PER-005]`,
    deepIf(kind === 'another form'),
    async ({ agent, newCustomer }) => {
      await agent.page.goto('/outside');
      for (const name of databases) await agent.page.evaluate(openDatabase, { name, version, store });
      await agent.open();
      // Barrier: the page has removed the newer databases; otherwise the next page would find them.
      for (const name of databases) await expect.poll(() => agent.page.evaluate(versionOf, name)).not.toBe(7);
      const customer = await openConversationWith(agent, newCustomer, 'Décio Rangel');
      await agent.field.fill('Guardado no banco novo');
      await expect.poll(() => agent.page.evaluate(storedDrafts)).toEqual(['Guardado no banco novo']);
      await agent.page.reload();
      await expect(agent.field).toHaveValue('Guardado no banco novo');
      await expect(agent.notices.getByText(warning)).toHaveCount(0);
      await agent.field.press('Enter');
      await exchangeMessages(agent, customer, ['Guardado no banco novo']);
    },
  );
}

test('corrupt records are ignored, and the others are used [PER-005]', async ({ agent, newCustomer }) => {
  const customer = await openConversationWith(agent, newCustomer, 'Elisa Torres');
  await agent.field.fill('Um rascunho que fica');
  await agent.page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect.poll(() => agent.page.evaluate(spoilRecords, databases)).toBeGreaterThan(5);
  await agent.page.reload();
  await expect(agent.field).toHaveValue('Um rascunho que fica');
  await expect(agent.message('Bom dia')).toBeVisible();
  await agent.field.press('Enter');
  await exchangeMessages(agent, customer, ['Um rascunho que fica']);
});

/** Runs in the page: returns the version of the database without opening it. */
async function versionOf(name: string): Promise<number | undefined> {
  return (await indexedDB.databases()).find((known) => known.name === name)?.version;
}

function openDatabase({ name, version, store }: { name: string; version: number; store: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(store);
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error ?? new Error('the database does not open'));
  });
}

/** Corrupts every record except the session's owner and the drafts, and adds unknown records. */
async function spoilRecords(names: string[]): Promise<number> {
  const nonsense = [
    '',
    '{{{',
    'null',
    '[]',
    '"text"',
    '{"seq":-1,"last_seq":"x"}',
    '\u0000\uffff',
    '{"protocol":{"deep":[[[]]]}}',
  ];
  let spoiled = 0;
  for (const name of names) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('the database does not open'));
    });
    const transaction = database.transaction('records', 'readwrite');
    const records = transaction.objectStore('records');
    const keys = records.getAllKeys();
    keys.onsuccess = () => {
      for (const key of keys.result.map(String)) {
        if (key === 'authentication' || key.startsWith('draft/')) continue;
        records.put(nonsense[spoiled % nonsense.length], key);
        spoiled += 1;
      }
      records.put('{"text":1}', 'draft/101');
      records.put('{"text":["x"]}', 'draft/101/20261120000001/x');
      records.put('{{{', 'outbox/101/20261120000001/AAAAAAAAAA');
      records.put('{}', 'jobs/');
      records.put(42, 'attendance/20261120000001');
    };
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
    });
    database.close();
  }
  return spoiled;
}
