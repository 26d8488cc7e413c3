// Refuses style sheets that the oldest promised browsers (Chrome 71, Firefox 60) do not understand, and values that bypass the design tokens.
// Works on the parsed sheet, so comments and strings cannot mislead it. The floor also holds for what the build makes of the sheets.
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { inRoot, root } from './lib/console.mjs';
import { filesBelow } from './lib/stamp.mjs';

const YOUNG_SELECTOR = /:(has|is|where)\(/;
const AT_RULES = new Set(['container', 'layer', 'scope', 'property', 'starting-style', 'nest']);
const PROPERTIES =
  /^(inset(-.*)?|aspect-ratio|(margin|padding)-(inline|block)|translate|rotate|scale|container(-.*)?|content-visibility)$/;
const VALUES = [
  [/(?<![\w-])(clamp|min|max|color-mix|oklch|oklab|lab|lch|color)\(/, 'function'],
  [/\d(dvh|svh|lvh|dvw|svw|lvw|dvb|dvi|cqw|cqh|cqi|cqb)\b/, 'unit'],
  [/(?<![\w-])revert(-layer)?(?![\w-])/, 'keyword'],
];
const HEX_COLOUR = /#[0-9a-f]{3,8}\b/i;
const WRITTEN_COLOUR = /(?<![\w-])(rgba?|hsla?)\(/i;
const LARGEST_RAW_PIXELS = 4;

const isGrid = (declaration) => declaration.prop === 'display' && /(^|-)grid$/.test(declaration.value);
const isFlex = (declaration) => declaration.prop === 'display' && /(^|-)flex$/.test(declaration.value);

function floorFaults(sheet, report) {
  sheet.walkAtRules((rule) => {
    if (AT_RULES.has(rule.name)) report(rule, `@${rule.name} is younger than the browser floor`);
    if (rule.name === 'media' && /[<>]/.test(rule.params))
      report(rule, 'a media range (< or >) is younger than the browser floor: use min-width or max-width');
  });
  sheet.walkRules((rule) => {
    if (YOUNG_SELECTOR.test(rule.selector)) report(rule, `"${rule.selector}" is younger than the browser floor`);
    if (rule.parent.type === 'rule')
      report(rule, `"${rule.selector}" is nested, which is younger than the browser floor`);
    const young = rule.selectors.filter((selector) => selector.includes(':focus-visible')).length;
    if (young > 0 && young < rule.selectors.length) {
      report(
        rule,
        `"${rule.selector}": old engines drop the whole list for its :focus-visible: give that selector its own rule`,
      );
    }
  });
  sheet.walkDecls((declaration) => {
    if (PROPERTIES.test(declaration.prop))
      report(declaration, `"${declaration.prop}" is younger than the browser floor`);
    for (const [pattern, kind] of VALUES) {
      const found = pattern.exec(declaration.value);
      if (found) report(declaration, `the ${kind} "${found[0].replace('(', '()')}" is younger than the browser floor`);
    }
  });
}

/** A gap outside a grid does nothing in the old engines. A selector counts as a grid when one of its rules in the file says so. */
function gapFaults(sheet, report) {
  const displays = { grid: new Set(), flex: new Set() };
  sheet.walkDecls('display', (declaration) => {
    const set = isGrid(declaration) ? displays.grid : isFlex(declaration) ? displays.flex : undefined;
    if (declaration.parent.type === 'rule') declaration.parent.selectors.forEach((selector) => set?.add(selector));
  });
  sheet.walkDecls(/^((row|column)-)?gap$/, (declaration) => {
    const selectors = declaration.parent.selectors ?? [];
    if (!selectors.every((selector) => displays.grid.has(selector) && !displays.flex.has(selector))) {
      report(
        declaration,
        `"${declaration.prop}" needs display: grid on "${declaration.parent.selector}"; between flex items use margins`,
      );
    }
  });
}

function tokenFaults(sheet, report) {
  sheet.walkDecls((declaration) => {
    const colour = HEX_COLOUR.exec(declaration.value) ?? WRITTEN_COLOUR.exec(declaration.value);
    if (colour) report(declaration, `the colour "${colour[0]}" belongs into tokens.css`);
    const lengths = [...declaration.value.matchAll(/(?<![\w.-])-?(\d*\.?\d+)px\b/g)];
    const large = lengths.find(([, number]) => Number(number) > LARGEST_RAW_PIXELS);
    if (large) report(declaration, `the length "${large[0]}" belongs into tokens.css`);
  });
}

/** Every fault of one sheet as `file:line: reason`. `built` sheets have their tokens resolved and their rules merged: the floor alone counts. */
export async function faultsOf(text, file, { built = false } = {}) {
  const { default: postcss } = await import('postcss');
  const sheet = postcss.parse(text, { from: file });
  const faults = [];
  const report = (node, reason) => faults.push(`${file}:${node.source.start.line}: ${reason}`);
  floorFaults(sheet, report);
  if (!built) gapFaults(sheet, report);
  if (!built && basename(file) !== 'tokens.css') tokenFaults(sheet, report);
  return faults;
}

async function faultsBelow(paths, options) {
  const sheets = filesBelow(paths).filter((file) => file.endsWith('.css'));
  const faults = await Promise.all(
    sheets.map((file) => faultsOf(readFileSync(file, 'utf8'), relative(root, file), options)),
  );
  return { sheets: sheets.length, faults: faults.flat() };
}

export const checkSources = () => faultsBelow(['src', 'boot.css', 'old-engine.css'].map((name) => inRoot('ui', name)));
export const checkBuilt = () => faultsBelow([inRoot('ui', 'dist')], { built: true });
