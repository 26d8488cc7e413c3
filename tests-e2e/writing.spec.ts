// The agent writes and reads in an open conversation.
import type { Agent } from './agent';
import type { Customer } from './customer';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { recordsOf } from './records';
import { deep } from './deep';

async function conversation(agent: Agent, newCustomer: (name: string) => Promise<Customer>): Promise<Customer> {
  await agent.atWork();
  const customer = await newCustomer('Beatriz Nogueira');
  await customer.write('Bom dia');
  await expect(agent.message('Bom dia')).toBeVisible();
  return customer;
}

test('Enter sends and Shift+Enter breaks the line, until the agent prefers Ctrl+Enter [BEY-052]', async ({
  agent,
  newCustomer,
}) => {
  await conversation(agent, newCustomer);
  await agent.field.fill('primeira');
  await agent.field.press('Shift+Enter');
  await agent.field.pressSequentially('linha');
  await expect(agent.field).toHaveValue('primeira\nlinha');
  await agent.field.press('Enter');
  await expect(agent.message('primeira linha')).toBeVisible();

  await agent.chooseInOwnMenu('Preferências');
  await agent
    .dialog('Preferências')
    .getByRole('radio', { name: /^Ctrl\+Enter/ })
    .click();
  await agent.dialog('Preferências').getByRole('button', { name: 'Concluir' }).click();
  await agent.field.fill('segunda');
  await agent.field.press('Enter');
  await expect(agent.field).toHaveValue('segunda\n');
  await agent.field.press('Control+Enter');
  await expect(agent.message('segunda')).toBeVisible();
  await expect(agent.field).toHaveValue('');
});

test('the customer sees that the agent types, and the server gets the typing event [CHT-015]', async ({
  agent,
  newCustomer,
}) => {
  const customer = await conversation(agent, newCustomer);
  const typing = agent.page.waitForRequest('**/api/chat/typing');
  await agent.field.pressSequentially('Vou ver');
  expect((await typing).postDataJSON()).toMatchObject({ protocol: agent.protocol(), typing: true });
  await expect(customer.page.getByText(/está digitando/)).toBeVisible();
});

test('a preset of the queue is found by "/" and inserted by keyboard', async ({ agent, newCustomer }) => {
  const customer = await conversation(agent, newCustomer);
  await agent.field.fill('/sauda');
  await expect(agent.conversation.getByRole('option', { name: /Saudação/ })).toBeVisible();
  expect(await axeViolations(agent.page)).toEqual([]);
  await agent.field.press('Enter');
  await expect(agent.field).toHaveValue('Olá! Em que posso ajudar?');
  await agent.field.press('Enter');
  await expect(customer.page.getByText('Olá! Em que posso ajudar?')).toBeVisible();
});

test(
  'a refused message stays in the thread with its actions, and its text can be moved back to the composer',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 422, path: /^\/api\/chat\/messages$/ });
    await conversation(agent, newCustomer);
    await agent.page.route(
      '**/api/chat/messages',
      (route) => route.fulfill({ status: 422, json: { reason: 'SOMETHING_NEW' } }),
      { times: 1 },
    );
    await agent.send('Não vai passar');
    const message = agent.message('Não vai passar');
    await expect(message).toHaveAccessibleName(/não enviada/);
    await expect(message).toContainText('Não foi possível enviar a mensagem');
    await message.getByRole('button', { name: 'Editar' }).click();
    await expect(message).toHaveCount(0);
    await expect(agent.field).toHaveValue('Não vai passar');
    await agent.field.press('Enter');
    await expect(message).toHaveAccessibleName(/, enviada/);
  },
);

test(
  'a message of two megabytes is refused with a reason and stays in the field',
  deep,
  async ({ agent, newCustomer }) => {
    await conversation(agent, newCustomer);
    const long = `${'palavra '.repeat(262_144)}fim`;
    await agent.field.focus();
    await agent.page.keyboard.insertText(long);
    await agent.field.press('Enter');
    await expect(agent.notices.getByText('A mensagem é longa demais. Divida-a em partes menores.')).toBeVisible();
    expect((await agent.field.inputValue()) === long, 'the whole text is in the field').toBe(true);
  },
);

