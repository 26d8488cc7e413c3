// The contact of an attendance is found, registered, linked and renamed; failures show a message.
import type { Agent } from './agent';
import type { Customer } from './customer';
import { expect, test } from './fixtures';
import { deep } from './deep';

const contactRequests = /^\/api\/contacts/;

async function attendance(
  agent: Agent,
  newCustomer: (name: string, options?: { identifier?: string }) => Promise<Customer>,
  identifier?: string,
): Promise<void> {
  await agent.atWork();
  const customer = await newCustomer('Visitante Novo', identifier === undefined ? {} : { identifier });
  await customer.write('Bom dia');
  await expect(agent.details.getByRole('tab', { name: 'Contato' })).toBeVisible();
}

test('an identifier with spaces and an empty field are refused at the field [CTC-013] [CTC-015]', async ({
  agent,
  newCustomer,
}) => {
  await attendance(agent, newCustomer);
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await agent.details.getByRole('textbox', { name: 'Identificador' }).fill('com espaço');
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(agent.details.getByText('O identificador não pode conter espaços')).toBeVisible();
  await expect(agent.details.getByRole('textbox', { name: 'Identificador' })).toBeFocused();
  await agent.details.getByRole('textbox', { name: 'Nome' }).fill('  ');
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(agent.details.getByText('Esse campo é obrigatório.', { exact: true })).toBeVisible();
  await agent.details.getByRole('button', { name: 'Cancelar' }).click();
  await agent.details.getByRole('button', { name: 'Vincular contato' }).click();
  await agent.details.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(agent.details.getByText('Esse campo é obrigatório.', { exact: true })).toBeVisible();
});

test(
  'a registered identifier is refused with its own message [CTC-025]',
  deep,
  async ({ agent, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 409, path: contactRequests });
    await attendance(agent, newCustomer);
    await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
    await agent.details.getByRole('textbox', { name: 'Identificador' }).fill('otavio.ramos@example.com');
    await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
    await expect(agent.details.getByText('Identificador já cadastrado')).toBeVisible();
  },
);

for (const [row, status, body, words] of [
  ['CTC-024', 409, { reason: 'BLOCKED_CONTACT' }, 'Contato bloqueado'],
  ['CTC-020', 500, {}, 'Ocorreu um erro ao salvar as alterações do contato'],
] as const) {
  test(
    `a new contact that is answered with ${status} shows '${words}' [${row}]`,
    deep,
    async ({ agent, newCustomer, complaints }) => {
      complaints.expectRefusal({ status, path: contactRequests });
      await attendance(agent, newCustomer);
      await agent.page.route('**/api/contacts', (route) => route.fulfill({ status, json: body }));
      await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
      await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
      await expect(agent.notices.getByText(words)).toBeVisible();
      await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toHaveValue('Visitante Novo');
    },
  );
}

test('given a failed contact request, the panel shows the failure and the agent can repeat the request [CTC-021]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 500, path: contactRequests });
  await agent.page.route('**/api/contacts/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await attendance(agent, newCustomer);
  await expect(agent.details.getByText('Ocorreu um erro ao recuperar os dados do contato')).toBeVisible();
  await agent.details.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(agent.details.getByText('Cadastre o contato para qualificar ou transferir')).toBeVisible();
});

test('a registered contact can be renamed in place [CTC-019]', deep, async ({ agent, newCustomer }) => {
  await attendance(agent, newCustomer);
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(agent.notices.getByText('Contato cadastrado com sucesso')).toBeVisible();
  await agent.details.getByRole('button', { name: /^Editar Nome/ }).click();
  await agent.details.getByRole('textbox', { name: 'Nome' }).fill('Visitante Conhecido');
  await agent.details.getByRole('textbox', { name: 'Nome' }).press('Enter');
  await expect(agent.details.getByRole('heading', { name: 'Visitante Conhecido' })).toBeVisible();
  await expect(agent.notices.getByText('Alterações salvas com sucesso')).toBeVisible();
  await expect(agent.card('Visitante Conhecido')).toBeVisible();
});

test('an existing contact can be linked, and the attendance uses it [CTC-039]', async ({ agent, newCustomer }) => {
  await attendance(agent, newCustomer);
  await agent.details.getByRole('button', { name: 'Vincular contato' }).click();
  await agent.details.getByRole('searchbox', { name: 'Buscar contato' }).fill('otávio');
  await agent.details.getByRole('button', { name: 'Buscar', exact: true }).click();
  const linked = agent.page.waitForRequest(
    (request) =>
      request.method() === 'PUT' &&
      /\/api\/contacts\/[^/]+\/vinculate-with-contact\/chat$/.test(new URL(request.url()).pathname),
  );
  await agent.details.getByRole('button', { name: /^Vincular Otávio/ }).click();
  await linked;
  await expect(agent.details.getByRole('heading', { name: /^Otávio/ })).toBeVisible();
  await expect(agent.card('Otávio')).toBeVisible();
});
