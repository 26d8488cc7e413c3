// Every state of every component and screen in the gallery: no axe violations, nothing cut off at any width, no
// motion without a cause.
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { inRoot } from '../scripts/lib/console.mjs';
import { filesBelow } from '../scripts/lib/stamp.mjs';
import { allSheets, componentSheets, dialogs, screens, type GallerySheet } from '../ui/src/gallery/sheets';
import { colorsAndLabels, axeViolations } from './axe';
import { expect, test } from './galleryFixture';
import { layoutFaults, movingElements, sizes } from './layout';
import { deep, deepIf } from './deep';

async function open(page: Page, query: string, more = ''): Promise<void> {
  await page.goto(`/gallery.html?${query}${more}`);
  await expect(page.locator('#root > *').first()).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
}

interface Shown {
  theme: 'light' | 'dark';
  language: 'pt-BR' | 'en';
  /** First shows another sheet, so that this sheet is mounted again. */
  query?: string;
}

/** Changes theme, language and sheet without a reload, and returns once the sheet is drawn. */
async function show(page: Page, shown: Shown): Promise<void> {
  await page.evaluate(
    (what) =>
      new Promise<void>((onDrawn) => {
        window.dispatchEvent(new CustomEvent('gallery:show', { detail: { ...what, onDrawn } }));
      }),
    shown,
  );
  await expect(page.locator(`html[data-theme="${shown.theme}"][lang="${shown.language}"]`)).toBeAttached();
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not drawn');
  return box;
}

/**
 * `npm test` checks the layout at these widths, of which 720 is a zoom of 200 %; the deep run checks the layout at the
 * other widths.
 */
const kinds = [
  { kind: 'components', sheets: componentSheets, widths: [1280, 720, 390], otherWidths: [2560, 1024, 360] },
  { kind: 'screens', sheets: screens, widths: [1440, 720, 390], otherWidths: [2560, 1280, 1024, 768, 360] },
  // These sizes lie on both sides of every breakpoint that a dialog has.
  { kind: 'dialogs', sheets: dialogs, widths: [1440, 720, 360], otherWidths: [] },
] as const;
/** Number of sheets that are checked in one load of the gallery. */
const sheetsPerTest = 10;

const sizesOf = (widths: ReadonlyArray<number>) => sizes.filter(({ width }) => widths.includes(width));

interface Group {
  title: string;
  kind: (typeof kinds)[number]['kind'];
  sheets: ReadonlyArray<GallerySheet>;
  sizes: ReturnType<typeof sizesOf>;
  otherSizes: ReturnType<typeof sizesOf>;
}

const groups = kinds.flatMap(({ kind, sheets, widths, otherWidths }) => {
  // Two of the screens throw an error on purpose; only these may report one.
  const [broken, others] = [sheets.filter(isBroken), sheets.filter((sheet) => !isBroken(sheet))];
  const group = (title: string, members: ReadonlyArray<GallerySheet>): Group => ({
    title,
    kind,
    sheets: members,
    sizes: sizesOf(widths),
    otherSizes: sizesOf(otherWidths),
  });
  const chunks = Array.from({ length: Math.ceil(others.length / sheetsPerTest) }, (_, index) => {
    const first = index * sheetsPerTest;
    const members = others.slice(first, first + sheetsPerTest);
    return group(`${kind} ${first + 1} to ${first + members.length}`, members);
  });
  return broken.length === 0 ? chunks : [...chunks, group(`${kind} that throw`, broken)];
});

function isBroken({ query }: GallerySheet): boolean {
  return query.includes('broken=');
}

test('every sheet is in exactly one group', () => {
  expect(groups.flatMap(({ sheets }) => sheets.map(({ query }) => query)).sort()).toEqual(
    allSheets.map(({ query }) => query).sort(),
  );
});

/** Shows each sheet of the group in one load of the page and checks it; an error in the console is a fault of its sheet. */
async function checkSheets(page: Page, group: Group, check: (sheet: GallerySheet) => Promise<void>): Promise<void> {
  // The consoles are checked at the end of the test, where the sheet of a message is no longer known.
  let errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await open(page, group.sheets[0]?.query ?? '');
  for (const sheet of group.sheets) {
    await test.step(`${sheet.title} (${sheet.query})`, async () => {
      errors = [];
      try {
        await page.setViewportSize({ width: 1440, height: 900 });
        await show(page, { query: sheet.query, theme: 'light', language: 'pt-BR' });
        await check(sheet);
      } catch (error) {
        expect.soft(String(error), `${sheet.title}: was not checked`).toBe('');
        // The other sheets are checked on a new page.
        await open(page, sheet.query);
      }
      if (!isBroken(sheet)) expect.soft(errors, `${sheet.title}: errors in the console`).toEqual([]);
    });
  }
  // The last sheet is unmounted, too: what it leaves behind is reported.
  await show(page, { query: 'screen=voiceMedia', theme: 'light', language: 'pt-BR' });
}

