// The puzzle before a chat or a call begins (START_PUZZLE_BITS), solved by the page's real worker under its content security policy.
import { expect, test } from './fixtures';
import { deep } from './deep';
import { Telephone, withMicrophone } from './voice';

test.use({ ...withMicrophone, serverEnvironment: { START_PUZZLE_BITS: '16' } });

const chats = '**/outside/api/chats';
const path = /^\/outside\/api\/chats$/;

test('a customer of a server with puzzles calls and chats: the worker solves one for each while the form is filled in', async ({
  page,
}) => {
  const telephone = new Telephone(page, 'Lia Moura');
  await telephone.call();
  await expect(telephone.says('Em ligação')).toBeVisible();
  await telephone.hangUp();
  await expect(telephone.says('A ligação foi encerrada.')).toBeVisible();

  await page.goto('/outside');
  const asked = page.waitForResponse('**/outside/api/puzzle');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Lia Moura');
  const { challenge } = (await (await asked).json()) as { challenge: string };
  const started = page.waitForRequest(chats);
  await page.getByRole('button', { name: 'Iniciar conversa' }).click();
  const sent = (await started).postDataJSON() as { challenge: string; solution: string };
  expect(sent.challenge).toBe(challenge);
  expect(sent.solution).toMatch(/^\d+$/);
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
});

test('a start whose solution the server refuses is repeated with the next puzzle, and nothing typed is lost', async ({
  page,
  complaints,
}) => {
  complaints.expectRefusal({ status: 428, path });
  const solutions: string[] = [];
  await page.route(chats, async (route) => {
    const body = route.request().postDataJSON() as { solution: string };
    solutions.push(body.solution);
    await route.continue({ postData: { ...body, ...(solutions.length === 1 && { challenge: '1.1.used.00' }) } });
  });
  await page.goto('/outside');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Lia Moura');
  await page.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
  expect(solutions).toHaveLength(2);
});

test('while a hard puzzle is solved the page shows the progress and keeps the typed text', deep, async ({ page }) => {
  await page.route('**/outside/api/puzzle', (route) =>
    route.fulfill({ json: { challenge: '60.1.hard.00', salt: 'hard', bits: 60 } }),
  );
  await page.goto('/outside');
  const name = page.getByRole('textbox', { name: 'Nome' });
  await name.fill('Lia Moura');
  await page.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Verificação contra robôs em andamento' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Verificação contra robôs' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Iniciando…' })).toHaveAttribute('aria-disabled', 'true');
  await expect(name).toHaveValue('Lia Moura');
});
