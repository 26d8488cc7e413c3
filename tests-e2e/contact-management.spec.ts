// Contacts and companies are found, created, edited and deleted, in one browser and in two browsers at the same time.
import type { Locator, Page } from '@playwright/test';
import { demoAgents, type Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { turnedNeighbours, watchPage } from './injectionProbe';
import { deep } from './deep';

/** A contact of the demo data. */
const known = { name: 'Otávio Ramos', phone: '5541955550104' };
const contactRequests = /^\/api\/contacts(\/|$)/;
const companyRequests = /^\/api\/employers\//;

async function openContacts(agent: Agent, as: Parameters<Agent['atWork']>[0] = demoAgents.ana): Promise<Locator> {
  await agent.atWork(as);
  await agent.page.getByRole('link', { name: 'Contatos', exact: true }).click();
  const main = agent.page.getByRole('main', { name: 'Contatos' });
  await expect(rowOf(agent.page, /./).first()).toBeVisible();
  return main;
}

const rowOf = (page: Page, name: RegExp | string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: /^Selecionar / }), hasText: name });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar contato' }).fill(text);
}

async function createContact(agent: Agent, name: string, identifier: string, phone: string): Promise<void> {
  await agent.page.getByRole('button', { name: 'Novo contato' }).click();
  const form = agent.dialog('Novo contato');
  await form.getByRole('textbox', { name: /^Nome/ }).fill(name);
  await form.getByRole('textbox', { name: /^Identificador/ }).fill(identifier);
  await form.getByRole('textbox', { name: 'Telefone' }).fill(phone);
  await form.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(form).toBeHidden();
}

test('contacts and companies are in two tabs, which need a session [NAV-014] [CTC-033]', async ({
  agent,
  newAgent,
}) => {
  const main = await openContacts(agent);
  await expect(agent.page).toHaveURL(/\/new-agent\/contact-management$/);
  await expect(main.getByRole('tab')).toHaveText([/^Contatos/, /^Empresas/]);
  await main.getByRole('tab', { name: /^Empresas/ }).click();
  await expect(main.getByRole('grid', { name: 'Empresas' })).toBeVisible();
  await agent.page.reload();
  await expect(rowOf(agent.page, /./).first()).toBeVisible();
  const stranger = await newAgent();
  await stranger.open('/contact-management');
  await expect(stranger.page).toHaveURL(/\/login$/);
});

test(
  'the list of companies and one company have pages of their own, which need a session [NAV-015] [NAV-018]',
  deep,
  async ({ agent, newAgent }) => {
    await agent.atWork();
    await agent.page.getByRole('link', { name: 'Empresas', exact: true }).click();
    await expect(agent.page).toHaveURL(/\/new-agent\/employer-management$/);
    const grid = agent.page.getByRole('grid', { name: 'Empresas' });
    const row = grid.getByRole('row').nth(1);
    const name = await row.getByRole('gridcell').first().locator('bdi').innerText();
    await row.click();
    await expect(agent.page).toHaveURL(/\/new-agent\/employer\/[^/]+$/);
    const heading = agent.page.getByRole('heading', { level: 1, name });
    await expect(heading).toBeVisible();
    const { pathname } = new URL(agent.page.url());
    await agent.page.reload();
    await expect(heading).toBeVisible();
    const stranger = await newAgent();
    for (const path of ['/employer-management', pathname.replace('/new-agent', '')]) {
      await stranger.open(path);
      await expect(stranger.page).toHaveURL(/\/login$/);
    }
  },
);

for (const written of ['(41) 95555-0104', '41955550104', '+55 41 95555 0104']) {
  test(`a contact is found by its telephone written as ${written}`, deep, async ({ agent }) => {
    await openContacts(agent);
    await search(agent.page, written);
    await expect(rowOf(agent.page, known.name)).toBeVisible();
    await expect(rowOf(agent.page, /./)).toHaveCount(1);
  });
}

