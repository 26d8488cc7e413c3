// The dialog for a telephone number that the agent sees in a contact or finds in the palette: it calls the number or
// begins a WhatsApp conversation with it.
import type { Agent } from './agent';
import type { Customer, CustomerStart } from './customer';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atTelephone, withMicrophone } from './voice';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

test.use(withMicrophone);

const title = /^Nova (conversa|ligação)$/;
const written = '+55 (11) 95555-0101';
const palette = 'Buscar ou executar um comando';

/** A chat of the contact Helena Duarte is open. */
async function openContact(agent: Agent, newCustomer: (name: string, options: CustomerStart) => Promise<Customer>) {
  await (await newCustomer('Helena Duarte', { identifier: 'helena.duarte@example.com' })).write('Bom dia');
  await agent.openJob('Helena Duarte');
}

test('the number of a contact opens the fast trigger, which begins a conversation of WhatsApp [SHELL-021]', async ({
  agent,
  newCustomer,
}) => {
  await atWorkOnWhatsApp(agent);
  await openContact(agent, newCustomer);
  const number = agent.details.getByRole('button', { name: `WhatsApp: ${written}, ligar ou conversar` });
  await number.click();
  const dialog = agent.dialog(title);
  await expect(dialog.getByRole('textbox', { name: 'Número' })).toHaveValue(written);
  await expect(dialog.getByText('Com Helena Duarte')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Campanha' })).toHaveValue('31');
  expect(await axeViolations(agent.page)).toEqual([]);
  await agent.escape(dialog);
  await expect(number).toBeFocused();
  await number.click();
  await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(dialog).toBeHidden();
  await expect(agent.conversation.getByRole('button', { name: 'Escolher modelo' })).toBeVisible();
});

test('the number of a contact card that the customer sent opens the fast trigger', deep, async ({ agent, request }) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, '5521955550102', 'Rafael Moreira');
  const cards = [{ name: 'Otto Ferreira', phones: ['+55 11 98888-0102'] }];
  await telephone.call('messages', { customId: 'card', cards });
  await agent.openJob('Rafael Moreira');
  await agent.log.getByRole('button', { name: '+55 11 98888-0102, ligar ou conversar' }).click();
  const dialog = agent.dialog(title);
  await expect(dialog.getByText('Com Otto Ferreira')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Número' })).toHaveValue('+55 (11) 98888-0102');
  await agent.escape(dialog);
});

for (const [way, typed] of [
  ['its name, without accents', '@livia'],
  ['its number', '51 95555-0105'],
] as const) {
  test(`the palette finds a contact by ${way} and opens the fast trigger with the number`, deep, async ({ agent }) => {
    await atWorkOnWhatsApp(agent);
    await agent.page.keyboard.press('Control+k');
    const box = agent.page.getByRole('dialog', { name: palette });
    await agent.page.keyboard.type(typed);
    await expect(box.getByRole('option')).toHaveText(['Lívia Nogueira+55 (51) 95555-0105']);
    expect(await axeViolations(agent.page)).toEqual([]);
    await agent.page.keyboard.press('Enter');
    await expect(agent.dialog(title).getByRole('textbox', { name: 'Número' })).toHaveValue('+55 (51) 95555-0105');
  });
}

test('the fast trigger calls the number, or says why it cannot [SHELL-021]', async ({ agent, complaints }) => {
  complaints.expectRefusal({ status: 409, path: /^\/api\/job\/voice\/active-job$/ });
  await atTelephone(agent);
  await agent.page.keyboard.press('Control+k');
  const box = agent.page.getByRole('dialog', { name: palette });
  await agent.page.keyboard.type('@helena');
  await expect(box.getByRole('option')).toHaveCount(1);
  await agent.page.keyboard.press('Enter');
  const dialog = agent.dialog(title);
  await dialog.getByRole('radio', { name: 'Voz' }).click();
  const number = dialog.getByRole('textbox', { name: 'Número' });
  await number.fill('+55 11 95555-0199');
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('O contato está na blacklist');
  await expect(number).toBeFocused();
  await number.fill(written);
  await number.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(agent.page.getByRole('toolbar', { name: 'Controles da ligação' })).toBeVisible();
});
