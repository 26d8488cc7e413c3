// Work by keyboard only: every step by Tab, arrows, Enter, Space and Escape, with a visible focus.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { deep } from './deep';

/** The focus is visible: a ring, a halo or a coloured border that the element does not have without the focus. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus';
    const looks = (): string => {
      const parts: string[] = [];
      for (let part: HTMLElement | null = element; part !== null && parts.length < 3; part = part.parentElement) {
        const { boxShadow, borderColor, backgroundColor, outlineColor, left } = getComputedStyle(part);
        parts.push([boxShadow, borderColor, backgroundColor, outlineColor, left].join());
      }
      return parts.join();
    };
    const focused = looks();
    element.blur();
    const resting = looks();
    element.focus({ preventScroll: true });
    return focused === resting
      ? `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent}" looks the same`
      : '';
  });
  expect(shown).toBe('');
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: Locator, most = 60): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    passed.push(await focusedName(page));
  }
  await expect(wanted, `Tab went to ${passed.join(' | ')}`).toBeFocused({ timeout: 1000 });
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim() ?? '',
  );
}

/** Makes the next Tab begin at the top of the page, as after a page load. */
function moveTabToTop(page: Page): Promise<void> {
  return page.evaluate(() => {
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.addEventListener('blur', () => start.remove());
  });
}

/** The accessible names of the elements that Tab reaches from the focused element. */
async function stops(page: Page, most: number): Promise<string[]> {
  const found: string[] = [];
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    found.push(await focusedName(page));
  }
  return found;
}

