// The address bar and the core's route always agree.
import { demoAgents } from './agent';
import { expect, test } from './fixtures';
import { deep } from './deep';

test('the address of an attendance names its protocol and opens it [CHT-003]', deep, async ({ agent, newCustomer }) => {
  await agent.atWork();
  await (await newCustomer('Beatriz Nogueira')).write('primeira');
  await expect(agent.card('Beatriz Nogueira')).toBeVisible();
  await (await newCustomer('Rodrigo Farias')).write('segunda');
  await agent.openJob('Rodrigo Farias');
  const protocol = agent.protocol();
  await agent.list.getByRole('searchbox', { name: 'Buscar atendimento' }).fill(protocol);
  await expect(agent.card('Beatriz Nogueira')).toHaveCount(0);
  await expect(agent.card('Rodrigo Farias')).toBeVisible();

  await agent.open(`/attendance/${protocol}`);
  await expect(agent.page.getByRole('main', { name: 'Conversa com Rodrigo Farias' })).toBeVisible();
  await expect(agent.page).toHaveURL(new RegExp(`/attendance/${protocol}$`));
});

test('an unknown address leads to the list of attendances', deep, async ({ agent }) => {
  await agent.signIn();
  await agent.open('/attendance/00000000');
  await expect(agent.list).toBeVisible();
  await expect(agent.page).toHaveURL(/\/attendance$/);
  await agent.open('/nowhere/at/all');
  await expect(agent.page).toHaveURL(/\/attendance$/);
});

test('without a session every address leads to the sign-in page, and with a session the sign-in page leads to the list', async ({
  agent,
}) => {
  await agent.open('/attendance/1');
  await expect(agent.page).toHaveURL(/\/login$/);
  await agent.submitCredentials(demoAgents.ana.login, demoAgents.ana.password);
  await expect(agent.list).toBeVisible();
  await agent.open('/login');
  await expect(agent.list).toBeVisible();
  await expect(agent.page).toHaveURL(/\/attendance$/);
});

test("the browser's back and forward open the conversations in order, and each conversation keeps its draft", async ({
  agent,
  newCustomer,
}) => {
  await agent.atWork();
  await (await newCustomer('Beatriz Nogueira')).write('primeira');
  await expect(agent.card('Beatriz Nogueira')).toBeVisible();
  await (await newCustomer('Rodrigo Farias')).write('segunda');
  await agent.openJob('Beatriz Nogueira');
  await agent.field.fill('ainda não enviado');
  await agent.openJob('Rodrigo Farias');
  await expect(agent.field).toHaveValue('');
  await expect(agent.field).toBeFocused();

  await agent.page.goBack();
  await expect(agent.page.getByRole('main', { name: 'Conversa com Beatriz Nogueira' })).toBeVisible();
  await expect(agent.field).toHaveValue('ainda não enviado');
  await agent.page.goForward();
  await expect(agent.page.getByRole('main', { name: 'Conversa com Rodrigo Farias' })).toBeVisible();
  await expect(agent.field).toHaveValue('');
});

test(
  'unread messages are counted in the title of the tab until they are read',
  deep,
  async ({ agent, newCustomer }) => {
    await agent.atWork();
    await (await newCustomer('Beatriz Nogueira')).write('primeira');
    await agent.openJob('Beatriz Nogueira');
    // Messages are read 750 ms after the thread is loaded; an agent who leaves earlier has not read them.
    await expect(agent.card('Beatriz Nogueira')).not.toHaveAccessibleName(/não lida/);
    await expect(agent.page).toHaveTitle('Atendimentos');
    const second = await newCustomer('Rodrigo Farias');
    await second.write('um');
    await second.write('dois');
    await expect(agent.page).toHaveTitle('(2) Atendimentos');
    await expect(agent.card('Rodrigo Farias')).toHaveAccessibleName(/2 mensagens não lidas/);
    await agent.openJob('Rodrigo Farias');
    await expect(agent.page).toHaveTitle('Atendimentos');
  },
);

test('the pages of a disabled tab and of a lost connection are shown without a session, and explain their purpose [NAV-005] [NAV-006]', async ({
  agent,
  page,
}) => {
  await agent.open('/tab-disabled');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta aba foi desativada');
  await expect(page.getByRole('button', { name: 'Usar aqui' })).toBeVisible();
  await agent.open('/lost-connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await expect(page).toHaveURL(/\/lost-connection$/);
});
