// Contacts are imported from a file: encodings, workbooks, ten thousand lines, refused lines, cancel, and files that are no tables.
import type { Locator, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import type { Agent } from './agent';
import { axeViolations } from './axe';
import { expect, test, type Server } from './fixtures';
import { deep } from './deep';

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const csv = (name: string, text: string, encoding: BufferEncoding = 'utf8'): ChosenFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text, encoding),
});

/** Creates a workbook with texts and, in the last column, numbers. */
function workbook(name: string, headings: string[], rows: ReadonlyArray<ReadonlyArray<string>>): ChosenFile {
  const at = (column: number, row: number): string => `r="${String.fromCharCode(65 + column)}${String(row)}"`;
  const line = (cells: ReadonlyArray<string>, row: number, numbers: boolean): string => {
    const drawn = cells.map((value, column) =>
      numbers && column === cells.length - 1
        ? `<c ${at(column, row)}><v>${value}</v></c>`
        : `<c ${at(column, row)} t="inlineStr"><is><t>${value}</t></is></c>`,
    );
    return `<row r="${String(row)}">${drawn.join('')}</row>`;
  };
  const sheet = [line(headings, 1, false), ...rows.map((cells, index) => line(cells, index + 2, true))].join('');
  const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="Clientes" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relationship}" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([path, content]) => [path, strToU8(content)] as const);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mimeType, buffer: Buffer.from(zipSync(Object.fromEntries(files))) };
}

const many = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [
    `Cliente ${String(index)}`,
    `IMP-${String(index)}`,
    `55119${String(index).padStart(8, '0')}`,
  ]);

async function openImport(agent: Agent): Promise<Locator> {
  await agent.atWork();
  await agent.page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await expect(agent.page.getByRole('tab', { name: /^Contatos\s*\d/ })).toBeVisible();
  await agent.page.getByRole('button', { name: 'Importar', exact: true }).click();
  return agent.dialog('Importar contatos');
}

const choose = (dialog: Locator, file: ChosenFile): Promise<void> =>
  dialog.locator('input[data-import]').setInputFiles(file);

/** The number of contacts that the tab shows. */
async function contactCount(agent: Agent): Promise<number> {
  // The open dialog hides the rest of the page from screen readers.
  const text = await agent.page.getByRole('tab', { name: /^Contatos/, includeHidden: true }).innerText();
  return Number(text.replace(/\D/g, ''));
}

const fieldOf = (dialog: Locator, column: string): Locator =>
  dialog.getByRole('combobox', { name: `Campo para a coluna ${column}`, exact: true });

