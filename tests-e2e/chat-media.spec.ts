// Files in web chat, with an agent's page and a customer's page: both directions, refusals, cancelling, answers.
import type { Agent } from './agent';
import { axeViolations } from './axe';
import type { Customer } from './customer';
import { expect, test } from './fixtures';
import { picture as pixel } from './whatsappTelephone';
import { deep } from './deep';

const name = 'Helena Duarte';
const picture = { name: 'recibo.png', mimeType: 'image/png', buffer: pixel };
const plan = { name: 'plano.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n') };
const program = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\u0090\u0000programa') };
const large = { name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) };

type ChosenFile = typeof picture;

let customer: Customer;

test.beforeEach(async ({ agent, newCustomer }) => {
  await agent.atWork();
  customer = await newCustomer(name);
  await customer.write('Bom dia!');
  await agent.openJob(name);
});

const agentTray = (agent: Agent) => agent.conversation.getByRole('list', { name: 'Arquivos escolhidos' });
const agentAttaches = (agent: Agent, ...files: ChosenFile[]) =>
  agent.conversation.locator('input[type="file"]').setInputFiles(files);
const agentSends = (agent: Agent) => agent.conversation.getByRole('button', { name: 'Enviar mensagem' }).click();

const customerTray = () => customer.page.getByRole('list', { name: 'Arquivos escolhidos' });
const customerAttaches = (...files: ChosenFile[]) => customer.page.locator('#file').setInputFiles(files);
const customerSends = () => customer.page.getByRole('button', { name: 'Enviar', exact: true }).click();
const customerProblem = () => customer.page.locator('#file-problem');

/** The width of the picture in its file; 0 until the browser has decoded it. */
const naturalWidth = (image: ReturnType<Customer['page']['locator']>) =>
  image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : -1));

test('a picture and a PDF of the customer reach the agent', async ({ agent }) => {
  await customerAttaches(picture, plan);
  await expect(customerTray()).toContainText('recibo.png');
  expect(await axeViolations(customer.page)).toEqual([]);
  await customer.field.fill('Segue o recibo');
  await customerSends();
  await expect(customerTray()).toBeHidden();
  await expect(agent.message('Segue o recibo')).toHaveCount(1);
  await agent.log.getByRole('button', { name: /^Abrir / }).click();
  const lightbox = agent.page.getByRole('dialog');
  await expect.poll(() => naturalWidth(lightbox.locator('img'))).toBe(1);
  await agent.page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(agent.log).toContainText('plano.pdf');
  await expect(customer.log.getByRole('img', { name: 'recibo.png' })).toHaveCount(1);
  await expect(customer.log).toContainText('plano.pdf · ');
  expect(await axeViolations(customer.page)).toEqual([]);
  expect(await axeViolations(agent.page)).toEqual([]);
  await customer.page.reload();
  await expect.poll(() => naturalWidth(customer.log.getByRole('img', { name: 'recibo.png' }))).toBe(1);
  await expect(customer.log.getByRole('link', { name: /plano\.pdf/ })).toBeVisible();
});