async function checkLayout(page: Page, title: string, atSizes: Group['sizes']): Promise<void> {
  for (const size of atSizes) {
    await page.setViewportSize(size);
    expect.soft(await layoutFaults(page), `${title}: ${size.width}x${size.height}`).toEqual([]);
  }
}

test.describe('each sheet', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  // Time for ten sheets on a busy machine.
  test.describe.configure({ timeout: 300_000 });
  for (const group of groups) {
    test(`${group.title}: no axe violations in either theme, nothing cut off at ${group.sizes.map(({ width }) => width).join(', ')} px (720x450: 200 % zoom), no motion [BEY-080] [BEY-081]`, async ({
      page,
      complaints,
    }) => {
      if (group.sheets.some(isBroken)) complaints.expectReport('Error');
      const rules = {
        // A sheet repeats landmarks, one for each state.
        'landmark-unique': { enabled: group.kind !== 'components' },
      };
      const axe = async (only?: readonly string[]) =>
        (await axeViolations(page, rules, only)).map(({ rule, element, summary }) => `${rule}: ${element}: ${summary}`);
      await checkSheets(page, group, async ({ title, query }) => {
        if (query.includes('oading'))
          await expect
            .soft(page.locator('[aria-busy="true"] [aria-hidden="true"]').first(), `${title}: waits`)
            .toBeVisible();
        expect.soft(await movingElements(page), `${title}: moves`).toEqual([]);
        expect.soft(await axe(), `${title}: light, pt-BR`).toEqual([]);
        await show(page, { theme: 'dark', language: 'en' });
        expect.soft(await axe(colorsAndLabels), `${title}: dark, en`).toEqual([]);
        await show(page, { theme: 'light', language: 'pt-BR' });
        await checkLayout(page, title, group.sizes);
      });
    });

    if (group.otherSizes.length > 0)
      test(`${group.title}: nothing cut off at any other width [BEY-081]`, deep, async ({ page, complaints }) => {
        if (group.sheets.some(isBroken)) complaints.expectReport('Error');
        await checkSheets(page, group, ({ title }) => checkLayout(page, title, group.otherSizes));
      });
  }
});

test('without reduced motion animations run, so that the test of reduced motion can fail', async ({ page }) => {
  await open(page, 'screen=attendance');
  expect((await movingElements(page)).length).toBeGreaterThan(3);
});

test('a job card is 76 px high in every state, and its skeleton too', async ({ page }) => {
  await open(page, 'screen=jobs');
  const heights = await page
    .locator('section[aria-label="Estados"] [data-state-name] > div > *')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(20);
  expect(new Set(heights)).toEqual(new Set([76]));
});

test('the padding of a badge is 0, 4, 5 and 6 px with 1, 2, 3 and 4 digits', deep, async ({ page }) => {
  await open(page, 'screen=jobs');
  const badges = page.locator('section[aria-label="Contadores"] [role="img"]');
  const measured = await badges.evaluateAll((all) =>
    all.map((badge) => ({
      text: badge.textContent,
      height: badge.getBoundingClientRect().height,
      padding: parseFloat(getComputedStyle(badge).paddingLeft),
      narrow: badge.getBoundingClientRect().width < 16,
    })),
  );
  expect(measured).toEqual([
    { text: '7', height: 16, padding: 0, narrow: false },
    { text: '24', height: 16, padding: 4, narrow: false },
    { text: '128', height: 16, padding: 5, narrow: false },
    { text: '1204', height: 16, padding: 6, narrow: false },
    { text: '9999', height: 16, padding: 6, narrow: false },
  ]);
});

