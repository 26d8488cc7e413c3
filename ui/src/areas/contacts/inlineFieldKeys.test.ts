// The keys of the field editor are shown only to agents with a fine pointer, who have a keyboard. jsdom has no media queries: the test reads the style sheet.
import { readFileSync } from 'node:fs';
import postcss, { type AtRule } from 'postcss';
import { expect, test } from 'vitest';

test('on a touch device the hint with the keys is hidden', () => {
  const displays: string[] = [];
  postcss.parse(readFileSync(`${__dirname}/InlineField.module.css`, 'utf8')).walkRules('.hint', (rule) => {
    const media = rule.parent?.type === 'atrule' ? (rule.parent as AtRule).params : 'always';
    rule.walkDecls('display', ({ value }) => {
      displays.push(`${media}: ${value}`);
    });
  });
  expect(displays).toEqual(['always: none', '(--fine-pointer): block']);
});
