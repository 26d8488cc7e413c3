// After sign-ins, work and password changes no secret is stored anywhere it should not be.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgents } from './agent';
import { expect, test } from './fixtures';

test.use({ serverEnvironment: { LOG_LEVEL: 'trace' } });

test('no password, token or credential is in the local database, the storage, a log or the server’s database [BEY-105]', async ({
  agent,
  complaints,
  newCustomer,
  request,
  server,
}) => {
  complaints.expectRefusal({ status: 401, path: /^\/api\/auth\/login$/ });
  const { page } = agent;
  const passwords = ['primeira-nova-1', 'segunda-nova-2', 'senha-errada-3'];
  const secrets = new Map<string, string>(passwords.map((password) => [password, 'a password']));
  const written: string[] = [];
  page.on('console', (message) => written.push(message.text()));
  const heard: Promise<void>[] = [];
  page.on('response', (response) => {
    const token = response.headers().authorization?.replace(/^Bearer /, '');
    if (token !== undefined && token !== '') secrets.set(token, 'a token');
    if (response.url().endsWith('/auth/validate')) {
      const credential = async (): Promise<void> => {
        const body = (await response.json().catch(() => ({}))) as { broker?: { passcode?: string } };
        if (body.broker?.passcode !== undefined) secrets.set(body.broker.passcode, 'a broker credential');
      };
      heard.push(credential());
    }
  });
  const changeTo = async (password: string): Promise<void> => {
    await page.getByLabel('Nova senha', { exact: true }).fill(password);
    await page.getByLabel('Confirme a nova senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Salvar senha' }).click();
  };

  await agent.signIn();
  await agent.chooseInOwnMenu('Alterar senha');
  await page.getByLabel('Senha atual', { exact: true }).fill(demoAgents.ana.password);
  await changeTo('primeira-nova-1');
  await expect(agent.notices.getByText('Senha alterada')).toBeVisible();
  await agent.chooseInOwnMenu('Sair');
  await agent.submitCredentials(demoAgents.ana.login, 'senha-errada-3');
  await expect(page.getByText('Usuário ou senha inválidos')).toBeVisible();
  await agent.submitCredentials(demoAgents.ana.login, 'primeira-nova-1');
  await expect(agent.list).toBeVisible();
  await agent.chooseInOwnMenu('Sair');

  const signedIn = await request.post('/api/auth/login', { data: { login: 'carla.dias', password: 'supervisora1' } });
  const authorization = signedIn.headers().authorization ?? '';
  const given = (await (
    await request.post('/api/agents/101/reset-password', { headers: { authorization } })
  ).json()) as { token: string };
  secrets.set(authorization.replace(/^Bearer /, ''), 'a token');
  secrets.set(given.token, 'a temporary token');
  await agent.open(`/reset-password#agent=101&token=${given.token}`);
  await changeTo('segunda-nova-2');
  await expect(page).toHaveURL(/\/login$/);
  await agent.submitCredentials(demoAgents.ana.login, 'segunda-nova-2');
  await agent.connectChat();
  const customer = await newCustomer('Beatriz Nogueira');
  await customer.write('Bom dia');
  await agent.send('Bom dia, Beatriz');
  await expect(customer.reads('Bom dia, Beatriz')).toBeVisible();
  await expect(agent.linkIs('ótima')).toBeVisible();
  await Promise.all(heard);
  const kinds = new Set(secrets.values());
  expect([...kinds].sort()).toEqual(['a broker credential', 'a password', 'a temporary token', 'a token']);

  const browserHolds = await page.evaluate(everythingTheBrowserHolds);
  expect(browserHolds).toContain('authentication');
  await server.stop();
  const places: Record<string, string> = {
    'the browser': browserHolds,
    'the console': written.join('\n'),
    'the server’s log': readFileSync(server.log, 'utf8'),
  };
  // The key of the files' addresses is a secret of the server itself and stays in its folder.
  for (const entry of readdirSync(server.dataDirectory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) places[entry.name] = readFileSync(join(entry.parentPath, entry.name), 'latin1');
  expect(places['the server’s log']).toContain('/api/agents/{id}/change-password');
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...secrets].filter(([secret]) => text.includes(secret)).map(([, kind]) => `${kind} in ${place}`),
  );
  expect(found).toEqual([]);
  expect(Object.keys(places).length).toBeGreaterThan(3);
  complaints.expectOutage();
});

/** The content of both databases and both storages, except the entry that must contain the token. */
async function everythingTheBrowserHolds(): Promise<string> {
  const held: string[] = [];
  for (const name of ['workspace', 'workspace-unsent']) {
    held.push(
      await new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error(name));
        opening.onsuccess = () => {
          const database = opening.result;
          const store = database.transaction('records').objectStore('records');
          const names = store.getAllKeys();
          const values = store.getAll();
          values.onsuccess = () => {
            database.close();
            resolve(JSON.stringify([names.result, values.result]));
          };
        };
      }),
    );
  }
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage))
      if (key !== 'workspace.token') held.push(`${key}=${storage.getItem(key) ?? ''}`);
  }
  return held.join('\n');
}
