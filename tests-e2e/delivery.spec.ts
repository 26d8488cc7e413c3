// What a first visit transfers and a second visit requests, and that no layout shift follows.
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { deep } from './deep';

declare global {
  interface Window {
    shifts: { value: number; parts: string[] }[];
  }
}

/** Collects layout shifts. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        if (!entry.hadRecentInput)
          window.shifts.push({
            value: entry.value,
            parts: entry.sources.map(({ node }) => String(node?.className ?? node?.nodeName)),
          });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectNoLayoutShift(page: Page, where: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const shifts = await page.evaluate(() => window.shifts);
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    `${where}: ${JSON.stringify(shifts)}`,
  ).toBeLessThan(0.01);
}

test(
  'neither the sign-in page nor the workspace shifts while it loads, fonts included',
  deep,
  async ({ agent, newCustomer }) => {
    await watchShifts(agent.page);
    await agent.open();
    await expect(agent.page.getByRole('textbox', { name: 'Usuário' })).toBeFocused();
    await expectNoLayoutShift(agent.page, 'sign-in');
    await agent.signIn();
    await agent.connectChat();
    const customer = await newCustomer('Helena Duarte');
    await customer.write('Bom dia');
    await expect(agent.message('Bom dia')).toBeVisible();
    await agent.page.reload();
    await expect(agent.message('Bom dia')).toBeVisible();
    await expectNoLayoutShift(agent.page, 'the workspace after a reload');
  },
);

test('every file is served as brotli under a name with a hash of its content, and the second visit requests only the page', async ({
  agent,
}) => {
  const answers: { path: string; encoding: string | undefined; caching: string | undefined; length: number }[] = [];
  agent.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/new-agent/')) return;
    const headers = response.headers();
    answers.push({
      path: pathname,
      encoding: headers['content-encoding'],
      caching: headers['cache-control'],
      length: Number(headers['content-length']),
    });
  });
  await agent.open();
  await agent.signIn();
  const files = answers.filter(({ path }) => path.includes('/assets/'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    expect(file.caching, file.path).toBe('public, max-age=31536000, immutable');
    if (!/\.(js|css|wasm)$/.test(file.path)) continue;
    const bytes = await (await agent.page.request.get(file.path)).body();
    if (file.encoding === 'br') {
      expect(file.length, file.path).toBeLessThan(bytes.length);
      continue;
    }
    // A file is sent uncompressed only if compression makes it longer. Compressing every file here would take up to a
    // minute on a busy machine.
    expect(file.encoding, file.path).toBeUndefined();
    expect(brotliCompressSync(bytes).length, file.path).toBeGreaterThanOrEqual(bytes.length);
  }
  expect(answers.find(({ path }) => path === '/new-agent/')).toMatchObject({ encoding: 'br', caching: 'no-cache' });
  // The browser loads pages that no visit has opened yet while it is idle; on a busy machine it is idle for the first
  // time in the second visit.
  const known = answers.map(({ path }) => path);
  await agent.page.reload();
  await expect(agent.list).toBeVisible();
  const transferred = await agent.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(transferred.filter((path) => known.includes(path))).toEqual([]);
});

/** Sets a performance mark when `selector` is shown for the first time; requests after the mark are not counted. */
async function markWhenShown(page: Page, selector: string): Promise<void> {
  await page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      watch.disconnect();
      performance.mark('shown');
    });
    watch.observe(document, { childList: true, subtree: true });
  }, selector);
}

/** Transferred bytes, without fonts, of the requests before the mark. */
async function transferredBefore(page: Page): Promise<{ name: string; bytes: number }[]> {
  return page.evaluate(() => {
    const shown = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
    const files = performance
      .getEntriesByType('resource')
      .concat(performance.getEntriesByType('navigation')) as PerformanceResourceTiming[];
    const rows = files.filter(
      ({ name, startTime }) => name.includes('/new-agent/') && !name.includes('.woff2') && startTime <= shown,
    );
    return rows.map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }));
  });
}

const kilobytes = (rows: { bytes: number }[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

test('a first visit transfers at most 150 KB before the form, and with an open conversation 900 KB, at most 600 of them the module [BEY-093]', async ({
  agent,
  newCustomer,
}) => {
  await markWhenShown(agent.page, 'input[type=password]');
  await agent.open();
  await expect(agent.page.getByRole('textbox', { name: 'Usuário' })).toBeFocused();
  // The core loads in parallel with the form; the form does not wait for it.
  const form = (await transferredBefore(agent.page)).filter(({ name }) => !/core_wasm/.test(name));
  expect(form.length).toBeGreaterThan(2);
  expect(kilobytes(form), JSON.stringify(form)).toBeLessThanOrEqual(150);
  await agent.signIn();
  await agent.connectChat();
  const customer = await newCustomer('Helena Duarte');
  await customer.write('Bom dia');
  await agent.openJob('Helena Duarte');
  await expect(agent.message('Bom dia')).toBeVisible();

  const protocol = await agent.page.context().newCDPSession(agent.page);
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  await markWhenShown(agent.page, 'main [role=textbox], main textarea');
  await agent.page.reload();
  await expect(agent.message('Bom dia')).toBeVisible();
  const all = await transferredBefore(agent.page);
  const core = all.filter(({ name }) => name.endsWith('.wasm'));
  expect(core).toHaveLength(1);
  // The page of an area that is not open is not requested before the conversation is shown.
  expect(all.filter(({ name }) => /Supervision|supervision/.test(name))).toEqual([]);
  expect(kilobytes(core)).toBeLessThanOrEqual(600);
  expect(kilobytes(all), JSON.stringify(all)).toBeLessThanOrEqual(900);
  await test.info().attach('transferred', {
    body: JSON.stringify({ form: kilobytes(form), all: kilobytes(all), core: kilobytes(core) }),
    contentType: 'application/json',
  });
});
