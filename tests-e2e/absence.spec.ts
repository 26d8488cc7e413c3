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
