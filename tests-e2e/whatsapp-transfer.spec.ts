// An agent transfers an attendance of WhatsApp to a colleague, who gets it at once or cannot get it.
import type { Agent } from './agent';
import { demoAgents } from './agent';
import { objections } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';

const customer = 'Helena Duarte';

async function transferTo(agent: Agent, id: string, note = '') {
  await agent.page.keyboard.press('Alt+Shift+X');
  const dialog = agent.dialog('Transferir atendimento');
  await dialog.getByRole('textbox', { name: 'Código do agente' }).fill(id);
  await dialog.getByRole('textbox', { name: 'Observação' }).fill(note);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  return dialog;
}

test.beforeEach(async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, '5511955550101', customer);
  await telephone.write('Bom dia!');
  await agent.openJob(customer);
});

test('a colleague gets the attendance at once, with the note; the sender has it no longer [TRF-039] [TRF-041]', async ({
  agent,
  newAgent,
}) => {
  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  const dialog = await transferTo(agent, demoAgents.bruno.id, 'Quer renovar o plano');
  await expect(dialog).toBeHidden();
  await expect(agent.card(customer)).toBeHidden();
  await colleague.openJob(customer);
  await expect(colleague.message('Bom dia!')).toBeVisible();
  await expect(colleague.log).toContainText('Quer renovar o plano');
});

test('a colleague who cannot get it is refused with the reason; the form and the attendance stay [TRF-034] [TRF-036]', async ({
  agent,
  newAgent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/job\/whatsapp\/transfer$/ });
  complaints.expectRefusal({ status: 422, path: /^\/api\/job\/whatsapp\/transfer$/ });
  const dialog = await transferTo(agent, demoAgents.davi.id, 'Quer renovar o plano');
  await expect(dialog.getByRole('alert')).toHaveText('O agente está offline');
  await expect(dialog.getByRole('textbox', { name: 'Observação' })).toHaveValue('Quer renovar o plano');
  expect(await objections(agent.page)).toEqual([]);

  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  await colleague.page.getByRole('button', { name: 'Pausar', exact: true }).click();
  const pause = colleague.page.getByRole('dialog', { name: /^Pausar/ });
  await pause.getByRole('radio').first().click();
  await pause.getByRole('button', { name: 'Pausar agora' }).click();
  await expect(
    colleague.page.getByRole('button', { name: /^WhatsApp: (Em pausa|Pausa|Almoço|.*pausa)/i }),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Código do agente' }).fill(demoAgents.bruno.id);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('O agente está em pausa');
  await dialog.getByRole('textbox', { name: 'Código do agente' }).fill('999');
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Não foi possível realizar a transferência');
  await agent.escape(dialog);
  await expect(agent.card(customer)).toBeVisible();
});

test('the queue gives the attendance to another agent', async ({ agent, newAgent }) => {
  const colleague = await newAgent();
  await atWorkOnWhatsApp(colleague, demoAgents.bruno);
  await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
  await agent.page.getByRole('menuitem', { name: 'Transferir' }).click();
  const dialog = agent.dialog('Transferir atendimento');
  await dialog.getByRole('radio', { name: 'Fila' }).click();
  await expect(dialog.getByRole('radio', { name: /Outro agente desta fila/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog).toBeHidden();
  await expect(colleague.card(customer)).toBeVisible();
  await expect(agent.card(customer)).toBeHidden();
});