test('a CSV file in Windows-1252 with semicolons is imported, and the refused line can be saved', async ({ agent }) => {
  const dialog = await openImport(agent);
  const before = await contactCount(agent);
  const quotes = Buffer.from([0x93]).toString('latin1');
  const lines = [
    'Nome completo;Celular;Observação;Plano',
    'Zoé Conceição;(11) 95555-7001;\x80 10;Fibra 500',
    `${quotes}Tiago Reis;ligar depois;=1+1;`,
    'Otto <b>Braun</b>;11 95555-7003;x;',
  ];
  await choose(dialog, csv('clientes.csv', lines.join('\r\n'), 'latin1'));
  await expect(dialog.getByText('3 linhas', { exact: true })).toBeVisible();
  await expect(fieldOf(dialog, 'Nome completo')).toHaveValue('fullname');
  await expect(fieldOf(dialog, 'Celular')).toHaveValue('phone1');
  await expect(fieldOf(dialog, 'Observação')).toHaveValue('');
  await expect(fieldOf(dialog, 'Plano')).toHaveValue('plano');
  await expect(dialog.getByRole('cell', { name: /€ 10/ })).toBeVisible();
  expect(await axeViolations(agent.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Importar 3 linhas' }).click();
  await expect(dialog.getByText('2 contatos importados')).toBeVisible();
  const report = dialog.getByRole('region', { name: 'Linhas recusadas' });
  await expect(report.getByRole('row').nth(1)).toContainText('3');
  await expect(report).toContainText('O valor não é um número de telefone');
  expect(await axeViolations(agent.page)).toEqual([]);
  const saving = agent.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar linhas recusadas (CSV)' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('linhas-recusadas.csv');
  const [heads, refused] = readFileSync(await saved.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\r\n');
  expect(heads).toBe('Linha;Campo;Motivo;Nome completo;Celular;Observação;Plano');
  expect(refused).toBe("3;Telefone;O valor não é um número de telefone;“Tiago Reis;ligar depois;'=1+1;");
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await expect.poll(() => contactCount(agent)).toBe(before + 2);
  await agent.page.getByRole('searchbox', { name: 'Buscar contato' }).fill('11955557001');
  await expect(agent.page.getByRole('gridcell', { name: /Zoé Conceição/ }).first()).toBeVisible();
});

test(
  'a workbook with 10,000 lines is imported with progress, also while the dialog is closed',
  deep,
  async ({ agent }) => {
    const dialog = await openImport(agent);
    const before = await contactCount(agent);
    await choose(dialog, workbook('clientes.xlsx', ['Nome', 'Identificador', 'Telefone'], many(10_000)));
    await dialog.getByRole('button', { name: 'Importar 10.000 linhas' }).click();
    const bar = dialog.getByRole('progressbar', { name: 'Progresso da importação' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    await dialog.getByRole('button', { name: 'Continuar em segundo plano' }).click();
    await expect(dialog).toBeHidden();
    await expect(agent.notices.getByText('10.000 contatos importados')).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => contactCount(agent)).toBe(before + 10_000);
    await agent.page.getByRole('button', { name: 'Importar', exact: true }).click();
    await expect(dialog.getByText('10.000 contatos importados')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Linhas recusadas' })).toHaveCount(0);
  },
);

/** Suspends the server as soon as it says that it has stored contacts of an import; the page gets that answer. */
async function freezeWhileStoring(page: Page, server: Server): Promise<void> {
  let isFrozen = false;
  await page.route(/\/api\/contacts\/imports\/[^/?]+(\?|$)/, async (route) => {
    if (isFrozen || route.request().method() !== 'GET') return route.fallback();
    let answer = await route.fetch();
    while (((await answer.json()) as { next: number }).next === 0) answer = await route.fetch();
    isFrozen = true;
    server.freeze();
    return route.fulfill({ response: answer });
  });
}

test(
  'an import that is cancelled while contacts are being stored leaves none of them',
  deep,
  async ({ agent, server, complaints }) => {
    // The server answers with 404, because the import does not exist any more.
    complaints.expectRefusal({ status: 404, path: /^\/api\/contacts\/imports\// });
    const dialog = await openImport(agent);
    const before = await contactCount(agent);
    const text = [['Nome', 'Código', 'Telefone'], ...many(10_000)].map((cells) => cells.join(';')).join('\n');
    await choose(dialog, csv('clientes.csv', text));
    await freezeWhileStoring(agent.page, server);
    await dialog.getByRole('button', { name: 'Importar 10.000 linhas' }).click();
    // At this percentage all lines are sent, which is a third of the work, and some contacts are stored.
    const bar = dialog.getByRole('progressbar', { name: 'Progresso da importação' });
    const percent = async (): Promise<number> => Number(await bar.getAttribute('aria-valuenow'));
    await expect.poll(percent, { timeout: 30_000 }).toBeGreaterThan(33);
    expect(await percent()).toBeLessThan(100);
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await expect(dialog.getByText('Desfazendo a importação')).toBeVisible();
    server.thaw();
    // The dialog keeps the chosen file and its fields.
    await expect(dialog.getByRole('button', { name: 'Importar 10.000 linhas' })).toBeVisible({ timeout: 30_000 });
    await expect(fieldOf(dialog, 'Código')).toHaveValue('id');
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await agent.page.reload();
    await expect.poll(() => contactCount(agent)).toBe(before);
    await agent.page.getByRole('searchbox', { name: 'Buscar contato' }).fill('IMP-1');
    await expect(agent.page.getByText(/^Nada encontrado para .*IMP-1/)).toBeVisible();
  },
);

test('a file that is no table is refused with a text, and the chosen fields stay', deep, async ({ agent }) => {
  const dialog = await openImport(agent);
  await choose(dialog, csv('clientes.csv', 'Nome,Telefone,Apelido\nAna Lima,11 95555-7010,Aninha\n'));
  await fieldOf(dialog, 'Apelido').selectOption({ label: 'Cidade' });
  const rows = ['Nome,Telefone', ...many(10_001).map(([name, , phone]) => `${name ?? ''},${phone ?? ''}`)];
  for (const [file, words] of [
    [csv('vazio.csv', ''), /vazio\.csv não tem linhas/],
    [csv('carta.txt', 'Prezada Ana\nsegue o contrato\n'), /carta\.txt não é uma tabela/],
    [{ ...csv('senha.xlsx', ''), buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex') }, /ler o arquivo senha\.xlsx/],
    [{ ...csv('lixo.xlsx', ''), buffer: Buffer.from('504b0304ffffffffffff', 'hex') }, /ler o arquivo lixo\.xlsx/],
    [csv('grande.csv', rows.join('\n')), /grande\.csv tem 10\.001 linhas/],
  ] as const) {
    await choose(dialog, file);
    await expect(dialog.getByRole('alert')).toHaveText(words);
    await expect(dialog.getByText('clientes.csv')).toBeVisible();
    await expect(fieldOf(dialog, 'Apelido')).toHaveValue('cidade');
  }
  await dialog.getByRole('button', { name: 'Importar 1 linha' }).click();
  await expect(dialog.getByText('1 contato importado')).toBeVisible();
});

test('an import continues after a restart of the server', async ({ agent, server, complaints }) => {
  complaints.expectOutage();
  const dialog = await openImport(agent);
  await choose(dialog, csv('clientes.csv', 'Nome;Telefone\nAna Lima;11 95555-7020\nRui Melo;11 95555-7021\n'));
  // Barrier: the page has loaded the script that reads files from the server.
  const begin = dialog.getByRole('button', { name: 'Importar 2 linhas' });
  await expect(begin).toBeVisible();
  await server.stop();
  await begin.click();
  await expect(dialog.getByRole('alert')).toHaveText(/^A importação parou/, { timeout: 30_000 });
  await server.start();
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(dialog.getByText('2 contatos importados')).toBeVisible({ timeout: 30_000 });
});
