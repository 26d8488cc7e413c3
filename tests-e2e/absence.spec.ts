// Absent mode: a supervisor marks the agent absent; the agent stays absent or returns to work.
import type { Locator } from '@playwright/test';
import { demoAgents, markAbsent } from './agent';
import { expect, test } from './fixtures';
import { layoutFaults } from './layout';
import { deep } from './deep';

async function boxesOverlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('One of them is not visible.');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('given a supervisor marked the agent absent: one dialog, a banner while absent, no new attendance before the return [ABS-001] [ABS-002] [ABS-003] [ABS-004] [SHELL-016]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.atWork();
  await markAbsent(page.request, demoAgents.ana.id);
  const dialog = agent.dialog('Você está ausente');
  await expect(dialog).toContainText('Carla Dias marcou você como ausente');
  const returns: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/remove-absent-mode')) returns.push(request.method());
  });
  await dialog.getByRole('button', { name: 'Continuar ausente' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Você está em modo ausente')).toBeVisible();
  const customer = await newCustomer('Otávio Reis');
  await customer.write('Alguém aí?');
  await expect(customer.page.getByText('Alguém aí?')).toBeVisible();
  // Barrier: the server has assigned attendances by now, so an assigned attendance would be in the agent's list.
  const authorization = `Bearer ${await agent.token()}`;
  const active = await page.request.get(`/api/agents/${demoAgents.ana.id}/jobs/active`, { headers: { authorization } });
  expect(active.ok()).toBe(true);
  expect(await active.text()).not.toContain('Otávio Reis');
  await expect(agent.card('Otávio Reis')).toHaveCount(0);
  expect(returns).toEqual([]);
  await page.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(page.getByText('Você está em modo ausente')).toBeHidden();
  await expect(agent.card('Otávio Reis')).toBeVisible();
  expect(returns).toEqual(['PUT']);
});

test(
  'the button that ends the absence can be pressed while the details are open, at every width',
  deep,
  async ({ agent, page, newCustomer }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await agent.atWork();
    const customer = await newCustomer('Otávio Reis');
    await customer.write('Bom dia');
    await agent.openJob('Otávio Reis');
    const back = page.getByRole('button', { name: 'Voltar ao atendimento' });
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 768 });
      if (!(await agent.details.isVisible()))
        await page.getByRole('button', { name: 'Abrir detalhes do contato' }).click();
      await expect(agent.details).toBeVisible();
      await markAbsent(page.request, demoAgents.ana.id);
      await agent.dialog('Você está ausente').getByRole('button', { name: 'Continuar ausente' }).click();
      await page.screenshot({ path: test.info().outputPath(`absent-${width}.png`) });
      expect(await layoutFaults(page), `at ${width} px`).toEqual([]);
      expect(await boxesOverlap(back, agent.details), `beside the details at ${width} px`).toBe(false);
      await back.click();
      await expect(back).toBeHidden();
    }
  },
);

test('the choice in a dialog below the absence dialog is kept', deep, async ({ agent, page }) => {
  await agent.atWork(demoAgents.davi);
  await page.getByRole('button', { name: 'Pausar', exact: true }).click();
  const pausing = agent.dialog('Pausar canais');
  const lunch = pausing.getByRole('radio', { name: /^Almoço/ });
  const chat = pausing.getByRole('checkbox', { name: 'Chat' });
  await lunch.click();
  await chat.click();
  await expect(chat).not.toBeChecked();
  await markAbsent(page.request, demoAgents.davi.id);
  await agent.dialog('Você está ausente').getByRole('button', { name: 'Continuar ausente' }).click();
  await expect(lunch).toBeChecked();
  await expect(chat).not.toBeChecked();
  // A dialog that the agent closed starts again with default values.
  await agent.escape(pausing);
  await page.getByRole('button', { name: 'Pausar', exact: true }).click();
  await expect(lunch).not.toBeChecked();
  await expect(chat).toBeChecked();
  await agent.escape(pausing);
  await page.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(page.getByText('Você está em modo ausente')).toBeHidden();
  await agent.chooseInOwnMenu('Alterar senha');
  const field = page.getByLabel('Nova senha', { exact: true });
  await field.fill('nova-senha-1');
  await markAbsent(page.request, demoAgents.davi.id);
  await agent.dialog('Você está ausente').getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(field).toHaveValue('nova-senha-1');
});

test('given a failed return, a snackbar in the absence dialog shows the failure and covers neither its text nor its buttons [ABS-007]', async ({
  agent,
  page,
  complaints,
}) => {
  complaints.expectRefusal({ status: 500, path: /\/remove-absent-mode$/ });
  await page.route('**/remove-absent-mode', (route) => route.fulfill({ status: 500, json: {} }));
  await agent.signIn();
  await markAbsent(page.request, demoAgents.ana.id);
  const dialog = agent.dialog('Você está ausente');
  // One window size with little space below the dialog, and one without space below it.
  for (const size of [
    { width: 1024, height: 310 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await dialog.getByRole('button', { name: 'Voltar ao atendimento' }).click();
    const notice = page.getByText('Não foi possível voltar ao atendimento. Tente de novo.');
    // With the pointer on the snackbar its timer stands still.
    await notice.hover();
    expect(await layoutFaults(page), `at ${size.width} px`).toEqual([]);
    const close = dialog.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Fechar aviso' });
    for (const covered of [
      dialog.getByRole('button', { name: 'Voltar ao atendimento' }),
      dialog.getByRole('paragraph').first(),
    ])
      expect(await boxesOverlap(notice, covered), `at ${size.width} px`).toBe(false);
    await close.click();
    await expect(notice).toBeHidden();
  }
});

test('a reload while absent shows the dialog again [ABS-008]', async ({ agent, page }) => {
  await agent.signIn();
  await markAbsent(page.request, demoAgents.ana.id);
  const dialog = agent.dialog('Você está ausente');
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(dialog).toBeHidden();
});