test('a contact is found without accents, and a search without a result can be cleared', deep, async ({ agent }) => {
  const main = await openContacts(agent);
  await search(agent.page, 'OTAVIO ramos');
  await expect(rowOf(agent.page, known.name)).toBeVisible();
  await search(agent.page, 'zzzz ninguém');
  await expect(main.getByText(/^Nada encontrado para .*zzzz ninguém/)).toBeVisible();
  await main.getByRole('button', { name: 'Limpar', exact: true }).first().click();
  await expect(rowOf(agent.page, /./).first()).toBeVisible();
});

test('a contact is created, edited, shown in its summary and deleted [CTC-001] [CTC-022]', async ({ agent }) => {
  const main = await openContacts(agent);
  await createContact(agent, 'Zoraide Prado', 'ZP-1', '11955557001');
  await expect(agent.notices.getByText('Contato cadastrado com sucesso')).toBeVisible();
  const row = rowOf(agent.page, 'Zoraide Prado');
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Mais ações para Zoraide Prado' }).click();
  await agent.page.getByRole('menuitem', { name: 'Editar' }).click();
  const form = agent.dialog('Editar contato');
  await form.getByRole('textbox', { name: 'E-mail' }).fill('zoraide@example.com');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toBeHidden();
  await search(agent.page, 'zoraide@example.com');
  await row.click();
  const summary = agent.page.getByRole('complementary', { name: 'Resumo do contato' });
  await expect(summary.getByText('zoraide@example.com')).toBeVisible();
  await expect(summary.getByText('Ainda sem contato')).toBeVisible();
  await row.getByRole('button', { name: 'Mais ações para Zoraide Prado' }).click();
  await agent.page.getByRole('menuitem', { name: 'Excluir' }).click();
  await agent.dialog('Excluir Zoraide Prado?').getByRole('button', { name: 'Excluir' }).click();
  await expect(agent.notices.getByText('Contato excluído com sucesso')).toBeVisible();
  await expect(row).toBeHidden();
  await expect(main.getByText(/^Nada encontrado/)).toBeVisible();
});

test(
  'given a contact that the server does not delete, then its row stays and a message shows the failure [CTC-023]',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: contactRequests });
    await openContacts(agent);
    await search(agent.page, known.name);
    const row = rowOf(agent.page, known.name);
    await agent.page.route('**/api/contacts/*/AGENT-*', (route) =>
      route.fulfill({ status: 409, json: { reason: 'CONTACT_IN_USE', message: '', details: {} } }),
    );
    await row.getByRole('button', { name: `Mais ações para ${known.name}` }).click();
    await agent.page.getByRole('menuitem', { name: 'Excluir' }).click();
    await agent.dialog(`Excluir ${known.name}?`).getByRole('button', { name: 'Excluir' }).click();
    await expect(agent.notices.getByText('Contato não pode ser excluído')).toBeVisible();
    await expect(row).toBeVisible();
  },
);

test('given two agents who edit the same contact, the later one sees both values and chooses', async ({
  agent,
  newAgent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: contactRequests });
  const other = await newAgent();
  await openContacts(agent);
  await other.signIn({ login: 'bruno.lima', password: 'agente123' });
  await other.page.getByRole('link', { name: 'Contatos', exact: true }).click();
  const formOf = async (who: Agent): Promise<Locator> => {
    await search(who.page, known.name);
    await rowOf(who.page, known.name)
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await who.page.getByRole('menuitem', { name: 'Editar' }).click();
    return who.dialog('Editar contato');
  };
  const first = await formOf(other);
  const later = await formOf(agent);
  await first.getByRole('textbox', { name: 'E-mail' }).fill('primeiro@example.com');
  await first.getByRole('button', { name: 'Salvar' }).click();
  await expect(first).toBeHidden();
  await later.getByRole('textbox', { name: 'E-mail' }).fill('segundo@example.com');
  await later.getByRole('button', { name: 'Salvar' }).click();
  await expect(later.getByText('Outro agente salvou: primeiro@example.com')).toBeVisible();
  await expect(later.getByRole('textbox', { name: 'E-mail' })).toHaveValue('segundo@example.com');
  await later.getByRole('button', { name: 'Salvar mesmo assim' }).click();
  await expect(later).toBeHidden();
  await search(agent.page, 'segundo@example.com');
  await expect(rowOf(agent.page, known.name)).toBeVisible();
});

