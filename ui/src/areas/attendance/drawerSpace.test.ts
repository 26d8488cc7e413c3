// The width that the messages keep beside an open drawer, computed from the style sheets, because jsdom has no layout.
import { readFileSync } from 'node:fs';
import postcss, { type Rule } from 'postcss';
import { expect, test } from 'vitest';
import media from '../../design/media.json';

const read = (path: string) => postcss.parse(readFileSync(`${__dirname}/${path}`, 'utf8'));
const tokens = read('../../design/tokens.css');

function isShownAt(rule: Rule, width: number): boolean {
  const { parent } = rule;
  if (parent?.type !== 'atrule' || !('params' in parent)) return parent?.type === 'root';
  const name = /^\(--([\w-]+)\)$/.exec(String(parent.params))?.[1];
  const query = name !== undefined && name in media ? media[name as keyof typeof media] : undefined;
  if (query === undefined || !query.includes('width')) return false;
  const least = /min-width: (\d+)px/.exec(query)?.[1] ?? '0';
  const most = /max-width: (\d+)px/.exec(query)?.[1] ?? '9999';
  return Number(least) <= width && width <= Number(most);
}

/** The last value of a property that the rules of this selector give at this width. */
function valueAt(sheet: postcss.Root, selector: string, property: string, width: number): string | undefined {
  let value: string | undefined;
  sheet.walkRules((rule) => {
    if (rule.selector !== selector || !isShownAt(rule, width)) return;
    rule.walkDecls(property, (declaration) => {
      value = declaration.value;
    });
  });
  return value;
}

const layout = read('AttendanceLayout.module.css');
const conversation = read('../conversation/Conversation.module.css');

function pixels(value: string, width: number): number {
  const token = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (token === undefined) return Number.parseFloat(value);
  const known = valueAt(layout, '.card', token, width) ?? valueAt(tokens, ':root', token, width);
  if (known === undefined) throw new Error(`no token ${token} at ${String(width)} px`);
  return pixels(known, width);
}

/** The rail, the list, the margin and the two borders of the card are beside the conversation. */
const cardAt = (width: number): number =>
  width - ['--rail-w', '--list-w', '--s-3'].reduce((sum, token) => sum + pixels(`var(${token})`, width), 2);

test.each([
  ['the details', layout, ".card[data-context='open'] > :first-child"],
  ['the search or the files', conversation, '.conversation[data-drawer]'],
])(
  'beside %s the messages keep their least width, or lie below the drawer at their full width',
  (_, sheet, selector) => {
    const least = pixels('var(--thread-min)', 768);
    for (const width of [768, 800, 900, 1023, 1024, 1050, 1100, 1101, 1200, 1279]) {
      const padding = valueAt(sheet, selector, 'padding-right', width) ?? '0px';
      expect({ width, left: cardAt(width) - pixels(padding, width) }).toEqual({
        width,
        left: expect.toSatisfy((left: number) => left >= least - 1) as number,
      });
    }
  },
);
