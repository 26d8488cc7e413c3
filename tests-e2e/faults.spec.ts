// A server killed between send and answer, and a core that panicked: nothing is lost, nothing is duplicated.
import { crashAtNextLetter, installCrashTraps } from './faults-core';
import { expect, test } from './fixtures';
import { deep } from './deep';

const answer = 'O boleto está a caminho';

test('given a server that was killed after it stored a message, the message is shown once to customer and agent', async ({
  agent,
  newCustomer,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  // Blocks the answer and the broker's event.
  let brokerSilenced = false;
  await agent.page.routeWebSocket(/\/broker$/, (socket) => {
    brokerSilenced = false;
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (!brokerSilenced) socket.send(frame);
    });
  });
  await agent.atWork();
  const customer = await newCustomer('Sônia Guimarães');
  await customer.write('Preciso do boleto');
  await expect(agent.message('Preciso do boleto')).toBeVisible();

  // The server has stored the message; its answer never arrives.
  const killed = new Promise<void>((resolve, reject) => {
    const kill = async (): Promise<void> => {
      await agent.page.route(
        '**/api/chat/messages',
        async (route) => {
          brokerSilenced = true;
          await route.fetch();
          await server.stop('SIGKILL');
          await route.abort('connectionreset');
          resolve();
        },
        { times: 1 },
      );
    };
    kill().catch(reject);
  });
  await agent.send(answer);
  await killed;
  await expect(agent.message(answer)).toHaveAccessibleName(/enviando/);

  await server.start();
  await expect(agent.message(answer)).toHaveAccessibleName(/enviada/, { timeout: 20_000 });
  await expect(customer.reads(answer)).toBeVisible({ timeout: 20_000 });
  // Both sides write once more, so that any duplicate has arrived.
  await customer.write('Recebi, obrigada');
  await expect(agent.message('Recebi, obrigada')).toBeVisible({ timeout: 20_000 });
  await expect(agent.message(answer)).toHaveCount(1);
  await expect(customer.reads(answer)).toHaveCount(1);
});

test('a message that did not reach a killed server is sent after the restart', async ({
  agent,
  newCustomer,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  await agent.atWork();
  const customer = await newCustomer('Otávio Brandão');
  await customer.write('Bom dia');
  await expect(agent.message('Bom dia')).toBeVisible();

  await server.stop('SIGKILL');
  await agent.send(answer);
  await expect(agent.message(answer)).toHaveAccessibleName(/enviando/);
  await server.start();
  await expect(agent.message(answer)).toHaveAccessibleName(/enviada/, { timeout: 20_000 });
  await expect(customer.reads(answer)).toHaveCount(1, { timeout: 20_000 });
});

test(
  'a core that panics is started again, and the text in the composer is still there',
  deep,
  async ({ agent, newCustomer }) => {
    await installCrashTraps(agent.page);
    await agent.atWork();
    const customer = await newCustomer('Helena Prado');
    await customer.write('Olá');
    await expect(agent.message('Olá')).toBeVisible();
    await agent.field.fill('Uma resposta longa que não pode sumir');

    await crashAtNextLetter(agent.page);
    const reloaded = agent.page.waitForEvent('load');
    await agent.field.press('End');
    await agent.field.pressSequentially('!');
    await reloaded;

    await expect(agent.field).toHaveValue('Uma resposta longa que não pode sumir!');
    await expect(agent.message('Olá')).toBeVisible();
    await agent.field.press('Enter');
    await expect(customer.reads('Uma resposta longa que não pode sumir!')).toHaveCount(1);
  },
);
