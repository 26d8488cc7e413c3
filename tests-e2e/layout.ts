// Measures layout faults in the page: elements wider than the page, controls that cannot be reached or pressed, text
// cut off without an ellipsis; and layout shifts and motion.
import type { Page } from '@playwright/test';

/** One sentence for each fault; an empty list means no faults. */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Waits, because popups that are attached to a control move in the frames after a change of the width.
  await page.evaluate(() => new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled))));
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);

    const name = (element: Element): string => {
      const words = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return `${element.tagName.toLowerCase()} "${words}"`;
    };
    const isDrawn = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return style.visibility !== 'hidden' && box.width > 1 && box.height > 1 && box.right > 0;
    };
    // Controls behind an open dialog need not be pressable.
    const dialog = document.querySelector(
      '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]',
    );
    const scope = dialog ?? document.body;

    for (const element of scope.querySelectorAll(
      'a[href], button, input, textarea, [role="radio"], [role="menuitem"], [role="tab"]',
    )) {
      if (!isDrawn(element) || element.getAttribute('aria-hidden') === 'true') continue;
      const hitOf = (block: 'nearest' | 'center'): Element | null => {
        element.scrollIntoView({ block, inline: 'nearest' });
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2);
      };
      // A floating button over a list covers one of its rows at a time.
      const isFree = (hit: Element | null): boolean =>
        hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label') !== null);
      let hit = hitOf('nearest');
      if (!isFree(hit)) hit = hitOf('center');
      const box = element.getBoundingClientRect();
      if (box.left < -1 || box.right > root.clientWidth + 1)
        faults.push(`${name(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
      if (box.top < -1 || box.bottom > innerHeight + 1) {
        if (box.height <= innerHeight) faults.push(`${name(element)} cannot be scrolled into view`);
        continue;
      }
      // On a narrow page the details are a drawer; the controls below it can be pressed after it is closed.
      const isUnderDrawer =
        element.closest('aside') === null &&
        hit !== null &&
        (hit.closest('aside') !== null || hit.querySelector('aside') !== null);
      if (!isFree(hit) && !isUnderDrawer)
        faults.push(`${name(element)} lies under ${hit === null ? 'nothing' : name(hit)}`);
    }

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element);
      const hasText = Array.from(element.childNodes).some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      // Texts for screen readers only are one pixel wide.
      if (!hasText || !isDrawn(element) || element.clientWidth <= 1) continue;
      const cutsWidth = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (cutsWidth && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${name(element)} is cut at its side`);
      const holder = element.closest<HTMLElement>('button, a[href], [role="tab"]');
      // A badge is placed on the edge on purpose.
      if (
        holder !== null &&
        !cutsWidth &&
        element !== holder &&
        style.position !== 'absolute' &&
        element.getBoundingClientRect().right > holder.getBoundingClientRect().right + 1
      ) {
        const inside = element.parentElement !== null && getComputedStyle(element.parentElement).overflowX === 'hidden';
        if (!inside) faults.push(`${name(element)} sticks out of ${name(holder)}`);
      }
    }
    return faults;
  });
}

/** Starts to add up layout shifts that were not caused by user input. Must be called before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      }[]) {
        if (entry.hadRecentInput) continue;
        const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
        const moved = (entry.sources ?? []).map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.className.toString().split(' ')[0] : 'text';
          const words = node?.textContent?.slice(0, 40) ?? '';
          return `${name ?? ''} "${words}" from ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/** All elements that are animated on the page although reduced motion is set. */
export function movingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const isLong = (durations: string): boolean => durations.split(',').some((duration) => parseFloat(duration) > 0);
    for (const element of document.querySelectorAll('*')) {
      for (const part of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, part);
        const animated = style.animationName !== 'none' && isLong(style.animationDuration);
        if (animated || isLong(style.transitionDuration))
          found.add(`${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}${part ?? ''}`);
      }
    }
    return [...found];
  });
}

export const sizes = [
  { width: 2560, height: 1440 },
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;