test('the agent signs in, connects, opens an attendance and answers with the keyboard alone [BEY-080]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.open();

  await test.step('sign in', async () => {
    await expect(page.getByRole('textbox', { name: 'Usuário' })).toBeFocused();
    await page.keyboard.type('ana.souza');
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    await page.keyboard.type('agente123');
    await page.keyboard.press('Enter');
    await expect(agent.list).toBeVisible();
  });

  await test.step('connect the channel', async () => {
    await tabTo(page, page.getByRole('button', { name: /^Chat: / }));
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Conectar', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(agent.chip('Disponível')).toBeFocused();
  });

  const mariana = await newCustomer('Mariana Albuquerque', {
    identifier: 'mariana@exemplo.com.br',
    queue: 'Renovações',
  });
  await mariana.write('Bom dia');
  const rodrigo = await newCustomer('Rodrigo Farias');
  await rodrigo.write('Preciso da 2ª via');
  await expect(agent.card('Rodrigo Farias')).toContainText('2ª via');
  await expect(agent.list.getByRole('button', { name: 'Aguardando resposta 2', exact: true })).toBeVisible();

  await test.step('open an attendance from the list with the arrows', async () => {
    const cards = agent.list.getByRole('link');
    await agent.list.getByRole('searchbox').focus();
    // Each list is one tab stop, and so are the channels of the filter. Before the rows are the filter of waiting
    // customers, the queues, the views, the order, and the button of the group that begins a selection.
    for (let stop = 1; stop <= 8; stop += 1) await page.keyboard.press('Tab');
    await expect(cards.and(page.locator(':focus'))).toHaveCount(1);
    await expectVisibleFocus(page);
    await page.keyboard.press('End');
    await expect(cards.last()).toBeFocused();
    await page.keyboard.press('Home');
    await expect(cards.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(cards.nth(1)).toBeFocused();
    if (
      (await agent.card('Mariana Albuquerque').getAttribute('aria-label')) ===
      (await cards.first().getAttribute('aria-label'))
    )
      await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'Conversa com Mariana Albuquerque' })).toBeVisible();
    await expect(agent.field).toBeFocused();
    await expectVisibleFocus(page);
  });

  await test.step('answer, with a line break by its own key', async () => {
    await page.keyboard.type('Bom dia, Mariana!');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Vou ver.');
    await page.keyboard.press('Enter');
    await expect(agent.message('Vou ver.')).toHaveAccessibleName(/enviada/);
    await expect(agent.field).toBeFocused();
  });

  await test.step('pick an emoji and return to the field', async () => {
    await page.keyboard.press('Tab');
    await expect(agent.conversation.getByRole('button', { name: 'Anexar arquivo de até 5 MB' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(agent.conversation.getByRole('button', { name: 'Emoji' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Buscar emoji' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(agent.conversation.getByRole('button', { name: 'Emoji' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Buscar emoji' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(agent.field).toBeFocused();
    await expect(agent.field).not.toHaveValue('');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  });

  await test.step('read the log', async () => {
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, agent.log);
    await expectVisibleFocus(page);
  });
});

test('the agent registers a contact, finishes and qualifies with the keyboard alone [BEY-080]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.atWork();
  const mariana = await newCustomer('Mariana Albuquerque', {
    identifier: 'mariana@exemplo.com.br',
    queue: 'Renovações',
  });
  await mariana.write('Bom dia');
  await agent.openJob('Mariana Albuquerque');

  await test.step('register the contact', async () => {
    const register = agent.details.getByRole('button', { name: 'Cadastrar' });
    await tabTo(page, register);
    await page.keyboard.press('Enter');
    await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(agent.notices.getByText('Contato cadastrado com sucesso')).toBeVisible();
    await expect(agent.details.getByRole('heading', { name: 'Mariana Albuquerque' })).toBeVisible();
  });

  await test.step('edit a field in place; Escape restores it', async () => {
    const name = agent.details.getByRole('button', { name: /^Editar Nome/ });
    await tabTo(page, name, 60);
    await page.keyboard.press('Enter');
    await expect(agent.details.getByRole('textbox', { name: 'Nome' })).toBeFocused();
    await page.keyboard.type('Outra');
    await page.keyboard.press('Escape');
    await expect(name).toBeFocused();
    await expect(name).toContainText('Mariana Albuquerque');
  });

  await test.step('finish and qualify', async () => {
    const finish = agent.conversation.getByRole('button', { name: 'Finalizar', exact: true });
    await tabTo(page, finish, 60);
    await page.keyboard.press('Enter');
    const dialog = agent.dialog('Finalizar atendimento');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Observação' })).toBeFocused();
    await page.keyboard.type('Renovou');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(agent.card('Mariana Albuquerque')).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  });
});

test(
  'the agent handles a failed message and an ended attendance with the keyboard alone [BEY-080]',
  deep,
  async ({ agent, page, newCustomer, complaints }) => {
    complaints.expectRefusal({ status: 409, path: /^\/api\/chat\/messages$/ });
    await agent.atWork();
    const rodrigo = await newCustomer('Rodrigo Farias');
    await rodrigo.write('Preciso da 2ª via');
    await expect(agent.card('Rodrigo Farias')).toContainText('2ª via');

    await test.step('a message that could not be sent is sent again', async () => {
      await tabTo(page, agent.card('Rodrigo Farias'), 60);
      await page.keyboard.press('Enter');
      await expect(agent.field).toBeFocused();
      await page.route(
        '**/api/chat/messages',
        (route) => route.fulfill({ status: 409, json: { cause: 'jobNotFound' } }),
        { times: 1 },
      );
      await page.keyboard.type('Segue o boleto');
      await page.keyboard.press('Enter');
      await expect(agent.message('Segue o boleto')).toHaveAccessibleName(/não enviada/);
      await tabTo(page, agent.message('Segue o boleto').getByRole('button', { name: 'Tentar de novo' }), 60);
      await expectVisibleFocus(page);
      await page.keyboard.press('Enter');
      await expect(agent.message('Segue o boleto')).toHaveAccessibleName(/, enviada/);
      await expect(rodrigo.reads('Segue o boleto')).toHaveCount(1);
    });

    await test.step('the attendance that the customer ends keeps the focus on the page', async () => {
      await tabTo(page, agent.field, 60);
      await rodrigo.end();
      await expect(agent.conversation.getByText('Atendimento finalizado')).toBeVisible();
      await expect(page.locator('body')).not.toBeFocused();
      const qualify = agent.conversation.getByRole('button', { name: 'Qualificar' }).first();
      await tabTo(page, qualify, 60);
      await expectVisibleFocus(page);
    });
  },
);

test(
  'the agent uses notifications and preferences and signs out with the keyboard alone [BEY-080]',
  deep,
  async ({ agent, page }) => {
    await agent.atWork();

    await test.step('read the notifications', async () => {
      const bell = page.getByRole('button', { name: /^Notificações/ });
      await tabTo(page, bell, 60);
      await page.keyboard.press('Enter');
      const centre = page.getByRole('dialog', { name: 'Notificações' });
      await expect(centre).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(centre).toBeHidden();
      await expect(bell).toBeFocused();
    });

    await test.step('choose another theme', async () => {
      const own = page.getByRole('button', { name: /^Menu de / });
      await tabTo(page, own, 60);
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('menuitem', { name: 'Alterar senha' })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('menuitem', { name: 'Preferências' })).toBeFocused();
      await page.keyboard.press('Enter');
      const dialog = agent.dialog('Preferências');
      await expect(dialog).toBeFocused();
      await tabTo(page, dialog.getByRole('radio', { name: 'Do sistema' }), 12);
      // Radix selects a radio while the arrow key is down, so the key press needs a duration.
      await page.keyboard.press('ArrowRight', { delay: 80 });
      await expect(dialog.getByRole('radio', { name: 'Claro' })).toBeChecked();
      await page.keyboard.press('ArrowRight', { delay: 80 });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.keyboard.press('Escape');
      await expect(own).toBeFocused();
    });

    await test.step('sign out', async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Entre para começar' })).toBeVisible();
      await expect(
        page
          .getByLabel('Senha', { exact: true })
          .or(page.getByRole('textbox', { name: 'Usuário' }))
          .and(page.locator(':focus')),
      ).toHaveCount(1);
    });
  },
);