test('the wallet lists the own contacts with number, risk and last contact, and begins a call or a message [WAL-001] [WAL-003]', async ({
  agent,
  newCustomer,
}) => {
  const { page } = agent;
  await agent.atWork(demoAgents.davi);
  await page.getByRole('button', { name: /^WhatsApp: / }).click();
  await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('button', { name: /^WhatsApp: Disponível/ })).toBeVisible();
  await (await newCustomer('Helena Duarte', { identifier: 'helena.duarte@example.com' })).write('Bom dia');
  await expect(agent.card('Helena Duarte')).toBeVisible();
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar Helena Duarte à sua carteira' }).click();
  await expect(page.getByRole('button', { name: 'Remover Helena Duarte da sua carteira' })).toBeVisible();
  await page.getByRole('button', { name: 'Carteira', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Adicionar .* à sua carteira$/ })).toHaveCount(0);
  const row = rowOf(page, 'Helena Duarte');
  for (const text of ['+55 (11) 95555-0101', 'Baixo', 'Chat']) await expect(row).toContainText(text);
  for (const [action, title] of [
    ['Ligar', 'Nova ligação'],
    ['Mensagem', 'Nova conversa'],
  ] as const) {
    await row.getByRole('button', { name: 'Mais ações para Helena Duarte' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    const dialog = agent.dialog(title);
    await expect(dialog.getByRole('textbox', { name: 'Número' })).toHaveValue('+55 (11) 95555-0101');
    await agent.escape(dialog);
  }
});

test(
  'a company is created once; a duplicate keeps the form open, which shows that the company exists',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: companyRequests });
    await agent.atWork();
    await agent.page.getByRole('link', { name: 'Empresas', exact: true }).click();
    const create = async (): Promise<Locator> => {
      await agent.page.getByRole('button', { name: 'Nova empresa' }).click();
      const form = agent.dialog('Nova empresa');
      await form.getByRole('textbox', { name: /^Nome/ }).fill('Padaria Ipanema');
      await form.getByRole('textbox', { name: /^Código/ }).fill('PAD-1');
      await form.getByRole('textbox', { name: 'CNPJ' }).fill('12.345.678/0001-95');
      await form.getByRole('button', { name: 'Cadastrar' }).click();
      return form;
    };
    await expect(await create()).toBeHidden();
    await expect(agent.notices.getByText('Empresa cadastrada com sucesso')).toBeVisible();
    const form = await create();
    await expect(form.getByRole('alert')).toHaveText('Já existe uma empresa com estes dados');
    await expect(form.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Padaria Ipanema');
  },
);

test(
  'a company without name and code, and with a CNPJ of 13 digits, is refused at the fields [EMP-004] [EMP-007] [EMP-011]',
  deep,
  async ({ agent }) => {
    await agent.atWork();
    await agent.page.getByRole('link', { name: 'Empresas', exact: true }).click();
    await agent.page.getByRole('button', { name: 'Nova empresa' }).click();
    const form = agent.dialog('Nova empresa');
    await form.getByRole('textbox', { name: 'CNPJ' }).fill('1234567800019');
    const requests: string[] = [];
    agent.page.on('request', (request) => requests.push(request.url()));
    await form.getByRole('button', { name: 'Cadastrar' }).click();
    await expect(form.getByRole('textbox', { name: /^Nome/ })).toBeFocused();
    await expect(form.getByText('Esse campo é obrigatório.', { exact: true })).toHaveCount(2);
    await expect(form.getByRole('textbox', { name: 'CNPJ' })).toHaveAttribute('aria-invalid', 'true');
    expect(requests.filter((url) => url.includes('/employers/create'))).toEqual([]);
  },
);

