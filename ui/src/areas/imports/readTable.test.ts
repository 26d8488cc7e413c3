// Tests of files of agents: encodings, separators, workbooks, and files that are no tables.
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readTable } from './readTable';

const fileOf = (bytes: Uint8Array | string, name = 'clientes.csv'): File =>
  new File([typeof bytes === 'string' ? bytes : bytes.slice().buffer], name);

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * (text.length + 1)));
  Array.from(`\uFEFF${text}`).forEach((letter, index) => view.setUint16(2 * index, letter.charCodeAt(0), littleEndian));
  return new Uint8Array(view.buffer);
}

const faultOf = (file: File): Promise<unknown> =>
  readTable(file).then(
    () => 'read',
    (cause: { fault: string }) => cause.fault,
  );

describe('a text file', () => {
  const table = 'Nome;Telefone\r\nZoé Conceição;11 95555\r\n';
  test.each([
    ['UTF-8', fileOf(table)],
    ['UTF-8 with a byte order mark', fileOf(`\uFEFF${table}`)],
    ['Latin-1', fileOf(latin1(table))],
    ['UTF-16, little endian', fileOf(utf16(table, true))],
    ['UTF-16, big endian', fileOf(utf16(table, false))],
  ])('is read in %s', async (_, file) => {
    expect(await readTable(file)).toEqual({
      headings: ['Nome', 'Telefone'],
      lines: [['Zoé Conceição', '11 95555']],
      numbers: [2],
    });
  });

  test.each([';', ',', '\t', '|'])('may be separated by %j', async (separator) => {
    const text = ['Nome', 'Telefone', 'Plano'].join(separator) + '\n' + ['Ana', '11', 'Fibra'].join(separator) + '\n';
    expect((await readTable(fileOf(text))).lines).toEqual([['Ana', '11', 'Fibra']]);
  });

  test('may have separators, quotes and line breaks in quotes, and each line has the number of its row', async () => {
    const text = 'Nome;Nota\n"Lima; ""Nina""\nAna";x\n;\n\nRui;y\n';
    expect(await readTable(fileOf(text))).toEqual({
      headings: ['Nome', 'Nota'],
      lines: [
        ['Lima; "Nina"\nAna', 'x'],
        ['Rui', 'y'],
      ],
      numbers: [2, 5],
    });
  });

  test.each([
    ['sep=;', ';'],
    ['SEP=#', '#'],
    ['sep=, and has tabs', '\t'],
  ])('may begin with %s, as Excel writes it, which is no heading', async (mark, separator) => {
    const text = `${mark.slice(0, 5)}\r\nNome${separator}Fone\r\nAna${separator}1\r\n`;
    expect(await readTable(fileOf(text))).toEqual({ headings: ['Nome', 'Fone'], lines: [['Ana', '1']], numbers: [3] });
  });

  test('may have quotes within its values', async () => {
    const text = 'Nome;Nota\nAna;TV 5" tela\n"Rui";"TV 6" tela"\nBia;x\n';
    expect((await readTable(fileOf(text))).lines).toEqual([
      ['Ana', 'TV 5" tela'],
      ['Rui', 'TV 6" tela'],
      ['Bia', 'x'],
    ]);
  });

  test('is read without empty columns at the end, and with the columns of its longest line', async () => {
    expect(await readTable(fileOf('Nome;Fone;;\nAna;1;;\nRui;2;VIP;\n'))).toMatchObject({
      headings: ['Nome', 'Fone', ''],
      lines: [
        ['Ana', '1', ''],
        ['Rui', '2', 'VIP'],
      ],
    });
  });

  test('is read with formulas, HTML, bidi marks and long names as texts', async () => {
    const name = `=1+1 <img src=x onerror=alert(1)> \u202e${'n'.repeat(102_400)}`;
    expect((await readTable(fileOf(`Nome;Fone\n${name};+55 11\n`))).lines[0]).toEqual([name, '+55 11']);
  });
});

describe('a workbook', () => {
  const sheet = (cells: string): Uint8Array =>
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${cells}</sheetData></worksheet>`),
    });
  const text = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

  test('gives the text of each cell as a spreadsheet shows it: numbers without exponent, dates, results of formulas', async () => {
    const bytes = sheet(
      `<row r="1">${text('A1', 'Nome')}${text('B1', 'Telefone')}${text('C1', 'Vencimento')}${text('D1', 'Valor')}</row>` +
        `<row r="3">${text('A3', 'Zoé')}<c r="B3"><v>5.511955550101E12</v></c><c r="C3" s="1"><v>46387</v></c>` +
        `<c r="D3"><f>2*39.95</f><v>79.900000000000006</v></c></row>`,
    );
    expect(await readTable(fileOf(bytes, 'clientes.csv'))).toEqual({
      headings: ['Nome', 'Telefone', 'Vencimento', 'Valor'],
      lines: [['Zoé', '5511955550101', '31/12/2026', '79.9']],
      numbers: [3],
    });
  });

  test.each([
    ['garbage in an archive', fileOf(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'a.xlsx')],
    ['an archive without a workbook', fileOf(zipSync({ 'foto.txt': strToU8('x') }), 'a.xlsx')],
    ['an encrypted workbook', fileOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'a.xlsx')],
  ])('is unreadable: %s', async (_, file) => {
    expect(await faultOf(file)).toBe('unreadable');
  });

  test('without a value is empty', async () => {
    expect(await faultOf(fileOf(sheet(''), 'a.xlsx'))).toBe('empty');
  });
});

test.each([
  ['an empty file', '', 'empty'],
  ['blank lines', '\n \n;;\n', 'empty'],
  ['a text without columns', 'Prezada Ana\nsegue o contrato\n', 'noTable'],
  ['an image', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49]), 'noTable'],
])('%s is refused', async (_, bytes, fault) => {
  expect(await faultOf(fileOf(bytes))).toBe(fault);
});

test.each([
  ['the last value', 'Nome;Fone\nAna;1\n"Rui;2\nBia;3\n', 3],
  ['a value that a later line closes', 'Nome;Fone\n"Ana;1\nRui;2\n"Bia";3\n', 2],
  ['a value after one with a line break', 'Nome;Nota\n"Ana";"a\nb"\n"Rui;2\n', 4],
  ['a value below a separator line', 'sep=;\r\nNome;Fone\r\n"Ana;1\r\n', 3],
])('an open quote is refused with its line: %s', async (_, text, line) => {
  const refused = await readTable(fileOf(text)).then(
    () => undefined,
    (cause: { fault: string; line: number }) => cause,
  );
  expect(refused).toMatchObject({ fault: 'openQuote', line });
});

test.each([
  ['a title', 'Clientes de 2026;;\nNome;Fone;\nAna;1;\n'],
  ['a title and an empty line', 'Relatório\n\nNome;Fone\nAna;1\n'],
])('the headings may stand below %s', async (_, text) => {
  const { headings, lines } = await readTable(fileOf(text));
  expect([headings.slice(0, 2), lines.map((line) => line.slice(0, 2))]).toEqual([['Nome', 'Fone'], [['Ana', '1']]]);
});

test('a file of more than 20 MB is not read', async () => {
  const file = fileOf('Nome;Fone\n');
  Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 });
  expect(await faultOf(file)).toBe('tooLarge');
});
