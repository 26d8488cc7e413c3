// The page of a contact: reached from the history, edited in place, with its attendances and its risk.
import type { Agent } from './agent';
import { axeViolations } from './axe';
import type { Customer } from './customer';
import { expect, test } from './fixtures';
import { deep } from './deep';

const contact = { name: 'Beatriz Campos', identifier: 'beatriz.campos@example.com' };

/** Ends an attendance of the contact and opens its page from the history. */
async function openContact(
  agent: Agent,
  newCustomer: (name: string, options?: { identifier?: string }) => Promise<Customer>,
): Promise<void> {
  await agent.atWork();
  await (await newCustomer(contact.name, { identifier: contact.identifier })).write('Quero falar do contrato');
  await agent.openJob(contact.name);
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await agent
    .dialog('Finalizar atendimento')
    .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
    .click();
  await agent.dialog('Qualificar atendimento').getByRole('button', { name: 'Qualificar' }).click();
  await agent.page.getByRole('link', { name: 'Histórico' }).click();
  await agent.page.getByRole('row').filter({ hasText: contact.name }).first().click();
  await agent.page.getByRole('link', { name: 'Ficha' }).click();
  await expect(pageOf(agent)).toBeVisible();
}

const pageOf = (agent: Agent) => agent.page.getByRole('main', { name: `Ficha de ${contact.name}` });

test(
  'without a session the page of a contact leads to the sign-in page; with one it shows the contact [NAV-017]',
  deep,
  async ({ agent, newAgent, newCustomer }) => {
    await openContact(agent, newCustomer);
    const { pathname } = new URL(agent.page.url());
    expect(pathname).toMatch(/\/contact\/[^/]+$/);
    await expect(pageOf(agent).getByRole('heading', { level: 1, name: contact.name })).toBeVisible();
    const path = pathname.replace('/new-agent', '');
    const stranger = await newAgent();
    await stranger.open(path);
    await expect(stranger.page).toHaveURL(/\/login$/);
    await agent.page.reload();
    await expect(pageOf(agent).getByRole('heading', { level: 1, name: contact.name })).toBeVisible();
  },
);

test(
  'the page of a contact lists its attendances by day, and one opens with its messages',
  deep,
  async ({ agent, newCustomer }) => {
    await openContact(agent, newCustomer);
    const timeline = pageOf(agent).getByRole('region', { name: /^Histórico de atendimentos/ });
    await expect(timeline.getByRole('heading', { name: 'Hoje' })).toBeVisible();
    await timeline.getByRole('button', { expanded: false }).first().click();
    await expect(timeline.getByRole('article').filter({ hasText: 'Quero falar do contrato' })).toBeVisible();
    // On a phone a notice covers the chips of the channels while it shows.
    await expect(agent.notices.getByRole('status')).toHaveCount(0);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await agent.page.setViewportSize(size);
      expect(await axeViolations(agent.page), `${String(size.width)} px`).toEqual([]);
    }
  },
);

test('a field of a contact is edited in its place and kept after a reload', async ({ agent, newCustomer }) => {
  await openContact(agent, newCustomer);
  const data = pageOf(agent).getByRole('region', { name: 'Dados do contato' });
  await data.getByRole('button', { name: /^Editar E-mail/ }).click();
  const field = data.getByRole('textbox', { name: 'E-mail' });
  await field.fill('novo.endereco@example.com');
  await field.press('Enter');
  await expect(data.getByRole('button', { name: 'Editar E-mail: novo.endereco@example.com' })).toBeVisible();
  await agent.page.reload();
  await expect(data.getByRole('button', { name: 'Editar E-mail: novo.endereco@example.com' })).toBeVisible();
});

test(
  'a risk is removed with a justification of 50 characters, not with 49 [ORG-001] [ORG-002]',
  deep,
  async ({ agent, newCustomer }) => {
    await openContact(agent, newCustomer);
    const card = pageOf(agent).getByRole('region', { name: 'OrganIA' });
    await card.getByRole('button', { name: 'Remover risco' }).click();
    const form = agent.page.getByRole('dialog', { name: 'Remover risco' });
    const confirm = form.getByRole('button', { name: 'Remover risco' });
    await form.getByRole('textbox', { name: 'Justificativa' }).fill(`  ${'a'.repeat(49)}  `);
    await expect(form.getByText('49/50')).toBeVisible();
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await form.getByRole('textbox', { name: 'Justificativa' }).fill('a'.repeat(50));
    await expect(confirm).not.toHaveAttribute('aria-disabled');
    await confirm.click();
    await expect(card.getByText('Risco removido')).toBeVisible();
  },
);
