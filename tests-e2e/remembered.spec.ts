// Each agent's settings are restored for the same agent, also in a browser that other agents use (BEY-056).
import type { Page } from '@playwright/test';
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const html = (page: Page) => page.locator('html');
const listWidth = async (page: Page) =>
  Math.round((await page.getByRole('region', { name: /^(Atendimentos|Conversations)$/ }).boundingBox())?.width ?? 0);

async function chooseInOwnMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Menu (de|of) / }).click();
  await page.getByRole('menuitemradio', { name: entry, exact: true }).click();
}

test('widths, hidden channels, theme and language are stored for each agent on a shared browser [BEY-056]', async ({
  agent,
}) => {
  const { page } = agent;
  await agent.signIn(demoAgents.davi);
  const usual = await listWidth(page);
  await page.getByRole('separator', { name: 'Largura da lista de atendimentos' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => listWidth(page)).toBe(usual + 32);
  await page.getByRole('button', { name: 'Ocultar WhatsApp', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Mostrar WhatsApp', exact: true })).toBeVisible();
  await chooseInOwnMenu(page, 'Escuro');
  await chooseInOwnMenu(page, 'English');
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: /’s menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  await page.getByRole('radio', { name: 'Português' }).click();
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  await expect(agent.list).toBeVisible();
  await expect.poll(() => listWidth(page)).toBe(usual);
  await chooseInOwnMenu(page, 'Claro');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await agent.chooseInOwnMenu('Sair');

  await agent.submitCredentials(demoAgents.davi.login, demoAgents.davi.password);
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => listWidth(page)).toBe(usual + 32);
  await expect(page.getByRole('button', { name: 'Show WhatsApp', exact: true })).toBeVisible();
  await page.reload();
  await expect.poll(() => listWidth(page)).toBe(usual + 32);
});

test('a list with hidden channels says so, and can show them again', deep, async ({ agent, newCustomer }) => {
  await agent.signIn(demoAgents.davi);
  await agent.connectChat();
  const customer = await newCustomer('Mariana Albuquerque');
  await customer.write('Bom dia');
  await expect(agent.card('Mariana Albuquerque')).toBeVisible();
  await agent.page.getByRole('button', { name: 'Ocultar Chat', exact: true }).click();
  await expect(agent.list.getByText('Nenhum atendimento nestes canais')).toBeVisible();
  await agent.list.getByRole('button', { name: 'Mostrar todos os canais' }).click();
  await expect(agent.card('Mariana Albuquerque')).toBeVisible();
});
