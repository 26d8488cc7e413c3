// Shows pointer and keyboard states on a sheet: below data-forced="hover" (or focus, active) the rules of that state
// apply. Changes the page's style sheets once, so that components need no code for it.
const states = ['hover', 'focus', 'active'] as const;

export type ForcedState = (typeof states)[number];

export function installForcedStates(page: Document): void {
  for (const sheet of Array.from(page.styleSheets)) {
    for (const rule of Array.from(sheet.cssRules)) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText.includes(':focus-visible')) continue;
      for (const state of states) {
        const forced = forcedSelectors(rule.selectorText, state);
        if (forced !== '') sheet.insertRule(`${forced} { ${rule.style.cssText} }`, sheet.cssRules.length);
      }
    }
  }
}

/** A bare :focus applies to every focusable element. */
const focusable = ':is(button, a, input, textarea)';

function forcedSelectors(selectors: string, state: ForcedState): string {
  const pseudo = new RegExp(`:${state}(-within)?(?![\\w-])`, 'g');
  return selectors
    .split(/,\s*/)
    .filter((selector) => selector.search(pseudo) >= 0)
    .map((selector) => selector.replace(pseudo, '').trim())
    .map((selector) => `[data-forced='${state}'] ${selector === '' ? focusable : selector}`)
    .join(', ');
}
