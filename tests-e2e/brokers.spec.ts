// The same tests with the built-in broker and with a real RabbitMQ: a conversation, a broker that is killed, is frozen
// or refuses commands, repeated deliveries, and a second browser that takes over the queue.
import { isRabbitInstalled, rabbitMissingMessage } from '../scripts/lib/rabbit.mjs';
import { Agent, demoAgents } from './agent';
import { expect, test, type BrokerKind } from './brokers';
import { BrokerLine } from './faults-broker';
import { openConversationWith, exchangeMessages } from './faults-scene';
import { BareSession, StompClient } from './stompClient';
import { deep, deepIf } from './deep';

// RabbitMQ takes long to start and to recover; one instance serves the whole file.
test.describe.configure({ timeout: 120_000, mode: 'default' });

const longTimeout = { timeout: 40_000 };
const supervisor = { login: 'carla.dias', password: 'supervisora1' };

// RabbitMQ closes the channel on which it refuses to declare a queue. Before each queue was declared on a channel of
// its own, the agents of all later queues got no events.
test.describe('a queue that RabbitMQ already has with other arguments', () => {
  test.use({ kind: 'RabbitMQ' });
  test.skip(!isRabbitInstalled(), rabbitMissingMessage);

  test(
    'the agent of the queue and all other agents get their events',
    deep,
    async ({ server, request, newCustomer, broker }) => {
      if (broker.operator === undefined) throw new Error('the broker has no account of its own');
      const system = (await (await request.get('/api/system')).json()) as { broker: { url: string } };
      const sessions = [
        await BareSession.signIn(server.origin),
        await BareSession.signIn(server.origin, demoAgents.bruno),
      ] as const;
      const queue = (await sessions[0].credentials()).destination.replace('/amq/queue/', '');
      const operator = await StompClient.ofOperator(server.origin, system.broker.url, broker.operator);
      // The server declared the queue at the sign-in.
      broker.operator.control(['delete_queue', queue]);
      operator.subscribe(`/queue/${queue}`, { 'x-max-length': '7', receipt: 'declared' });
      await expect.poll(() => [...operator.receipts, ...operator.errors], longTimeout).toEqual(['declared']);
      operator.close();
      const reading: StompClient[] = [];
      for (const session of sessions) {
        const credentials = await session.credentials();
        reading.push(await StompClient.reading(server.origin, system.broker.url, credentials));
        await session.connectChat();
      }
      const received = (client: StompClient | undefined) => () => client?.messages.join() ?? '';
      await newCustomer('Noemi Falcão');
      await newCustomer('Tadeu Brito');
      for (const client of reading) {
        await expect.poll(received(client), longTimeout).toMatch(/NewChatEvent/);
        expect(client.errors).toEqual([]);
        client.close();
      }
    },
  );
});

