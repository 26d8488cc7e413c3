// The composer of WhatsApp in a real browser: files, recordings, presets and answers reach the customer's telephone.
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, picture as pixel, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const customer = 'Helena Duarte';
const picture = { name: 'recibo.png', mimeType: 'image/png', buffer: pixel };

let telephone: WhatsAppTelephone;

test.beforeEach(async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  telephone = await WhatsAppTelephone.open(request, '5511955550101', customer);
  await telephone.write('Bom dia!');
  await agent.openJob(customer);
});

const tray = (agent: Agent) => agent.conversation.getByRole('list', { name: 'Arquivos escolhidos' });

const attach = (agent: Agent, ...files: Array<typeof picture>) =>
  agent.conversation.locator('input[type="file"]').setInputFiles(files);

const send = (agent: Agent) => agent.conversation.getByRole('button', { name: 'Enviar mensagem' }).click();

test('a picture with a caption reaches the telephone', async ({ agent }) => {
  await attach(agent, picture);
  await expect(tray(agent)).toContainText('recibo.png');
  expect(await axeViolations(agent.page)).toEqual([]);
  await agent.page.locator('#composer').fill('Segue o recibo');
  await send(agent);
  await expect(tray(agent)).toBeHidden();
  await expect.poll(() => telephone.media()).toEqual([{ medium: 'image', caption: 'Segue o recibo' }]);
  await expect(agent.message('Segue o recibo')).toHaveAccessibleName(/(enviada|entregue|lida)$/);
});

test('a file of 6 MB and a program are refused, and the text stays [WAP-061] [WAP-062]', async ({ agent }) => {
  await agent.page.locator('#composer').fill('Segue o contrato');
  await attach(
    agent,
    { name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) },
    { name: 'programa.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  );
  await expect(tray(agent)).toContainText('O arquivo deve ter no máximo 5 MB');
  await expect(tray(agent)).toContainText('Este tipo de arquivo não pode ser enviado');
  await expect(agent.page.locator('#composer')).toHaveValue('Segue o contrato');
  await agent.conversation.getByRole('button', { name: 'Remover grande.png' }).click();
  await agent.conversation.getByRole('button', { name: 'Remover programa.exe' }).click();
  await send(agent);
  await expect.poll(() => telephone.texts()).toEqual(['Bom dia!', 'Segue o contrato']);
  expect(await telephone.media()).toEqual([]);
});

test(
  'a program with the name of a picture is refused by the server, and the customer gets nothing',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 415, path: /^\/api\/whatsapp\/media$/ });
    await attach(agent, { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\u0090\u0000programa') });
    await send(agent);
    await expect(agent.log).toContainText('Este tipo de arquivo não pode ser enviado');
    expect(await telephone.media()).toEqual([]);
  },
);

test('the agent cancels a running upload [BEY-054]', deep, async ({ agent }) => {
  await agent.page.route('**/api/whatsapp/media?*', () => undefined);
  await attach(agent, picture);
  await send(agent);
  await agent.conversation.getByRole('button', { name: 'Cancelar o envio do arquivo' }).click();
  await expect(agent.conversation.getByRole('button', { name: 'Cancelar o envio do arquivo' })).toBeHidden();
  await agent.send('Mando depois');
  await expect.poll(() => telephone.texts()).toEqual(['Bom dia!', 'Mando depois']);
  expect(await telephone.media()).toEqual([]);
});

test('an upload that the network interrupts is repeated automatically and sent once [BEY-003]', async ({
  agent,
  complaints,
}) => {
  complaints.expectOutage();
  let uploads = 0;
  await agent.page.route('**/api/whatsapp/media?*', async (route) => {
    uploads += 1;
    await (uploads > 2 ? route.continue() : route.abort('connectionreset'));
  });
  await attach(agent, picture);
  await agent.page.locator('#composer').fill('Segue o recibo');
  await send(agent);
  const message = agent.message('Segue o recibo');
  await expect(message).toHaveAccessibleName(/(enviada|entregue|lida)$/);
  await expect(message).toHaveCount(1);
  await agent.send('Chegou?');
  await expect.poll(() => telephone.texts()).toEqual(['Bom dia!', '', 'Chegou?']);
  expect(await telephone.media()).toEqual([{ medium: 'image', caption: 'Segue o recibo' }]);
  expect(uploads).toBe(3);
});

test(
  'an upload that exceeds its time limit shows the reason, keeps the file, and is sent once when the agent repeats it',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 408, path: /^\/api\/whatsapp\/media$/ });
    let uploads = 0;
    await agent.page.route('**/api/whatsapp/media?*', async (route) => {
      uploads += 1;
      await (uploads > 2 ? route.continue() : route.fulfill({ status: 408, json: {} }));
    });
    await attach(agent, picture);
    await agent.page.locator('#composer').fill('Segue o recibo');
    await send(agent);
    const failed = agent.message('Segue o recibo');
    const retry = agent.log.getByRole('button', { name: 'Tentar de novo' });
    await expect(agent.log).toContainText('Não foi possível enviar o arquivo');
    await expect(failed).toHaveCount(1);
    expect(await axeViolations(agent.page)).toEqual([]);
    await retry.click();
    await expect.poll(() => uploads).toBe(2);
    await expect(agent.log).toContainText('Não foi possível enviar o arquivo');
    expect(await telephone.media()).toEqual([]);
    await retry.click();
    await expect(failed).toHaveAccessibleName(/(enviada|entregue|lida)$/);
    await expect(retry).toBeHidden();
    await expect(failed).toHaveCount(1);
    expect(await telephone.media()).toEqual([{ medium: 'image', caption: 'Segue o recibo' }]);
  },
);

test('a preset is found by "/" and inserted by keyboard [PRE-001]', deep, async ({ agent }) => {
  const field = agent.page.locator('#composer');
  await field.fill('/sauda');
  await expect(agent.conversation.getByRole('option', { name: /Saudação/ })).toBeVisible();
  expect(await axeViolations(agent.page)).toEqual([]);
  await field.press('Enter');
  await expect(field).toHaveValue('Olá! Em que posso ajudar?');
  await field.press('Enter');
  await expect.poll(() => telephone.texts()).toEqual(['Bom dia!', 'Olá! Em que posso ajudar?']);
});

test('the agent answers a message, and a click on the quote shows that message', deep, async ({ agent }) => {
  await agent.message('Bom dia!').hover();
  await agent.conversation.getByRole('button', { name: `Responder à mensagem de ${customer}` }).click();
  await expect(agent.conversation.getByText(`Respondendo a ${customer}`)).toBeVisible();
  await agent.page.keyboard.type('Bom dia, Helena');
  await agent.page.keyboard.press('Enter');
  await expect(agent.conversation.getByText(`Respondendo a ${customer}`)).toBeHidden();
  await expect.poll(() => telephone.texts()).toEqual(['Bom dia!', 'Bom dia, Helena']);
  await agent.conversation.getByRole('button', { name: /^Ir para a mensagem de .*: Bom dia!$/ }).click();
  await expect(agent.log.locator('[data-target]')).toContainText('Bom dia!');
});

test('"Encaminhar" in the menu of a message begins the selection with this message', deep, async ({ agent }) => {
  await agent.message('Bom dia!').hover();
  await agent.conversation.getByRole('button', { name: `Ações da mensagem de ${customer}` }).click();
  await agent.page.getByRole('menuitem', { name: 'Encaminhar' }).click();
  await expect(agent.conversation.getByRole('region', { name: 'Mensagens selecionadas' })).toContainText(
    '1 mensagem selecionada',
  );
});
