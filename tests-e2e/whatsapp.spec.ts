// A customer's telephone with the simulated messenger and an agent with WhatsApp connected: texts, ticks, pictures, the
// conversation window, the end of the attendance.
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, instagramAccount, whatsappAccount, WhatsAppTelephone } from './whatsappTelephone';
import { deep, deepIf } from './deep';

const whatsapp = { account: whatsappAccount, number: '5511955550101', name: 'Helena Duarte' };
const instagram = { account: instagramAccount, number: 'helena.duarte', name: 'Helena Duarte' };

test.beforeEach(async ({ agent }) => atWorkOnWhatsApp(agent));

for (const { account, number, name } of [whatsapp, instagram]) {
  test(
    `a customer at ${number} writes and the agent's answer is delivered and read [JOB-007] [WAP-034]`,
    deepIf(account === instagramAccount),
    async ({ agent, request }) => {
      const telephone = await WhatsAppTelephone.open(request, number, name, account);
      await telephone.write('Bom dia! Quero renovar o plano.');
      await expect(agent.card(name)).toBeVisible();
      await agent.openJob(name);
      await expect(agent.message('Bom dia! Quero renovar o plano.')).toBeVisible();
      await telephone.write('Alguém?');
      await expect(agent.message('Alguém?')).toBeVisible();

      await agent.send('Bom dia, Helena!');
      await expect(agent.message('Bom dia, Helena!')).toHaveAccessibleName(/entregue$/);
      await telephone.call('seen', {});
      await expect(agent.message('Bom dia, Helena!')).toHaveAccessibleName(/lida$/);
      expect(await telephone.texts()).toEqual(['Bom dia! Quero renovar o plano.', 'Alguém?', 'Bom dia, Helena!']);
    },
  );
}

test('the composer is locked when the window closes and opens with the customer’s next message [WAP-028]', async ({
  agent,
  request,
}) => {
  const telephone = await WhatsAppTelephone.open(request, whatsapp.number, whatsapp.name);
  await telephone.write('Bom dia!');
  await agent.openJob(whatsapp.name);
  await expect(agent.field).toBeVisible();
  await agent.field.fill('Um momento, vou ver');
  await telephone.call('age', { seconds: 86_400 });
  await expect(agent.conversation.getByText('A janela de 24 h expirou')).toBeVisible();
  await expect(agent.field).toBeHidden();
  await telephone.write('Voltei');
  await expect(agent.field).toHaveValue('Um momento, vou ver');
  await agent.field.press('Enter');
  await expect(agent.message('Um momento, vou ver')).toHaveAccessibleName(/entregue$/);
});

test('a blocked message shows its error, and the attendance ends and is removed after its qualification [WAP-102]', async ({
  agent,
  request,
}) => {
  const telephone = await WhatsAppTelephone.open(request, whatsapp.number, whatsapp.name);
  await telephone.write('Bom dia!');
  await agent.openJob(whatsapp.name);
  await telephone.call('settings', { receipts: true, offline: false, blocked: true });
  await agent.send('Olá!');
  await expect(agent.message('Olá!')).toHaveAccessibleName(/não enviada|falhou|erro/i);
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await agent
    .dialog('Finalizar atendimento')
    .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
    .click();
  const form = agent.dialog('Qualificar atendimento');
  await form.getByRole('radio', { name: /Resolvido/ }).check();
  await form.getByRole('button', { name: 'Qualificar', exact: true }).click();
  await expect(agent.card(whatsapp.name)).toHaveCount(0);
});

test('a picture of the customer is named in the list [JOB-034]', deep, async ({ agent, request }) => {
  const telephone = await WhatsAppTelephone.open(request, whatsapp.number, whatsapp.name);
  await telephone.sendPicture('');
  await expect(agent.card(whatsapp.name)).toContainText('Foto');
});

test('a message that the provider refused offers only to write its text again', deep, async ({ agent, request }) => {
  const telephone = await WhatsAppTelephone.open(request, whatsapp.number, whatsapp.name);
  await telephone.write('Bom dia!');
  await agent.openJob(whatsapp.name);
  await telephone.call('settings', { receipts: true, offline: false, blocked: true });
  await agent.send('O plano vence hoje.');
  const refused = agent.message('O plano vence hoje.').first();
  await expect(refused).toHaveAccessibleName(/não enviada$/);
  await expect(agent.card(whatsapp.name)).toContainText('Não foi possível enviar');
  await expect(refused.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  await expect(refused.getByRole('button', { name: 'Descartar' })).toHaveCount(0);

  await telephone.call('settings', { receipts: true, offline: false, blocked: false });
  await telephone.write('Voltei!');
  await expect(agent.card(whatsapp.name)).toContainText('Voltei!');
  await refused.getByRole('button', { name: 'Editar' }).click();
  await expect(agent.field).toHaveValue('O plano vence hoje.');
  await agent.field.press('Enter');
  await expect(agent.message('O plano vence hoje.').last()).toHaveAccessibleName(/entregue$/);
  await expect(refused).toHaveAccessibleName(/não enviada$/);
  expect(await telephone.texts()).toEqual(['Bom dia!', 'Voltei!', 'O plano vence hoje.']);
});
