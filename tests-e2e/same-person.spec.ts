// Two contacts with one number: proposed as the same person, compared, joined, and separated again.
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';

const number = { typed: '(48) 98888-4242', shown: '+55 (48) 98888-4242' };

async function register(agent: Agent, name: string, identifier: string, field: string): Promise<void> {
  await agent.page.getByRole('button', { name: 'Novo contato' }).click();
  const form = agent.dialog('Novo contato');
  await form.getByRole('textbox', { name: /^Nome/ }).fill(name);
  await form.getByRole('textbox', { name: /^Identificador/ }).fill(identifier);
  await form.getByRole('textbox', { name: field }).fill(number.typed);
  await form.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(form).toBeHidden();
}

test('contacts with the same number are proposed as one person, joined by the agent, and separated again [BEY-164] [BEY-165]', async ({
  agent,
}) => {
  await agent.signIn();
  await agent.page.getByRole('link', { name: 'Contatos' }).click();
  await register(agent, 'Rosa Nunes', 'R-4242', 'WhatsApp');
  await register(agent, 'Rosa N. (loja)', 'R-4243', 'Telefone');

  await agent.page.getByRole('button', { name: /^Possíveis duplicados/ }).click();
  const list = agent.page.getByRole('region', { name: 'Contatos que podem ser a mesma pessoa' });
  const pair = list.getByRole('listitem').filter({ hasText: 'Rosa Nunes' });
  await expect(pair).toContainText(`Os dois têm o número ${number.shown}.`);
  expect(await axeViolations(agent.page)).toEqual([]);

  await pair.getByRole('link', { name: /Rosa N\. \(loja\)/ }).click();
  const other = agent.page.getByRole('main', { name: 'Ficha de Rosa N. (loja)' });
  await expect(other.getByText('É a mesma pessoa que Rosa Nunes?')).toBeVisible();
  await other.getByRole('button', { name: 'Comparar' }).click();
  const dialog = agent.dialog('É a mesma pessoa?');
  await dialog.getByRole('radio', { name: /Rosa Nunes/ }).click();
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Juntar' }).click();

  const kept = agent.page.getByRole('main', { name: 'Ficha de Rosa Nunes' });
  await expect(kept.getByText(/Rosa N\. \(loja\) foi juntado a este contato por Ana Souza/)).toBeVisible();
  const further = kept.getByRole('region', { name: 'Outros identificadores' });
  await expect(further.getByRole('listitem')).toContainText(['R-4243']);

  await kept.getByRole('button', { name: 'Desfazer' }).click();
  await expect(further).toBeHidden();
  await agent.page.getByRole('link', { name: 'Contatos' }).click();
  await agent.page.getByRole('searchbox', { name: 'Buscar contato' }).fill('Rosa N');
  for (const name of ['Rosa Nunes', 'Rosa N. (loja)'])
    await expect(agent.page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await expect(agent.page.getByRole('button', { name: /^Possíveis duplicados/ })).toBeHidden();
});
