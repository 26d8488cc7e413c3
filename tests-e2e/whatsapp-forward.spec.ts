// An agent forwards messages of one WhatsApp attendance to another one.
import type { APIRequestContext } from '@playwright/test';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const texts = ['Primeira linha', 'Segunda linha', 'Terceira linha'];

/** Two customers; the attendance of the first one is open. */
async function twoCustomers(agent: Agent, request: APIRequestContext) {
  await atWorkOnWhatsApp(agent);
  const helena = await WhatsAppTelephone.open(request, '5511955550101', 'Helena Duarte');
  const rui = await WhatsAppTelephone.open(request, '5511955550102', 'Rui Prado');
  for (const text of texts) await helena.write(text);
  await rui.write('Oi');
  await agent.openJob('Rui Prado');
  await expect(agent.message('Oi')).toBeVisible();
  await agent.openJob('Helena Duarte');
  await expect(agent.message('Terceira linha')).toBeVisible();
  return { helena, rui };
}

async function beginSelection(agent: Agent) {
  await agent.conversation.getByRole('button', { name: 'Mais ações' }).click();
  await agent.page.getByRole('menuitem', { name: 'Encaminhar mensagens' }).click();
  await expect(agent.page.getByRole('menu')).toBeHidden();
  return agent.conversation.getByRole('region', { name: 'Mensagens selecionadas' });
}

const box = (agent: Agent, text: string) => agent.log.getByRole('checkbox', { name: new RegExp(`${text}$`) });

test('three messages are forwarded in the order of the thread to another attendance [WAP-052] [WAP-053]', async ({
  agent,
  request,
}) => {
  const { helena, rui } = await twoCustomers(agent, request);
  const bar = await beginSelection(agent);
  await expect(bar).toContainText('Selecione as mensagens para encaminhar');
  for (const text of ['Terceira linha', 'Primeira linha', 'Segunda linha']) await box(agent, text).click();
  await expect(bar).toContainText('3 mensagens selecionadas');
  expect(await axeViolations(agent.page)).toEqual([]);
  await bar.getByRole('button', { name: 'Encaminhar' }).click();
  const dialog = agent.dialog('Encaminhar 3 mensagens');
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('searchbox', { name: 'Buscar atendimento' }).fill('prado');
  await dialog.getByRole('radio', { name: /Rui Prado/ }).click();
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Encaminhar' }).click();
  await expect(dialog).toBeHidden();
  const result = agent.conversation.getByRole('region', { name: 'Resultado do encaminhamento' });
  await expect(result).toContainText('3 mensagens encaminhadas para Rui Prado');
  await expect.poll(() => rui.texts()).toEqual(['Oi', ...texts]);
  expect(await helena.texts()).toEqual(texts);
  await result.getByRole('button', { name: 'Abrir' }).click();
  await expect(agent.page.getByRole('main', { name: 'Conversa com Rui Prado' })).toBeVisible();
  await expect(agent.log.getByText('Encaminhada', { exact: true })).toHaveCount(3);
});

test(
  'messages are selected by keyboard, and Esc ends the selection without sending',
  deep,
  async ({ agent, request }) => {
    const { rui } = await twoCustomers(agent, request);
    const bar = await beginSelection(agent);
    await box(agent, 'Segunda linha').focus();
    await agent.page.keyboard.press('Space');
    await expect(bar).toContainText('1 mensagem selecionada');
    await agent.page.keyboard.press('Space');
    await expect(bar).toContainText('Selecione as mensagens');
    await agent.page.keyboard.press('Space');
    await bar.getByRole('button', { name: 'Encaminhar' }).press('Enter');
    const dialog = agent.dialog('Encaminhar 1 mensagem');
    await expect(dialog).toBeVisible();
    await agent.escape(dialog);
    await expect(bar).toBeHidden();
    await beginSelection(agent);
    await expect(bar).toContainText('Selecione as mensagens');
    await agent.escape(bar);
    await expect(agent.field).toBeVisible();
    expect(await rui.texts()).toEqual(['Oi']);
  },
);

test(
  'an attendance with a closed window is named with its reason and cannot be chosen [WAP-054]',
  deep,
  async ({ agent, request }) => {
    const { rui } = await twoCustomers(agent, request);
    await rui.call('age', { seconds: 86_400 });
    await expect(agent.card('Rui Prado')).toContainText('Expirada');
    const bar = await beginSelection(agent);
    await box(agent, 'Segunda linha').click();
    await bar.getByRole('button', { name: 'Encaminhar' }).click();
    const dialog = agent.dialog('Encaminhar 1 mensagem');
    await expect(dialog.getByRole('radio', { name: /Rui Prado.*janela expirada/ })).toBeDisabled();
  },
);
