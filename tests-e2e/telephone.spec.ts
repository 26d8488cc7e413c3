// The telephone on the customers' page, over the embedded voice gateway, with audio measured.
import { axeViolations } from './axe';
import { expect, test } from './fixtures';
import { expectHears, Telephone, withMicrophone } from './voice';
import { deep } from './deep';

test.use(withMicrophone);

test('a customer calls a queue, hears its music, can mute and press keys, and hangs up', async ({ page }) => {
  const telephone = new Telephone(page, 'Helena Duarte');
  await telephone.call();
  await expect(telephone.says('Em ligação')).toBeVisible();
  await expectHears(page);
  await page.getByRole('button', { name: 'Mudo' }).click();
  await expect(page.getByRole('button', { name: 'Mudo' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '5', exact: true }).click();
  await expect(page.locator('#keyed')).toHaveText('5');
  expect(await axeViolations(page)).toEqual([]);
  await telephone.hangUp();
  await expect(telephone.says('A ligação foi encerrada.')).toBeVisible();
  await page.getByRole('button', { name: 'Fazer outra ligação' }).click();
  await expect(page.locator('#dial')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
});

test('given a call without a name, then the field says so and no call begins', deep, async ({ page }) => {
  await new Telephone(page, '').call();
  await expect(page.getByText('Esse campo é obrigatório.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
});

test(
  'given the customer refuses the microphone, then the page says what to do, and the customer can call again',
  deep,
  async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await new Telephone(page, 'Helena Duarte').call();
    await expect(page.getByText(/^Sem acesso ao microfone/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fazer outra ligação' })).toBeVisible();
  },
);
