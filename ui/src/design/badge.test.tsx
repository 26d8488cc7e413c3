// The count badge: its text, its label, and how it grows.
import { render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { Badge } from './Badge';

const sheet = (name: string): postcss.Root => postcss.parse(readFileSync(`${__dirname}/${name}`, 'utf8'));

test.each([
  [7, '7', '1'],
  [24, '24', '2'],
  [128, '128', '3'],
  [1204, '1204', '4'],
])('a badge shows the number %d', (count, shown, digits) => {
  render(<Badge count={count} label={`${count} mensagens`} />);
  const badge = screen.getByRole('img', { name: `${count} mensagens` });
  expect(badge).toHaveTextContent(shown);
  expect(badge).toHaveAttribute('data-digits', digits);
});

test('a badge shows at most 9999, and its label contains the real number [SHELL-037]', () => {
  render(<Badge count={12_040} label="12040 mensagens" />);
  expect(screen.getByRole('img', { name: '12040 mensagens' })).toHaveTextContent(/^9999$/);
});

test('a badge with the count 0 is not shown', () => {
  const { container } = render(<Badge count={0} label="0 mensagens" />);
  expect(container).toBeEmptyDOMElement();
});

test('the badge is 16 px and its padding grows with its digits [SHELL-036]', () => {
  const tokens = new Map<string, string>();
  sheet('tokens.css').walkDecls(/^--badge/, (declaration) => {
    tokens.set(`var(${declaration.prop})`, declaration.value);
  });
  const paddings: Record<string, string | undefined> = {};
  let size: string | undefined;
  sheet('Badge.module.css').walkDecls((declaration) => {
    const rule = declaration.parent instanceof postcss.Rule ? declaration.parent.selector : '';
    if (rule === '.badge' && declaration.prop === 'height') size = tokens.get(declaration.value);
    const digits = /data-digits='(\d)'/.exec(rule)?.[1];
    if (digits !== undefined && declaration.prop === 'padding')
      paddings[digits] = tokens.get(declaration.value.replace(/^0 /, ''));
  });
  expect(size).toBe('16px');
  expect(paddings).toEqual({ 2: '4px', 3: '5px', 4: '6px' });
});
