// What the agent sees while a server stops, freezes, is slow, answers with errors or refuses requests; and every text
// arrives exactly once.
import type { Page } from '@playwright/test';
import { BrokerLine } from './faults-broker';
import { heldPromise, openConversationWith, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

// Reconnects and retries take several seconds.
test.describe.configure({ timeout: 60_000 });

const messageAddress = '**/api/chat/messages';
const messagePath = /^\/api\/chat\/messages$/;
const longTimeout = { timeout: 20_000 };

/** Answers the next messages that the page sends with this status. */
async function answerNextMessages(page: Page, status: number, json: object, times: number): Promise<void> {
  await page.route(messageAddress, (route) => route.fulfill({ status, json }), { times });
}

/** Lets the server process the next send, runs `meanwhile`, and then replaces the answer by a refusal. */
async function storeMessageAndRefuse(
  page: Page,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.route(
    messageAddress,
    async (route) => {
      await route.fetch();
      await meanwhile();
      await route.fulfill({ status: 409, json: { cause: 'somethingNew' } });
    },
    { times: 1 },
  );
}

test('after a server restart the page reconciles without a reload: attendances that began and ended meanwhile are shown [BEY-001]', async ({
  agent,
  newCustomer,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  const customer = await openConversationWith(agent, newCustomer, 'Sônia Guimarães');
  const other = await newCustomer('Otávio Brandão');
  await other.write('Também preciso de ajuda');
  // Barrier: the server has the message; otherwise the customer's page would send it again after the end of the chat.
  await expect(agent.card('Otávio Brandão')).toContainText('Também preciso de ajuda');
  let loads = 0;
  agent.page.on('load', () => (loads += 1));

  await server.stop();
  await expect(agent.page.getByText('O que você escreve fica guardado.')).toBeVisible();
  await agent.send('Escrevo sem servidor');
  await expect(agent.message('Escrevo sem servidor')).toHaveAccessibleName(/enviando/);
  await server.start();
  // This happens before the agent's link reconnects, which takes five seconds.
  await other.end();
  await expect(agent.message('Escrevo sem servidor')).toHaveAccessibleName(/enviada/, longTimeout);
  await expect(agent.card('Otávio Brandão')).toContainText('Qualificar', longTimeout);
  await expect(agent.chip('Em atendimento')).toBeVisible();
  await expect(agent.page.getByText('O que você escreve fica guardado.')).toBeHidden();
  await exchangeMessages(agent, customer, ['Escrevo sem servidor']);
  expect(loads).toBe(0);
});

test('a server that is frozen longer than the time limits of requests and heartbeats gets every message once when it continues [BEY-001] [BEY-002]', async ({
  agent,
  newCustomer,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  const customer = await openConversationWith(agent, newCustomer, 'Lívia Fontes');
  const givenUp = agent.page.waitForEvent('requestfailed', {
    predicate: (request) => messagePath.test(new URL(request.url()).pathname),
    timeout: 30_000,
  });
  server.freeze();
  await agent.send('Está me ouvindo?');
  await expect(agent.page.getByText('O que você escreve fica guardado.')).toBeVisible(longTimeout);
  await givenUp;
  await expect(agent.message('Está me ouvindo?')).toHaveAccessibleName(/enviando/);
  server.thaw();
  await expect(agent.message('Está me ouvindo?')).toHaveAccessibleName(/enviada/, longTimeout);
  await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
  await exchangeMessages(agent, customer, ['Está me ouvindo?']);
});

test(
  'with a slow server messages are sent in order and to the conversation in which they were written [BEY-008]',
  deep,
  async ({ agent, newCustomer }) => {
    const customer = await openConversationWith(agent, newCustomer, 'Caio Prates');
    const other = await newCustomer('Dora Vilela');
    await other.write('Sou outra pessoa');
    const held = heldPromise();
    await agent.page.route(messageAddress, async (route) => {
      await held.until;
      await route.continue();
    });
    await agent.send('primeira');
    await agent.send('segunda');
    await expect(agent.message('segunda')).toHaveAccessibleName(/enviando/);
    await agent.openJob('Dora Vilela');
    await agent.send('só para Dora');
    await expect(agent.message('só para Dora')).toHaveAccessibleName(/enviando/);
    held.release();
    await expect(other.reads('só para Dora')).toBeVisible();
    await agent.openJob('Caio Prates');
    await expect(agent.message('segunda')).toHaveAccessibleName(/enviada/);
    await expect(customer.texts()).toHaveText(['Bom dia', 'primeira', 'segunda']);
    await expect(other.texts()).toHaveText(['Sou outra pessoa', 'só para Dora']);
  },
);

test(
  'a server that answers with an error gets the message again with the same id until it accepts it [BEY-002]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 503, path: messagePath });
    const customer = await openConversationWith(agent, newCustomer, 'Ester Queiroz');
    await answerNextMessages(agent.page, 503, {}, 2);
    const ids: string[] = [];
    agent.page.on('request', (request) => {
      if (messagePath.test(new URL(request.url()).pathname))
        ids.push((request.postDataJSON() as { custom_id: string }).custom_id);
    });
    await agent.send('Vai na terceira');
    await expect(agent.message('Vai na terceira')).toHaveAccessibleName(/enviando/);
    await expect(agent.message('Vai na terceira')).toHaveAccessibleName(/enviada/, longTimeout);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    await exchangeMessages(agent, customer, ['Vai na terceira']);
  },
);

test('a refused message stays in its place with its actions, and is shown as sent only when the server has accepted it [BEY-003] [BEY-005]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 422, path: messagePath });
  const customer = await openConversationWith(agent, newCustomer, 'Gilda Serra');
  await answerNextMessages(agent.page, 422, { reason: 'SOMETHING_NEW' }, 2);
  await agent.send('Recusada duas vezes');
  const message = agent.message('Recusada duas vezes');
  await expect(message).toHaveAccessibleName(/não enviada/);
  // A refused message does not delay the messages written after it.
  await agent.send('Passa na frente');
  await expect(agent.message('Passa na frente')).toHaveAccessibleName(/não enviada/);
  await message.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(message).toHaveAccessibleName(/, enviada/);
  await agent.message('Passa na frente').getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(agent.message('Passa na frente')).toHaveAccessibleName(/, enviada/);
  await exchangeMessages(agent, customer, ['Recusada duas vezes', 'Passa na frente']);
});

test(
  'a refused message can be moved back into the composer, or discarded [BEY-003]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 422, path: messagePath });
    const customer = await openConversationWith(agent, newCustomer, 'Heitor Lage');
    await answerNextMessages(agent.page, 422, { reason: 'SOMETHING_NEW' }, 2);
    await agent.send('Com um erro');
    await agent.message('Com um erro').getByRole('button', { name: 'Editar' }).click();
    await expect(agent.message('Com um erro')).toHaveCount(0);
    await expect(agent.field).toHaveValue('Com um erro');
    await agent.send('Para jogar fora');
    await agent.message('Para jogar fora').getByRole('button', { name: 'Descartar' }).click();
    await expect(agent.message('Para jogar fora')).toHaveCount(0);
    await agent.send('Sem erro');
    await expect(agent.message('Sem erro')).toHaveAccessibleName(/, enviada/);
    await exchangeMessages(agent, customer, ['Sem erro']);
  },
);

