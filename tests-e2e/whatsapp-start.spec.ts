// An agent begins an attendance of WhatsApp: campaign, route, the causes of a refusal beside the number, and the attendance that opens.
import { demoAgents, type Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const number = '5511955550101';
const title = 'Nova conversa no WhatsApp';

async function openStart(agent: Agent) {
  await agent.page.getByRole('button', { name: 'Novo', exact: true }).click();
  return agent.dialog(title);
}

async function start(agent: Agent, typed: string) {
  const dialog = await openStart(agent);
  await dialog.getByRole('textbox', { name: 'Número do WhatsApp' }).fill(typed);
  await dialog.getByRole('button', { name: 'Iniciar' }).click();
  return dialog;
}

const anyStart = /^\/api\/job\/whatsapp\/(active-job|check-active-sessions)$/;

test('a number in any notation begins an attendance, which opens and asks for a template [WAP-073]', async ({
  agent,
  request,
}) => {
  await atWorkOnWhatsApp(agent);
  const telephone = await WhatsAppTelephone.open(request, number, 'Helena Duarte');
  const dialog = await openStart(agent);
  await expect(dialog.getByRole('combobox', { name: 'Campanha' })).toHaveValue('31');
  await expect(dialog.getByRole('combobox', { name: 'Rota' })).toHaveValue('1');
  const field = dialog.getByRole('textbox', { name: 'Número do WhatsApp' });
  await expect(field).toBeFocused();
  await field.fill('+55 (11) 95555-01');
  await dialog.getByRole('button', { name: 'Iniciar' }).click();
  await expect(dialog.getByText('Escreva o número com DDD, por exemplo 11 98765-4321')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('+55 (11) 95555-0101');
  await expect(dialog.getByText('Número: +55 (11) 95555-0101')).toBeVisible();
  expect(await axeViolations(agent.page)).toEqual([]);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(agent.page.getByRole('main', { name: /^Conversa com/ })).toBeVisible();
  await agent.conversation.getByRole('button', { name: 'Escolher modelo' }).click();
  const templates = agent.dialog('Escolher modelo');
  await templates.getByRole('radio', { name: /Boas vindas/ }).click();
  await templates.getByRole('button', { name: 'Enviar modelo' }).click();
  await expect.poll(() => telephone.texts()).toEqual([expect.stringContaining('Bem-vindo à Central Aurora!')]);
});

test(
  'a contact of the contact centre is found without accents and begins an attendance [WAP-073]',
  deep,
  async ({ agent }) => {
    await atWorkOnWhatsApp(agent);
    const dialog = await openStart(agent);
    await dialog.getByRole('radio', { name: 'Contato' }).click();
    await dialog.getByRole('searchbox', { name: 'Buscar contato' }).fill('livia nog');
    await dialog.getByRole('radio', { name: /^Lívia Nogueira/ }).click();
    expect(await axeViolations(agent.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Iniciar' }).click();
    await expect(agent.page.getByRole('main', { name: 'Conversa com Lívia Nogueira' })).toBeVisible();
  },
);

test('the default campaign is kept for the next start [WAP-104]', deep, async ({ agent }) => {
  await atWorkOnWhatsApp(agent);
  const dialog = await openStart(agent);
  const standard = dialog.getByRole('checkbox', { name: 'Usar como campanha padrão' });
  const saved = agent.page.waitForResponse((response) => response.url().endsWith('/set-campaign-default'));
  await standard.click();
  expect((await saved).status()).toBe(200);
  await expect(standard).toBeChecked();
  await agent.page.reload();
  await openStart(agent);
  await expect(standard).toBeChecked();
});

test(
  'a refused start shows its cause and keeps the number [WAP-077] [WAP-088]',
  deep,
  async ({ agent, newAgent, request, complaints }) => {
    complaints.expectRefusal({ status: 409, path: anyStart });
    await atWorkOnWhatsApp(agent);
    const telephone = await WhatsAppTelephone.open(request, number, 'Helena Duarte');
    await telephone.write('Bom dia!');
    await expect(agent.card('Helena Duarte')).toBeVisible();
    const other = await newAgent();
    await atWorkOnWhatsApp(other, demoAgents.bruno);
    const dialog = await start(other, number);
    await expect(dialog.getByRole('alert')).toHaveText('Contato já em atendimento com o agente Ana Souza');
    await expect(dialog.getByRole('textbox', { name: 'Número do WhatsApp' })).toHaveValue(number);
    await expect(dialog.getByRole('textbox', { name: 'Número do WhatsApp' })).toBeFocused();
    expect(await axeViolations(other.page)).toEqual([]);
  },
);

test(
  'if the agent has an open attendance with the number, it is opened [WAP-100]',
  deep,
  async ({ agent, request }) => {
    await atWorkOnWhatsApp(agent);
    const telephone = await WhatsAppTelephone.open(request, number, 'Helena Duarte');
    await telephone.write('Bom dia!');
    await expect(agent.card('Helena Duarte')).toBeVisible();
    const dialog = await start(agent, number);
    await expect(dialog).toBeHidden();
    await expect(agent.page.getByRole('main', { name: 'Conversa com Helena Duarte' })).toBeVisible();
  },
);

test('without a connected channel the agent sees that it must be connected [WAP-076]', deep, async ({ agent }) => {
  await agent.atWork();
  const dialog = await start(agent, number);
  await expect(dialog.getByRole('alert')).toHaveText('Conecte o canal de WhatsApp para iniciar o atendimento');
});

test('the palette opens the dialog that starts an attendance', deep, async ({ agent }) => {
  await atWorkOnWhatsApp(agent);
  await agent.page.keyboard.press('Control+KeyK');
  await agent.page.getByRole('combobox').fill('novo atendimento');
  await agent.page.keyboard.press('Enter');
  await expect(agent.dialog(title)).toBeVisible();
});
