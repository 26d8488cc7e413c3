// Tests of the request bodies: their values, number of lines and size.
import { expect, test } from 'vitest';
import { portionsOf } from './portions';
import type { Table } from './table';

const tableOf = (lines: string[][]): Table => ({ headings: [], lines, numbers: lines.map((_, index) => index + 2) });
const mapping = [{ field: 'fullname' }, { field: '' }, { field: 'phone1' }];

test('a portion has at most as many lines as the server takes, with the values of the chosen columns', () => {
  const lines = Array.from({ length: 450 }, (_, index) => [`Cliente ${String(index)}`, 'x', String(index)]);
  const portions = portionsOf(tableOf(lines), mapping, '101', 200);
  expect(portions.map((portion) => portion.lines)).toEqual([200, 200, 50]);
  const bodies = portions.map(({ body }) => JSON.parse(body) as { agent: string; lines: string[][] });
  expect(bodies[0]).toMatchObject({ agent: '101' });
  expect(bodies.flatMap((body) => body.lines)).toEqual(lines.map(([name, , phone]) => [name, phone]));
});

test('lines with long values are sent in smaller portions, and a value that is too long for any field is cut', () => {
  const lines = Array.from({ length: 200 }, () => ['n'.repeat(102_400), '', '1']);
  const portions = portionsOf(tableOf(lines), mapping, '101', 200);
  expect(portions.reduce((sum, portion) => sum + portion.lines, 0)).toBe(200);
  expect(Math.max(...portions.map(({ body }) => body.length))).toBeLessThan(500_000);
  const [first] = (JSON.parse(portions[0]?.body ?? '') as { lines: string[][] }).lines;
  expect(first?.[0]).toHaveLength(4_000);
});

test('a missing value is empty, and a lone surrogate is replaced', () => {
  const [portion] = portionsOf(tableOf([['a\ud83d']]), mapping, '101', 200);
  expect(portion?.body).toBe('{"agent":"101","lines":[["a\ufffd",""]]}');
});
