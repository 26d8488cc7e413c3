// Channels: voice with its extension and every refusal, and disconnecting while attendances are open.
import { demoAgents, type Agent } from './agent';
import { expect, test } from './fixtures';
import { DeskTelephone } from './voice';
import { deep } from './deep';

async function openVoiceDialog(agent: Agent) {
  await agent.page.getByRole('button', { name: /^Voz: / }).click();
  await agent.page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
  return agent.dialog('Conectar Voz');
}

test('voice asks for the extension, shows why one is refused and remembers an accepted one [CHN-037] [CHN-038] [CHN-049] [CHN-051] [CHN-039]', async ({
  agent,
  page,
  context,
  complaints,
}) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/channels\/voice\/connect/ });
  for (const extension of ['1002', '1009']) await new DeskTelephone(await context.newPage()).switchOn(extension);
  await page.bringToFront();
  await agent.signIn(demoAgents.davi);
  const dialog = await openVoiceDialog(agent);
  const field = dialog.getByRole('textbox', { name: 'Ramal' });
  const connect = dialog.getByRole('button', { name: 'Conectar' });
  await connect.click();
  await expect(dialog.getByText('Esse campo é obrigatório')).toBeVisible();
  await field.fill('10a1');
  await connect.click();
  await expect(dialog.getByText('O ramal tem só números')).toBeVisible();
  for (const [exten, cause] of [
    ['4444', 'Ramal não existe. Confira o número no seu telefone'],
    ['1008', 'Ramal não registrado. Ligue o telefone desse ramal'],
    ['1001', 'Ramal não registrado. Ligue o telefone desse ramal'],
    ['1009', 'Não foi possível originar chamada para o ramal. O telefone desse ramal não pode ser chamado'],
  ] as const) {
    await field.fill(exten);
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(cause);
    // The reason is shown only in the dialog; no snackbar appears.
    await expect(agent.notices.getByRole('status')).toHaveCount(0);
  }
  await field.fill('1002');
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Voz: Disponível/ })).toBeVisible();
  await page.getByRole('button', { name: /^Voz: / }).click();
  await page.getByRole('menuitem', { name: 'Desconectar', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Voz: Desconectado/ })).toBeVisible();
  await expect((await openVoiceDialog(agent)).getByRole('textbox', { name: 'Ramal' })).toHaveValue('1002');
});

test('an extension that another agent uses is refused [CHN-050]', deep, async ({ agent, complaints, page }) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/channels\/voice\/connect/ });
  await agent.signIn(demoAgents.davi);
  await page.route('**/api/channels/voice/connect/**', (route) =>
    route.fulfill({ status: 409, json: { cause: 'extensionInUse' } }),
  );
  const dialog = await openVoiceDialog(agent);
  await dialog.getByRole('textbox', { name: 'Ramal' }).fill('1001');
  await dialog.getByRole('button', { name: 'Conectar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ramal em uso. Outro agente atende nesse ramal');
});

test('a channel with open attendances asks for confirmation before it is disconnected, and the attendances stay [CHN-060]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.atWork();
  const customer = await newCustomer('Otávio Reis');
  await customer.write('Bom dia');
  await expect(agent.card('Otávio Reis')).toBeVisible();
  const disconnect = async (): Promise<void> => {
    await agent.chip('Em atendimento').click();
    await page.getByRole('menuitem', { name: 'Desconectar', exact: true }).click();
  };
  await disconnect();
  const question = agent.dialog('Desconectar Chat?');
  await expect(question).toContainText('Há 1 atendimento aberto neste canal.');
  await agent.escape(question);
  await expect(agent.chip('Em atendimento')).toBeVisible();
  await disconnect();
  await question.getByRole('button', { name: 'Desconectar' }).click();
  await expect(agent.chip('Desconectado')).toBeVisible();
  await expect(agent.card('Otávio Reis')).toBeVisible();
});
