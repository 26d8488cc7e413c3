// Hostile content in every text of people, operators and other systems that the product shows: names of agents,
// queues, groups, pauses, tags, contacts and their fields, qualifications, the product's name, messages, drafts,
// addresses.
import type { Locator } from '@playwright/test';
import { demoSupervisor, type Agent } from './agent';
import { changeRows } from './database.mjs';
import { shownOn, watchDesktop, withDesktop } from './audioProbe';
import { storedDrafts } from './faults-scene';
import type { Customer } from './customer';
import { expect, test as base, type Server } from './fixtures';
import { expectWhole, turnedNeighbours, watchPage } from './injectionProbe';
import { deep, deepIf } from './deep';

/** Begins with a unique word, so that tests can find it. */
const hostile = (word: string): string =>
  `${word}<img src=x onerror="ran='${word}'"><script>ran='${word}'</script></b></title>"'\u2067\u202e{{name}}$t(x)`;

const words = {
  /** At most 40 characters. */
  brand: `marca<img src=x onerror=ran=1>\u202e"</b>`,
  agent: hostile('agente'),
  supervisor: hostile('chefe'),
  queue: hostile('fila'),
  otherQueue: hostile('linha'),
  group: hostile('grupo'),
  tag: hostile('etiqueta'),
  qualification: hostile('resultado'),
  pause: hostile('motivo'),
  contact: hostile('contato'),
  employer: hostile('empresa'),
  email: hostile('correio'),
  whatsapp: hostile('zap'),
  phone: hostile('fone'),
  external: hostile('codigo'),
  customer: hostile('cliente'),
  caller: hostile('outro'),
  message: hostile('recado'),
  answer: hostile('resposta'),
  draft: hostile('rascunho'),
};
const whole = Object.values(words);

/** The fields to change in the rows of all tables. */
interface Row {
  id: string;
  name: string;
  max_seconds: number;
  tags: object[];
  group: { name: string };
  record: { agentName: string; role: string; name: string };
  contact: { identifiers: object };
}

/** Changes the texts of the operator and other systems in the database. */
async function makeHostile(server: Server, text: (word: keyof typeof words) => string): Promise<void> {
  await server.stop();
  await changeRows(server.dataDirectory, (table, row: Row) => {
    switch (table) {
      case 'agent':
        row.record.agentName = text(row.record.role === 'supervisor' ? 'supervisor' : 'agent');
        break;
      case 'org_unit':
        row.name = text('group');
        break;
      case 'attendance_group':
        row.group.name = text('group');
        break;
      case 'queue':
        row.name = text(row.id === '20' ? 'queue' : 'otherQueue');
        row.tags = [
          { tag_item_id: '31', tag_item_name: text('tag'), tag_item_color: 'red;background:url(//evil.example/x)' },
        ];
        break;
      case 'qualification':
        row.record.name = text('qualification');
        break;
      case 'pause':
        Object.assign(row, { name: text('pause'), max_seconds: 1 });
        break;
      case 'contact': {
        Object.assign(row.contact, {
          fullname: text('contact'),
          email: text('email'),
          employer: text('employer'),
          contactEmployer: text('employer'),
        });
        const { identifiers } = row.contact;
        Object.assign(identifiers, {
          id: text('external'),
          whatsapp_identifier: text('whatsapp'),
          phone1: text('phone'),
        });
        break;
      }
    }
  });
  await server.start();
}

/** The menu of the open conversation. */
async function menu(agent: Agent, entry: string): Promise<void> {
  await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
  await agent.page.getByRole('menuitem', { name: entry }).click();
}

interface Scene {
  readonly isPhone: boolean;
  /** The agent's page is unchanged by the texts. */
  checkInjection: () => Promise<void>;
  /** The texts are shown exactly and isolated, and the page is unchanged. */
  shows: (where: Locator, ...expected: string[]) => Promise<void>;
  /** A customer in the queue with a hostile name. */
  customer: () => Promise<Customer>;
  /** Opens the conversation of a customer who has written. */
  conversation: () => Promise<Customer>;
}

const customerName = words.customer.slice(0, 120);
const callerName = words.caller.slice(0, 120);

