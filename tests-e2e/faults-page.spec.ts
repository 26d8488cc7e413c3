// Faults of the page: it is reloaded during a send, crashes, is opened twice, loses its token, has a wrong clock, or
// slept.
import { Agent, demoAgents } from './agent';
import { BrokerLine } from './faults-broker';
import { heldPromise, openConversationWith, storedDrafts, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { namesOfRecords } from './records';
import { deep } from './deep';

// Reconnects and retries take several seconds.
test.describe.configure({ timeout: 60_000 });

const messageAddress = '**/api/chat/messages';
const longTimeout = { timeout: 20_000 };

test('a page that is reloaded before the answer sends the message again with the same id, and the customer gets it once [BEY-002] [BEY-004]', async ({
  agent,
  newCustomer,
}) => {
  const line = await BrokerLine.between(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Raquel Sampaio');
  const release = line.hold();
  const taken = new Promise<void>((resolve, reject) => {
    const takeWithoutAnswer = agent.page.route(
      messageAddress,
      async (route) => {
        await route.fetch();
        resolve();
      },
      { times: 1 },
    );
    takeWithoutAnswer.catch(reject);
  });
  await agent.send('Antes de recarregar');
  await taken;
  await agent.send('Ainda na fila');
  await expect(agent.message('Antes de recarregar')).toHaveAccessibleName(/enviando/);
  await agent.page.reload();
  release();
  await expect(agent.message('Ainda na fila')).toHaveAccessibleName(/, enviada/);
  await expect(agent.message('Antes de recarregar')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(agent, customer, ['Antes de recarregar', 'Ainda na fila']);
});

test('drafts are stored automatically, and restored after another conversation was opened and after a crash of the page [BEY-009]', async ({
  agent,
  newCustomer,
  context,
  complaints,
}) => {
  complaints.expectOutage();
  await openConversationWith(agent, newCustomer, 'Saulo Neves');
  const other = await newCustomer('Telma Couto');
  await other.write('Oi');
  await agent.field.fill('Para o Saulo');
  await agent.openJob('Telma Couto');
  await agent.field.fill('Para a Telma');
  await expect
    .poll(() => agent.page.evaluate(storedDrafts), { timeout: 2_000 })
    .toEqual(['Para a Telma', 'Para o Saulo']);
  await agent.openJob('Saulo Neves');
  await expect(agent.field).toHaveValue('Para o Saulo');

  const crashed = agent.page.waitForEvent('crash');
  void agent.page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const again = new Agent(await context.newPage());
  await again.open();
  await again.openJob('Telma Couto');
  await expect(again.field).toHaveValue('Para a Telma');
  await again.openJob('Saulo Neves');
  await expect(again.field).toHaveValue('Para o Saulo');
});

test('a message that is pending when another tab takes the session reaches the customer once [BEY-002]', async ({
  agent,
  newCustomer,
  context,
}) => {
  const customer = await openConversationWith(agent, newCustomer, 'Ubirajara Luz');
  // The message is stored and in progress in the first tab when the second tab restores it.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await agent.page.route(
    messageAddress,
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await agent.send('Das duas abas');
  await expect(agent.message('Das duas abas')).toHaveAccessibleName(/enviando/);
  const second = new Agent(await context.newPage());
  await second.open(new URL(agent.page.url()).pathname.replace('/new-agent', ''));
  await expect(second.message('Das duas abas')).toHaveAccessibleName(/, enviada/, longTimeout);
  await expect(agent.page.getByRole('heading', { name: 'Esta aba foi desativada' })).toBeVisible();
  release();
  await second.send('Da segunda aba');
  await expect(second.message('Da segunda aba')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(second, customer, ['Das duas abas', 'Da segunda aba']);
});

test('given a lost token, the records of the session are deleted; unsent text is kept for the same agent only [BEY-012]', async ({
  agent,
  newCustomer,
  complaints,
  request,
}) => {
  complaints.expectRefusal({ status: 401, path: /^\/api\// });
  complaints.expectRefusal({ status: 503, path: /^\/api\/chat\/messages$/ });
  complaints.expectReport('activeJobsNotLoaded');
  complaints.expectReport('statusNotLoaded');
  complaints.expectReport('brokerRefused');
  const customer = await openConversationWith(agent, newCustomer, 'Vânia Lobo');
  await agent.page.route(messageAddress, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await agent.send('Não saiu a tempo');
  await expect(agent.message('Não saiu a tempo')).toHaveAccessibleName(/enviando/);
  await agent.field.fill('Um rascunho');
  await expect.poll(() => agent.page.evaluate(storedDrafts)).toEqual(['Um rascunho']);

  const authorization = `Bearer ${await agent.token()}`;
  expect((await request.post('/api/auth/logoff', { headers: { authorization } })).ok()).toBe(true);
  await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible(longTimeout);
  expect(await agent.token()).toBeNull();
  await expect.poll(() => namesOfRecords(agent.page, 'workspace')).toEqual([]);

  await agent.signIn(demoAgents.bruno);
  await expect(agent.list.getByText('Conecte um canal para começar')).toBeVisible();
  await expect(agent.page.getByText(/Um rascunho|Não saiu a tempo/)).toHaveCount(0);
  await agent.chooseInOwnMenu('Sair');
  await agent.signIn();
  await agent.connectChat('Em atendimento');
  await agent.openJob('Vânia Lobo');
  await expect(agent.field).toHaveValue('Um rascunho');
  await expect(agent.message('Não saiu a tempo')).toHaveAccessibleName(/, enviada/, longTimeout);
  await exchangeMessages(agent, customer, ['Não saiu a tempo']);
});

test('a clock that is set a day forward and two days back affects neither the order nor the sending of messages [BEY-006]', async ({
  agent,
  newCustomer,
}) => {
  await agent.page.clock.install();
  const customer = await openConversationWith(agent, newCustomer, 'Wagner Dias');
  const day = 24 * 60 * 60 * 1000;
  await agent.page.clock.setSystemTime(Date.now() + day);
  await agent.send('De amanhã');
  await expect(agent.message('De amanhã')).toHaveAccessibleName(/, enviada/);
  await customer.write('De hoje');
  await expect(agent.message('De hoje')).toBeVisible();
  await agent.page.clock.setSystemTime(Date.now() - day);
  await agent.send('De ontem');
  await expect(agent.message('De ontem')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(agent, customer, ['De amanhã', 'De hoje', 'De ontem']);
});

test(
  "drafts are kept after a reload while the computer's clock is two days ahead [BEY-009]",
  deep,
  async ({ agent, newCustomer }) => {
    await agent.page.clock.install({ time: Date.now() + 2 * 24 * 60 * 60 * 1000 });
    const customer = await openConversationWith(agent, newCustomer, 'Walmir Luz');
    await agent.field.fill('Escrito no futuro');
    await expect.poll(() => agent.page.evaluate(storedDrafts)).toEqual(['Escrito no futuro']);
    // The attendances are restored before the server's clock is known.
    const held = heldPromise();
    await agent.page.route('**/api/system/datetime', async (route) => {
      await held.until;
      await route.continue();
    });
    const answered = agent.page.waitForResponse('**/api/system/datetime');
    await agent.page.reload();
    await expect(agent.field).toHaveValue('Escrito no futuro');
    held.release();
    await answered;
    await expect(agent.field).toHaveValue('Escrito no futuro');
    await agent.field.press('Enter');
    await exchangeMessages(agent, customer, ['Escrito no futuro']);
  },
);

test(
  'after eight hours of sleep the page reconciles everything without a reload [BEY-001]',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.page.clock.install();
    const line = await BrokerLine.between(agent.page);
    const customer = await openConversationWith(agent, newCustomer, 'Xênia Barros');
    const other = await newCustomer('Zilda Moura');
    await other.write('Já volto');
    await expect(agent.card('Zilda Moura')).toBeVisible();
    let loads = 0;
    agent.page.on('load', () => (loads += 1));
    // During sleep nothing arrives, and the page's timers do not run.
    line.silence();
    await customer.write('Está dormindo?');
    await other.end();
    await agent.page.clock.fastForward('08:00:00');
    await expect(agent.message('Está dormindo?')).toBeVisible(longTimeout);
    await expect(agent.card('Zilda Moura')).toContainText('Qualificar', longTimeout);
    await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
    await exchangeMessages(agent, customer, ['Está dormindo?']);
    expect(loads).toBe(0);
  },
);