test(
  'a message that the server stored although it refused it is not lost when the agent discards it [BEY-003]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 409, path: messagePath });
    const line = await BrokerLine.between(agent.page);
    const customer = await openConversationWith(agent, newCustomer, 'Inácio Bastos');
    await storeMessageAndRefuse(agent.page);
    const release = line.hold();
    await agent.send('Chegou, mas ninguém disse');
    const message = agent.message('Chegou, mas ninguém disse');
    await expect(message).toHaveAccessibleName(/não enviada/);
    await expect(customer.reads('Chegou, mas ninguém disse')).toBeVisible();
    await message.getByRole('button', { name: 'Descartar' }).click();
    release();
    await expect(message).toHaveAccessibleName(/, enviada/, longTimeout);
    await exchangeMessages(agent, customer, ['Chegou, mas ninguém disse']);
  },
);

test(
  'a refusal that arrives after the message was confirmed changes nothing [BEY-005]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 409, path: messagePath });
    const customer = await openConversationWith(agent, newCustomer, 'Iara Bastos');
    await storeMessageAndRefuse(agent.page, () =>
      expect(agent.message('Chegou, mas ninguém disse')).toHaveAccessibleName(/, enviada/),
    );
    const refused = agent.page.waitForResponse((response) => response.status() === 409);
    await agent.send('Chegou, mas ninguém disse');
    await refused;
    await exchangeMessages(agent, customer, ['Chegou, mas ninguém disse']);
    await expect(agent.message('Chegou, mas ninguém disse')).toHaveAccessibleName(/, enviada/);
  },
);

test('unsent text of a removed attendance is in the notification centre [BEY-004] [BEY-011]', async ({
  agent,
  newCustomer,
  complaints,
  request,
}) => {
  complaints.expectRefusal({ status: 503, path: messagePath });
  // The report that the agent stopped typing may arrive after the attendance has ended.
  complaints.expectRefusal({ status: 409, path: /^\/api\/chat\/typing$/ });
  await openConversationWith(agent, newCustomer, 'Otávio Ramos', {
    identifier: 'otavio.ramos@example.com',
    queue: 'Renovações',
  });
  await expect(agent.details.getByRole('heading', { name: 'Otávio Ramos' })).toBeVisible();
  await agent.page.route(messageAddress, (route) => route.fulfill({ status: 503, json: {} }));
  await agent.send('Ainda não saiu');
  await expect(agent.message('Ainda não saiu')).toHaveAccessibleName(/enviando/);

  // The same agent qualifies the attendance by a REST request.
  const protocol = agent.protocol();
  const authorization = `Bearer ${await agent.token()}`;
  const qualified = await request.post('/api/job/chat/qualify', {
    headers: { authorization },
    data: qualification(protocol),
  });
  expect(qualified.status()).toBe(200);
  await expect(agent.card('Otávio Ramos')).toHaveCount(0);
  await expect(agent.page.getByText('Bom dia')).toHaveCount(0);
  await expect(await agent.notification('Ainda não saiu')).toBeVisible();
});

function qualification(protocol: string): object {
  return {
    protocol,
    qualify_id: '5',
    agent_id: '101',
    qualify_path: 'Dúvida > Resolvida',
    uniqueid: protocol,
    contact: '4',
    agent_name: 'Ana Souza',
    queue: '10',
    campaign: '',
    tags: [],
    observation: 'Resolvido por telefone',
    duration: 42,
    channel: 'chat',
    qualify_type: 'positive',
    finish_qualification: true,
    attendance_type: 'QUEUE',
    client_whatsapp: '',
    contact_identifier: 'C-0004',
    client_chat: 'otavio.ramos@example.com',
    from: 'Otávio Ramos',
    phone: '',
    finish_dialing: false,
    schedule: null,
    fields_form: [],
    inbox: false,
    attendanceGroupId: '10',
    attendanceGroupName: 'Renovações',
  };
}