const test = base.extend<{ scene: Scene }>({
  scene: async ({ page, context, viewport, server, agent, newCustomer }, use) => {
    await makeHostile(server, (word) => words[word]);
    await context.grantPermissions(['notifications', 'clipboard-read', 'clipboard-write']);
    await watchDesktop(page);
    const checkInjection = await watchPage(page);
    const checks = [checkInjection];
    const customer = async (): Promise<Customer> => {
      const inQueue = await newCustomer(customerName, { identifier: 'helena.duarte@example.com', queue: 'linha' });
      checks.push(await watchPage(inQueue.page));
      return inQueue;
    };
    await use({
      isPhone: (viewport?.width ?? 0) < 768,
      checkInjection,
      async shows(where, ...expected) {
        for (const text of expected)
          await expect
            .poll(
              () =>
                where.evaluateAll(
                  (elements, wanted) => elements.some((element) => element.textContent?.includes(wanted)),
                  text,
                ),
              `${text} in ${String(where)}`,
            )
            .toBe(true);
        expect.soft(await turnedNeighbours(page, whole), String(where)).toEqual([]);
        await expectWhole(page, []);
        await checkInjection();
      },
      customer,
      async conversation() {
        await agent.atWork();
        const openConversationWith = await customer();
        await expect(agent.field).toBeVisible();
        await openConversationWith.submit(words.message);
        await expect(agent.log).toContainText(words.message);
        return openConversationWith;
      },
    });
    for (const check of checks) await check();
  },
});

test.use({ ...withDesktop, serverEnvironment: { WHITE_LABEL_NAME: words.brand } });

