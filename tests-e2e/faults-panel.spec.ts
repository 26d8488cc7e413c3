// The panel on the customers' page that causes faults on purpose and performs supervisor actions for which the board
// has no button.
import type { Page } from '@playwright/test';
import { Agent, demoAgents } from './agent';
import { expect, test } from './fixtures';
import { axeViolations } from './axe';
import { deep } from './deep';

test.use({ serverOptions: { args: ['--faults'] } });

async function openPanel(page: Page): Promise<void> {
  await page.goto('/outside');
  await page.getByText('Falhas', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Agente' })).toHaveValue(demoAgents.ana.id);
}

const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test(
  'a link for a new password is created, can be copied, and opens the password page',
  deep,
  async ({ page, context, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
    await openPanel(page);
    await page.getByRole('button', { name: 'Criar link de nova senha' }).click();
    await expect(status(page, 'Link para Ana Souza: vale uma vez.')).toBeVisible();
    const link = page.getByRole('link', { name: /reset-password/ });
    const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
    await expect(link).toHaveText(address);
    await page.getByRole('button', { name: 'Copiar' }).click();
    await expect(status(page, 'Link copiado.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByLabel('Nova senha', { exact: true }).fill('nova-senha-1');
    await opened.getByLabel('Confirme a nova senha', { exact: true }).fill('nova-senha-1');
    await opened.getByRole('button', { name: 'Salvar senha' }).click();
    await expect(opened).toHaveURL(/\/login$/);
    await new Agent(opened).signIn({ login: demoAgents.ana.login, password: 'nova-senha-1' });
  },
);

test(
  'the panel opens an address on the agent’s page, and can send any other event to it',
  deep,
  async ({ agent, context, server, newAgent }) => {
    await agent.signIn();
    await expect(agent.linkIs('ótima')).toBeVisible();
    const desk = (await newAgent()).page;
    await openPanel(desk);
    await desk.getByRole('textbox', { name: 'Endereço' }).fill(`${server.origin}/outside`);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      desk.getByRole('button', { name: 'Abrir', exact: true }).click(),
    ]);
    await expect(opened.getByRole('textbox', { name: 'Nome' })).toBeVisible();
    await opened.close();
    await desk.getByRole('textbox', { name: 'Nome do evento' }).fill('ForcedDisconnectEvent');
    const fields = desk.getByRole('textbox', { name: 'Campos (JSON)' });
    await fields.fill('{"cause":');
    await desk.getByRole('button', { name: 'Enviar evento' }).click();
    await expect(status(desk, 'Recusado: ')).toBeVisible();
    await expect(fields).toBeFocused();
    await expect(agent.list).toBeVisible();
    await fields.fill('{"cause":"supervisor"}');
    await desk.getByRole('button', { name: 'Enviar evento' }).click();
    await expect(agent.page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  },
);

test(
  'a request fails as often as the panel says, and a refusal by the server is shown with its message',
  deep,
  async ({ page, request, complaints }) => {
    complaints.expectRefusal({ status: 422, path: /^\/control\/rest$/ });
    await openPanel(page);
    await page.getByRole('textbox', { name: 'Caminho' }).fill('/system');
    await page.getByRole('combobox', { name: 'Tipo de falha' }).selectOption('503');
    const times = page.getByRole('spinbutton', { name: 'Quantas vezes' });
    await times.fill('-1');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(status(page, /Recusado: .*u32/)).toBeVisible();
    await times.fill('1');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(status(page, 'falhas REST: 1')).toBeVisible();
    expect((await request.get('/api/system')).status()).toBe(503);
    expect((await request.get('/api/system')).status()).toBe(200);
  },
);

for (const language of ['Português', 'English'] as const) {
  test(`the panel has no axe violations and fits its window sizes in ${language}`, deep, async ({ page }) => {
    await openPanel(page);
    await page.getByRole('button', { name: language }).click();
    await page.getByRole('button', { name: /Criar link|Create link/ }).click();
    await expect(page.getByRole('link', { name: /reset-password/ })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await page.screenshot({ path: test.info().outputPath(`panel-${width}.png`), fullPage: true });
    }
  });
}
