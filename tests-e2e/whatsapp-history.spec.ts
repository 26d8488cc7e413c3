// Messages of the customer's earlier attendances above the thread: loaded in portions while the agent scrolls up.
import { expect, test } from './fixtures';
import { atWorkOnWhatsApp, WhatsAppTelephone } from './whatsappTelephone';
import { deep } from './deep';

const customer = 'Helena Duarte';
const lines = 120;

test(
  'messages of an earlier attendance are loaded portion by portion, and the thread does not move [CTC-038]',
  deep,
  async ({ agent, request }) => {
    await atWorkOnWhatsApp(agent);
    const telephone = await WhatsAppTelephone.open(request, '5511955550101', customer);
    for (let line = 1; line <= lines; line += 1) await telephone.write(`Antiga ${String(line)}`);
    await agent.openJob(customer);
    await expect(agent.message(`Antiga ${String(lines)}`)).toBeVisible();
    await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
    await agent
      .dialog('Finalizar atendimento')
      .getByRole('button', { name: /^(Qualificar depois|Finalizar)$/ })
      .click();
    const form = agent.dialog('Qualificar atendimento');
    await form.getByRole('radio', { name: /Resolvido/ }).check();
    await form.getByRole('button', { name: 'Qualificar', exact: true }).click();
    await expect(agent.card(customer)).toHaveCount(0);

    await telephone.write('Voltei');
    await agent.list.getByRole('radio', { name: /^Entrada/ }).click();
    await agent.list.getByRole('button', { name: new RegExp(`^Assumir atendimento de ${customer}`) }).click();
    await expect(agent.message('Voltei')).toBeVisible();
    // Earlier messages are loaded without a button, because one message does not fill the log. The newest of the
    // earlier messages comes directly above; the message that was shown stays in view.
    await expect(agent.log.getByText(`Antiga ${String(lines)}`, { exact: true })).toBeAttached();
    await expect(agent.message('Voltei')).toBeInViewport();

    const beginning = agent.log.getByText('Início da conversa');
    await agent.log.hover();
    await expect
      .poll(
        async () => {
          await agent.page.mouse.wheel(0, -1_500);
          return beginning.isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await expect(agent.log.getByText('Antiga 1', { exact: true })).toBeVisible();
  },
);
