// The product from 360 to 2560 px and at a zoom of 200 %: nothing is cut off, everything can be reached and pressed; nothing moves with reduced motion.
import type { Page } from '@playwright/test';
import { demoAgents, demoSupervisor, type Agent } from './agent';
import { expect, test } from './fixtures';
import { DeskTelephone } from './voice';
import { layoutFaults, movingElements, sizes } from './layout';
import { deep } from './deep';

type NewCustomer = (name: string) => Promise<{ write(text: string): Promise<void> }>;

const longName = 'Maria Aparecida dos Santos Albuquerque de Vasconcelos Silva';

async function expectSound(page: Page, where: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect.soft(await layoutFaults(page), `${where} at ${size.width}x${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function openConversation(agent: Agent, newCustomer: NewCustomer): Promise<void> {
  await agent.atWork();
  const customer = await newCustomer(longName);
  await customer.write(`Bom dia ${'palavra'.repeat(30)}`);
  await agent.openJob(longName);
  await expect(agent.message('Bom dia')).toBeVisible();
}

test(
  'the sign-in page and the list fit every width [BEY-081] [SHELL-057]',
  deep,
  async ({ agent, page, newCustomer }) => {
    await agent.open();
    await expect(page.getByRole('heading', { name: 'Entre para começar' })).toBeVisible();
    await expectSound(page, 'the sign-in page');
    await openConversation(agent, newCustomer);
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: /^Atendimento/ })
      .click();
    await expect(page).toHaveURL(/attendance$/);
    await expectSound(page, 'the list');
  },
);

test('a conversation and its dialogs fit every width [BEY-081] [SHELL-057]', async ({ agent, page, newCustomer }) => {
  await openConversation(agent, newCustomer);
  await agent.send('Bom dia, como posso ajudar?');
  await expect(agent.message('como posso ajudar')).toHaveAccessibleName(/enviada/);
  await expectSound(page, 'a conversation');
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await expectSound(page, 'the notifications');
  await agent.escape(page.getByRole('dialog', { name: 'Notificações' }));
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await expectSound(page, 'the question before finishing');
});

test('the preferences fit every width [BEY-081]', deep, async ({ agent, page }) => {
  await agent.atWork();
  await agent.chooseInOwnMenu('Preferências');
  await expect(agent.dialog('Preferências')).toBeVisible();
  await expectSound(page, 'the preferences');
});

test(
  'three channel chips fit beside search, connection and notifications on a phone',
  deep,
  async ({ agent, page, context }) => {
    await new DeskTelephone(await context.newPage()).switchOn('1001');
    await page.bringToFront();
    await agent.atWork(demoAgents.davi);
    await page.getByRole('button', { name: /^WhatsApp: / }).click();
    await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
    await page.getByRole('button', { name: /^Voz: / }).click();
    await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
    await agent.dialog('Conectar Voz').getByRole('textbox', { name: 'Ramal' }).fill('1001');
    await page.keyboard.press('Enter');
    const controls = [
      /^Voz: Disponível/,
      /^WhatsApp: Disponível/,
      /^Chat: Disponível/,
      /^Buscar ou executar/,
      /^Conexão: /,
      /^Notificações/,
    ].map((name) => page.getByRole('banner').getByRole('button', { name }));
    for (const control of controls) await expect(control).toBeVisible();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await layoutFaults(page)).toEqual([]);
      let end = 0;
      for (const control of controls) {
        const box = await control.boundingBox();
        expect(box?.x, `beside the one before it at ${width} px`).toBeGreaterThanOrEqual(end);
        end = (box?.x ?? 0) + (box?.width ?? 0);
      }
      expect(end).toBeLessThanOrEqual(width);
    }
  },
);

test('only the table of the board scrolls, not the page', deep, async ({ agent, page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await agent.signIn(demoSupervisor);
  await page.getByRole('link', { name: 'Equipe' }).click();
  const last = page.getByRole('button', { name: 'Marcar Davi Rocha como ausente' });
  // The browser's search in the page scrolls its match into view.
  await last.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await expect(last).toBeInViewport();
  const bar = await page.getByRole('navigation', { name: 'Principal' }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(600);
});

test(
  'the menu of an attendance is inside a phone’s screen, wherever it opens',
  deep,
  async ({ agent, page, newCustomer }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await agent.atWork();
    for (const name of ['Otávio Reis', 'Lívia Prado']) await (await newCustomer(name)).write('Bom dia');
    await expect(agent.conversation).toBeVisible();
    await page.getByRole('button', { name: 'Voltar para a lista' }).click();
    const card = agent.card('Otávio Reis');
    const { width } = (await card.boundingBox()) ?? { width: 0 };
    for (const x of [20, width / 2, width - 20]) {
      await card.click({ button: 'right', position: { x, y: 38 } });
      const menu = page.getByRole('menu');
      await expect(menu).toBeVisible();
      expect(await layoutFaults(page)).toEqual([]);
      const box = await menu.boundingBox();
      expect(box !== null && box.x >= 0 && box.x + box.width <= 360, `opened at ${x}`).toBe(true);
      await agent.escape(menu);
    }
  },
);

test.describe('at a zoom of 200 %', () => {
  // The viewport of a 1440x900 window at 200 %.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test('an attendance can be answered and ended [BEY-081]', async ({ agent, page, newCustomer }) => {
    await agent.open();
    await agent.submitCredentials('ana.souza', 'agente123');
    await page.getByRole('button', { name: /^Chat: / }).click();
    await page.getByRole('menuitem', { name: 'Conectar', exact: true }).click();
    await expect(agent.chip('Disponível')).toBeVisible();
    const customer = await newCustomer(longName);
    await customer.write('Bom dia');
    await expect(agent.message('Bom dia')).toBeVisible();
    expect(await layoutFaults(page)).toEqual([]);
    await agent.field.pressSequentially('Olá, tudo bem?');
    await agent.conversation.getByRole('button', { name: 'Enviar mensagem' }).click();
    await expect(agent.message('Olá, tudo bem?')).toHaveAccessibleName(/enviada/);
    await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Finalizar' }).click();
    expect(await layoutFaults(page)).toEqual([]);
    await agent
      .dialog('Finalizar atendimento')
      .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
      .click();
    await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toHaveValue(longName);
    // On a small page a notice covers the chips of the channels while it shows.
    await expect(agent.notices.getByRole('status')).toHaveCount(0);
    expect(await layoutFaults(page)).toEqual([]);
    await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
    await expect(agent.dialog('Qualificar atendimento')).toBeVisible();
  });
});

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing in the product is animated [BEY-081]', deep, async ({ agent, page, newCustomer }) => {
    await agent.open();
    await expect(page.getByRole('heading', { name: 'Entre para começar' })).toBeVisible();
    expect(await movingElements(page)).toEqual([]);
    await openConversation(agent, newCustomer);
    expect(await movingElements(page)).toEqual([]);
    await agent.chooseInOwnMenu('Preferências');
    await expect(agent.dialog('Preferências')).toBeVisible();
    expect(await movingElements(page)).toEqual([]);
  });
});
