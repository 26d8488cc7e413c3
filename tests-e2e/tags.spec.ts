// Tags beside the conversation and the filter of the attendance list by them.
import type { Agent } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

const tag = 'Reclamação';

const tagsOf = (agent: Agent) => agent.details.getByRole('group', { name: 'Do atendimento' });

async function addTag(agent: Agent): Promise<void> {
  await tagsOf(agent).getByRole('button', { name: 'Etiqueta', exact: true }).click();
  const picker = agent.page.getByRole('dialog', { name: 'Escolher etiquetas' });
  await picker.getByPlaceholder('Buscar etiqueta').fill('reclamacao');
  await picker.getByRole('option', { name: tag }).click();
  await agent.escape(picker);
}

test('a tag is added to an attendance, stays after a reload and is removed [TAG-001]', async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  await (await newCustomer('Denise Sampaio')).write('Bom dia');
  await agent.openJob('Denise Sampaio');
  await addTag(agent);
  await expect(tagsOf(agent).getByRole('listitem').filter({ hasText: tag })).toBeVisible();
  await agent.page.reload();
  await tagsOf(agent)
    .getByRole('button', { name: `Remover a etiqueta ${tag}` })
    .click();
  await expect(tagsOf(agent).getByRole('listitem')).toHaveCount(0);
  await agent.page.reload();
  await expect(tagsOf(agent)).toBeVisible();
  await expect(tagsOf(agent).getByRole('listitem')).toHaveCount(0);
});

test('given a failed request for tags, then no message is shown and the saved tags are shown again [TAG-007] [TAG-008]', async ({
  agent,
  newCustomer,
  complaints,
}) => {
  complaints.expectRefusal({ status: 500, path: /^\/api\/new-tag\/agent\// });
  await agent.atWork();
  await (await newCustomer('Otávio Brandão')).write('Bom dia');
  await agent.openJob('Otávio Brandão');
  await agent.page.route('**/api/new-tag/agent/**', (route) => route.fulfill({ status: 500, body: '' }));
  const answered = agent.page.waitForResponse(/\/new-tag\/agent\//);
  await addTag(agent);
  await answered;
  await expect(agent.page.getByText('As etiquetas voltaram ao que estava salvo')).toBeAttached();
  await expect(tagsOf(agent).getByRole('listitem')).toHaveCount(0);
  await expect(agent.notices.getByRole('status')).toHaveCount(0);
});

test(
  'the list shows only attendances with a chosen tag, and can hide the tags of a kind [JOB-025]',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    await (await newCustomer('Lúcia Meirelles')).write('Bom dia');
    await (await newCustomer('Teles Engenharia')).write('Bom dia');
    await agent.openJob('Lúcia Meirelles');
    await addTag(agent);
    await agent.list.getByRole('button', { name: 'Filtrar atendimentos' }).click();
    const filter = agent.page.getByRole('dialog', { name: 'Filtrar atendimentos' });
    await filter.getByRole('group', { name: 'Do atendimento' }).getByRole('button', { name: 'Etiqueta' }).click();
    await agent.page.getByRole('option', { name: tag }).click();
    await agent.escape(agent.page.getByRole('dialog', { name: 'Escolher etiquetas' }));
    await expect(agent.card('Lúcia Meirelles')).toBeVisible();
    await expect(agent.card('Teles Engenharia')).toHaveCount(0);

    const square = agent.card('Lúcia Meirelles').locator('i');
    await expect(square).not.toHaveCount(0);
    await filter
      .getByRole('group', { name: 'Mostrar nos cartões' })
      .getByRole('checkbox', { name: 'Do atendimento' })
      .click();
    await expect(square).toHaveCount(0);

    await filter.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(agent.card('Teles Engenharia')).toBeVisible();
    await expect(square).not.toHaveCount(0);
  },
);