for (const kind of ['built in', 'RabbitMQ'] satisfies BrokerKind[]) {
  test.describe(`the broker: ${kind}`, () => {
    test.use({ kind });
    test.skip(kind === 'RabbitMQ' && !isRabbitInstalled(), rabbitMissingMessage);

    test(
      `messages reach agent and customer, and a redelivered one is not counted twice (${kind}) [CON-017]`,
      deep,
      async ({ agent, newCustomer, page, complaints }) => {
        complaints.expectOutage();
        const line = await BrokerLine.between(page);
        const customer = await openConversationWith(agent, newCustomer, 'Alba Nogueira');
        const other = await newCustomer('Bento Arruda');
        line.loseAcks(true);
        await other.write('Uma vez só');
        await expect(agent.card('Bento Arruda')).toContainText('Uma vez só');
        line.loseAcks(false);
        await line.drop();
        await agent.networkIsBack();
        await expect.poll(() => line.redelivered, longTimeout).toBeGreaterThan(0);
        await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
        await expect(agent.card('Bento Arruda')).toHaveAccessibleName(/, 1 mensagem não lida,/);
        await exchangeMessages(agent, customer, []);
      },
    );

    test(
      `a client that ignores every close notice receives nothing after its session has ended (${kind}) [BEY-128]`,
      deepIf(kind === 'RabbitMQ'),
      async ({ server, request, newCustomer }) => {
        const system = (await (await request.get('/api/system')).json()) as { broker: { url: string } };
        const read = async (session: BareSession): Promise<StompClient> =>
          StompClient.reading(server.origin, system.broker.url, await session.credentials());
        const earlier = await BareSession.signIn(server.origin);
        const ignoring = await read(earlier);
        await earlier.connectChat();
        const zilda = await newCustomer('Zilda Prado');
        await expect.poll(() => ignoring.messages.join(), longTimeout).toContain('Zilda Prado');
        const destination = (await earlier.credentials()).destination;
        await earlier.logOff();
        // A message between the end of the session and the close of the link is not delivered either.
        await zilda.submit('Depois do fim da sessão');
        const atOnce = { timeout: 5_000 };
        await expect.poll(() => ignoring.isClosed || ignoring.errors.length > 0, atOnce).toBe(true);
        expect(ignoring.messages.join()).not.toContain('Depois do fim da sessão');
        const received = ignoring.messages.length;

        const later = await BareSession.signIn(server.origin);
        const reading = await read(later);
        for (const again of [destination, (await later.credentials()).destination]) ignoring.subscribe(again);
        await later.connectChat();
        const customer = await newCustomer('Yara Dutra');
        await customer.submit('Só para a sessão de agora');
        await expect.poll(() => reading.messages.join(), longTimeout).toContain('Só para a sessão de agora');
        await customer.submit('E mais uma');
        await expect.poll(() => reading.messages.join(), longTimeout).toContain('E mais uma');
        expect(ignoring.messages.slice(received)).toEqual([]);
        for (const client of [ignoring, reading]) client.close();
      },
    );

    test(`a broker that is killed and restarted loses no message (${kind}) [CON-024] [CON-025]`, async ({
      agent,
      newCustomer,
      broker,
      complaints,
    }) => {
      complaints.expectOutage();
      const customer = await openConversationWith(agent, newCustomer, 'Célio Matos');
      const back = broker.restart();
      await expect(agent.linkIs('perdida')).toBeVisible(longTimeout);
      await customer.submit('Escrito enquanto ele não estava');
      await back;
      await expect(agent.message('Escrito enquanto ele não estava')).toBeVisible(longTimeout);
      await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
      await exchangeMessages(agent, customer, ['Escrito enquanto ele não estava']);
    });

    test(
      `a frozen broker is noticed within seconds, and the page shows the time of the next attempt (${kind}) [CON-023] [SHELL-017]`,
      deep,
      async ({ agent, newCustomer, broker, complaints }) => {
        complaints.expectOutage();
        const customer = await openConversationWith(agent, newCustomer, 'Dora Peixoto');
        broker.freeze();
        // The time of two heartbeats (2.5 s each), and more for a busy machine.
        await expect(agent.linkIs('perdida')).toBeVisible({ timeout: 12_000 });
        await agent.page.getByRole('button', { name: 'Detalhes' }).click();
        const dialog = agent.dialog('Reconectando');
        await expect(dialog.getByText(/Nova tentativa em \d segundos?|Tentando agora/)).toBeVisible();
        broker.thaw();
        await expect(dialog).toBeHidden(longTimeout);
        await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
        await exchangeMessages(agent, customer, []);
      },
    );

    test(
      `a link whose password is refused is shown as lost until a password is accepted (${kind}) [CON-026]`,
      deep,
      async ({ agent, page, complaints }) => {
        complaints.expectOutage();
        complaints.expectReport('brokerRefused');
        let spoils = true;
        await page.route('**/api/auth/validate', async (route) => {
          if (!spoils) return route.continue();
          const response = await route.fetch();
          const body = (await response.json()) as { broker?: { passcode: string } };
          if (body.broker !== undefined) body.broker.passcode = 'wrong';
          await route.fulfill({ response, json: body });
        });
        await agent.signIn();
        await expect(agent.linkIs('perdida')).toBeVisible(longTimeout);
        await agent.linkIs('perdida').click();
        await expect(agent.page.getByRole('dialog', { name: 'Conexão' }).getByRole('timer')).toHaveText(
          /Nova tentativa em \d segundos?/,
        );
        await agent.page.keyboard.press('Escape');
        spoils = false;
        await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
      },
    );

    test(
      `only the newest browser receives the queue and a forced disconnect (${kind}) [SES-046]`,
      deep,
      async ({ agent, browser, complaints, newCustomer, server, request }) => {
        complaints.expectOutage();
        // A session check (every ten seconds) may run between the end of the session and the message about it. The
        // server refuses such a check, and the page signs out in the same way.
        complaints.expectRefusal({ status: 401, path: /^\/api\/auth\/validate$/ });
        const customer = await openConversationWith(agent, newCustomer, 'Elza Brito');
        // The same session in another browser, where no lock is shared between the tabs.
        const context = await browser.newContext({
          baseURL: server.origin,
          storageState: await agent.page.context().storageState({ indexedDB: true }),
        });
        complaints.watch(context);
        const newest = new Agent(await context.newPage());
        const tags = newest.page.waitForResponse((response) => response.url().includes('/api/new-tag/tags?'));
        await newest.open('/attendance');
        await expect(newest.linkIs('ótima')).toBeVisible(longTimeout);
        await expect(agent.page.getByRole('heading', { level: 1, name: 'Esta aba foi desativada' })).toBeVisible(
          longTimeout,
        );
        await customer.write('Para o novo');
        await newest.openJob('Elza Brito');
        await expect(newest.message('Para o novo')).toBeVisible(longTimeout);
        // The attendance loads its tags; no request may be pending when the session ends.
        await tags;

        const signedIn = await request.post('/api/auth/login', { data: supervisor });
        const authorization = signedIn.headers().authorization ?? '';
        expect(
          (
            await request.post(`/api/agents/${demoAgents.ana.id}/force-disconnect`, { headers: { authorization } })
          ).ok(),
        ).toBe(true);
        await expect(newest.page.getByRole('button', { name: 'Entrar' })).toBeVisible(longTimeout);
        // Messages about the ended session do not end the next session.
        await newest.signIn();
        await expect(newest.linkIs('ótima')).toBeVisible(longTimeout);
        await context.close();
      },
    );
  });
}

test.describe('over RabbitMQ', () => {
  test.use({ kind: 'RabbitMQ' });
  test.skip(!isRabbitInstalled(), rabbitMissingMessage);

  test('the page answers the server’s pings [CON-027] [CON-028] [CON-030]', deep, async ({ agent, page }) => {
    const said: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
    await agent.signIn();
    const pongs = (): string[] =>
      said.filter((frame) => frame.startsWith('SEND')).map((frame) => /destination:(\S+)/.exec(frame)?.[1] ?? '');
    await expect.poll(() => pongs().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
    expect(
      pongs()
        .slice(0, 3)
        .map((destination) => destination.replace('\\c', ':')),
    ).toEqual([
      '/exchange/workspace.pongs/communicator.101',
      '/exchange/workspace.pongs/whatsapp.101',
      '/exchange/workspace.pongs/chatvisor.101',
    ]);
    await expect(agent.linkIs('ótima')).toBeVisible();
  });
});