test('text with HTML and direction marks is shown as text', deep, async ({ agent, newCustomer }) => {
  const customer = await conversation(agent, newCustomer);
  const hostile =
    '<img src=x onerror="document.title=1"><script>document.title=1</script> \u202egnp.exe\u202c {{name}} $t(chat.message.you)';
  await customer.write(hostile);
  await expect(agent.log.getByText(hostile)).toBeVisible();
  await agent.send(hostile);
  await expect(customer.reads(hostile)).toHaveCount(2);
  await expect(agent.page).toHaveTitle('Atendimentos');
});

test('the thread shows the day and the start of the new messages, and does not move for an agent who scrolled up [BEY-055]', async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  const first = await newCustomer('Beatriz Nogueira');
  await first.write('olá');
  await agent.openJob('Beatriz Nogueira');
  const second = await newCustomer('Rodrigo Farias');
  for (let number = 1; number <= 25; number += 1) await second.write(`mensagem ${number}`);
  await agent.openJob('Rodrigo Farias');
  await expect(agent.log.getByText('Hoje')).toBeAttached();
  // The conversation opens at its first unread message.
  await expect(agent.log.getByText('Novas mensagens')).toBeInViewport();
  await expect(agent.message('mensagem 3')).toBeInViewport();
  await expect(agent.message('mensagem 25')).not.toBeInViewport();

  await agent.log.hover();
  await agent.page.mouse.wheel(0, 40);
  const toEnd = (count: number) =>
    agent.conversation.getByRole('button', { name: `Ir para o fim, ${count} mensagens novas` });
  // The messages from the first unread one on.
  await expect(toEnd(25)).toBeVisible();
  const position = (): Promise<number> => agent.log.evaluate((element) => element.scrollTop);
  await expect.poll(async () => (await position()) === (await position())).toBe(true);
  const before = await position();
  await second.write('mais uma');
  await expect(toEnd(26)).toBeVisible();
  expect(await position()).toBe(before);
  await toEnd(26).click();
  await expect(agent.message('mais uma')).toBeInViewport();
});

test('a draft is restored after a reload', deep, async ({ agent, newCustomer }) => {
  await conversation(agent, newCustomer);
  await agent.field.fill('ainda não enviado');
  // The draft is stored at most half a second after it was typed.
  await expect
    .poll(() => recordsOf(agent.page, 'workspace-unsent'))
    .toContainEqual(expect.stringContaining('ainda não enviado'));
  await agent.page.reload();
  await expect(agent.field).toHaveValue('ainda não enviado');
});

test('the search of a web chat ignores accents, searches all messages and shows the chosen one [BEY-060]', async ({
  agent,
  newCustomer,
}) => {
  const customer = await conversation(agent, newCustomer);
  await customer.write('Quero a renovação do plano');
  for (let index = 1; index <= 25; index += 1) await customer.write(`Linha ${String(index)}`);
  await expect(agent.message('Linha 25')).toBeVisible();
  await expect(agent.message('Quero a renovação do plano')).not.toBeInViewport();
  await agent.page.keyboard.press('Alt+Shift+G');
  const drawer = agent.page.getByRole('complementary', { name: 'Buscar na conversa' });
  const field = drawer.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill('RENOVACAO');
  const results = drawer.getByRole('list', { name: 'Mensagens encontradas' }).getByRole('button');
  await expect(results).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText('renovação');
  expect(await axeViolations(agent.page)).toEqual([]);
  await field.press('Enter');
  await expect(agent.message('Quero a renovação do plano')).toBeInViewport();
  await expect(results).toBeVisible();
  await field.fill('inexistente');
  await expect(drawer.getByText('Nada encontrado para ‘inexistente’')).toBeVisible();
  await field.press('Escape');
  await expect(drawer).toBeHidden();
});
