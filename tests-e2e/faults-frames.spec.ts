// A broker link that breaks, sends nothing, repeats, delays, reorders or corrupts frames: afterwards the conversation
// is equal to the server's conversation, and nothing is reported twice.
import type { Page } from '@playwright/test';
import { BrokerLine } from './faults-broker';
import { crashAtNextLetter, crashOnText, installCrashTraps } from './faults-core';
import { openConversationWith, exchangeMessages } from './faults-scene';
import { expect, test } from './fixtures';
import { deep } from './deep';

// Reconnects and retries take several seconds.
test.describe.configure({ timeout: 60_000 });

const longTimeout = { timeout: 20_000 };

test('a dropped socket reconnects automatically, and the messages sent meanwhile appear [BEY-001]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectOutage();
  const line = await BrokerLine.between(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Júlia Amaral');
  await line.drop();
  await expect(agent.page.getByText('O que você escreve fica guardado.')).toBeVisible();
  await customer.write('Você caiu?');
  await agent.send('Só por um instante');
  await expect(agent.message('Só por um instante')).toHaveAccessibleName(/enviada/);
  await expect(agent.message('Você caiu?')).toBeVisible(longTimeout);
  await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
  expect(line.links).toBe(2);
  await exchangeMessages(agent, customer, ['Você caiu?', 'Só por um instante']);
});

test('a half-open socket is detected by missing heartbeats, and replaced [BEY-001]', async ({ agent, newCustomer }) => {
  const line = await BrokerLine.between(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Kátia Rangel');
  line.silence();
  await customer.write('Alguém aí?');
  await expect(agent.page.getByText('O que você escreve fica guardado.')).toBeVisible(longTimeout);
  await agent.networkIsBack();
  await expect(agent.message('Alguém aí?')).toBeVisible(longTimeout);
  expect(line.links).toBe(2);
  await exchangeMessages(agent, customer, ['Alguém aí?']);
});

test('messages that arrive twice are shown and counted once, with one sound and one notification [BEY-007]', async ({
  agent,
  newCustomer,
}) => {
  await agent.page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      override createBufferSource(): AudioBufferSourceNode {
        sessionStorage.setItem('test.tones', String(Number(sessionStorage.getItem('test.tones') ?? 0) + 1));
        return super.createBufferSource();
      }
    };
  });
  const tones = (): Promise<number> => agent.page.evaluate(() => Number(sessionStorage.getItem('test.tones') ?? 0));
  const line = await BrokerLine.between(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Lauro Teles');
  // The agent clicks once, because the browser allows sound only after a click.
  await agent.message('Bom dia').click();
  const other = await newCustomer('Mirela Porto');
  await other.write('Oi');
  await expect(agent.card('Mirela Porto')).toHaveAccessibleName(/1 mensagem não lida/);
  line.double();
  const before = await tones();
  await other.write('Escrevi uma vez');
  await expect(agent.card('Mirela Porto')).toHaveAccessibleName(/2 mensagens não lidas/);
  await expect.poll(tones).toBe(before + 1);
  await customer.write('Eu também');
  await expect(agent.message('Eu também')).toBeVisible();
  await expect.poll(tones).toBe(before + 2);
  await expect(agent.card('Mirela Porto')).toHaveAccessibleName(/2 mensagens não lidas/);
  await expect(await agent.notification('Escrevi uma vez')).toHaveCount(1);
  await agent.page.keyboard.press('Escape');
  expect(line.bodies.filter((body) => body.includes('Escrevi uma vez'))).toHaveLength(1);
  await exchangeMessages(agent, customer, ['Eu também']);
});

test(
  'messages that arrive late and in a wrong order are shown in the server’s order [BEY-006]',
  deep,
  async ({ agent, newCustomer }) => {
    const line = await BrokerLine.between(agent.page);
    const customer = await openConversationWith(agent, newCustomer, 'Nadir Campos');
    const release = line.hold();
    await customer.write('um');
    await customer.write('dois');
    await agent.send('três');
    await expect(agent.message('três')).toHaveAccessibleName(/enviada/);
    await customer.write('quatro');
    await expect.poll(() => line.bodies.some((body) => body.includes('quatro'))).toBe(true);
    release((frames) => frames.reverse());
    await expect(agent.thread()).toHaveText(['Bom dia', 'um', 'dois', 'três', 'quatro']);
    await exchangeMessages(agent, customer, ['um', 'dois', 'três', 'quatro']);
  },
);

