// Absent mode as an agent meets it: a supervisor's mark, staying away, coming back.
import { demoAgents, markAbsent } from './agent';
import { expect, test } from './fixtures';

test('a supervisor marks the agent absent: asked once, a banner for who stays, and nothing new arrives before the return [ABS-001] [ABS-002] [ABS-003] [ABS-004] [SHELL-016]', async ({ agent, page, newCustomer }) => {
  await agent.signIn();
  await agent.connectChat();
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
  await expect(agent.card('Otávio Reis')).toHaveCount(0);
  expect(returns).toEqual([]);
  await page.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(page.getByText('Você está em modo ausente')).toBeHidden();
  await expect(agent.card('Otávio Reis')).toBeVisible();
  expect(returns).toEqual(['PUT']);
});

test('the way back can be pressed beside the open details, at every width', async ({ agent, page, newCustomer }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Otávio Reis');
  await customer.write('Bom dia');
  await agent.openJob('Otávio Reis');
  const back = page.getByRole('button', { name: 'Voltar ao atendimento' });
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 768 });
    if (!(await agent.details.isVisible())) await page.getByRole('button', { name: 'Abrir detalhes do contato' }).click();
    await expect(agent.details).toBeVisible();
    await markAbsent(page.request, demoAgents.ana.id);
    await agent.dialog('Você está ausente').getByRole('button', { name: 'Continuar ausente' }).click();
    await page.screenshot({ path: test.info().outputPath(`absent-${width}.png`) });
    await back.click();
    await expect(back).toBeHidden();
  }
});

test('a reload while absent asks again [ABS-008]', async ({ agent, page }) => {
  await agent.signIn();
  await markAbsent(page.request, demoAgents.ana.id);
  const dialog = agent.dialog('Você está ausente');
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Voltar ao atendimento' }).click();
  await expect(dialog).toBeHidden();
});