test('a picture and a PDF of the agent reach the customer and are there after a reload', async ({ agent }) => {
  await agentAttaches(agent, picture, plan);
  await agent.page.locator('#composer').fill('Segue o plano');
  await agentSends(agent);
  await expect(agentTray(agent)).toBeHidden();
  await expect(agent.message('Segue o plano')).toHaveAccessibleName(/enviada$/);
  await expect(customer.reads('Segue o plano')).toHaveCount(1);
  await expect.poll(() => naturalWidth(customer.log.getByRole('img', { name: 'recibo.png' }))).toBe(1);
  const download = customer.page.waitForEvent('download');
  await customer.log.getByRole('link', { name: /plano\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe('plano.pdf');
  await agent.page.reload();
  await expect(agent.message('Segue o plano')).toHaveAccessibleName(/enviada$/);
  await expect.poll(() => naturalWidth(agent.log.locator('article img').first())).toBe(1);
  await expect(agent.log).toContainText('plano.pdf');
});

test('without internet a file waits, the browser asks before the page is left, and the file is sent once when the browser is online again [BEY-003]', async ({
  agent,
  complaints,
}) => {
  complaints.expectOutage();
  await agentAttaches(agent, picture);
  await agent.page.context().setOffline(true);
  await agent.page.locator('#composer').fill('Segue a foto');
  await agentSends(agent);
  const file = agent.message('Segue a foto');
  await expect(file).toHaveAccessibleName(/enviando$/);
  await expect(file.getByRole('button', { name: 'Cancelar o envio do arquivo' })).toBeVisible();
  const asked = agent.page.waitForEvent('dialog');
  const leaving = agent.page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await leaving;
  await agent.page.context().setOffline(false);
  await expect(file).toHaveAccessibleName(/enviada$/);
  await expect(customer.log.getByRole('img', { name: 'recibo.png' })).toHaveCount(1);
  await expect(agent.log).not.toContainText('Não foi possível enviar o arquivo');
});

test('a program with the name of a picture is refused for agent and customer, and its caption stays', async ({
  agent,
  complaints,
}) => {
  complaints.expectRefusal({ status: 415, path: /^\/api\/chat\/media$/ });
  complaints.expectRefusal({ status: 415, path: /^\/outside\/api\/chats\/\d+\/media$/ });
  await agentAttaches(agent, program);
  await agent.page.locator('#composer').fill('Segue a foto');
  await agentSends(agent);
  await expect(agent.log).toContainText('Este tipo de arquivo não pode ser enviado');
  await expect(agent.message('Segue a foto')).toHaveCount(1);
  await customerAttaches(program);
  await customer.field.fill('Minha foto');
  await customerSends();
  await expect(customer.log).toContainText('Este tipo de arquivo não pode ser enviado.');
  await expect(customer.reads('Minha foto')).toHaveCount(1);
  expect(await axeViolations(customer.page)).toEqual([]);
  await customer.write('Chegou?');
  await expect(agent.message('Chegou?')).toBeVisible();
  await expect(agent.message('Minha foto')).toHaveCount(0);
  await expect(customer.reads('Segue a foto')).toHaveCount(0);
  await customer.page.getByRole('button', { name: 'Descartar' }).click();
  await expect(customer.reads('Minha foto')).toHaveCount(0);
});

test('a file of 6 MB is refused before its upload for agent and customer [WAP-061]', deep, async ({ agent }) => {
  await agentAttaches(agent, large);
  await expect(agentTray(agent)).toContainText('O arquivo deve ter no máximo 5 MB');
  await customer.field.fill('Segue');
  await customerAttaches(large, picture);
  await expect(customerProblem()).toHaveText('O arquivo grande.png tem mais de 5 MB.');
  await expect(customer.field).toHaveValue('Segue');
  expect(await axeViolations(customer.page)).toEqual([]);
  await customerSends();
  await expect(agent.message('Segue')).toHaveCount(1);
  await expect(customerProblem()).toBeHidden();
});

test('the customer cancels a running upload', deep, async ({ agent }) => {
  await customer.page.route('**/outside/api/chats/*/media?*', () => undefined);
  await customerAttaches(picture);
  await customerSends();
  await expect(customer.log.getByRole('progressbar', { name: 'Enviando recibo.png' })).toBeVisible();
  expect(await axeViolations(customer.page)).toEqual([]);
  await customer.log.getByRole('button', { name: 'Cancelar o envio de recibo.png' }).click();
  await expect(customer.log.getByRole('img', { name: 'recibo.png' })).toHaveCount(0);
  await customer.write('Mando depois');
  await expect(agent.message('Mando depois')).toBeVisible();
  await expect(agent.log.getByRole('img', { name: 'recibo.png' })).toHaveCount(0);
});

test('the agent answers a message with a file, and the customer sees the quote', deep, async ({ agent }) => {
  await agent.message('Bom dia!').hover();
  await agent.conversation.getByRole('button', { name: `Responder à mensagem de ${name}` }).click();
  await expect(agent.conversation.getByText(`Respondendo a ${name}`)).toBeVisible();
  await agentAttaches(agent, plan);
  await agent.page.locator('#composer').fill('Bom dia, segue o plano');
  await agentSends(agent);
  await expect(agent.conversation.getByText(`Respondendo a ${name}`)).toBeHidden();
  const answer = customer.log.getByRole('article').filter({ hasText: 'Bom dia, segue o plano' });
  await expect(answer.getByRole('blockquote')).toContainText('Bom dia!');
  await expect(answer.getByRole('link', { name: /plano\.pdf/ })).toBeVisible();
  expect(await axeViolations(customer.page)).toEqual([]);
});

test(
  'the customer answers a message of the agent; a send that is repeated keeps the quote, and both pages show it',
  deep,
  async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 409, path: /^\/outside\/api\/chats\/\d+\/messages$/ });
    await agent.send('Qual plano você quer?');
    const asked = customer.log.getByRole('article').filter({ hasText: 'Qual plano você quer?' }).first();
    const bar = customer.page.getByText(/^Respondendo a /);
    const answer = asked.getByRole('button', { name: 'Responder' });
    await asked.hover();
    await answer.click();
    await expect(bar).toBeVisible();
    await expect(customer.field).toBeFocused();
    expect(await axeViolations(customer.page)).toEqual([]);
    await customer.page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await answer.focus();
    await customer.page.keyboard.press('Enter');
    await customer.page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(bar).toBeHidden();
    await answer.focus();
    await customer.page.keyboard.press('Enter');
    await expect(bar).toBeVisible();

    const messages = '**/outside/api/chats/*/messages';
    await customer.page.route(messages, (route) => route.fulfill({ status: 409, json: {} }));
    await customer.submit('O anual');
    await expect(bar).toBeHidden();
    const own = customer.log.getByRole('article').filter({ hasText: 'O anual' });
    const again = own.getByRole('button', { name: 'Tentar de novo' });
    await expect(again).toBeVisible();
    await expect(own.getByRole('blockquote')).toContainText('Ana SouzaQual plano você quer?');
    await customer.page.unroute(messages);
    await again.click();

    await expect(
      agent.message('O anual').getByRole('button', { name: /^Ir para a mensagem.*Qual plano você quer\?/ }),
    ).toBeVisible();
    await expect(own.getByRole('img', { name: 'Enviada' })).toBeVisible();
    await customer.page.reload();
    await expect(own.getByRole('blockquote')).toContainText('Ana SouzaQual plano você quer?');
    expect(await axeViolations(customer.page)).toEqual([]);
  },
);

test('the customer answers with a file, and only the first of two messages has the quote', deep, async ({ agent }) => {
  await agent.send('Pode mandar o recibo?');
  const asked = customer.log.getByRole('article').filter({ hasText: 'Pode mandar o recibo?' }).first();
  await asked.getByRole('button', { name: 'Responder' }).focus();
  await customer.page.keyboard.press('Enter');
  await customerAttaches(picture, plan);
  await customer.field.fill('Segue');
  await customerSends();
  const own = customer.log.getByRole('article').filter({ hasText: 'Segue' });
  await expect(own.getByRole('blockquote')).toContainText('Pode mandar o recibo?');
  await expect(agent.message('Segue').getByText('Pode mandar o recibo?')).toBeVisible();
  await expect(agent.log).toContainText('plano.pdf');
  await expect(customer.log.getByRole('blockquote')).toHaveCount(1);
});
