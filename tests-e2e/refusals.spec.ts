// What the agent sees when the server refuses or fails: the specified texts, and nothing is lost.
import { expect, test } from './fixtures';
import { deep } from './deep';

test('a refused connect or disconnect of the chat says why, and its status stays [CHN-054] [CHN-055] [CHN-056]', async ({
  agent,
  complaints,
}) => {
  const refuse = async (action: 'connect' | 'disconnect', status: number, body: object, words: string) => {
    complaints.expectRefusal({ status, path: /^\/api\/channels\/chat\// });
    const path = `**/api/channels/chat/${action}/**`;
    await agent.page.route(path, (route) => route.fulfill({ status, json: body }));
    await agent.page.getByRole('button', { name: /^Chat: / }).click();
    await agent.page
      .getByRole('menuitem', { name: action === 'connect' ? 'Conectar' : 'Desconectar', exact: true })
      .click();
    await expect(agent.notices.getByText(words, { exact: true })).toBeVisible();
    await expect(agent.chip(action === 'connect' ? 'Desconectado' : 'Disponível')).toBeVisible();
    await agent.page.unroute(path);
  };
  await agent.signIn();
  await refuse('connect', 500, {}, 'Não foi possível conectar o canal de chat');
  await refuse('connect', 409, { cause: 'offline' }, 'Servidor de chat offline');
  await agent.connectChat();
  await refuse('disconnect', 500, {}, 'Não foi possível desconectar o canal de chat');
});

test(
  'attendances that cannot be loaded are shown as failed in the list [JOB-017]',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 500, path: /\/jobs\/active$/ });
    complaints.expectReport('activeJobsNotLoaded');
    await agent.page.route('**/jobs/active', (route) => route.fulfill({ status: 500, body: '' }));
    await agent.open();
    await agent.submitCredentials('ana.souza', 'agente123');
    await expect(agent.notices.getByText('Não foi possível recuperar os atendimentos ativos.')).toBeVisible();
  },
);

test('given a failed qualification, a snackbar shows the failure and the attendance stays [QUA-015]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 500, path: /^\/api\/.*qualif/ });
  await agent.atWork();
  const customer = await newCustomer('Otávio', { identifier: 'otavio.ramos@example.com', queue: 'Renovações' });
  await customer.write('Bom dia');
  await expect(agent.details.getByRole('heading', { name: 'Otávio Ramos' })).toBeVisible();
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await agent
    .dialog('Finalizar atendimento')
    .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
    .click();
  const dialog = agent.dialog('Qualificar atendimento');
  await dialog.getByRole('radio', { name: /Engano/ }).click();
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Ligou por engano');
  await agent.page.route('**/api/**qualif**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
  );
  await dialog.getByRole('button', { name: 'Qualificar' }).click();
  await expect(dialog.getByText('Não foi possível realizar a qualificação.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Observação' })).toHaveValue('Ligou por engano');
  await dialog.getByRole('button', { name: 'Agora não' }).click();
  await expect(agent.card('Otávio Ramos')).toContainText('Qualificar');
});
