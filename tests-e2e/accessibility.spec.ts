// Every route and every dialog has no accessibility violations, in both themes and both languages, and screen readers
// get the right texts. The lists of routes and dialogs are the product's types: a new one that this test does not
// open does not compile.
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { inRoot } from '../scripts/lib/console.mjs';
import { dialogKinds, type DialogKind } from '../ui/src/app/dialogKinds';
import { routes, type RouteName } from '../ui/src/app/routes';
import { demoAgents, demoSupervisor, markAbsent } from './agent';
import { axeViolations } from './axe';
import { BrokerLine } from './faults-broker';
import { expect, test } from './fixtures';
import { deep, deepIf } from './deep';

const customerName = 'Mariana Albuquerque';
const unsupportedBrowser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15';
const routeNames = Object.keys(routes) as RouteName[];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function expectAccessible(page: Page, where: string): Promise<void> {
  const found = await axeViolations(page);
  expect
    .soft(
      found.map(({ rule, help, element }) => `${rule}: ${help}: ${element}`),
      where,
    )
    .toEqual([]);
}

/** Translates a key of the product's texts into one language: `say('jobs.header.finish')`. */
function textsOf(language: string): (key: string, values?: Record<string, string>) => string {
  return (key, values = {}) => {
    const [area, ...path] = key.split('.');
    const catalogue: unknown = JSON.parse(
      readFileSync(inRoot('ui', 'src', 'i18n', language, `${area ?? ''}.json`), 'utf8'),
    );
    const text = path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], catalogue);
    if (typeof text !== 'string') throw new Error(`there is no text ${key} in ${language}`);
    return Object.entries(values).reduce((done, [name, value]) => done.replace(`{{${name}}}`, value), text);
  };
}

/** The heading of each route. */
const headings: Record<RouteName, string> = {
  login: 'session.login.title',
  resetPassword: 'password.form.title',
  unsupportedBrowser: 'boot.unsupported.title',
  tabDisabled: 'connection.tabDisabled.title',
  lostConnection: 'connection.lost.title',
  attendanceList: 'jobs.list.title',
  attendance: 'jobs.list.title',
  history: 'history.title',
  broadcast: 'broadcastPage.title',
  contact: 'contactPage.label',
  contacts: 'people.title.contacts',
  companies: 'people.title.companies',
  company: 'people.title.company',
  supervisor: 'supervision.title',
};

const dialogTitles: Record<DialogKind, string> = {
  preferences: 'shell.preferences.title',
  newPassword: 'password.form.title',
  confirmSignOut: 'session.logOff.title',
  confirmFinish: 'qualification.finish.title',
  qualification: 'qualification.dialog.title',
  bulk: 'qualification.bulk.title.finish_one',
  transfer: 'transfers.dialog.title',
  notes: 'notes.dialog.title',
  pause: 'pauses.dialog.title',
  pauseAlert: 'pauses.alert.title',
  agentAbsent: 'absence.dialog.title',
  connectionProblem: 'connection.problem.title.internet',
  extension: 'channels.extension.title',
  confirmDisconnect: 'channels.confirmDisconnect.title',
  confirmAbsent: 'supervision.confirm.absentTitle',
  confirmForceDisconnect: 'supervision.confirm.disconnectTitle',
  callRules: 'supervision.rules.title',
  deadEffects: 'deadEffects.title',
  cancelBroadcast: 'broadcastPage.cancel.title',
  reconnecting: 'connection.reconnecting.title',
  secondFactor: 'secondFactor.title',
  idleEnd: 'session.idleEnd.title',
  fastTrigger: 'fastTrigger.title',
  messageSearch: 'messageSearch.title',
  snooze: 'jobs.snooze.title',
};

/** Dialogs of the supervisor's board. */
const boardDialogs = [
  'confirmAbsent',
  'confirmForceDisconnect',
  'callRules',
  'deadEffects',
] as const satisfies ReadonlyArray<DialogKind>;
type BoardDialog = (typeof boardDialogs)[number];
/** Dialogs of operator's settings that are off by default; the gallery's test checks these dialogs. */
const settingDialogs = ['secondFactor', 'idleEnd'] as const satisfies ReadonlyArray<DialogKind>;
/**
 * Dialogs that an agent with only the chat channel does not see, the dialog that only continues after a registration,
 * the dialog that opens after a mention by another agent, and the one of a broadcast (broadcasts.spec.ts).
 */
