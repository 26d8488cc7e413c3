// Stylelint rules for old engines that no published rule covers: `gap` works only in grids, and an engine without
// :focus-visible drops the whole selector list that contains it.
import stylelint from 'stylelint';

const GAP = 'old-engines/gap-in-grid-only';
const FOCUS = 'old-engines/focus-visible-alone';

/** @param {import('postcss').Declaration} declaration @param {'grid' | 'flex'} kind */
const displays = (declaration, kind) => new RegExp(`(^|-)${kind}$`).test(declaration.value);

/** The rule of a declaration, unless it is in an at-rule. @param {import('postcss').Declaration} declaration */
const ruleOf = ({ parent }) => (parent?.type === 'rule' ? /** @type {import('postcss').Rule} */ (parent) : undefined);

/** @param {string} ruleName @param {import('stylelint').RuleBase} check */
const plugin = (ruleName, check) => stylelint.createPlugin(ruleName, Object.assign(check, { ruleName, messages: {} }));

/** A selector is a grid if a rule of the same file makes it one. */
const gapInGridOnly = plugin(GAP, (enabled) => (root, result) => {
  if (!enabled) return;
  const grids = new Set();
  const flexes = new Set();
  root.walkDecls('display', (declaration) => {
    const selectors = ruleOf(declaration)?.selectors ?? [];
    if (displays(declaration, 'grid')) selectors.forEach((selector) => grids.add(selector));
    if (displays(declaration, 'flex')) selectors.forEach((selector) => flexes.add(selector));
  });
  root.walkDecls(/^((row|column)-)?gap$/, (declaration) => {
    const selectors = ruleOf(declaration)?.selectors ?? [];
    if (selectors.every((selector) => grids.has(selector) && !flexes.has(selector))) return;
    const message = `"${declaration.prop}" needs display: grid on "${ruleOf(declaration)?.selector}"; use margins between flex items`;
    stylelint.utils.report({ ruleName: GAP, result, node: declaration, message });
  });
});

const focusVisibleAlone = plugin(FOCUS, (enabled) => (root, result) => {
  if (!enabled) return;
  root.walkRules((rule) => {
    const young = rule.selectors.filter((selector) => selector.includes(':focus-visible')).length;
    if (young === 0 || young === rule.selectors.length) return;
    const message = `old engines drop the whole list "${rule.selector}" for its :focus-visible: give that selector a rule of its own`;
    stylelint.utils.report({ ruleName: FOCUS, result, node: rule, message });
  });
});

export default [gapInGridOnly, focusVisibleAlone];