// The product does not show bodies of e-mails yet; that part of the row belongs to the stage that adds e-mail.
for (const width of [1440, 390])
  test.describe(`no text is interpreted as HTML or script at ${width} px`, deepIf(width === 390), () => {
    test.use({ viewport: { width, height: 900 } });

    test('on the sign-in page, in the list, the conversation and the customer’s details [BEY-101]', async ({
      page,
      agent,
      scene: { isPhone, shows, customer: newCustomer },
    }) => {
      await agent.open();
      await shows(page.locator('body'), words.brand);
      await expect(page).toHaveTitle(words.brand);

      const customer = await newCustomer();
      await agent.signIn();
      await agent.connectChat('Em atendimento');
      await customer.submit(words.message);
      if (isPhone) await agent.conversation.getByRole('button', { name: 'Voltar' }).first().click();
      const row = agent.list.getByRole('listitem').filter({ hasText: 'recado' });
      await shows(row, words.message, words.otherQueue);
      await row.getByRole('link').click();
      await expect(agent.field).toBeVisible();
      await shows(agent.log, words.message);
      await shows(agent.conversation, words.contact, words.otherQueue);
      if (!isPhone) await shows(row, words.contact);
      if (isPhone) await menu(agent, 'Abrir detalhes do contato');
      await shows(agent.details, words.contact, words.email, words.whatsapp, words.phone, words.tag);
      await agent.details.getByRole('button', { name: 'Vincular a outro contato' }).click();
      await agent.details.getByRole('searchbox').or(agent.details.getByRole('textbox').last()).first().fill('rafael');
      await agent.details.getByRole('button', { name: 'Buscar', exact: true }).click();
      await shows(agent.details.getByRole('list').last(), words.contact);
      if (isPhone) await agent.details.getByRole('button', { name: 'Fechar detalhes' }).click();
    });

    test(
      'in the agent’s messages on both sides, after a restore, and in copied text [BEY-101]',
      deep,
      async ({ page, agent, scene: { shows, conversation } }) => {
        const customer = await conversation();
        await agent.send(words.answer);
        await shows(agent.log, words.answer);
        await expect(customer.log).toContainText(words.answer);
        await expect(customer.page.getByText(words.agent).first()).toBeVisible();
        expect.soft(await turnedNeighbours(customer.page, [...whole, customerName]), 'the customer’s page').toEqual([]);
        await agent.field.fill(words.draft);
        await expect.poll(() => page.evaluate(storedDrafts)).toEqual([words.draft]);
        await customer.submit('outra coisa');
        await expect(agent.message('outra coisa')).toBeVisible();
        await page.reload();
        await expect(agent.field).toHaveValue(words.draft);
        await agent.field.fill('');
        await shows(agent.log, words.answer, words.message);

        const protocol = agent.protocol();
        await menu(agent, 'Copiar protocolo');
        await expect
          .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)))
          .toEqual(['text/plain']);
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(protocol);
      },
    );

    test(
      'in alerts: desktop, notification centre, tab [BEY-101]',
      deep,
      async ({ page, agent, newCustomer, scene: { shows, conversation } }) => {
        await conversation();
        const caller = await newCustomer(callerName, { queue: 'linha' });
        await caller.submit(words.message);
        await expect
          .poll(async () =>
            (await shownOn(page)).map(
              ({ title, body }) => title.includes(callerName.trim()) && body.includes(words.message),
            ),
          )
          .toEqual([true]);
        await page.getByRole('button', { name: /^Notificações/ }).click();
        await shows(page.getByRole('dialog', { name: 'Notificações' }), callerName.trim(), words.message);
        await agent.escape(page.getByRole('dialog', { name: 'Notificações' }));
        await caller.end();
        await expect(agent.notices.getByText('O cliente encerrou o chat')).toBeVisible();
        expect.soft(await turnedNeighbours(page, whole), 'the notice').toEqual([]);
      },
    );

    test('in texts that look like links [BEY-101]', async ({
      page,
      context,
      agent,
      complaints,
      scene: { checkInjection, conversation },
    }) => {
      // The address to open is not a valid address.
      complaints.expectReport('openUrl');
      const customer = await conversation();
      const opened: string[] = [];
      context.on('page', (popup) => opened.push(popup.url()));
      const signedIn = await page.request.post('/api/auth/login', {
        data: { login: demoSupervisor.login, password: demoSupervisor.password },
      });
      const { authorization = '' } = signedIn.headers();
      for (const url of [
        "javascript:window.ran='link'",
        'data:text/html,<script>opener.ran=1</script>',
        'JaVaScRiPt:alert(1)',
      ]) {
        const sent = await page.request.post('/api/agents/101/open-url', {
          headers: { authorization },
          data: { url },
        });
        // The server forwards every address; the page opens only http and https addresses.
        expect(sent.status()).toBe(200);
      }
      await customer.submit("javascript:window.ran='link' https://example.com/");
      await expect(agent.log).toContainText('javascript:window.ran');
      const link = agent.log.getByRole('link');
      await expect(link).toHaveAttribute('href', 'https://example.com/');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      expect(opened.filter((url) => /^(javascript|data):/i.test(url))).toEqual([]);
      await checkInjection();
      for (const popup of context.pages()) if (popup !== page) await popup.close();
    });

    test(
      'on the supervisor’s board, and in the absence of an agent [BEY-101]',
      deep,
      async ({ agent, newAgent, scene: { shows, conversation } }) => {
        await conversation();
        const other = await newAgent();
        const checkOtherInjection = await watchPage(other.page);
        await other.page.setViewportSize({ width, height: 900 });
        await other.signIn(demoSupervisor);
        await other.page.goto('/new-agent/supervisor');
        await expect(other.page.getByText(words.agent).first()).toBeVisible();
        expect.soft(await turnedNeighbours(other.page, whole), 'the board').toEqual([]);
        await expectWhole(other.page, []);
        await other.page
          .getByRole('button', { name: /^Marcar .*agente/ })
          .first()
          .click();
        await expect(other.page.getByRole('alertdialog').or(other.page.getByRole('dialog')).first()).toContainText(
          words.agent,
        );
        expect.soft(await turnedNeighbours(other.page, whole), 'its question').toEqual([]);
        await expectWhole(other.page, []);
        await other.page.getByRole('button', { name: 'Marcar ausente', exact: true }).last().click();
        await expect(other.notices).toContainText(words.agent);
        expect.soft(await turnedNeighbours(other.page, whole), 'its notice').toEqual([]);
        await checkOtherInjection();
        await shows(agent.dialog('Você está ausente'), words.supervisor);
      },
    );
  });