test(
  'the Tab key moves from the skip links through rail, top bar, list, conversation and details',
  deep,
  async ({ agent, page, newCustomer }) => {
    await agent.atWork();
    const customer = await newCustomer('Mariana Albuquerque');
    await customer.write('Bom dia');
    await agent.openJob('Mariana Albuquerque');
    await moveTabToTop(page);
    const found = await stops(page, 41);
    const landmarks = [
      'Ir para a lista',
      'Atendimento',
      'Chat: ',
      'Conexão',
      'Notificações',
      'Buscar atendimento',
      'Mariana Albuquerque, Chat',
      'Largura da lista',
      'Mais ações',
      'Finalizar',
      'Mensagens de',
      'Mensagem para',
      'Anexar arquivo',
      'Emoji',
      'Contato',
      'Largura dos detalhes',
    ];
    // Exact, because the name of a link in the rail begins like the name of the tab.
    const isAt = (stop: string, name: string): boolean => (name === 'Contato' ? stop === name : stop.startsWith(name));
    const order = landmarks.map((name) => found.findIndex((stop) => isAt(stop, name)));
    expect(order, found.join(' | ')).toEqual([...order].sort((one, other) => one - other));
    expect(order).not.toContain(-1);
  },
);

test('the skip links lead to their targets', deep, async ({ agent, page, newCustomer }) => {
  await agent.atWork();
  await (await newCustomer('Mariana Albuquerque')).write('Bom dia');
  await agent.openJob('Mariana Albuquerque');
  for (const [link, target] of [
    ['Ir para a lista de atendimentos', '#job-list'],
    ['Ir para a conversa', '#conversation'],
    ['Ir para os detalhes', '#details'],
  ] as const) {
    await moveTabToTop(page);
    await tabTo(page, page.getByRole('link', { name: link }), 5);
    await expect(page.getByRole('link', { name: link })).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator(target)).toBeFocused();
  }
});

test('a dialog keeps the focus inside and returns it, and Escape decides nothing [SHELL-057]', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.atWork();
  await (await newCustomer('Mariana Albuquerque')).write('Bom dia');
  await agent.openJob('Mariana Albuquerque');
  await expect(agent.details.getByRole('button', { name: 'Cadastrar' })).toBeVisible();

  const expectHeld = async (title: string): Promise<void> => {
    const dialog = agent.dialog(title);
    // The focus is on the dialog itself or on its expected answer.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press(key);
        expect(await dialog.evaluate((element) => element.contains(document.activeElement)), `${key} in ${title}`).toBe(
          true,
        );
      }
    }
  };

  await test.step('the confirmation before finishing', async () => {
    const finish = agent.conversation.getByRole('button', { name: 'Finalizar', exact: true });
    await finish.focus();
    await page.keyboard.press('Enter');
    await expectHeld('Finalizar atendimento');
    await page.keyboard.press('Escape');
    await expect(agent.dialog('Finalizar atendimento')).toBeHidden();
    await expect(finish).toBeFocused();
    // Esc has decided nothing: the attendance is still open.
    await expect(agent.field).toBeEditable();
  });

  await test.step('a click outside makes no decision either', async () => {
    await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
    await expect(agent.dialog('Finalizar atendimento')).toBeVisible();
    await page.mouse.click(20, 500);
    await expect(agent.dialog('Finalizar atendimento')).toBeHidden();
    await expect(agent.field).toBeEditable();
  });

  await test.step('the confirmation before signing out', async () => {
    const own = page.getByRole('button', { name: /^Menu de / });
    await own.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectHeld('Sair com atendimentos abertos');
    await page.keyboard.press('Escape');
    await expect(own).toBeFocused();
    expect(await agent.token()).not.toBeNull();
  });

  await test.step('the preferences, which need no decision', async () => {
    const own = page.getByRole('button', { name: /^Menu de / });
    await agent.chooseInOwnMenu('Preferências');
    await expectHeld('Preferências');
    await page.keyboard.press('Escape');
    await expect(agent.dialog('Preferências')).toBeHidden();
    await expect(own).toBeFocused();
  });

  await test.step('Escape in the field discards nothing', async () => {
    await agent.field.fill('Um texto que fica');
    await page.keyboard.press('Escape');
    await expect(agent.field).toHaveValue('Um texto que fica');
  });
});
