// The attendance history: an ended attendance is found, read and exported; ranges that are refused say why.
import { readFile } from 'node:fs/promises';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { deep, deepIf } from './deep';

const question = 'Preciso da segunda via';

/** Ends the customer's attendance, registers the customer and qualifies the attendance. */
async function endAttendance(agent: Agent, name: string): Promise<void> {
  await agent.openJob(name);
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await agent
    .dialog('Finalizar atendimento')
    .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
    .click();
  // The form opens by itself when the attendance has ended.
  await expect(agent.details.getByRole('textbox', { name: 'Identificador' })).toBeVisible();
  await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  await agent.dialog('Qualificar atendimento').getByRole('button', { name: 'Qualificar' }).click();
  await expect(agent.card(name)).toHaveCount(0);
}

const historyOf = (agent: Agent) => agent.page.getByRole('main', { name: 'Histórico' });
const openHistory = (agent: Agent) => agent.page.getByRole('link', { name: 'Histórico' }).click();

/**
 * The day in the form that date fields accept, `months` months and `days` days from today in the time zone of the
 * browsers.
 */
function day(months: number, days = 0): string {
  const today = new Date(new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' }));
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, today.getUTCDate() + days));
  return date.toISOString().slice(0, 10);
}

test('without a session the history leads to the sign-in page [NAV-011]', async ({ agent }) => {
  await agent.open('/history');
  await expect(agent.page).toHaveURL(/\/login$/);
  await agent.page.getByRole('textbox', { name: 'Usuário' }).fill('ana.souza');
  await agent.page.getByLabel('Senha', { exact: true }).fill('agente123');
  await agent.page.getByRole('button', { name: 'Entrar' }).click();
  await expect(agent.page).toHaveURL(/\/history$/);
  await expect(historyOf(agent).getByRole('heading', { name: 'Histórico' })).toBeVisible();
});

test('an ended attendance is in the history, and opens with its conversation without a composer [HIS-001]', async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  const customer = await newCustomer('Sônia Guimarães');
  await customer.write(question);
  await endAttendance(agent, 'Sônia Guimarães');
  await openHistory(agent);
  const page = historyOf(agent);
  await page.getByRole('searchbox', { name: 'Buscar no histórico' }).fill('sonia');
  const row = page.getByRole('row').filter({ hasText: 'Sônia Guimarães' });
  await expect(row).toHaveCount(1);
  await row.click();
  const entry = agent.page.getByRole('complementary', { name: 'Atendimento de Sônia Guimarães' });
  await expect(entry.getByRole('article').filter({ hasText: question })).toBeVisible();
  await expect(entry.getByText('Somente leitura')).toBeVisible();
  await expect(entry.getByRole('textbox')).toHaveCount(0);
  expect(await axeViolations(agent.page)).toEqual([]);

  await agent.page.setViewportSize({ width: 390, height: 844 });
  await expect(entry).toBeInViewport({ ratio: 0.99 });
  await agent.escape(entry);
  await expect(page.getByRole('button').filter({ hasText: 'Sônia Guimarães' })).toBeVisible();
  // The notices of the end lie over the foot of the list until they leave.
  await expect(agent.notices.getByRole('button', { name: 'Fechar aviso' })).toHaveCount(0, { timeout: 20_000 });
  expect(await axeViolations(agent.page)).toEqual([]);
});

/** The day `YYYY-MM-DD` in the form in which the date field shows it. */
const written = (stored: string): string => stored.split('-').reverse().join('/');

for (const { row, start, end, text } of [
  { row: 'HIS-002', start: day(0), end: day(0, -1), text: 'A data inicial não pode ser maior que a data final' },
  { row: 'HIS-003', start: day(0), end: day(0, 1), text: 'A data não pode ser maior que a data atual' },
  { row: 'HIS-004', start: day(-3, -4), end: day(0), text: 'O período pode ter no máximo 3 meses' },
]) {
  test(
    `a range is refused with '${text}', and the result stays [${row}]`,
    deepIf(row !== 'HIS-002'),
    async ({ agent, newCustomer }) => {
      await agent.atWork();
      await (await newCustomer('Joaquim Medeiros')).write(question);
      await endAttendance(agent, 'Joaquim Medeiros');
      await openHistory(agent);
      const page = historyOf(agent);
      const first = page.getByRole('row').filter({ hasText: 'Joaquim Medeiros' }).first();
      await expect(first).toBeVisible();
      const requests: string[] = [];
      await page.getByLabel('Data inicial').fill(written(start));
      await expect(page.getByLabel('Data inicial')).toHaveValue(written(start));
      agent.page.on('request', (request) => requests.push(request.url()));
      await page.getByLabel('Data final').fill(written(end));
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
      await expect(first).toBeVisible();
      await expect(page.getByRole('button', { name: 'Exportar CSV' })).toHaveAttribute('aria-disabled', 'true');
      expect(requests.filter((url) => url.includes('/agents/history'))).toEqual([]);
      await page.getByRole('radio', { name: '7 dias' }).click();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  );
}

test('the shown rows are exported, and a name that is a formula stays a text', deep, async ({ agent, newCustomer }) => {
  await agent.atWork();
  const name = '=SOMA Formula';
  await (await newCustomer(name)).write(question);
  await endAttendance(agent, name);
  await openHistory(agent);
  const page = historyOf(agent);
  await page.getByRole('searchbox', { name: 'Buscar no histórico' }).fill('formula');
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  const download = agent.page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('historico.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [heading, line] = text.replace('\uFEFF', '').split('\r\n');
  expect(heading).toBe('Protocolo;Canal;Contato;Fila ou campanha;Início;Duração;Qualificação;Agente');
  expect(line).toContain(`;'${name};`);
});
