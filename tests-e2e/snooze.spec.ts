// The agent snoozes a conversation by keyboard until a time or a reply, and saves what the list shows as a view.
import { axeViolations } from './axe';
import { expect, test } from './fixtures';

const customer = 'Helena Duarte';
const identifier = 'helena.duarte@example.com';

test('a snoozed conversation stays snoozed after a reload, and returns when the customer writes [BEY-161]', async ({
  agent,
  newCustomer,
}) => {
  const { page, list } = agent;
  await agent.atWork();
  const chat = await newCustomer(customer, { identifier });
  await chat.write('Quero renovar o plano');
  await agent.openJob(customer);
  await page.keyboard.press('Alt+Shift+Comma');
  const dialog = agent.dialog('Adiar até');
  await expect(dialog.getByRole('radio', { name: /^Em 1 hora/ })).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Adiar', exact: true }).click();
  await expect(dialog).toBeHidden();
  const group = list.getByRole('button', { name: 'Adiadas 1' });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(agent.card(customer)).toBeHidden();
  await page.reload();
  await group.click();
  await expect(agent.card(customer)).toHaveAccessibleName(/adiada até /);
  await chat.write('Conseguiu ver?');
  await expect(list.getByRole('button', { name: /^Adiadas/ })).toBeHidden();
  await expect(agent.card(customer)).not.toHaveAccessibleName(/adiada/);
});

test('the present filters of the list are saved as a view, which exists after a reload [BEY-161]', async ({
  agent,
  newCustomer,
}) => {
  const { page, list } = agent;
  await agent.atWork();
  const chat = await newCustomer(customer, { identifier });
  await chat.write('Bom dia');
  await expect(agent.card(customer)).toBeVisible();
  await list.getByRole('button', { name: /^Aguardando resposta/ }).click();
  await list.getByRole('button', { name: 'Visões' }).click();
  const panel = page.getByRole('dialog', { name: 'Visões' });
  await panel.getByRole('textbox', { name: 'Nome da visão' }).fill('Quem espera');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Quem espera', exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Todos', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: /^Aguardando resposta/ })).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await list.getByRole('button', { name: /^Vis/ }).click();
  await panel.getByRole('button', { name: 'Quem espera', exact: true }).click();
  await expect(list.getByRole('button', { name: /^Aguardando resposta/ })).toHaveAttribute('aria-pressed', 'true');
});
