// Broadcasts of WhatsApp: a new one with the customers of a file, what is refused, a lost answer and a reload, the cancellation, the entries of
// a list, and the keyboard.
import type { Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { deep } from './deep';
import { expect, test } from './fixtures';

const csv = (rows: ReadonlyArray<string>) => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\r\n')),
});

async function openBroadcasts(agent: Agent): Promise<void> {
  await agent.atWork();
  await agent.page.getByRole('link', { name: 'Transmissão', exact: true }).click();
  await expect(agent.page.getByRole('heading', { level: 1, name: 'Transmissões' })).toBeVisible();
}

async function openNew(agent: Agent): Promise<Locator> {
  await agent.page.getByRole('button', { name: 'Nova transmissão' }).click();
  return agent.dialog('Nova transmissão');
}

const field = (dialog: Locator, name: RegExp): Locator => dialog.getByRole('combobox', { name });

/** The campaign chooses its first route; the variables of the template are `nome` and `mês`. */
async function chooseTemplate(dialog: Locator): Promise<void> {
  await field(dialog, /^Grupo de atendimento/).selectOption({ label: 'Vendas WhatsApp' });
  await field(dialog, /^Campanha/).selectOption({ label: 'Renovação por WhatsApp' });
  await expect(field(dialog, /^Rota/)).not.toHaveValue('');
  await field(dialog, /^Modelo/).selectOption({ label: 'renovacao · pt_BR' });
}

const card = (agent: Agent, name: string): Locator => agent.page.getByRole('article', { name });

test('given a file, then the customers who can get the message get it, and each other one has its reason [BRD-001] [BRD-003] [BRD-023]', async ({
  agent,
}) => {
  await openBroadcasts(agent);
  const dialog = await openNew(agent);
  await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Boas festas');
  await chooseTemplate(dialog);
  const rows = [
    'Cliente;Telefone;Mês',
    'Zoé Conceição;5511955557001;dezembro',
    'Otto Braun;5511955557002;dezembro',
    'Zoé Conceição;+55 11 95555-7001;dezembro',
    'Sem Número;;dezembro',
    'Ivo Lemos;5511955557003;',
    'Lia Prado;955557004;dezembro',
  ];
  await dialog.locator('input[data-import]').setInputFiles(csv(rows));
  await expect(dialog.getByText('clientes.csv 6 lidos, 1 repetido, 1 com erro')).toBeVisible();
  await expect(dialog.getByText('A linha 5 não tem telefone')).toBeVisible();
  // The column of the file has the name of the variable.
  await expect(field(dialog, /^Coluna para mês/)).toHaveValue('Mês');
  await expect(dialog.getByText('Olá Zoé Conceição, o seu plano vence em dezembro.')).toBeVisible();
  await expect(dialog.getByRole('definition').first()).toHaveText('2 contatos');
  await expect(dialog.getByText('2 dos 4 selecionados não recebem.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ver contatos' }).click();
  const leftOut = agent.dialog('Contatos que não recebem');
  await expect(leftOut.getByRole('heading', { level: 3 })).toHaveText([
    'Sem valor em “Mês” (1)',
    'Prefixo ausente (1)',
  ]);
  expect(await axeViolations(agent.page)).toEqual([]);
  await agent.escape(leftOut);
  await dialog.getByRole('button', { name: /^Criar transmissão/ }).click();
  await expect(dialog).toBeHidden();
  await expect(agent.notices.getByText('Transmissão criada com sucesso')).toBeVisible();
  await expect(card(agent, 'Boas festas').getByRole('button', { name: 'Boas festas', exact: true })).toBeFocused();
  await expect(card(agent, 'Boas festas')).toContainText('4 de 4');
  await agent.page.keyboard.press('Enter');
  const table = agent.page.getByRole('grid', { name: 'Contatos da transmissão' });
  await expect(table.getByRole('row', { name: /Ivo Lemos/ })).toContainText('Falta o valor de uma variável');
  await expect(table.getByRole('row', { name: /Lia Prado/ })).toContainText('Prefixo ausente');
  await expect(table.getByRole('row', { name: /Otto Braun/ })).toContainText(/Enviada|Entregue|Lida/);
  await expect(agent.page.getByRole('radio', { name: /^Com erro\s*2/ })).toBeVisible();
});

test(
  'a draft with missing fields, a taken name or too many contacts is not sent [BRD-009] [BRD-011] [BRD-012] [BRD-025]',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 422, path: /^\/api\/broadcast\/whatsapp\/check$/ });
    let sent = 0;
    agent.page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/broadcast/whatsapp') sent += 1;
    });
    await openBroadcasts(agent);
    const dialog = await openNew(agent);
    const name = dialog.getByRole('textbox', { name: /^Nome/ });
    const create = dialog.getByRole('button', { name: /^Criar transmissão/ });
    await create.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Esse campo é obrigatório');
    await expect(dialog.getByText('6 campos precisam de atenção')).toBeVisible();
    await expect(dialog.getByText('Escolha pelo menos um contato')).toBeVisible();
    await name.fill('RENOVACAO de setembro');
    await expect(name).toHaveAccessibleDescription('Já existe uma transmissão com este nome');
    await name.fill('Boas festas');
    await chooseTemplate(dialog);
    const rows = Array.from(
      { length: 1_001 },
      (_, index) => `Cliente ${index};5511${String(900_000_000 + index)};maio`,
    );
    await dialog.locator('input[data-import]').setInputFiles(csv(['Nome;Telefone;Mês', ...rows]));
    await expect(dialog.getByText('1.001 selecionados')).toBeVisible();
    await create.click();
    await expect(dialog.getByText('1 campo precisa de atenção')).toBeVisible();
    await expect(dialog.locator('[id=broadcast-contacts-message]')).toHaveText(
      'No máximo 1.000 contatos por transmissão',
    );
    expect(await axeViolations(agent.page)).toEqual([]);
    expect(sent).toBe(0);
  },
);

