// The operator's brand: name, logo, icon and accent colour, readable with any colour; and the built-in brand if the
// operator's is invalid or missing.
import { openConversationWith } from './faults-scene';
import { expect, test } from './fixtures';
import { deepIf } from './deep';

const logo =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath d='M0 0h8v8H0z'/%3E%3C/svg%3E";
const settings = '**/api/white-label/settings';

/** Contrast of a button's text and background. */
function contrastOf(button: Element): number {
  const light = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? [])
      .map(Number)
      .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(button);
  const [low = 0, high = 0] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

test.describe('with the brand of the operator', () => {
  test.use({
    serverEnvironment: {
      WHITE_LABEL_NAME: 'Central Aurora',
      WHITE_LABEL_LOGO: logo,
      WHITE_LABEL_FAVICON: '/new-agent/favicon.svg?aurora',
      WHITE_LABEL_COLOR: '#FFD400',
    },
  });

  for (const theme of ['light', 'dark'] as const) {
    test.describe(`in the ${theme} theme`, () => {
      test.use({ colorScheme: theme });

      test(
        'name, logo, icon and accent are those of the operator, and texts have enough contrast [SHELL-056]',
        deepIf(theme === 'dark'),
        async ({ agent, complaints }) => {
          complaints.expectRefusal({ status: 503, path: /^\/api\/white-label\/settings$/ });
          const { page } = agent;
          let answer = (): void => undefined;
          const asked = new Promise<void>((resolve) => (answer = resolve));
          // The operator's brand replaces the built-in one after it has loaded.
          await page.route(settings, async (route) => (await asked, route.continue()), { times: 1 });
          await agent.open();
          const submit = page.getByRole('button', { name: 'Entrar' });
          const builtIn = await submit.evaluate((button) => getComputedStyle(button).backgroundColor);
          answer();
          await expect(page.getByText('Central Aurora')).toBeVisible();
          await expect(page).toHaveTitle('Central Aurora');
          expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/new-agent/favicon.svg?aurora');
          await expect(page.locator(`header img[src="${logo}"]`)).toBeVisible();
          await expect
            .poll(() => submit.evaluate((button) => getComputedStyle(button).backgroundColor))
            .not.toBe(builtIn);
          expect(await submit.evaluate(contrastOf)).toBeGreaterThanOrEqual(4.5);
          await page.screenshot({ path: test.info().outputPath('brand.png') });
          // On the next visit the brand is shown at once, also if its settings cannot be requested.
          await page.route(settings, (route) => route.fulfill({ status: 503, body: '' }));
          await page.reload();
          await expect(page).toHaveTitle('Central Aurora');
          await agent.signIn();
          await expect(page.getByRole('img', { name: 'Central Aurora' })).toBeVisible();
        },
      );
    });
  }
});

const green =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16'%3E%3Cpath fill='%2300a050' d='M0 0h16v16H0z'/%3E%3C/svg%3E";

for (const [name, icon, dotted] of [
  ['one of its own', green, true],
  ['one that is not there', '/new-agent/nowhere.png', false],
] as const) {
  test.describe(`with an icon of the operator: ${name}`, () => {
    test.use({ serverEnvironment: { WHITE_LABEL_FAVICON: icon } });

    test(
      `unread messages are ${dotted ? 'a dot on the icon' : 'shown by the built-in icon'} [BEY-028]`,
      deepIf(!dotted),
      async ({ agent, newCustomer, page, complaints }) => {
        complaints.expectRefusal({ status: 404, path: /^\/new-agent\/nowhere\.png$/ });
        const link = page.locator('link[rel="icon"]');
        await openConversationWith(agent, newCustomer, 'Iara Campos');
        const quiet = icon.startsWith('data:') ? icon : /\/new-agent\/nowhere\.png$/;
        await expect(link).toHaveAttribute('href', quiet);
        const other = await newCustomer('João Vidal');
        await other.write('Oi');
        await expect(page).toHaveTitle('(1) Atendimentos');
        await expect(link).toHaveAttribute('href', dotted ? /^data:image\/png;base64,/ : /^data:image\/svg\+xml/);
        if (dotted)
          expect(await link.evaluate(coloursOf)).toEqual({
            middle: [0, 160, 80, 255],
            dot: [203, 42, 50, 255],
            around: [0, 0, 0, 0],
          });
        await agent.openJob('João Vidal');
        await expect(page).toHaveTitle('Atendimentos');
        await expect(link).toHaveAttribute('href', quiet);
      },
    );
  });
}

/** The colours of the centre of the icon, of its dot, and of the ring around the dot. */
async function coloursOf(link: Element): Promise<Record<string, number[]>> {
  const picture = new Image();
  picture.src = (link as HTMLLinkElement).href;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 64];
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  pen?.drawImage(picture, 0, 0, 64, 64);
  const at = (x: number, y: number): number[] => [...(pen?.getImageData(x, y, 1, 1).data ?? [])];
  return { middle: at(24, 40), dot: at(50, 14), around: at(34, 14) };
}

for (const [name, status, body] of [
  ['no answer of use', 500, ''],
  [
    'values of another form',
    200,
    JSON.stringify({
      productName: '',
      logo: 'https://elsewhere.example/x.svg',
      favicon: 'javascript:x',
      primaryColor: 'red',
    }),
  ],
] as const) {
  test(`${name} keeps the built-in brand [SHELL-056]`, deepIf(status === 200), async ({ agent, complaints }) => {
    complaints.expectRefusal({ status: 500, path: /^\/api\/white-label\/settings$/ });
    await agent.page.route(settings, (route) => route.fulfill({ status, contentType: 'application/json', body }));
    const answered = agent.page.waitForResponse(settings);
    await agent.open();
    await answered;
    await agent.signIn();
    await expect(agent.page.getByRole('img', { name: 'Agente' })).toBeVisible();
    expect(await agent.page.evaluate(() => localStorage.getItem('workspace.brand'))).toBeNull();
  });
}