test('an unreadable message is requested again', deep, async ({ agent, newCustomer, complaints }) => {
  complaints.expectReport('undecodableEvent');
  const line = await BrokerLine.between(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Olavo Pinto');
  const acknowledged = line.acknowledged;
  line.garbleOne('Ilegível no caminho');
  await customer.write('Ilegível no caminho');
  await expect(agent.message('Ilegível no caminho')).toBeVisible();
  await expect.poll(() => line.acknowledged).toBeGreaterThan(acknowledged);
  await exchangeMessages(agent, customer, ['Ilegível no caminho']);
});

test('a message that crashes the core crashes it once, and is then skipped and acknowledged while the agent continues to work [BEY-072]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectOutage();
  complaints.expectReport('deliverySkippedAfterCrash');
  const line = await BrokerLine.between(agent.page);
  await installCrashTraps(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Paulina Reis');
  await agent.field.fill('Ainda estava escrevendo');
  const putAside = agent.page.waitForEvent('console', (message) =>
    message.text().startsWith('deliverySkippedAfterCrash'),
  );
  await crashOnText(agent.page, 'veneno');
  const reloaded = agent.page.waitForEvent('load');
  await customer.write('isto é veneno');
  await reloaded;
  let loads = 0;
  agent.page.on('load', () => (loads += 1));
  await putAside;
  await expect(agent.field).toHaveValue('Ainda estava escrevendo');
  await expect(agent.message('isto é veneno')).toBeVisible();
  await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);

  // The broker has removed the acknowledged message, so the next link does not deliver it again.
  const { links, bodies } = line;
  const deliveries = bodies.length;
  await expect.poll(() => storedJournal(agent.page)).toBe(true);
  await expect.poll(() => line.unacknowledged).toBe(0);
  await line.drop();
  await expect(agent.linkIs('perdida')).toBeVisible();
  await agent.networkIsBack();
  await expect(agent.linkIs('ótima')).toBeVisible(longTimeout);
  expect(line.links).toBe(links + 1);
  expect(bodies.slice(deliveries).filter((body) => body.includes('veneno'))).toEqual([]);
  await agent.field.press('Enter');
  await exchangeMessages(agent, customer, ['isto é veneno', 'Ainda estava escrevendo']);
  expect(loads).toBe(0);
});

test('given two crashes in a row the core is not started a third time; after a clean start by the agent the unsent text is still there [BEY-072] [BEY-009]', async ({
  agent,
  newCustomer,
}) => {
  await installCrashTraps(agent.page);
  const customer = await openConversationWith(agent, newCustomer, 'Quirino Alves');
  await agent.field.fill('Um texto que não pode sumir');
  const reloaded = agent.page.waitForEvent('load');
  await crashAtNextLetter(agent.page);
  await agent.field.press('End');
  await agent.field.pressSequentially('!');
  await reloaded;
  await expect(agent.field).toHaveValue('Um texto que não pode sumir!');
  await crashAtNextLetter(agent.page);
  await agent.field.press('End');
  await agent.field.pressSequentially('!');
  await expect(agent.page.getByText('A página foi interrompida duas vezes seguidas')).toBeVisible();
  await agent.page.getByRole('button', { name: 'Recomeçar' }).click();
  await expect(agent.field).toHaveValue('Um texto que não pode sumir!!');
  await agent.field.press('Enter');
  await exchangeMessages(agent, customer, ['Um texto que não pode sumir!!']);
});

test(
  'given a reload that takes long after a crash, what the core does meanwhile does not replace the text in the field [BEY-072]',
  deep,
  async ({ agent, newCustomer }) => {
    await installCrashTraps(agent.page);
    const customer = await openConversationWith(agent, newCustomer, 'Rosana Couto');
    // The core stores the text without the last letter 300 ms after it was typed.
    await agent.page.route('**/new-agent/**', async (route) => {
      if (route.request().resourceType() === 'document') await new Promise((answered) => setTimeout(answered, 2_000));
      await route.fallback();
    });
    await agent.field.fill('Um texto que não pode sumir');
    const reloaded = agent.page.waitForEvent('load');
    await crashAtNextLetter(agent.page);
    await agent.field.press('End');
    await agent.field.pressSequentially('!?');
    await reloaded;
    await expect(agent.field).toHaveValue('Um texto que não pode sumir!?');
    await agent.field.press('Enter');
    await exchangeMessages(agent, customer, ['Um texto que não pode sumir!?']);
  },
);

/** Whether every delivery is in the stored journal; the page acknowledges a delivery only after that. */
function storedJournal(page: Page): Promise<boolean> {
  return page.evaluate(() => sessionStorage.getItem('workspace.delivery') === null);
}
