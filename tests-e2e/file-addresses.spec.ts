// Files in a page that is open for longer than the addresses of its files are valid: the test changes the broker's
// frames so that they contain addresses that the server refuses, as if an hour had passed.
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, picture, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const name = 'Helena Duarte';
const plan = { name: 'plano.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n') };

test('a picture and a file with an expired address are loaded with a new address, which is kept after a reload', async ({
  agent,
  page,
  newCustomer,
  complaints,
}) => {
  // The browser reports each expired address.
  complaints.expectRefusal({ status: 404, path: /^\/api\/media\// });
  await page.routeWebSocket(/\/broker$/, (socket) => {
    const server = socket.connectToServer();
    // The other time has the same number of digits, because a STOMP frame contains the length of its body.
    server.onMessage((frame) => socket.send(String(frame).replace(/expires=\d{10}/g, 'expires=1000000000')));
  });
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/media/')) answers.push(response.status());
  });
  await agent.atWork();
  const customer = await newCustomer(name);
  await customer.write('Bom dia!');
  await agent.openJob(name);
  const attach = (file: typeof plan) => customer.page.locator('#file').setInputFiles(file);
  const send = () => customer.page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await attach({ name: 'recibo.png', mimeType: 'image/png', buffer: picture });
  await send();
  const image = agent.log.getByRole('button', { name: /^Abrir Foto/ }).locator('img');
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : -1)))
    .toBe(1);
  expect(answers).toEqual([404, 200]);
  // The answer with new addresses came before the second file, so the page must request the address of this file
  // separately.
  await attach(plan);
  await send();
  const download = page.waitForEvent('download');
  await agent.log.getByRole('link', { name: 'Baixar plano.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('plano.pdf');
  expect(await (await download).failure()).toBeNull();
  expect(answers.slice(0, 3)).toEqual([404, 200, 404]);
  await page.reload();
  await expect(image).toBeVisible();
  await expect.poll(() => answers.filter((status) => status === 404)).toHaveLength(2);
});

test(
  'a picture of the open gallery with an expired address is loaded with a new address [WAP-069]',
  deep,
  async ({ agent, page, request, complaints }) => {
    complaints.expectRefusal({ status: 404, path: /^\/api\/media\// });
    let firstPages = 0;
    await page.route('**/api/contacts/media/whatsapp?*', async (route) => {
      const isFirstPage = new URL(route.request().url()).searchParams.get('page') === '1';
      firstPages += Number(isFirstPage);
      if (!isFirstPage || firstPages > 1) return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace(/expires=\d{10}/g, 'expires=1000000000');
      return route.fulfill({ response, body });
    });
    await atWorkOnWhatsApp(agent);
    const telephone = await WhatsAppTelephone.open(request, '5511955550101', name);
    await telephone.sendPicture('o recibo');
    await agent.openJob(name);
    await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Mídia da conversa' }).click();
    const drawer = page.getByRole('complementary', { name: 'Mídia da conversa' });
    const image = drawer.getByRole('button', { name: /^Abrir Foto/ }).locator('img');
    await expect
      .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : -1)))
      .toBe(1);
    expect(firstPages).toBe(2);
  },
);
