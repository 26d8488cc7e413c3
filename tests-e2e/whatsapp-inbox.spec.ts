// A customer who writes again after the attendance ended is shown in the inbox of the same agent: this agent can reopen
// the entry, another agent cannot.
import { demoAgents } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const customer = 'Helena Duarte';
const number = '5511955550101';

test.beforeEach(async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, number, customer);
  await telephone.write('Bom dia!');
  await agent.openJob(customer);
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await agent
    .dialog('Finalizar atendimento')
    .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
    .click();
  await agent.dialog('Qualificar atendimento').getByRole('button', { name: 'Agora não' }).click();
  await telephone.write('Esqueci uma coisa');
});

test('given two agents who start with the same customer, the owner reopens the entry of the inbox and the other agent is refused [WAP-048] [WAP-049] [WAP-050] [WAP-077] [WAP-078]', async ({
  agent,
  newAgent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/job\/whatsapp\/(active-job|check-active-sessions)$/ });
  const other = await newAgent();
  await atWorkOnWhatsApp(other, demoAgents.bruno);
  await other.list.getByRole('radio', { name: /^Entrada/ }).click();
  await expect(other.list.getByText('Nenhuma conversa na caixa de entrada')).toBeVisible();

  const inbox = agent.list.getByRole('radio', { name: /^Entrada/ });
  await expect(inbox).toHaveText(/^Entrada1(agora|\d min)1 mensagem não lida$/);
  await inbox.click();
  const entry = agent.list.getByRole('button', { name: new RegExp(`^Assumir atendimento de ${customer}`) });
  await expect(entry).toContainText('Esqueci uma coisa');
  expect(await axeViolations(agent.page)).toEqual([]);

  await other.page.getByRole('button', { name: 'Novo', exact: true }).click();
  const start = other.dialog('Nova conversa no WhatsApp');
  await start.getByRole('textbox', { name: 'Número do WhatsApp' }).fill(number);
  await start.getByRole('button', { name: 'Iniciar' }).click();
  await expect(start.getByRole('alert')).toHaveText('Contato na caixa de entrada do agente Ana Souza');
  await entry.click();
  await expect(agent.message('Esqueci uma coisa')).toBeVisible();
  await expect(agent.list.getByRole('radio', { name: /^Ativos/ })).toBeChecked();
  await expect(inbox).toHaveText('Entrada0');
  await start.getByRole('button', { name: 'Iniciar' }).click();
  await expect(start.getByRole('alert')).toHaveText('Contato já em atendimento com o agente Ana Souza');
});

test(
  'an entry of the inbox that another agent reopened meanwhile is refused with the cause, and stays [WAP-051]',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: /^\/api\/whatsapp\/reopen$/ });
    const body = { cause: 'alreadyInAttendance', details: { agentName: 'Bruno Lima' } };
    await agent.page.route('**/api/whatsapp/reopen', (route) => route.fulfill({ status: 409, json: body }));
    await agent.list.getByRole('radio', { name: /^Entrada/ }).click();
    const entry = agent.list.getByRole('button', { name: new RegExp(`^Assumir atendimento de ${customer}`) });
    await entry.click();
    await expect(agent.notices).toContainText('Contato já em atendimento com o agente Bruno Lima');
    await expect(entry).toBeVisible();
  },
);
