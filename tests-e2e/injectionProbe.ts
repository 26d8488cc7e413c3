// Checks that hostile texts do not run, open windows, fetch, become elements, violate the policy, change the
// direction of other texts or shift other elements.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';

/** Installed before the page loads. The returned function performs the checks and can be called repeatedly. */
export async function watchPage(page: Page): Promise<() => Promise<void>> {
  const foreign: string[] = [];
  let dialogs = 0;
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && hostname !== 'localhost') foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const listen = (): void => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return async () => {
    const seen = await page.evaluate(() => {
      const foreignBodies =
        'script:not([src]), iframe, frame, object, embed, base, marquee, a[href^="javascript:" i], a[href^="data:" i], img[src="x"]';
      const handlers = [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      );
      return {
        ran: window.ran,
        spoiled: Object.keys(Object.prototype),
        violations: window.violations,
        strangers: [...document.querySelectorAll(foreignBodies), ...handlers].map((element) =>
          element.outerHTML.slice(0, 200),
        ),
      };
    });
    expect(seen).toEqual({ ran: undefined, spoiled: [], violations: [], strangers: [] });
    expect({ foreign, dialogs }).toEqual({ foreign: [], dialogs: 0 });
  };
}

/** No element is wider than the page, and the elements beside the texts have kept their places. */
export async function expectWhole(page: Page, inPlace: ReadonlyArray<Locator>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    'the page scrolls sideways',
  ).toBeLessThanOrEqual(0);
  for (const locator of inPlace) {
    const box = await locator.boundingBox();
    expect(box, String(locator)).not.toBeNull();
    expect
      .soft(
        box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1,
        `${String(locator)} left the page: ${JSON.stringify(box)}`,
      )
      .toBe(true);
  }
  const sideways = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[role=log], [role=region], section, main, aside, [role=dialog], [role=alertdialog], [role=menu]',
      ),
    ]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .map((element) => element.className),
  );
  expect.soft(sideways, 'panes that scroll sideways').toEqual([]);
}

/**
 * A text with a direction override must affect only itself: it is alone in an isolating element, or isolated within its
 * sentence. Returns the texts that are not isolated. `whole` lists the texts that are rendered alone.
 */
export function turnedNeighbours(page: Page, whole: ReadonlyArray<string>): Promise<string[]> {
  return page.evaluate((alone) => {
    const override = '\u202e';
    /** Isolates are open at every override, and all are closed at the end. */
    const isIsolated = (text: string): boolean => {
      let open = 0;
      for (const sign of text) {
        if (/[\u2066-\u2068]/.test(sign)) open += 1;
        if (sign === '\u2069') open -= 1;
        if (open < 0 || (sign === override && open === 0)) return false;
      }
      return open === 0;
    };
    const isolates = (element: Element): boolean => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return !['inline', 'contents'].includes(display) || /isolate|plaintext/.test(unicodeBidi);
    };
    const faults: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!text.includes(override) || isIsolated(text)) continue;
      let holder = node.parentElement;
      while (holder !== null && !isolates(holder)) holder = holder.parentElement;
      const isAlone = alone.includes(text.trim()) && holder !== null && holder.textContent?.trim() === text.trim();
      if (!isAlone) faults.push(`${holder?.tagName} ${holder?.className}: ${holder?.textContent?.slice(0, 160)}`);
    }
    for (const element of document.querySelectorAll('[title]')) {
      const title = element.getAttribute('title') ?? '';
      if (title.includes(override) && !isIsolated(title) && !alone.includes(title))
        faults.push(`title of ${element.tagName} ${element.className}: ${title}`);
    }
    const title = document.title;
    if (title.includes(override) && !isIsolated(title) && !alone.includes(title))
      faults.push(`document.title: ${title}`);
    return [...new Set(faults)];
  }, whole);
}
