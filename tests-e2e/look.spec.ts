// The product compared with its design: tokens, geometry, and no layout shifts.
import type { Locator } from '@playwright/test';
import { findBrowser, launchArguments } from '../scripts/browser.mjs';
import type { Agent } from './agent';
import { designTokens } from './designTokens';
import { expect, test } from './fixtures';
import { shiftsOf, watchShifts } from './layout';
import { recordsOf } from './records';
import { deep, deepIf } from './deep';

// The design has the scrollbar of a mouse, which takes space; Playwright would hide it.
test.use({
  launchOptions: {
    executablePath: await findBrowser(),
    args: launchArguments,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

/** Left, top, width and height of the design at 1440x900. A null depends on the content. */
type Box = readonly [left: number | null, top: number | null, width: number | null, height: number | null];

const tolerance = 4;

async function expectRectangles(
  places: ReadonlyArray<readonly [name: string, locator: Locator, box: Box]>,
): Promise<void> {
  const measured: Record<string, unknown> = {};
  const designed: Record<string, unknown> = {};
  for (const [name, locator, box] of places) {
    const found = await locator.first().boundingBox();
    const sides = found === null ? [] : [found.x, found.y, found.width, found.height];
    // A value within the tolerance is replaced by the value of the design, so that only faults remain in the diff.
    measured[name] = box.map((side, index) =>
      side === null ? null : Math.abs((sides[index] ?? NaN) - side) <= tolerance ? side : sides[index],
    );
    designed[name] = box;
  }
  expect(measured).toEqual(designed);
}

async function openConversation(
  agent: Agent,
  newCustomer: (name: string) => Promise<{ write(text: string): Promise<void> }>,
): Promise<void> {
  await agent.atWork();
  const customer = await newCustomer('Mariana Albuquerque');
  await customer.write('Oi! Queria renovar, mas preciso incluir mais duas linhas na recepção.');
  await agent.openJob('Mariana Albuquerque');
  await expect(agent.message('Queria renovar')).toBeVisible();
}

test('the sign-in page has the geometry of the design', deep, async ({ agent, page }) => {
  await agent.open();
  await expect(page.getByRole('heading', { name: 'Entre para começar' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  // The design shows the message of an expired session, which is 76 px high with its margin and moves the rest by
  // half of that in each direction.
  await expectRectangles([
    ['logo', page.locator('header svg'), [40, 32, 32, 32]],
    ['title', page.getByRole('heading', { level: 1 }), [159.6, 245 + 38, 360, 36]],
    ['form', page.getByRole('form'), [159.6, null, 360, null]],
    ['button', page.getByRole('button', { name: 'Entrar' }), [159.6, 583 - 38, 360, 44]],
    ['language', page.getByRole('radiogroup', { name: 'Idioma' }), [494.4, 842, 144.8, 30]],
  ]);
});

test('the workspace has the geometry of the design', async ({ agent, page, newCustomer }) => {
  await openConversation(agent, newCustomer);
  await agent.send(
    'Claro, Mariana! Com as duas linhas o valor fica em R$ 489,90 por mês, já com o desconto de fidelidade.',
  );
  await expect(agent.message('Claro, Mariana!')).toHaveAccessibleName(/enviada/);
  await page.evaluate(() => document.fonts.ready);
  const card = agent.card('Mariana Albuquerque');
  const header = agent.conversation.locator('header');
  await expectRectangles([
    ['rail', page.getByRole('navigation', { name: 'Principal' }), [0, 0, 60, 900]],
    ['logo', page.getByRole('img', { name: 'Agente' }), [13, 12, 34, 34]],
    ['rail entry', page.getByRole('navigation', { name: 'Principal' }).getByRole('link').first(), [10, 62, 40, 40]],
    ['own menu', page.getByRole('button', { name: /^Menu de / }), [13, 854, 34, 34]],
    ['top bar', page.getByRole('banner'), [60, 0, 1380, 56]],
    ['chip', page.getByRole('button', { name: /^Chat: / }), [null, 11, null, 34]],
    ['connection', page.getByRole('button', { name: /^Conexão/ }), [1356, 12, 32, 32]],
    ['bell', page.getByRole('button', { name: /^Notificações/ }), [1396, 12, 32, 32]],
    ['list', agent.list, [60, 56, 328, 844]],
    ['list title', agent.list.getByRole('heading', { level: 1 }), [72, 62, 105.9, 24]],
    ['search', agent.list.getByRole('searchbox').locator('xpath=..'), [66, 100, 308, 34]],
    ['card', card, [66, null, 308, 76]],
    ['card portrait', card.locator('xpath=./span[1]'), [77, null, 40, 40]],
    ['card name', card.locator('bdi').first(), [127, null, null, 18]],
    ['paper', agent.conversation.locator('xpath=..'), [388, 56, 1040, 832]],
    ['conversation', agent.conversation, [389, 57, 702, 830]],
    ['header', header, [389, 57, 702, 60]],
    ['header portrait', header.locator('xpath=./span[1]'), [405, 68.5, 36, 36]],
    // The heading has 4 px more than its line above and below, for the link in it.
    ['header name', header.getByRole('heading'), [453, 64.5, null, 28]],
    ['more', header.getByRole('button', { name: 'Mais ações' }), [943.6, 70.5, 32, 32]],
    ['finish', header.getByRole('button', { name: 'Finalizar', exact: true }), [981.6, 70.5, 97.4, 32]],
    ['log', agent.log, [389, 117, 702, null]],
    ['bubble of the customer', agent.message('Queria renovar').locator('xpath=./div/div'), [443, null, 452.2, 54]],
    ['portrait in the log', agent.message('Queria renovar').locator('xpath=./div/span'), [409, null, 26, 26]],
    ['bubble of the agent', agent.message('Claro, Mariana!').locator('xpath=./div/div'), [594.4, null, 476.6, 54]],
    ['composer', agent.field.locator('xpath=..'), [405, null, 670, null]],
    ['field', agent.field, [406, 788, 668, 46]],
    ['attach', agent.conversation.getByRole('button', { name: /^Anexar arquivo/ }), [412, 834, 32, 32]],
    ['emoji', agent.conversation.getByRole('button', { name: 'Emoji' }), [444, 834, 32, 32]],
    ['send', agent.conversation.getByRole('button', { name: 'Enviar mensagem' }), [984.4, 834, 83.6, 32]],
    ['details', agent.details, [1092, 57, 335, 830]],
    ['tab', agent.details.getByRole('tab'), [1100, 57, 69.2, 59]],
  ]);
});

test('the design tokens have the values of the design, in both themes', async ({ page, agent }) => {
  await agent.open();
  await expect(page.getByRole('heading', { name: 'Entre para começar' })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    const wanted = { ...designTokens.root, ...designTokens[theme] };
    // The build shortens colours and removes spaces: both values are read through the same property of an element.
    const differing = await page.evaluate(
      ([name, tokens]) => {
        document.documentElement.setAttribute('data-theme', name);
        const probe = document.body.appendChild(document.createElement('i'));
        const plain = (text: string): string => {
          for (const property of ['color', 'boxShadow', 'transitionDuration', 'transitionTimingFunction'] as const) {
            probe.style.cssText = '';
            probe.style[property] = text;
            // An eight-digit colour stores opacity in steps of 1/255.
            if (probe.style[property] !== '')
              return getComputedStyle(probe)[property].replace(/\d+\.\d+/g, (number) => Number(number).toFixed(2));
          }
          return text
            .replace(/["']/g, "'")
            .replace(/\s+/g, '')
            .replace(/(?<!\d)0\./g, '.')
            .toLowerCase();
        };
        const root = getComputedStyle(document.documentElement);
        const found = Object.entries(tokens).map(([token, value]) => {
          // References are resolved by setting the value on an element of the page.
          document.documentElement.style.setProperty('--probe', value);
          const design = plain(getComputedStyle(document.documentElement).getPropertyValue('--probe'));
          const own = plain(root.getPropertyValue(`--${token}`));
          return design === own ? '' : `${token}: ${own}, in the design ${design}`;
        });
        probe.remove();
        document.documentElement.style.removeProperty('--probe');
        return found.filter((line) => line !== '');
      },
      [theme, wanted] as const,
    );
    expect(differing, theme).toEqual([]);
  }
});

test('the layout does not shift when the page and its fonts load, a message arrives or another page opens', async ({
  agent,
  page,
  newCustomer,
}) => {
  await watchShifts(page);
  await openConversation(agent, newCustomer);
  await agent.send('Bom dia');
  await expect(agent.message('Bom dia')).toHaveAccessibleName(/enviada/);
  const other = await newCustomer('Rodrigo Farias');
  await other.write('Não estou conseguindo emitir a 2ª via');
  await expect(agent.card('Rodrigo Farias')).toContainText('2ª via');
  await other.write('Alguém pode me ajudar?');
  await expect(agent.card('Rodrigo Farias')).toContainText('Alguém pode');
  await agent.openJob('Rodrigo Farias');
  await expect(agent.message('Alguém pode')).toBeVisible();
  await agent.openJob('Mariana Albuquerque');
  await page.goBack();
  await expect(agent.message('Alguém pode')).toBeVisible();
  // Data that the browser does not store is loaded from the server a moment later.
  await expect
    .poll(
      async () => (await recordsOf(page, 'workspace')).join().match(/"seq":1,[^}]*"systemKey":"chatStarted"/g)?.length,
    )
    .toBe(2);
  await page.reload();
  await expect(agent.message('Alguém pode')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await shiftsOf(page)).toEqual([]);
});

test('an arriving message moves no control', deep, async ({ agent, page, newCustomer }) => {
  await agent.atWork();
  const customer = await newCustomer('Mariana Albuquerque');
  await customer.write('Bom dia');
  await agent.openJob('Mariana Albuquerque');
  await expect(agent.message('Bom dia')).toBeVisible();
  const controls = page.locator('button, textarea, input, a[href], h1, h2, [role="tab"]');
  // Controls inside the log are left out, because they move with their message.
  const places = () =>
    controls.evaluateAll((all) =>
      all
        .filter((element) => element.closest('#message-log') === null)
        .map((element) => `${element.tagName} ${JSON.stringify(element.getBoundingClientRect())}`),
    );
  // Waits for the details, which are loaded separately.
  await expect(agent.details.getByRole('button', { name: 'Cadastrar' })).toBeVisible();
  await agent.card('Mariana Albuquerque').hover();
  const before = await places();
  for (let count = 1; count <= 30; count += 1) await customer.submit(`Mensagem ${count}`);
  await expect(agent.message('Mensagem 30')).toBeVisible();
  expect(await places()).toEqual(before);
});

for (const width of [1024, 800])
  test(
    `the search beside the thread leaves the actions of the header free at ${String(width)} px`,
    deepIf(width === 800),
    async ({ agent, page, newCustomer }) => {
      await openConversation(agent, newCustomer);
      await page.setViewportSize({ width, height: 768 });
      await page.keyboard.press('Alt+Shift+G');
      const drawer = page.getByRole('complementary', { name: 'Buscar na conversa' });
      await expect(drawer.getByRole('searchbox')).toBeFocused();
      const header = agent.conversation.locator('header');
      const covered = () =>
        header.locator('button:visible').evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { left, top, width: wide, height } = button.getBoundingClientRect();
            const hit = document.elementFromPoint(left + wide / 2, top + height / 2);
            return button.contains(hit) ? [] : [button.getAttribute('aria-label') ?? button.textContent];
          }),
        );
      await expect(header.getByRole('button', { name: 'Finalizar', exact: true })).toBeVisible();
      await expect.poll(covered).toEqual([]);
    },
  );
