// axe over a page. The page of the product has no frames, so that all of it is judged where it stands (axe's one-frame mode), instead of in a second page
// for each judgement; and only what is objected to is described.
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
