// Every route and every dialog, in both themes, without a violation of accessibility. Which routes and dialogs there are is read from the product: a new
// one without a way to it here does not compile.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { dialogKinds, type DialogKind } from '../ui/src/app/dialogKinds';
import { routes, type RouteName } from '../ui/src/app/routes';
import type { Agent } from './agent';
import { expect, test } from './fixtures';

const themes = ['light', 'dark'] as const;
const unsupportedBrowser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15';

test.use({ reducedMotion: 'reduce' } as object);

async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`));
  expect.soft(found, where).toEqual([]);
}

/** What stands on each route when it is there. */
const headings: Record<RouteName, string | RegExp> = {
  login: 'Entre para começar',
  resetPassword: 'Entre para começar',
  unsupportedBrowser: 'Navegador não suportado',
  tabDisabled: 'Esta aba foi desativada',
  lostConnection: 'Sem conexão',
  attendanceList: 'Atendimentos',
  attendance: 'Mariana Albuquerque',
};
const routeNames = Object.keys(routes) as RouteName[];

const openers: Record<DialogKind, { title: string; open: (agent: Agent) => Promise<void> }> = {
  preferences: { title: 'Preferências', open: (agent) => agent.chooseInOwnMenu('Preferências') },
  confirmSignOut: { title: 'Sair com atendimentos abertos', open: (agent) => agent.chooseInOwnMenu('Sair') },
  confirmFinish: { title: 'Finalizar atendimento', open: (agent) => agent.conversation.getByRole('button', { name: 'Finalizar' }).click() },
  qualification: {
    title: 'Qualificar atendimento',
    async open(agent) {
      await agent.conversation.getByRole('button', { name: 'Finalizar' }).click();
      await agent.dialog('Finalizar atendimento').getByRole('button', { name: 'Finalizar' }).click();
      await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toBeVisible();
      await expectAccessible(agent.page, 'the form of a new contact');
      await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
      await expect(agent.notices.getByText('Alterações salvas com sucesso')).toBeVisible();
      await agent.conversation.getByRole('button', { name: 'Qualificar' }).first().click();
      await expect(agent.dialog('Qualificar atendimento').getByRole('radio').first()).toBeVisible();
    },
  },
};

for (const theme of themes) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    for (const name of routeNames.filter((candidate) => routes[candidate].session === 'public')) {
      test(`the page ${name}`, async ({ browser, complaints, server }) => {
        const context = await browser.newContext({ baseURL: server.origin, colorScheme: theme, ...(name === 'unsupportedBrowser' ? { userAgent: unsupportedBrowser } : {}) });
        complaints.watch(context);
        const page = await context.newPage();
        await page.goto(`/new-agent${routes[name].path}`);
        await expect(page.getByRole('heading', { level: 1, name: headings[name] })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expectAccessible(page, name);
        await context.close();
      });
    }

    test('the workspace with its dialogs', async ({ agent, newCustomer }) => {
      test.slow();
      await agent.open();
      await agent.signIn();
      await expect(agent.page.locator('html')).toHaveAttribute('data-theme', theme);
      await expectAccessible(agent.page, 'attendanceList, nothing connected');
      await agent.connectChat();
      await expectAccessible(agent.page, 'attendanceList');

      const customer = await newCustomer('Mariana Albuquerque', { queue: 'Renovações' });
      await customer.write('Bom dia');
      await expect(agent.page.getByRole('heading', { name: headings.attendance, exact: true })).toBeVisible();
      await agent.send('Bom dia, como posso ajudar?');
      await expect(agent.message('Bom dia, como posso ajudar?')).toHaveAccessibleName(/enviada/);
      await expectAccessible(agent.page, 'attendance');

      await agent.page.getByRole('button', { name: 'Notificações' }).click();
      await expectAccessible(agent.page, 'the notification centre');
      await agent.page.keyboard.press('Escape');
      await agent.page.getByRole('button', { name: /^Conexão/ }).click();
      await expectAccessible(agent.page, 'the connection meter');
      await agent.page.keyboard.press('Escape');
      await agent.page.getByRole('button', { name: 'Emoji' }).click();
      await expectAccessible(agent.page, 'the emoji');
      await agent.page.keyboard.press('Escape');
      await agent.chip('Em atendimento').click();
      await expectAccessible(agent.page, 'the menu of a channel');
      await agent.page.keyboard.press('Escape');

      // Qualifying ends the attendance, so it comes last.
      const inOrder = [...dialogKinds].sort((one, other) => Number(one === 'qualification') - Number(other === 'qualification'));
      for (const kind of inOrder) {
        const { title, open } = openers[kind];
        await open(agent);
        await expect(agent.dialog(title)).toBeVisible();
        await expectAccessible(agent.page, `the dialog ${kind}`);
        await agent.page.keyboard.press('Escape');
        await expect(agent.dialog(title)).toBeHidden();
      }
    });
  });
}
