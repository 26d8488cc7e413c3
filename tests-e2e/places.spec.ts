// Positions: snackbars do not cover messages, and the right edges of panes agree with and without scrollbar width.
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { deep, deepIf } from './deep';

async function rectangle(part: Locator): Promise<{ left: number; top: number; right: number; bottom: number }> {
  return part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]) {
  test(
    `a snackbar covers neither the last message, the composer nor the searches, and moves nothing, at ${size.width}x${size.height}`,
    deepIf(size.width !== 1440),
    async ({ agent, newCustomer }) => {
      await agent.atWork();
      const customer = await newCustomer('Helena Duarte');
      for (let number = 1; number <= 12; number += 1) await customer.write(`mensagem ${number}`);
      await agent.openJob('Helena Duarte');
      await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
      await agent.details.getByRole('button', { name: 'Cadastrar' }).click();
      const notice = agent.notices.getByText('Contato cadastrado com sucesso');
      await expect(notice).toBeVisible();
      // The pointer on the snackbar keeps it open.
      await notice.hover();
      await agent.page.setViewportSize(size);
      await expect(agent.message('mensagem 12')).toBeInViewport();
      const covering = await rectangle(agent.notices.getByRole('status').first());
      const composer = await rectangle(agent.conversation.getByRole('textbox'));
      const last = await rectangle(agent.message('mensagem 12'));
      expect(covering.bottom).toBeLessThanOrEqual(last.top);
      expect(covering.bottom).toBeLessThanOrEqual(composer.top);
      // Nor the search, nor a channel: it is beside them. On a phone it is over the channels, because a row of its own would move the page.
      const isPhone = size.width < 768;
      const bell = agent.page.getByRole('button', { name: /^Notificações/ });
      const ofBar = isPhone
        ? [bell]
        : [
            agent.page.locator('#channel-chips').getByRole('button'),
            agent.page.getByRole('button', { name: 'Buscar ou executar um comando' }),
          ];
      for (const part of [...ofBar, agent.list.getByRole('searchbox')])
        for (const box of await Promise.all((await part.all()).map(rectangle)))
          expect(
            covering.bottom <= box.top ||
              covering.top >= box.bottom ||
              covering.right <= box.left ||
              covering.left >= box.right,
          ).toBe(true);
    },
  );
}

test(
  'without a scrollbar the cards of the list are as wide as the search field above them',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    const customer = await newCustomer('Helena Duarte');
    await customer.write('Bom dia');
    const card = agent.card('Helena Duarte');
    await expect(card).toBeVisible();
    // Playwright hides the scrollbars of a headless browser.
    expect(
      await agent.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--scrollbar-room')),
    ).toBe('0px');
    const search = await rectangle(agent.list.getByRole('searchbox').locator('xpath=..'));
    expect(Math.abs((await rectangle(card)).right - search.right)).toBeLessThanOrEqual(1);
  },
);
