// What the agent reads of a WhatsApp conversation beside its newest messages: search, media, earlier attendances, and the PDF.
import { readFileSync } from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Agent } from './agent';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const name = 'Helena Duarte';

let telephone: WhatsAppTelephone;

async function chooseInMenu(agent: Agent, entry: string): Promise<void> {
  await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
  await agent.page.getByRole('menuitem', { name: entry }).click();
}

test.beforeEach(async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  telephone = await WhatsAppTelephone.open(request, '5511955550101', name);
});

test(
  'the search ignores accents and shows the chosen message in the thread [WAP-063] [BEY-060]',
  deep,
  async ({ agent }) => {
    await telephone.write('Quero a renovação do plano');
    for (let index = 1; index <= 60; index += 1) await telephone.write(`Linha ${String(index)}`);
    await agent.openJob(name);
    await expect(agent.message('Linha 60')).toBeVisible();
    await agent.page.keyboard.press('Alt+Shift+G');
    const drawer = agent.page.getByRole('complementary', { name: 'Buscar na conversa' });
    const field = drawer.getByRole('searchbox');
    await expect(field).toBeFocused();
    await field.pressSequentially('linha 7');
    await field.fill('RENOVACAO');
    const results = drawer.getByRole('list', { name: 'Mensagens encontradas' }).getByRole('button');
    await expect(results).toHaveCount(1);
    await expect(results.locator('mark')).toHaveText('renovação');
    await results.click();
    await expect(agent.message('Quero a renovação do plano')).toBeInViewport();
    await field.fill('inexistente');
    await expect(drawer.getByText('Nada encontrado para ‘inexistente’')).toBeVisible();
    await field.press('Escape');
    await expect(drawer).toBeHidden();
  },
);

test(
  '[BEY-157] the number of the customer is in the header at every width and never cut',
  deep,
  async ({ agent, page }) => {
    await telephone.write('Bom dia!');
    await agent.openJob(name);
    const number = agent.conversation.locator('header bdi').filter({ hasText: /^\+55 \(\d\d\) [\d-]+$/ });
    for (const width of [1600, 1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(number).toBeInViewport({ ratio: 1 });
      expect(
        await number.evaluate((element) => element.scrollWidth <= Math.ceil(element.getBoundingClientRect().width)),
      ).toBe(true);
    }
  },
);

test('further results are loaded while the agent scrolls', deep, async ({ agent }) => {
  for (let index = 1; index <= 60; index += 1) await telephone.write(`Linha ${String(index)}`);
  await agent.openJob(name);
  // Barrier: the server has all messages, because the search of the server finds only stored messages.
  await expect(agent.message('Linha 60')).toBeVisible();
  await agent.page.keyboard.press('Alt+Shift+G');
  const drawer = agent.page.getByRole('complementary', { name: 'Buscar na conversa' });
  await drawer.getByRole('searchbox').fill('linha');
  const results = drawer.getByRole('list', { name: 'Mensagens encontradas' }).getByRole('button');
  await expect(results).toHaveCount(50);
  await results.last().scrollIntoViewIfNeeded();
  await expect(results).toHaveCount(60);
  await expect(results.last()).toContainText('Linha 1');
});

test('files that arrived meanwhile are in the gallery when it is opened again', deep, async ({ agent }) => {
  await telephone.sendPicture('o recibo');
  await agent.openJob(name);
  const drawer = agent.page.getByRole('complementary', { name: 'Mídia da conversa' });
  const pictures = drawer.getByRole('button', { name: /^Abrir Foto, Helena Duarte/ });
  await chooseInMenu(agent, 'Mídia da conversa');
  await expect(pictures).toHaveCount(1);
  await agent.escape(drawer);
  await telephone.sendPicture('o comprovante');
  await expect(agent.message('o comprovante')).toBeVisible();
  await chooseInMenu(agent, 'Mídia da conversa');
  await expect(pictures).toHaveCount(2);
});

test('a picture is in the gallery and opens over the page [WAP-068]', deep, async ({ agent }) => {
  await telephone.write('Bom dia');
  await telephone.sendPicture('o recibo');
  await agent.openJob(name);
  await chooseInMenu(agent, 'Mídia da conversa');
  const drawer = agent.page.getByRole('complementary', { name: 'Mídia da conversa' });
  await drawer.getByRole('button', { name: /^Abrir Foto, Helena Duarte/ }).click();
  await expect(agent.page.getByRole('dialog', { name: /^Foto, Helena Duarte/ })).toBeVisible();
});

test('the conversation is saved as a PDF with its texts, accents and emoji [WAP-055]', async ({ agent }) => {
  await telephone.write('Renovação à vista? Não! 😀');
  await telephone.sendPicture('o recibo');
  await agent.openJob(name);
  await expect(agent.message('o recibo')).toBeVisible();
  await chooseInMenu(agent, 'Ver e baixar a conversa (PDF)');
  const download = agent.page.waitForEvent('download');
  await agent.dialog(`Conversa com ${name}`).getByRole('button', { name: 'Baixar PDF' }).click();
  const file = await (await download).path();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(file))), { mergePages: true });
  expect(text).toContain('Renovação à vista? Não! 😀');
  expect(text).toContain('[Foto: recibo.png]');
});