// On a phone the same dialogs are sheets with the same texts.
test(
  'no text is interpreted as HTML or script in pauses, the end of an attendance and its qualification [BEY-101]',
  deep,
  async ({ page, agent, scene: { shows, conversation } }) => {
    await conversation();
    await test.step('pauses', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Pausar', exact: true }).click();
      const dialog = agent.dialog('Pausar canais');
      await shows(dialog, words.pause);
      await dialog.getByRole('radio').first().click();
      await dialog.getByRole('button', { name: 'Agendar pausa' }).click();
      await expect(dialog).toBeHidden();
      await shows(page.getByRole('banner'), words.pause);
      await page.getByRole('button', { name: /^Chat: / }).click();
      await shows(page.getByRole('menu'), words.pause);
      await agent.escape(page.getByRole('menu'));
    });

    await test.step('finishing, and the scheduled pause that exceeds its limit', async () => {
      await page.reload();
      await expect(agent.field).toBeVisible();
      await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
      const question = agent.dialog('Finalizar atendimento');
      await shows(question, words.contact);
      await question.getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ }).click();
      const alert = agent.dialog('A pausa passou do tempo');
      await shows(alert, words.pause);
      await alert.getByRole('button', { name: 'Continuar' }).click();
      await expect(alert).toBeHidden();
      await shows(page.getByRole('button', { name: /^Chat: / }), words.pause);
    });

    await test.step('qualification', async () => {
      const dialog = agent.dialog('Qualificar atendimento');
      if (!(await dialog.isVisible()))
        await agent.conversation.getByRole('button', { name: 'Qualificar' }).last().click();
      await shows(dialog, words.qualification);
      await dialog.getByRole('radio').first().click();
      await dialog.getByRole('textbox', { name: 'Observação' }).fill(words.draft);
      await dialog.getByRole('button', { name: 'Qualificar' }).click();
      await expect(dialog).toBeHidden();
    });
  },
);

test(
  'a line of a hundred thousand letters neither freezes nor shifts the page, wherever it is shown [BEY-101]',
  deep,
  async ({ page, agent, server, newCustomer }) => {
    const line = 'W'.repeat(100_000);
    await makeHostile(server, (word) => `${words[word].split('<')[0]} ${line}`);
    const checkInjection = await watchPage(page);
    /** The text is rendered, and the page still responds. */
    const isShown = async (where: Locator, word: string): Promise<void> => {
      await expect(where.getByText(`${word} WWW`).first()).toBeVisible();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await expectWhole(page, []);
      await checkInjection();
    };
    const customer = await newCustomer('Marina Prates', { identifier: 'helena.duarte@example.com', queue: 'linha' });
    await expectWhole(customer.page, [customer.field]);
    await agent.signIn();
    await agent.connectChat('Em atendimento');
    await isShown(agent.list, 'linha');
    await agent.list.getByRole('link').first().click();
    await expect(agent.field).toBeVisible();
    await isShown(agent.conversation, 'contato');
    await isShown(agent.conversation, 'linha');
    for (const word of ['contato', 'correio', 'zap', 'fone', 'etiqueta']) await isShown(agent.details, word);
    await page.getByRole('button', { name: /^Menu de agente/ }).click();
    await isShown(page.getByRole('menu'), 'agente');
    await agent.escape(page.getByRole('menu'));
    await customer.submit('Bom dia');
    await expect(agent.message('Bom dia')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Pausar', exact: true }).click();
    const dialog = agent.dialog('Pausar canais');
    await isShown(dialog, 'motivo');
    await dialog.getByRole('radio').first().click();
    await dialog.getByRole('button', { name: 'Agendar pausa' }).click();
    await expect(dialog).toBeHidden();
    await isShown(page.getByRole('banner'), 'motivo');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectWhole(page, [agent.field]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
    const question = agent.dialog('Finalizar atendimento');
    await isShown(question, 'contato');
    await question.getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ }).click();
    const alert = agent.dialog('A pausa passou do tempo');
    await isShown(alert, 'motivo');
    await alert.getByRole('button', { name: 'Continuar' }).click();
    const form = agent.dialog('Qualificar atendimento');
    if (!(await form.isVisible())) await agent.conversation.getByRole('button', { name: 'Qualificar' }).last().click();
    await isShown(form, 'resultado');
  },
);