test('given a reload and a lost answer, then the draft is kept and its broadcast is created once [API-182] [BEY-153]', async ({
  agent,
  complaints,
}) => {
  complaints.expectOutage();
  const { page } = agent;
  await openBroadcasts(agent);
  let dialog = await openNew(agent);
  await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Boas festas');
  await chooseTemplate(dialog);
  await dialog.getByRole('radiogroup', { name: 'Origem de mês' }).getByRole('radio', { name: 'Texto' }).click();
  await dialog.getByRole('textbox', { name: 'Texto para mês' }).fill('dezembro');
  await dialog.getByRole('checkbox', { name: 'Selecionar Lívia Nogueira' }).click();
  await expect(dialog.getByText(/^Rascunho guardado às/)).toBeVisible();
  await expect(dialog.getByRole('definition').first()).toHaveText('1 contato');
  await page.reload();
  await expect(card(agent, 'Renovação de setembro')).toBeVisible();
  dialog = await openNew(agent);
  await expect(dialog.getByText('1 selecionado')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Texto para mês' })).toHaveValue('dezembro');
  await expect(dialog.getByText('Olá Lívia Nogueira, o seu plano vence em dezembro.')).toBeVisible();
  const ids: unknown[] = [];
  await page.route('**/api/broadcast/whatsapp', async (route) => {
    ids.push((route.request().postDataJSON() as { customId: unknown }).customId);
    const response = await route.fetch();
    await (ids.length === 1 ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  await dialog.getByRole('button', { name: /^Criar transmissão/ }).click();
  await expect(agent.notices.getByText('Transmissão criada com sucesso')).toBeVisible();
  expect(new Set(ids).size, 'each repetition has the same id').toBe(1);
  await page.reload();
  await expect(card(agent, 'Boas festas')).toHaveCount(1);
  await expect(page.getByRole('tab', { name: /^Todas\s*3/ })).toBeVisible();
});

test('a list is cancelled by its typed name, and its waiting entries are not sent [API-184] [BRD-024] [BRD-027]', async ({
  agent,
}) => {
  await openBroadcasts(agent);
  const list = card(agent, 'Renovação de outubro');
  await list.getByRole('button', { name: 'Cancelar Renovação de outubro' }).click();
  const dialog = agent.dialog('Cancelar a transmissão?');
  await expect(dialog).toContainText('3 contatos não receberão a mensagem');
  const typed = dialog.getByRole('textbox', { name: 'Nome da transmissão' });
  await expect(typed).toBeFocused();
  await typed.fill('Renovação');
  await typed.press('Enter');
  await expect(typed).toHaveAccessibleDescription('Digite o nome da transmissão para cancelar');
  expect(await axeViolations(agent.page)).toEqual([]);
  await typed.fill('renovacao de OUTUBRO');
  await typed.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(agent.notices.getByText('Transmissão cancelada com sucesso')).toBeVisible();
  await expect(list).toContainText('Cancelada');
  await expect(list).toContainText('3 não enviadas');
  await agent.page.reload();
  await expect(list).toContainText('Cancelada');
  await expect(list.getByRole('button', { name: /^Cancelar/ })).toHaveCount(0);
  await agent.page.getByRole('tab', { name: /^Encerradas\s*2/ }).click();
  await expect(agent.page.getByRole('article')).toHaveCount(2);
});

test(
  'the entries of a list are filtered by status and reason, and the shown ones are saved as CSV [BRD-004] [BRD-028]',
  deep,
  async ({ agent }) => {
    const { page } = agent;
    await openBroadcasts(agent);
    await page.getByRole('button', { name: 'Ver contatos de Renovação de setembro' }).click();
    const table = page.getByRole('grid', { name: 'Contatos da transmissão' });
    // The heading is a row, too.
    await expect(table.getByRole('row')).toHaveCount(7);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: /^Com erro\s*3/ }).click();
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(page.getByText('3 contatos com erro.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Já em atendimento' });
    await expect(table.getByRole('row')).toHaveCount(2);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('transmissao-Renovação-de-setembro.csv');
    const lines = readFileSync(await saved.path(), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Nome;Identificador;WhatsApp;Situação;Motivo;Hora');
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^Otávio Ramos;.*;5541955550104;Com erro;Já em atendimento;/),
    ]);
    await page.getByRole('searchbox', { name: 'Buscar na transmissão' }).fill('zulmira');
    await expect(page.getByText('Nenhum contato neste filtro')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(table.getByRole('row')).toHaveCount(7);
  },
);

test(
  'the page, the draft and a list are used by keyboard, and the focus returns to where it came from [NAV-012] [BRD-022]',
  deep,
  async ({ agent }) => {
    const { page } = agent;
    await openBroadcasts(agent);
    expect(await axeViolations(page)).toEqual([]);
    const open = page.getByRole('button', { name: 'Nova transmissão' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = agent.dialog('Nova transmissão');
    await expect(dialog.getByRole('textbox', { name: /^Nome/ })).toBeFocused();
    await page.keyboard.type('Boas festas');
    const first = dialog.getByRole('list', { name: 'Contatos' }).getByRole('checkbox').first();
    await first.focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByText('1 selecionado')).toBeVisible();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(dialog.getByText('2 selecionados')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await agent.escape(dialog);
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Boas festas');
    await dialog.getByRole('button', { name: 'Descartar rascunho' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const name = card(agent, 'Renovação de setembro').getByRole('button', {
      name: 'Renovação de setembro',
      exact: true,
    });
    await name.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Renovação de setembro' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Transmissões' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(name).toBeFocused();
  },
);
