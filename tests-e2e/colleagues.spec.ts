// Calls between two agents, with audio measured on both sides, and a consultation from the list of colleagues (INT-003 to INT-012).
import type { Locator, Page } from '@playwright/test';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { deep } from './deep';
import { expect, test as base } from './telephoneFixture';
import { atTelephone, demoNumbers, expectHears, expectSilence, voiceAgents, withMicrophone } from './voice';

const test = base.extend<{ colleague: Agent }>({
  colleague: async ({ newAgent }, use) => {
    const colleague = await newAgent();
    await colleague.page.context().grantPermissions(['microphone']);
    await use(colleague);
  },
});

test.use(withMicrophone);
// Pages with sound.
test.describe.configure({ timeout: 120_000 });

const { elisa, fabio } = voiceAgents;
const card = (page: Page, name: string): Locator => page.getByRole('region', { name: `Ligação com ${name}` });
const ring = (page: Page): Locator => page.getByRole('alertdialog', { name: new RegExp(`^Chamada de ${elisa.name}`) });
const free = (page: Page): Locator => page.getByRole('button', { name: /^Voz: Disponível/ });

async function calls({ page }: Agent): Promise<void> {
  await page.getByRole('link', { name: 'Colegas' }).click();
  await page.getByRole('button', { name: new RegExp(`^Ligar para ${fabio.name}`) }).click();
}

test('a colleague is called, answers, is heard and not heard, and the call ends for both [INT-003] [INT-012]', async ({
  agent,
  colleague,
}) => {
  await atTelephone(agent, elisa);
  await atTelephone(colleague, fabio);
  await calls(agent);
  await expect(card(agent.page, fabio.name)).toContainText('Chamando…');
  await expect(ring(colleague.page)).toBeVisible();
  expect(await axeViolations(colleague.page)).toEqual([]);
  await colleague.page.keyboard.press('F2');
  await expect(card(agent.page, fabio.name)).toContainText('Em ligação');
  await expect(card(colleague.page, elisa.name)).toContainText('Em ligação');
  await Promise.all([expectHears(agent.page), expectHears(colleague.page)]);
  expect(await axeViolations(agent.page)).toEqual([]);

  await agent.page.keyboard.press('F8');
  await expect(card(agent.page, fabio.name).getByRole('button', { name: /^Mudo/, pressed: true })).toBeVisible();
  await expectSilence(colleague.page);
  await agent.page.keyboard.press('F8');
  await expectHears(colleague.page);

  await card(agent.page, fabio.name).getByRole('button', { name: 'Encerrar' }).click();
  await expect(card(agent.page, fabio.name)).toBeHidden();
  await expect(card(colleague.page, elisa.name)).toBeHidden();
  await expect(colleague.page.getByText(`${elisa.name} encerrou a ligação`)).toBeVisible();
  await Promise.all([expect(free(agent.page)).toBeVisible(), expect(free(colleague.page)).toBeVisible()]);
});

test(
  'given a ringing colleague who declines, then the caller reads who declined and both agents are free',
  deep,
  async ({ agent, colleague }) => {
    await atTelephone(agent, elisa);
    await atTelephone(colleague, fabio);
    await calls(agent);
    await expect(ring(colleague.page)).toBeVisible();
    await ring(colleague.page)
      .getByRole('button', { name: /^Recusar/ })
      .click();
    await expect(agent.page.getByText(`Chamada recusada por ${fabio.name}`)).toBeVisible();
    await expect(card(agent.page, fabio.name)).toBeHidden();
    await Promise.all([expect(free(agent.page)).toBeVisible(), expect(free(colleague.page)).toBeVisible()]);
  },
);

test('an agent with a customer consults a colleague from the list: the two talk while the customer waits, and the customer comes back [INT-003]', async ({
  agent,
  colleague,
  telephone,
}) => {
  const bar = agent.page.getByRole('region', { name: /^Ligação com/ });
  await atTelephone(agent, elisa);
  await telephone.call({ phone: demoNumbers.answers });
  await expect(agent.page.getByRole('alertdialog', { name: 'Chamada da fila' })).toBeVisible();
  await agent.page.keyboard.press('F2');
  await expect(bar).toContainText('Em ligação');
  await atTelephone(colleague, fabio);
  await agent.page.getByRole('link', { name: 'Colegas' }).click();
  const row = agent.page.getByRole('row', { name: new RegExp(fabio.name) });
  await row.getByRole('button').first().focus();
  await agent.page.keyboard.press('Shift+F10');
  await agent.page.getByRole('menuitem', { name: 'Usar como consulta' }).click();
  const dialog = agent.page.getByRole('dialog', { name: 'Transferir ligação' });
  await expect(dialog.getByRole('radio', { name: 'Consultar antes' })).toBeChecked();
  await agent.page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(colleague.page.getByRole('alertdialog', { name: /^Transferência/ })).toBeVisible();
  await colleague.page.keyboard.press('F2');
  await expect(bar).toContainText('Consulta: você e Fábio conversam');
  await Promise.all([expectHears(agent.page), expectHears(colleague.page), expectHears(telephone.page)]);
  await agent.page.keyboard.press('Alt+Shift+Z');
  await expect(bar).not.toContainText('Consulta');
  await Promise.all([expectHears(agent.page), expectHears(telephone.page)]);
});
