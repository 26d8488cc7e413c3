// The command palette and the keyboard shortcuts of the built product.
import { axeViolations } from './axe';
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

test('Ctrl+K finds an attendance without accents and with a typing error, opens it, and Esc returns the focus', async ({
  agent,
  page,
  newCustomer,
}) => {
  await agent.atWork();
  await (await newCustomer('Otávio Brandão')).write('Bom dia');
  await (await newCustomer('Rodrigo Farias')).write('Preciso da 2ª via');
  await expect(agent.card('Rodrigo Farias')).toBeVisible();
  await agent.list.getByRole('searchbox').focus();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar um comando' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(agent.list.getByRole('searchbox')).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('otvio brandao');
  await expect(palette.getByRole('option')).toHaveText([/^Otávio Brandão/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Conversa com Otávio Brandão' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`#${agent.protocol()}`);
  await expect(palette.getByRole('option').first()).toContainText('Otávio Brandão');
  await agent.escape(palette);
});

test('the palette finds jobs, contacts, colleagues, pages and commands without accents and with a typing error [BEY-050]', async ({
  agent,
  page,
  newAgent,
  request,
}) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, '5511955550101', 'Helena Duarte');
  await telephone.write('Bom dia!');
  await agent.openJob('Helena Duarte');
  await atWorkOnWhatsApp(await newAgent(), demoAgents.bruno);
  const palette = page.getByRole('dialog', { name: 'Buscar ou executar um comando' });
  const field = palette.getByRole('combobox');
  const found = (group: string, name: RegExp) =>
    palette.getByRole('group', { name: group }).getByRole('option', { name });
  await page.keyboard.press('Control+k');
  await field.fill('hlena duarte');
  await expect(found('Atendimentos', /^Helena Duarte/)).toBeVisible();
  await field.fill('@otavio ramos');
  await expect(found('Contatos', /^Otávio Ramos/)).toBeVisible();
  await field.fill('ir atndimento');
  await expect(found('Navegar', /^Ir para Atendimento/)).toBeVisible();
  await field.fill('finlizar');
  await expect(found('Ações', /^Finalizar/)).toBeVisible();
  await field.fill('brno líma');
  await expect(found('Colegas', /Bruno Lima.*Disponível/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await field.press('Enter');
  const transfer = agent.dialog('Transferir atendimento');
  await expect(transfer.getByRole('option', { name: /^Bruno Lima .*Disponível$/, selected: true })).toBeVisible();
  await transfer.getByRole('button', { name: 'Transferir' }).click();
  await expect(agent.card('Helena Duarte')).toBeHidden();
  await expect(agent.notices.getByText('Transferência realizada com sucesso')).toBeVisible();
});

test(
  'the palette runs the commands that are possible at the moment, by mouse and by keyboard',
  deep,
  async ({ agent, page }) => {
    await agent.atWork();
    const palette = page.getByRole('dialog', { name: 'Buscar ou executar um comando' });
    await page.getByRole('button', { name: 'Buscar ou executar um comando' }).click();
    // No attendance is open.
    await expect(palette.getByRole('option', { name: /Finalizar/ })).toHaveCount(0);
    await palette.getByRole('combobox').fill('>tema escuro');
    await palette.getByRole('option', { name: 'Tema: Escuro' }).click();
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>pausar');
    await page.keyboard.press('Enter');
    await expect(agent.dialog('Pausar canais')).toBeVisible();
    await expect(palette).toBeHidden();
    // While a dialog is open, Ctrl+K does not open the palette.
    await page.keyboard.press('Control+k');
    await agent.escape(agent.dialog('Pausar canais'));
    await expect(palette).toBeHidden();
  },
);

test('Ctrl+/ shows the map of all shortcuts; Alt+letter, Ctrl+Alt and keys of an input method do nothing [BEY-051]', async ({
  agent,
  page,
}) => {
  await agent.atWork();
  const map = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await page.keyboard.press('Control+/');
  await expect(map.getByRole('region', { name: 'Geral' })).toContainText('Pausar ou sair da pausaAlt Shift P');
  expect(await axeViolations(page)).toEqual([]);
  await agent.escape(map);

  const pauses = agent.dialog('Pausar canais');
  await page.keyboard.press('Alt+p');
  await page.keyboard.press('Control+Alt+p');
  const composing = { code: 'KeyP', altKey: true, shiftKey: true, isComposing: true, bubbles: true };
  await page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', init)), composing);
  await page.keyboard.press('Alt+Shift+o');
  // Barrier: the last key has had its effect, so an earlier key would have opened its dialog by now.
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible();
  await expect(pauses).toBeHidden();
  await agent.escape(page.getByRole('dialog', { name: 'Notificações' }));
  // The focus returns after the popover has closed.
  await expect(page.getByRole('button', { name: /^Notificações/ })).toBeFocused();
  await page.keyboard.press('Alt+Shift+p');
  await expect(pauses).toBeVisible();
  await agent.escape(pauses);
  await page.keyboard.press('Alt+Shift+s');
  await expect(page.getByRole('button', { name: /^Voz: |^WhatsApp: |^Chat: / }).first()).toBeFocused();
});

test(
  'a shortcut is changed and switched off in the preferences, is kept after a reload, and a conflict is shown [BEY-051]',
  deep,
  async ({ agent, page }) => {
    await agent.atWork();
    const pauses = agent.dialog('Pausar canais');
    await agent.chooseInOwnMenu('Preferências');
    const preferences = agent.dialog('Preferências');
    await preferences.getByRole('tab', { name: 'Atalhos' }).click();
    await preferences.getByRole('button', { name: /^Alterar o atalho de Pausar/ }).click();
    await page.keyboard.press('Alt+Shift+f');
    await expect(preferences.getByRole('alert')).toHaveText('Alt Shift F já é o atalho de “Buscar na lista”.');
    await page.keyboard.press('Alt+Shift+y');
    await expect(preferences.getByRole('button', { name: /^Alterar o atalho de Pausar/ })).toHaveText('Alt Shift Y');
    await preferences.getByRole('checkbox', { name: 'Abrir as notificações' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await agent.escape(preferences);

    await page.reload();
    await expect(agent.chip('Disponível')).toBeVisible();
    await page.keyboard.press('Alt+Shift+p');
    await page.keyboard.press('Alt+Shift+o');
    await page.keyboard.press('Alt+Shift+y');
    await expect(pauses).toBeVisible();
    await agent.escape(pauses);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
