// Runs axe on a page. The product's page has no frames, so axe checks it directly (one-frame mode) instead of in a
// second page for each check. The result describes only violations.
import axe, { type RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

export type AxeRules = Readonly<Record<string, { enabled: boolean }>>;

export interface Objection {
  rule: string;
  help: string;
  element: string;
  summary: string;
}

/** Rules whose result may differ between two themes or languages for the same elements. */
export const colorsAndLabels = [
  'color-contrast',
  'link-in-text-block',
  'area-alt',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'frame-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'image-redundant-alt',
  'input-button-name',
  'input-image-alt',
  'label',
  'label-title-only',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'valid-lang',
] as const;

/** `only` names the rules to check; without it all are checked. */
export async function axeViolations(page: Page, rules: AxeRules = {}, only?: readonly string[]): Promise<Objection[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    // The test needs nothing else of the result, and each selector and text costs time.
    elementRef: false,
    rules: { 'target-size': { enabled: true }, ...rules },
    ...(only === undefined ? {} : { runOnly: { type: 'rule', values: [...only] } }),
  };
  // axe-core is half a megabyte: a document compiles it once, for all of its checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (choice) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    return (await engine.run(document, choice)).violations;
  }, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => ({ rule: id, help, element: node.target.join(' '), summary: node.failureSummary ?? '' })),
  );
}