test('the composer grows line by line up to eight lines and then scrolls', deep, async ({ page }) => {
  await open(page, 'screen=attendance');
  const field = page.getByRole('textbox', { name: /^Mensagem para/ });
  const heights: number[] = [];
  for (let lines = 1; lines <= 10; lines += 1) {
    await field.fill(Array.from({ length: lines }, () => 'linha').join('\n'));
    heights.push((await boxOf(field)).height);
  }
  expect(heights).toEqual([46, 55, 75, 95, 115, 135, 155, 175, 175, 175]);
  expect(await field.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await field.fill('');
  expect((await boxOf(field)).height).toBe(46);
});

test('the skeletons have the positions of the content', async ({ page }) => {
  await open(page, 'screen=attendance&jobs=loading&context=loading');
  const skeleton = page.locator('[aria-busy="true"] [aria-hidden="true"]');
  await expect(skeleton.first()).toBeVisible();
  const cards = page
    .getByRole('region', { name: 'Atendimentos', exact: true })
    .locator('[aria-hidden="true"] > [aria-hidden="true"]');
  const waiting = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))];
  const portrait = await boxOf(page.getByRole('complementary').locator('[aria-hidden="true"] span').first());
  await open(page, 'screen=attendance');
  const list = page.getByRole('region', { name: 'Atendimentos', exact: true });
  const first = await boxOf(list.getByRole('link').first());
  expect(waiting[0]).toEqual(first);
  expect((waiting[1]?.y ?? 0) - first.y).toBe(78);
  expect(portrait).toEqual(
    await boxOf(page.getByRole('complementary').locator('h3').locator('xpath=../preceding-sibling::*[1]')),
  );
});

test('a running timer does not shift the layout', async ({ page }) => {
  await page.clock.install();
  await open(page, 'screen=attendance');
  const everything = page.locator('header *, section *, main *, aside *');
  const boxes = () =>
    everything.evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())));
  // The thread measures its messages in the first frames.
  let last: string[] = [];
  await expect
    .poll(async () => {
      const earlier = last;
      last = await boxes();
      return last.length > 0 && JSON.stringify(last) === JSON.stringify(earlier);
    })
    .toBe(true);
  const timer = page.getByRole('timer').last();
  const before = { boxes: last, time: await timer.textContent() };
  // The timer passes a minute, so that several digits change at once.
  await page.clock.runFor(75_000);
  expect(await timer.textContent()).not.toBe(before.time);
  expect(await boxes()).toEqual(before.boxes);
});

for (const [query, action] of [
  ['screen=people&people=columns', 'Mais ações para Otávio Brandão'],
  ['screen=people&people=companies', 'Editar Lojas Sampaio Sul'],
] as const) {
  test(
    `the actions of a row stay at the right edge while the columns scroll: ${query}`,
    deepIf(query.includes('companies')),
    async ({ page }) => {
      await page.setViewportSize({ width: 800, height: 768 });
      await open(page, query);
      const button = page.getByRole('button', { name: action });
      const place = await boxOf(button);
      const scroller = page.getByRole('grid').locator('xpath=..');
      const edges = await boxOf(scroller);
      expect(place.x + place.width).toBeLessThanOrEqual(edges.x + edges.width);
      expect(place.x).toBeGreaterThan(edges.x + edges.width - 72);
      const scrolled = await scroller.evaluate((element) => {
        element.scrollLeft = element.scrollWidth;
        return element.scrollLeft;
      });
      expect(scrolled).toBeGreaterThan(100);
      expect(await boxOf(button)).toEqual(place);
      await button.click({ trial: true });
    },
  );
}

test('a focused control of a row is not under its pinned actions', deep, async ({ page }) => {
  await open(page, 'screen=people&people=columns');
  const link = page.getByRole('link', { name: 'Brandão & Filhos' });
  await link.focus();
  const { x, width } = await boxOf(link);
  expect(x + width).toBeLessThanOrEqual((await boxOf(page.getByRole('button', { name: /^Pôr Otávio/ }))).x);
});

for (const query of ['screen=people&people=columns', 'screen=people&people=summary']) {
  test(
    `at 1440 px names have 200 px, phone numbers are not cut and the last contact is visible: ${query}`,
    deepIf(query.includes('summary')),
    async ({ page }) => {
      await open(page, query);
      const heading = (name: string) => page.getByRole('columnheader', { name });
      const name = await boxOf(heading('Nome'));
      expect(name.width).toBeGreaterThanOrEqual(200);
      const numbers = page.getByRole('gridcell').filter({ hasText: /\(\d\d\) \d/ });
      expect(await numbers.count()).toBeGreaterThan(10);
      expect(
        await numbers.locator('bdi').evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth)),
      ).toEqual([]);
      const last = await boxOf(
        page
          .getByRole('gridcell', { name: /00:58$/ })
          .locator('span')
          .first(),
      );
      const star = await boxOf(page.getByRole('button', { name: /^Remover Helena/ }));
      expect(last.x + last.width).toBeLessThanOrEqual(star.x);
    },
  );
}

