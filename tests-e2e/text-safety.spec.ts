// Texts of customers and agents stay text: nothing in them runs, is fetched, is interpreted as a template or shifts
// other elements.
import type { Locator } from '@playwright/test';
import type { Agent } from './agent';
import type { Customer } from './customer';
import { expect, test } from './fixtures';
import { asName, hostileTexts, longTexts, shownOfHostileTexts } from './hostile-texts';
import { expectWhole, watchPage } from './injectionProbe';
import { deep, deepIf } from './deep';

/** The texts of the rendered messages, exactly. */
const textsOf = (log: Locator): Promise<(string | null)[]> =>
  log.locator('[dir=auto]').evaluateAll((elements) => elements.map((element) => element.textContent));

async function conversation(
  agent: Agent,
  newCustomer: (name: string, options?: { queue: string }) => Promise<Customer>,
): Promise<Customer> {
  await agent.atWork();
  const customer = await newCustomer('Beatriz Nogueira', { queue: 'Renovações' });
  await expect(agent.field).toBeVisible();
  return customer;
}

/** Converts a text to what a text field would contain after typing it. */
const asTyped = (text: string): string => text.replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n');

const entries = Object.entries(hostileTexts);
const middle = Math.ceil(entries.length / 2);
const halves = [
  ['first', entries.slice(0, middle)],
  ['second', entries.slice(middle)],
] as const;

for (const [width, [half, texts]] of [1440, 390].flatMap((width) => halves.map((half) => [width, half] as const))) {
  test(
    `messages with hostile texts, ${half} half, are shown exactly to agent and customer at ${width} px`,
    deepIf(width === 390 || half === 'second'),
    async ({ agent, newCustomer }) => {
      const customer = await conversation(agent, newCustomer);
      await agent.page.setViewportSize({ width, height: 900 });
      const checkInjection = [await watchPage(agent.page), await watchPage(customer.page)];
      // The log is between the header and the field, so its unchanged rectangle shows that neither has moved.
      const parts = [agent.field, agent.log];
      const before = await agent.log.boundingBox();
      for (const [name, text] of texts) {
        const typed = asTyped(text);
        const expected = (shownOfHostileTexts[name] ?? typed).trim();
        await customer.field.fill(typed);
        await customer.field.press('Enter');
        await expect.poll(() => textsOf(agent.log).then((texts) => texts.at(-1)?.trim()), name).toBe(expected);
        await agent.field.fill(typed);
        await agent.field.press('Enter');
        await expect(agent.field).toHaveValue('');
        await expect
          .poll(
            () => textsOf(agent.log).then((texts) => texts.filter((shown) => shown?.trim() === expected).length),
            name,
          )
          .toBeGreaterThanOrEqual(2);
        // An unconfirmed message stays below messages that arrive meanwhile.
        await expect(agent.log.getByRole('article').last(), name).toHaveAccessibleName(/enviada/);
        await expectWhole(agent.page, parts);
      }
      expect(await agent.log.boundingBox()).toEqual(before);
      const heard = await customer.log.evaluate((log) => log.textContent);
      for (const [name, text] of texts) expect(heard).toContain((shownOfHostileTexts[name] ?? asTyped(text)).trim());
      await expectWhole(customer.page, [customer.field]);
      await expect(agent.page).toHaveTitle('Atendimentos');
      for (const check of checkInjection) await check();
    },
  );
}

