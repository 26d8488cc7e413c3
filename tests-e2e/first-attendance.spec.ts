// An agent's first attendance of the day, from the sign-in to the qualification, with the real server, an agent's
// page and a customer's page.
import { expect, test } from './fixtures';

const contact = 'Cadastre o contato para qualificar ou transferir';

test('a customer writes, the agent answers, registers the contact, finishes and qualifies, and after a restart everything is stored [QUA-014]', async ({
  agent,
  newCustomer,
  server,
  complaints,
}) => {
  complaints.expectOutage();
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Mariana Albuquerque', {
    identifier: 'mariana@exemplo.com.br',
    queue: 'Renovações',
  });

  await test.step('the attendance appears and opens', async () => {
    await expect(agent.card('Mariana Albuquerque')).toBeVisible();
    await expect(agent.chip('Em atendimento')).toBeVisible();
    await customer.write('Bom dia! Quero renovar o plano.');
    await expect(agent.message('Bom dia! Quero renovar o plano.')).toBeVisible();
  });

  await test.step('the agent sees that the customer types', async () => {
    await customer.field.pressSequentially('Só um momen');
    await expect(agent.log.getByRole('img', { name: 'Mariana está digitando' })).toBeVisible();
    await expect(agent.card('Mariana Albuquerque')).toContainText('digitando…');
    await customer.field.press('Enter');
    await expect(agent.message('Só um momen')).toBeVisible();
  });

  await test.step('the answer reaches the customer once', async () => {
    await agent.send('Claro, Mariana! Vou ver as condições.');
    await expect(customer.reads('Claro, Mariana! Vou ver as condições.')).toHaveCount(1);
    await expect(agent.message('Claro, Mariana! Vou ver as condições.')).toHaveAccessibleName(/^Você, .*enviada$/);
    await expect(agent.field).toHaveValue('');
    await expect(agent.field).toBeFocused();
    await expect(agent.card('Mariana Albuquerque')).toContainText('Você: Claro, Mariana!');
  });

  await test.step('finishing asks for confirmation and requires a registered contact before the qualification', async () => {
    await expect(agent.details.getByText(contact)).toBeVisible();
    await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
    await agent
      .dialog('Finalizar atendimento')
      .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
      .click();
    await expect(agent.notices.getByText('Cadastre o contato para continuar.')).toBeVisible();
    await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toHaveValue('Mariana Albuquerque');
    await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
  });

  await test.step('the qualification group of this queue requires an observation', async () => {
    // After the registration the dialog of the qualification opens.
    const dialog = agent.dialog('Qualificar atendimento');
    await dialog.getByRole('button', { name: 'Qualificar' }).click();
    await expect(dialog.getByText('Escolha uma qualificação')).toBeVisible();
    await expect(dialog.getByText('Esse campo é obrigatório')).toBeVisible();
    await dialog.getByRole('radio', { name: /Aceita/ }).click();
    await dialog.getByRole('textbox', { name: 'Observação' }).fill('Renovou por doze meses');
    await dialog.getByRole('button', { name: 'Qualificar' }).click();
    await expect(agent.notices.getByText('Qualificação realizada com sucesso')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the attendance leaves the list', async () => {
    await expect(agent.card('Mariana Albuquerque')).toHaveCount(0);
    await expect(agent.page).toHaveURL(/\/attendance$/);
    await expect(agent.chip('Disponível')).toBeVisible();
  });

  await test.step('after a restart of the server the contact is known', async () => {
    await server.restart();
    await expect(agent.page.getByRole('button', { name: 'Conexão: ótima' })).toBeVisible({ timeout: 15_000 });
    const again = await newCustomer('Mari', { identifier: 'mariana@exemplo.com.br', queue: 'Renovações' });
    await again.write('Voltei!');
    await expect(agent.card('Mariana Albuquerque')).toBeVisible();
    await expect(agent.details.getByRole('heading', { name: 'Mariana Albuquerque' })).toBeVisible();
    await expect(agent.details.getByText(contact)).toHaveCount(0);
  });
});

test('given the customer ends the conversation, the attendance waits for qualification [CHT-010]', async ({
  agent,
  newCustomer,
}) => {
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Rodrigo Farias');
  await customer.write('Deixa, já resolvi');
  await expect(agent.message('Deixa, já resolvi')).toBeVisible();
  await customer.end();
  await expect(agent.log).toContainText('O cliente encerrou a conversa');
  await expect(agent.notices.getByRole('status')).toHaveCount(0);
  await expect(agent.list.getByRole('heading', { name: /A qualificar/ })).toBeVisible();
  await expect(agent.conversation.getByText('Atendimento finalizado')).toBeVisible();
  await expect(agent.chip('Disponível')).toBeVisible();
});
