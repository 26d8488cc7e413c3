// Runs axe on a page. The product's page has no frames, so axe checks it directly (one-frame mode) instead of in a
// second page for each check. Only violations are described.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export type AxeRules = Readonly<Record<string, { enabled: boolean }>>;

export interface Objection {
  rule: string;
  help: string;
  element: string;
  summary: string;
}

export async function objections(page: Page, rules: AxeRules = {}): Promise<Objection[]> {
  const options = { resultTypes: ['violations' as const], rules: { 'target-size': { enabled: true }, ...rules } };
  const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => ({ rule: id, help, element: node.target.join(' '), summary: node.failureSummary ?? '' })),
  );
}