for (const width of [1280, 1440]) {
  test(
    `at ${width} px the history shows the names of contacts beside an open attendance`,
    deepIf(width === 1440),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, 'screen=history&state=open');
      const contact = await boxOf(page.getByRole('columnheader', { name: 'Contato' }));
      expect(contact.width).toBeGreaterThanOrEqual(150);
      const panel = await boxOf(page.getByRole('complementary'));
      expect(contact.x + contact.width).toBeLessThanOrEqual(panel.x);
    },
  );
}

test('on a phone the number of selected contacts is beside the checkbox of all', deep, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'screen=people&people=selection');
  const box = await boxOf(page.getByRole('checkbox', { name: 'Selecionar todos os contatos carregados' }));
  const count = await boxOf(page.getByRole('toolbar').getByRole('status'));
  expect(count.x - (box.x + box.width)).toBeGreaterThanOrEqual(8);
});

test.describe('during a call', () => {
  // Panels and snackbars rise when they appear.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('on a phone the controls of a call have captions', deep, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'screen=attendance&call=inCall');
    const controls = page.getByRole('toolbar', { name: 'Controles da ligação' });
    for (const caption of ['Mudo', 'Espera', 'Teclado', 'Encerrar'])
      await expect(controls.getByText(caption, { exact: true })).toBeVisible();
  });

  test('on a phone snackbars do not cover the note that no sound arrives', deep, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'screen=attendance&call=noAudio&notices=shown');
    const bar = await boxOf(page.getByRole('region', { name: /^Ligação com/ }));
    const notices = await boxOf(page.getByRole('region', { name: 'Avisos' }));
    expect(notices.y + notices.height).toBeLessThanOrEqual(bar.y);
  });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    for (const thread of ['script', 'ready']) {
      test(
        `snackbars cover neither the call bar, its panels, the first lines of the script, the end of the conversation nor the composer: ${thread}, ${size.width}x${size.height}`,
        deepIf(thread === 'ready' || size.width !== 1440),
        async ({ page }) => {
          await page.setViewportSize(size);
          const snackbars = page.getByRole('region', { name: 'Avisos' });
          const isCovered = async (part: Locator): Promise<boolean> => {
            const covering = await boxOf(snackbars);
            const box = await boxOf(part);
            return (
              covering.x < box.x + box.width &&
              box.x < covering.x + covering.width &&
              covering.y < box.y + box.height &&
              box.y < covering.y + covering.height
            );
          };
          for (const panel of ['Teclado de tons', 'Qualidade da ligação']) {
            await open(page, `screen=attendance&call=inCall&thread=${thread}&notices=shown`);
            const bar = page.getByRole('region', { name: /^Ligação com/ });
            const parts = [
              bar,
              ...(thread === 'script'
                ? [page.getByText(/obrigado por aguardar/)]
                : [
                    page.getByRole('img', { name: /está digitando/ }),
                    page.getByRole('textbox', { name: /^Mensagem para/ }),
                  ]),
            ];
            for (const part of parts) expect(await isCovered(part)).toBe(false);
            await bar.getByRole('button', { name: panel }).click();
            const opened = page.getByRole('dialog', { name: panel });
            await expect(opened).toBeVisible();
            for (const part of [opened, ...parts]) expect(await isCovered(part)).toBe(false);
          }
        },
      );
    }
  }
});

test('rail, chips and list work when another part throws', async ({ page, complaints }) => {
  complaints.expectReport('Error');
  for (const [query, listed] of [
    ['broken=workspace', true],
    ['broken=page', false],
  ] as const) {
    await open(page, 'screen=attendance', `&${query}`);
    await expect(page.getByText('Não foi possível mostrar esta tela. Tente de novo.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Chat: / })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Atendimentos', exact: true })).toHaveCount(listed ? 1 : 0);
  }
});

test('the shipped build contains nothing of the gallery', () => {
  const shipped = filesBelow([inRoot('ui', 'dist')]).filter((file) => /\.(html|js|css)$/.test(file));
  expect(shipped.length).toBeGreaterThan(3);
  const sign = 'Maria Aparecida dos Santos Albuquerque';
  expect(readFileSync(inRoot('ui', 'src', 'gallery', 'samples.ts'), 'utf8')).toContain(sign);
  expect(shipped.filter((file) => file.includes('gallery') || readFileSync(file, 'utf8').includes(sign))).toEqual([]);
});