/** Sets the value of the field at once, because typing ten thousand lines would take minutes. */
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, value) => {
    (element as HTMLTextAreaElement).value = value;
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

test(
  'long texts are folded in the thread, are one line in the list, and do not shift the layout',
  deep,
  async ({ agent, newCustomer }) => {
    const customer = await conversation(agent, newCustomer);
    const checkInjection = await watchPage(agent.page);
    const card = agent.card('Beatriz Nogueira');
    for (const [name, text] of Object.entries(longTexts)) {
      await paste(customer.field, text);
      await customer.field.press('Enter');
      await expect
        .poll(() => textsOf(agent.log).then((texts) => texts.at(-1)?.slice(0, 20)), name)
        .toBe(text.slice(0, 20));
      await expectWhole(agent.page, [agent.field, card]);
      expect((await card.boundingBox())?.height, name).toBeLessThan(120);
      await agent.page.setViewportSize({ width: 390, height: 844 });
      await expectWhole(agent.page, [agent.field]);
      await agent.page.setViewportSize({ width: 1440, height: 900 });
    }
    await checkInjection();
  },
);

for (const [half, texts] of halves) {
  test(
    `hostile names of customers, ${half} half, are shown exactly in the list, the header and the notifications`,
    deep,
    async ({ agent, page, server }) => {
      await agent.atWork();
      const checkInjection = await watchPage(page);
      const { data: queues } = (await (await page.request.get(`${server.origin}/outside/api/queues`)).json()) as {
        data: { id: string }[];
      };
      for (const [index, [, text]] of texts.entries()) {
        const name = asName(text);
        const started = await page.request.post(`${server.origin}/outside/api/chats`, {
          data: { name, identifier: `hostil${index}@exemplo.com.br`, queue: queues[0]?.id },
        });
        expect(started.ok(), name).toBe(true);
        const { protocol, secret } = (await started.json()) as { protocol: string; secret: string };
        const write = (customId: string, data: string) =>
          page.request.post(`${server.origin}/outside/api/chats/${protocol}/messages`, {
            headers: { authorization: `Bearer ${secret}` },
            data: { custom_id: customId, text: data },
          });
        await write('AAAAAAAAA1', text);
        await agent.open(`/attendance/${protocol}`);
        const heading = agent.conversation.getByRole('heading').first();
        await expect(heading).toBeVisible();
        expect(await heading.evaluate((element) => element.textContent), 'in the header').toContain(name);
        const names = await agent.list
          .locator('bdi')
          .evaluateAll((elements) => elements.map((element) => element.textContent));
        expect(names, 'in the list').toContain(name);
        await expectWhole(page, [agent.field, heading]);
        await expect(page).toHaveTitle(/Atendimentos/);
        // Ends the chat, because the number of attendances is limited.
        expect(
          (
            await page.request.post(`${server.origin}/outside/api/chats/${protocol}/end`, {
              headers: { authorization: `Bearer ${secret}` },
            })
          ).ok(),
        ).toBe(true);
      }
      await checkInjection();
    },
  );
}

test(
  'a hostile text stays text in the draft, the search, the contact and the qualification',
  deep,
  async ({ agent, newCustomer }) => {
    const customer = await conversation(agent, newCustomer);
    const checkInjection = await watchPage(agent.page);
    const text = `${hostileTexts['picture']} ${hostileTexts['translation']} ${hostileTexts['override']}`;

    await test.step('draft', async () => {
      await agent.field.fill(text);
      await customer.write('Bom dia');
      const other = agent.list.getByRole('searchbox');
      await other.fill(text);
      await expect(agent.list.getByText(text)).toBeVisible();
      await other.fill('');
      await expect(agent.field).toHaveValue(text);
      await agent.field.fill('');
    });
    await test.step('contact', async () => {
      await agent.details
        .getByRole('button', { name: 'Cadastrar contato' })
        .or(agent.details.getByRole('button', { name: 'Cadastrar' }))
        .first()
        .click();
      await agent.details.getByRole('textbox', { name: 'Nome' }).fill(text);
      await agent.details.getByRole('button', { name: 'Cadastrar', exact: true }).click();
      await expect(agent.notices.getByText('Contato cadastrado com sucesso')).toBeVisible();
      const name = agent.details.getByRole('heading', { level: 3 }).first();
      await expect(name).toHaveText(text);
      const headline = agent.conversation.getByRole('heading').first();
      await expect(headline).toContainText(text);
      await expectWhole(agent.page, [agent.field, name, headline]);
    });
    await test.step('finishing and qualification', async () => {
      await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
      const question = agent.dialog('Finalizar atendimento');
      await expect(question).toContainText(text);
      await expectWhole(agent.page, [question]);
      await question.getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ }).click();
      const dialog = agent.dialog('Qualificar atendimento');
      await dialog.getByRole('textbox', { name: 'Observação' }).fill(text);
      await expectWhole(agent.page, [dialog]);
      await dialog.getByRole('radio').first().click();
      await dialog.getByRole('button', { name: 'Qualificar' }).click();
      await expect(dialog).toBeHidden();
    });
    await checkInjection();
  },
);