test(
  'texts with HTML and direction marks are shown as text in the lists, the summary and the pages of contacts and companies',
  deep,
  async ({ agent }) => {
    const { page } = agent;
    const hostile = (word: string): string => `${word}<img src=x onerror="ran='${word}'"></b>\u2067\u202e{{name}}$t(x)`;
    const [name, company, social, role, plan] = ['pessoa', 'empresa', 'razao', 'cargo', 'plano'].map(hostile);
    const texts = [name, company, social, role, plan].map(String);
    await agent.atWork();
    const headers = { authorization: `Bearer ${(await agent.token()) ?? ''}` };
    const created = await page.request.post('/api/employers/create', {
      headers,
      data: {
        agentId: '101',
        name: company,
        socialName: social,
        code: 'HTML-1',
        cnpj: '',
        roles: [{ employerRoleId: '', name: role }],
      },
    });
    expect(created.status(), await created.text()).toBe(200);
    const { employer } = (await created.json()) as { employer: { employerId: string } };
    const contact = {
      contact_identifier: 'HTML-1',
      fullname: name,
      employer_id: employer.employerId,
      data: { plano: plan },
    };
    const saved = await page.request.post('/api/contacts', { headers, data: { contact, agent: '101' } });
    expect(saved.status(), await saved.text()).toBe(200);
    const checkInjection = await watchPage(page);
    const shows = async (where: Locator, ...expected: Array<string | undefined>): Promise<void> => {
      for (const text of expected) await expect(where).toContainText(String(text));
      expect.soft(await turnedNeighbours(page, texts), String(where)).toEqual([]);
      await checkInjection();
    };

    await page.getByRole('link', { name: 'Contatos', exact: true }).click();
    await search(page, 'HTML-1');
    const row = rowOf(page, /pessoa/);
    await shows(row, name, company);
    // The link to the company is in the middle of the row.
    const openSummary = (): Promise<void> => row.locator('bdi').first().click();
    await openSummary();
    const summary = page.getByRole('complementary', { name: 'Resumo do contato' });
    await shows(summary, name, company);
    await page.setViewportSize({ width: 390, height: 844 });
    await agent.escape(summary);
    await shows(page.getByRole('main'), name, company);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSummary();
    await summary.getByRole('link', { name: 'Ficha' }).click();
    await shows(page.getByRole('main', { name: /^Ficha de .*pessoa/ }), name, company, plan);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^empresa/ })
      .click();
    await expect(page).toHaveURL(/\/employer\//);
    await shows(page.getByRole('main'), company, social, role, name);
    await page.getByRole('main').getByRole('link', { name: 'Empresas', exact: true }).click();
    await shows(page.getByRole('row').filter({ hasText: 'empresa' }), company, social);
  },
);

test('the list of contacts can be used with the keyboard alone', deep, async ({ agent }) => {
  await openContacts(agent);
  const rows = rowOf(agent.page, /./);
  await rows.first().focus();
  await agent.page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await agent.page.keyboard.press('Space');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(agent.page.getByRole('toolbar', { name: 'Ações para os contatos selecionados' })).toBeVisible();
  await agent.page.keyboard.press('Enter');
  const summary = agent.page.getByRole('complementary', { name: 'Resumo do contato' });
  await expect(summary).toBeVisible();
  await agent.escape(summary);
  await expect(rows.nth(1)).toBeFocused();
});

test('the pages of contacts and companies have no axe violations at any width', deep, async ({ agent }) => {
  await openContacts(agent);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await agent.page.setViewportSize(size);
    expect(await axeViolations(agent.page), `${String(size.width)} px`).toEqual([]);
  }
});
