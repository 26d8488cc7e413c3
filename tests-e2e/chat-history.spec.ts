// Earlier chats of a contact, shown above the thread; and the message that the agent chose to answer, which a reload
// keeps.
import { expect, test } from './fixtures';
import { recordsOf } from './records';
import { deep } from './deep';

const customer = 'Helena Duarte';
const identifier = 'helena.duarte@example.com';
const earlierTexts = Array.from({ length: 60 }, (_, index) => `Antiga ${String(index + 1)}`);

test('messages of a contact’s earlier chats are loaded portion by portion while the agent scrolls up [API-156] [CTC-038]', async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  const first = await newCustomer(customer, { identifier });
  for (const text of earlierTexts) await first.write(text);
  await agent.openJob(customer);
  await expect(agent.message('Antiga 60')).toBeVisible();
  await first.end();
  await agent.conversation.getByRole('button', { name: 'Qualificar' }).first().click();
  const form = agent.dialog('Qualificar atendimento');
  await form.getByRole('button', { name: 'Qualificar', exact: true }).click();
  await expect(agent.card(customer)).toHaveCount(0);

  const second = await newCustomer(customer, { identifier });
  await second.write('Voltei');
  await agent.openJob(customer);
  await expect(agent.message('Voltei')).toBeVisible();
  await expect(agent.log.getByText('Antiga 60', { exact: true })).toBeAttached();
  await expect(agent.message('Voltei')).toBeInViewport();
  await expect(agent.log.getByText('Antiga 1', { exact: true })).toHaveCount(0);

  await agent.log.hover();
  const oldest = agent.log.getByText('Antiga 1', { exact: true });
  await expect
    .poll(
      async () => {
        await agent.page.mouse.wheel(0, -1_500);
        return oldest.isVisible();
      },
      { timeout: 30_000 },
    )
    .toBe(true);
});

test('earlier messages are not offered for a customer who is not registered', deep, async ({ agent, newCustomer }) => {
  await agent.atWork();
  const visitor = await newCustomer('Visitante Novo');
  await visitor.write('Olá');
  await agent.openJob('Visitante Novo');
  await expect(agent.message('Olá')).toBeVisible();
  await expect(agent.log.getByText('Início da conversa')).toHaveCount(0);
});

test(
  'the message chosen for an answer is restored after a reload, and the answer quotes it',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    const visitor = await newCustomer('Visitante Novo');
    await visitor.write('Qual é o prazo?');
    await agent.openJob('Visitante Novo');
    await agent.message('Qual é o prazo?').hover();
    await agent.conversation.getByRole('button', { name: /^Responder à mensagem de/ }).click();
    const strip = agent.conversation.getByText('Respondendo a Visitante Novo');
    await expect(strip).toBeVisible();
    await agent.field.fill('Três');
    // The draft is stored at most half a second after it was typed.
    await expect.poll(() => recordsOf(agent.page, 'workspace-unsent')).toContainEqual(expect.stringContaining('Três'));
    await agent.page.reload();
    await expect(strip).toBeVisible();
    await expect(agent.field).toHaveValue('Três');
    await agent.send('Três dias');
    const answer = visitor.log.getByRole('article').filter({ hasText: 'Três dias' });
    await expect(answer.getByRole('blockquote')).toContainText('Qual é o prazo?');
    await expect(strip).toBeHidden();
  },
);
