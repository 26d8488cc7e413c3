// An agent transfers a web chat to a colleague or to a queue; the customer sees which agent continues the chat.
import type { Agent } from './agent';
import { demoAgents } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { deep } from './deep';

const customer = 'Helena Duarte';
const identifier = 'helena.duarte@example.com';

async function openTransfer(agent: Agent) {
  await agent.conversation.getByRole('button', { name: 'Transferir' }).click();
  return agent.dialog('Transferir atendimento');
}

test('a colleague gets a chat at once, with its messages and the note, and the customer sees who joined [TRF-031] [API-138]', async ({
  agent,
  newAgent,
  newCustomer,
}) => {
  await agent.atWork();
  const chat = await newCustomer(customer, { identifier });
  await chat.write('Quero renovar o plano');
  await agent.openJob(customer);
  const colleague = await newAgent();
  await colleague.atWork(demoAgents.bruno);
  const dialog = await openTransfer(agent);
  await dialog.getByRole('option', { name: /^Bruno Lima .*Disponível$/ }).click();
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Cliente antiga');
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog).toBeHidden();
  await expect(agent.card(customer)).toBeHidden();
  await expect(agent.notices.getByText('Transferência realizada com sucesso')).toBeVisible();
  await expect(agent.notices.getByRole('status')).toHaveCount(1);
  await colleague.openJob(customer);
  await expect(colleague.message('Quero renovar o plano')).toBeVisible();
  await expect(colleague.log).toContainText('Ana Souza transferiu para você');
  await expect(colleague.log).toContainText('Cliente antiga');
  await expect(chat.log.getByText('Bruno Lima entrou na conversa.')).toBeVisible();
  await expect(chat.log).not.toContainText('Cliente antiga');
  await colleague.field.fill('Olá, sou o Bruno');
  await colleague.field.press('Enter');
  await expect(chat.reads('Olá, sou o Bruno')).toBeVisible();
});

test('a refused transfer keeps the chat and says why: the colleague went offline [TRF-032] [TRF-038]', async ({
  agent,
  newAgent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/job\/chat\/transfer$/ });
  await agent.atWork();
  const chat = await newCustomer(customer, { identifier });
  await chat.write('Bom dia');
  await agent.openJob(customer);
  const colleague = await newAgent();
  await colleague.atWork(demoAgents.bruno);
  const dialog = await openTransfer(agent);
  await dialog.getByRole('option', { name: /Bruno Lima/ }).click();
  await colleague.page.getByRole('button', { name: /^Chat: / }).click();
  await colleague.page.getByRole('menuitem', { name: 'Desconectar', exact: true }).click();
  await expect(colleague.page.getByRole('button', { name: /^Chat: Desconectado/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Não é possível transferir: o agente está offline');
  await agent.escape(dialog);
  await expect(agent.card(customer)).toBeVisible();
});

test(
  'a customer who is not registered is registered before the transfer [TRF-003]',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    const chat = await newCustomer('Visitante Novo');
    await chat.write('Bom dia');
    await agent.openJob('Visitante Novo');
    await agent.conversation.getByRole('button', { name: 'Transferir' }).click();
    await expect(agent.notices.getByText('Cadastre o contato para continuar.')).toBeVisible();
    await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toHaveValue('Visitante Novo');
    await expect(agent.dialog('Transferir atendimento')).toBeHidden();
  },
);

test(
  'a chat that its agent transferred to another queue waits there, and the customer sees it',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    const chat = await newCustomer(customer, { identifier });
    await chat.write('Bom dia');
    await agent.openJob(customer);
    const dialog = await openTransfer(agent);
    await dialog.getByRole('tab', { name: 'Fila' }).click();
    await dialog.getByRole('option', { name: /^Renovações/ }).click();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await expect(dialog).toBeHidden();
    await expect(agent.card(customer)).toBeHidden();
    await expect(chat.log.getByText('Seu atendimento voltou para a fila. Aguarde, por favor.')).toBeVisible();
  },
);
