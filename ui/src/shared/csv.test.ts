// Files for spreadsheets.
import { expect, test } from 'vitest';
import { csvOf } from './csv';

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+55 11 91234-5678', "'+55 11 91234-5678"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['Maria,=1+1,x', `"Maria,'=1+1,x"`],
  ['a|+b', `"a|'+b"`],
  ['a\t@b', `"a\t'@b"`],
  ['Ana, Bia - sócias', '"Ana, Bia - sócias"'],
  ['\r=1', `"'\r=1"`],
])('given a value that a spreadsheet would compute, then it is written as a text: %j', (value, written) => {
  expect(csvOf([[value]])).toBe(`${written}\r\n`);
});

test('given separators, quotes and line breaks in a value, then the value stays one cell', () => {
  expect(
    csvOf([
      ['Nome', 'Nota'],
      ['Ana; Souza', 'disse "sim"\nem duas linhas'],
      ['a=b', ''],
    ]),
  ).toBe('Nome;Nota\r\n"Ana; Souza";"disse ""sim""\nem duas linhas"\r\na=b;\r\n');
});
