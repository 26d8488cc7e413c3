// An agent transfers an attendance of WhatsApp to a colleague, who gets it at once or cannot get it.
import type { Agent } from './agent';
import { demoAgents } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const customer = 'Helena Duarte';

async function openTransfer(agent: Agent) {
  await agent.page.keyboard.press('Alt+Shift+X');
  return agent.dialog('Transferir atendimento');
}

async function pause(agent: Agent) {
  await agent.page.getByRole('button', { name: 'Pausar', exact: true }).click();
  const dialog = agent.page.getByRole('dialog', { name: /^Pausar/ });
  await dialog.getByRole('radio').first().click();
  await dialog.getByRole('button', { name: 'Pausar agora' }).click();
  await expect(agent.page.getByRole('button', { name: /^WhatsApp: (Em pausa|Pausa|Almoço|.*pausa)/i })).toBeVisible();
}

test.beforeEach(async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, '5511955550101', customer);
  await telephone.write('Bom dia!');
  await agent.openJob(customer);
});

test('an attendance is transferred to a colleague, who is found by name and gets it at once with the note [TRF-039] [TRF-041]', async ({
  agent,
  newAgent,
}) => {
  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  const dialog = await openTransfer(agent);
  await expect(dialog.getByRole('option', { name: /^Bruno Lima .*Disponível$/ })).toBeEnabled();
  await expect(dialog.getByRole('option', { name: 'Davi Rocha Desconectado' })).toBeDisabled();
  await expect(dialog.getByRole('option', { name: /Ana Souza/ })).toBeHidden();
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Buscar agente' }).fill('bruno');
  await dialog.getByRole('combobox').press('ArrowDown');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expect(dialog.getByRole('option', { selected: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Quer renovar o plano');
  await dialog.getByRole('combobox').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(agent.card(customer)).toBeHidden();
  await expect(agent.notices.getByText('Transferência realizada com sucesso')).toBeVisible();
  await colleague.openJob(customer);
  await expect(colleague.message('Bom dia!')).toBeVisible();
  await expect(colleague.log).toContainText('Quer renovar o plano');
});

test('a transfer to a colleague who cannot get the attendance any more is refused with the reason, and choice and attendance stay [TRF-036]', async ({
  agent,
  newAgent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/job\/whatsapp\/transfer$/ });
  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  const dialog = await openTransfer(agent);
  await dialog.getByRole('option', { name: /Bruno Lima/ }).click();
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Quer renovar o plano');
  await pause(colleague);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('O agente está em pausa');
  await expect(dialog.getByRole('option', { name: /^Bruno Lima .*Em pausa$/, selected: true })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Observação' })).toHaveValue('Quer renovar o plano');
  expect(await axeViolations(agent.page)).toEqual([]);
  await agent.escape(dialog);
  await expect(agent.card(customer)).toBeVisible();
  const again = await openTransfer(agent);
  await expect(again.getByRole('option', { name: /^Bruno Lima .*Em pausa$/ })).toBeDisabled();
});

test(
  'a transfer to a colleague who lost the connection is refused with the reason [TRF-034]',
  deep,
  async ({ agent, newAgent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: /^\/api\/job\/whatsapp\/transfer$/ });
    const colleague = await newAgent();
    await atWorkOnWhatsApp(colleague, demoAgents.bruno);
    const dialog = await openTransfer(agent);
    await dialog.getByRole('option', { name: /Bruno Lima/ }).click();
    await colleague.page.getByRole('button', { name: /^WhatsApp: / }).click();
    await colleague.page.getByRole('menuitem', { name: 'Desconectar', exact: true }).click();
    await expect(colleague.page.getByRole('button', { name: /^WhatsApp: Desconectado/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('O agente está offline');
    await expect(dialog.getByRole('option', { name: 'Bruno Lima Desconectado', selected: true })).toBeVisible();
  },
);

test('an attendance transferred to its queue is assigned to another agent', deep, async ({ agent, newAgent }) => {
  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  await agent.conversation.getByRole('button', { name: 'Transferir' }).click();
  const dialog = agent.dialog('Transferir atendimento');
  await dialog.getByRole('tab', { name: 'Fila' }).click();
  await expect(dialog.getByRole('option').first()).toHaveText(/^Vendas WhatsAppfila atual1 agente disponível$/);
  await dialog.getByRole('option', { name: /^Instagram/ }).click();
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog).toBeHidden();
  await expect(colleague.card(customer)).toBeVisible();
  await expect(agent.card(customer)).toBeHidden();
});

test('transfer lists that could not be loaded can be requested again', deep, async ({ agent, complaints }) => {
  complaints.expectRefusal({ status: 500, path: /agents-available$/ });
  const agents = '**/queues/whatsapp/*/agents-available*';
  await agent.page.route(agents, (route) => route.fulfill({ status: 500, json: {} }));
  // On a busy machine Chromium may handle the key press below before it applies the route to the open document. A new
  // document has the route from the beginning.
  await agent.page.reload();
  await expect(agent.field).toBeVisible();
  const dialog = await openTransfer(agent);
  await expect(dialog.getByText('Não foi possível carregar os agentes')).toBeVisible();
  await agent.page.unroute(agents);
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(dialog.getByRole('option', { name: /Bruno Lima/ })).toBeVisible();
});