type OtherDialog =
  BoardDialog | 'extension' | 'transfer' | 'notes' | 'cancelBroadcast' | (typeof settingDialogs)[number];
const others: ReadonlyArray<DialogKind> = [
  'extension',
  'transfer',
  'notes',
  'cancelBroadcast',
  ...boardDialogs,
  ...settingDialogs,
];
const isOther = (kind: DialogKind): kind is OtherDialog => others.includes(kind);

for (const [theme, language] of [
  ['light', 'pt-BR'],
  ['dark', 'en'],
] as const) {
  const say = textsOf(language);

  test.describe(`in the ${theme} theme, ${language}`, deepIf(theme === 'dark'), () => {
    test.use({ colorScheme: theme });

    /**
     * Chooses the language on the sign-in page. On the page for refused browsers nothing can be chosen; boot.js reads
     * the stored choice.
     */
    const speak = async (page: Page): Promise<void> => {
      await page.addInitScript((value) => localStorage.setItem('workspace.language', value), language);
      await page.goto('/new-agent/login');
      const choice = page.getByRole('radio', { name: say(`shell.language.${language}`) });
      const refused = page.locator('.boot-card');
      await expect(choice.or(refused)).toBeVisible();
      if (await refused.isVisible()) return;
      await choice.click();
      await expect(page.getByRole('heading', { level: 1, name: say('session.login.title') })).toBeVisible();
    };

    for (const name of routeNames.filter((candidate) => routes[candidate].session === 'public')) {
      test(`the page ${name} has no axe violations [BEY-080]`, deep, async ({ browser, complaints, server }) => {
        const context = await browser.newContext({
          baseURL: server.origin,
          colorScheme: theme,
          ...(name === 'unsupportedBrowser' ? { userAgent: unsupportedBrowser } : {}),
        });
        complaints.watch(context);
        const page = await context.newPage();
        await speak(page);
        await page.goto(`/new-agent${routes[name].path}`);
        await expect(page.getByRole('heading', { level: 1, name: say(headings[name]) })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expectAccessible(page, name);
        await context.close();
      });
    }

    test('the workspace with its menus and panels has no axe violations [BEY-080]', async ({ page, newCustomer }) => {
      await speak(page);
      await page.getByRole('textbox', { name: say('session.login.user') }).fill(demoAgents.ana.login);
      await page.getByLabel(say('session.login.password'), { exact: true }).fill(demoAgents.ana.password);
      await page.getByRole('button', { name: say('session.login.submit') }).click();
      await expect(page.getByRole('heading', { level: 1, name: say('jobs.list.title') })).toBeVisible();
      await expectAccessible(page, 'attendanceList, nothing connected');
      const chip = page.getByRole('button', { name: /^Chat: / });
      await chip.click();
      await page.getByRole('menuitem', { name: say('channels.chip.connect'), exact: true }).click();
      await expect(page.getByText(say('channels.receiving.available')).first()).toBeVisible();
      await expectAccessible(page, 'attendanceList');

      const customer = await newCustomer(customerName, { queue: 'Renovações' });
      await customer.write('Bom dia');
      await expect(page.getByRole('heading', { name: customerName, exact: true })).toBeVisible();
      const field = page.getByRole('textbox', { name: say('chat.composer.label', { name: customerName }) });
      await field.fill('Bom dia, como posso ajudar?');
      await field.press('Enter');
      await expect(page.getByRole('article', { name: new RegExp(say('chat.delivery.sent')) }).first()).toBeVisible();
      await expectAccessible(page, 'attendance');

      const passing: ReadonlyArray<[string, Locator]> = [
        ['the notification centre', page.getByRole('button', { name: say('notifications.bell.label') })],
        [
          'the connection meter',
          page.getByRole('banner').getByRole('button', { name: new RegExp(`^${say('connection.meter.title')}`) }),
        ],
        ['the emoji', page.getByRole('button', { name: say('chat.emoji.title') })],
        ['the menu of a channel', chip],
        [
          'the own menu',
          page.getByRole('button', { name: new RegExp(say('shell.ownMenu.label', { name: demoAgents.ana.name })) }),
        ],
        ['the menu of the conversation', page.getByRole('main').getByRole('button', { name: say('jobs.header.more') })],
      ];
      for (const [where, opener] of passing) {
        await opener.click();
        await expectAccessible(page, where);
        await page.keyboard.press('Escape');
        await expect(opener).toHaveAttribute('aria-expanded', 'false');
        await expect(opener).toBeFocused();
      }
    });

    for (const half of ['first', 'second'] as const)
      test(
        `the dialogs of the workspace have no axe violations, ${half} half [BEY-080]`,
        deep,
        async ({ page, agent, newCustomer, complaints }) => {
          complaints.expectOutage();
          const line = await BrokerLine.between(page);
          await agent.atWork();
          if (language !== 'pt-BR') {
            await page.getByRole('button', { name: /^Menu de / }).click();
            await page.getByRole('menuitemradio', { name: 'English' }).click();
          }
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          const customer = await newCustomer(customerName, { queue: 'Renovações' });
          await customer.write('Bom dia');
          await page.getByRole('link', { name: new RegExp(`^${customerName}`) }).click();
          await expect(page.getByRole('article').filter({ hasText: 'Bom dia' })).toBeVisible();

          const chip = page.getByRole('button', { name: /^Chat: / });
          const finish = page.getByRole('main').getByRole('button', { name: say('jobs.header.finish') });
          const ownMenu = async (entry: string): Promise<void> => {
            await page
              .getByRole('button', { name: new RegExp(say('shell.ownMenu.label', { name: demoAgents.ana.name })) })
              .click();
            await page.getByRole('menuitem', { name: say(entry) }).click();
          };
          const openers: Record<Exclude<DialogKind, OtherDialog>, () => Promise<void>> = {
            preferences: () => ownMenu('shell.preferences.title'),
            newPassword: () => ownMenu('shell.ownMenu.newPassword'),
            confirmSignOut: () => ownMenu('shell.ownMenu.logOff'),
            confirmFinish: () => finish.click(),
            async bulk() {
              await page.getByRole('link', { name: new RegExp(`^${customerName}`) }).focus();
              await page.keyboard.press('Space');
              await page.getByRole('button', { name: say('qualification.bulk.finish_one'), exact: true }).click();
            },
            async confirmDisconnect() {
              await chip.click();
              await page.getByRole('menuitem', { name: say('channels.chip.disconnect'), exact: true }).click();
            },
            pause: () =>
              page
                .getByRole('banner')
                .getByRole('button', { name: say('pauses.bar.pause'), exact: true })
                .click(),
            async pauseAlert() {
              // Pause reasons like the server's, with a limit short enough for a test.
              await page.route('**/api/pauses/agent/*', async (route) => {
                const response = await route.fetch();
                const body = (await response.json()) as { data: { maxDurationSeconds: number }[] };
                for (const pause of body.data) pause.maxDurationSeconds = 1;
                await route.fulfill({ response, json: body });
              });
              const reasons = page.waitForResponse('**/api/pauses/agent/*');
              await openers.pause();
              await reasons;
              await page.getByRole('dialog').getByRole('radio').first().click();
              await page
                .getByRole('dialog')
                .getByRole('button', { name: say('pauses.dialog.submit') })
                .click();
            },
            snooze: () => page.keyboard.press('Alt+Shift+Comma'),
            async messageSearch() {
              await page.keyboard.press('Control+k');
              await page.keyboard.type('bom dia');
              await page.getByRole('option', { name: say('palette.searchMessages', { text: 'bom dia' }) }).click();
              await expect(page.getByRole('dialog').getByRole('list')).toBeVisible();
            },
            async fastTrigger() {
              await page.keyboard.press('Control+k');
              await page.keyboard.type('@helena');
              await expect(page.getByRole('option')).toHaveText([/^Helena Duarte/]);
              await page.keyboard.press('Enter');
            },
            agentAbsent: () => markAbsent(page.request, demoAgents.ana.id),
            async connectionProblem() {
              let refused = 0;
              await page.route('**/api/auth/validate', (route) => {
                refused += 1;
                return route.abort('connectionrefused');
              });
              // Each `online` event causes a session check; the dialog opens after several failed checks.
              for (let check = 1; check <= 5; check += 1) {
                await page.evaluate(() => window.dispatchEvent(new Event('online')));
                await expect.poll(() => refused).toBeGreaterThanOrEqual(check);
              }
              await expect(page.getByRole('alertdialog')).toBeVisible();
            },
            async reconnecting() {
              await line.leave();
              await page.getByRole('button', { name: say('connection.banner.details') }).click();
            },
            async qualification() {
              await finish.click();
              await page
                .getByRole('dialog')
                .getByRole('button', { name: say('qualification.finish.submit.finish') })
                .click();
              await expect(page.getByRole('textbox', { name: say('contacts.form.fullname') })).toBeVisible();
              await expectAccessible(page, 'the form of a new contact');
              await page.getByRole('button', { name: say('contacts.form.submit') }).click();
              await expect(
                page
                  .getByRole('region', { name: say('shell.snackbar.region') })
                  .getByRole('status')
                  .first(),
              ).toBeVisible();
              await expectAccessible(page, 'a notice');
              // After the registration the dialog of the qualification opens.
              await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
            },
          };
          // Esc closes every dialog except the one that waits for the connection.
          const closers: Partial<Record<DialogKind, () => Promise<void>>> = {
            async reconnecting() {
              line.comeBack();
              await page.evaluate(() => window.dispatchEvent(new Event('online')));
              await expect(
                page.getByRole('banner').getByRole('button', { name: new RegExp(say('connection.meter.overall.ok')) }),
              ).toBeVisible();
            },
            // An absent agent returns with the button in the banner.
            agentAbsent: () => page.getByRole('button', { name: say('absence.dialog.return') }).click(),
            // The test does not press the button of the dialog: the page's own check may succeed, and close the dialog,
            // before the click.
            async connectionProblem() {
              await page.unroute('**/api/auth/validate');
              await page.evaluate(() => window.dispatchEvent(new Event('online')));
            },
          };
          // The qualification removes the attendance; without attendances a pause begins at once.
          const last: ReadonlyArray<DialogKind> = ['qualification', 'pauseAlert'];
          const ofAgents = dialogKinds.filter((kind) => !isOther(kind)) as ReadonlyArray<
            Exclude<DialogKind, OtherDialog>
          >;
          const inOrder = [...ofAgents].sort((one, other) => last.indexOf(one) - last.indexOf(other));
          const middle = Math.ceil(inOrder.length / 2);
          for (const kind of half === 'first' ? inOrder.slice(0, middle) : inOrder.slice(middle)) {
            await openers[kind]();
            const dialog = page
              .getByRole('dialog', { name: say(dialogTitles[kind], { channel: 'Chat' }) })
              .or(page.getByRole('alertdialog', { name: say(dialogTitles[kind], { channel: 'Chat' }) }));
            await expect(dialog).toBeVisible();
            await expectAccessible(page, `the dialog ${kind}`);
            await page.keyboard.press('Escape');
            await closers[kind]?.();
            await expect(dialog).toBeHidden();
          }
        },
      );

    test('the dialog that asks for an extension has no axe violations [BEY-080]', deep, async ({ page }) => {
      await speak(page);
      await page.getByRole('textbox', { name: say('session.login.user') }).fill(demoAgents.davi.login);
      await page.getByLabel(say('session.login.password'), { exact: true }).fill(demoAgents.davi.password);
      await page.getByRole('button', { name: say('session.login.submit') }).click();
      await page.getByRole('button', { name: new RegExp(`^${say('channels.name.voice')}: `) }).click();
      await page.getByRole('menuitem', { name: say('channels.chip.connect'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: say(dialogTitles.extension) });
      await dialog.getByRole('button', { name: say('channels.extension.submit') }).click();
      await expect(dialog.getByText(say('shell.form.required'))).toBeVisible();
      await expectAccessible(page, 'the dialog extension');
    });

    test(
      "the supervisor's board with its dialogs has no axe violations [BEY-080]",
      deep,
      async ({ page, newAgent }) => {
        const agent = await newAgent();
        await agent.signIn();
        await agent.connectChat();
        await speak(page);
        await page.getByRole('textbox', { name: say('session.login.user') }).fill(demoSupervisor.login);
        await page.getByLabel(say('session.login.password'), { exact: true }).fill(demoSupervisor.password);
        await page.getByRole('button', { name: say('session.login.submit') }).click();
        await page.getByRole('link', { name: say('shell.rail.supervisor') }).click();
        await expect(page.getByRole('heading', { level: 1, name: say(headings.supervisor) })).toBeVisible();
        const { name } = demoAgents.ana;
        await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
        await expectAccessible(page, 'supervisor');
        const labels: Record<BoardDialog, string> = {
          confirmAbsent: 'supervision.action.absentOf',
          confirmForceDisconnect: 'supervision.action.disconnectOf',
          callRules: 'supervision.rules.title',
          deadEffects: 'supervision.deadEffects.open',
        };
        for (const kind of boardDialogs) {
          const opener = page.getByRole('button', { name: say(labels[kind], { name }) });
          await opener.click();
          const role = kind === 'callRules' || kind === 'deadEffects' ? 'dialog' : 'alertdialog';
          const dialog = page.getByRole(role, { name: say(dialogTitles[kind], { name }) });
          await expect(dialog).toBeVisible();
          await expectAccessible(page, `the dialog ${kind}`);
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
          await expect(opener).toBeFocused();
        }
      },
    );
  });
}

test.describe('for a screen reader', () => {
  test('the workspace has its landmarks, names and roles', async ({ agent, page, newCustomer }) => {
    await agent.signIn();
    await agent.connectChat();
    const customer = await newCustomer(customerName);
    await customer.write('Bom dia');
    await agent.openJob(customerName);
    await agent.send('Olá');
    await expect(agent.message('Olá')).toHaveAccessibleName(/enviada/);
    await expect(page.locator('#root')).toMatchAriaSnapshot(`
      - navigation "Principal":
        - list:
          - listitem:
            - link "Atendimento"
        - button "Menu de Ana Souza"
      - banner:
        - button /Chat. Em atendimento/
        - button /Conexão. ótima/
        - button /Notificações/
      - region "Atendimentos":
        - heading "Atendimentos" [level=1]
        - searchbox "Buscar atendimento"
        - list:
          - listitem:
            - heading /Em atendimento/ [level=2]
          - listitem:
            - link /Mariana Albuquerque, Chat/
      - main "Conversa com Mariana Albuquerque":
        - heading "Mariana Albuquerque" [level=2]
        - button "Mais ações"
        - button "Finalizar"
        - log "Mensagens de Mariana Albuquerque":
          - article /Mariana Albuquerque, \\d+:\\d+/
          - article /Você, \\d+:\\d+, enviada/
        - textbox "Mensagem para Mariana Albuquerque"
      - complementary "Detalhes do contato":
        - tablist "Detalhes do contato":
          - tab "Contato" [selected]
        - tabpanel "Contato"
    `);
    await expect(agent.log).toHaveAttribute('aria-live', 'off');
  });

  test('messages, channel and connection are announced in one live region only', async ({
    agent,
    page,
    newCustomer,
    server,
    complaints,
  }) => {
    complaints.expectOutage();
    await page.addInitScript(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const voice = element?.closest('[aria-live="polite"], [aria-live="assertive"]');
          const words = voice?.textContent.trim() ?? '';
          if (words !== '') heard.push(words);
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const heard = (): Promise<string[]> => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await agent.signIn();
    await expect(page.locator('[aria-live="polite"], [aria-live="assertive"]')).toHaveCount(2);
    await agent.connectChat();
    await expect.poll(heard).toContain('Canal Chat disponível');
    const customer = await newCustomer(customerName);
    await expect.poll(heard).toContain(`Novo atendimento de ${customerName}`);
    await customer.write('Bom dia');
    await agent.openJob(customerName);
    await customer.write('Alguém aí?');
    await expect.poll(async () => (await heard()).some((words) => /mensage/.test(words))).toBe(true);
    // Stopped by SIGKILL: a server that ends normally closes the link, which the page does not announce as a fault.
    await server.stop('SIGKILL');
    await expect.poll(heard, { timeout: 15_000 }).toContain('Conexão perdida');
    await server.start();
    await expect.poll(heard, { timeout: 20_000 }).toContain('Conexão restabelecida');
    // A running timer is never announced.
    expect((await heard()).filter((words) => /\d\d:\d\d:\d\d/.test(words))).toEqual([]);
  });
});
