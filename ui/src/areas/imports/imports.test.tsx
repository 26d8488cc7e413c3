// The dialog of the import over a core whose slices are set by hand.
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactImportView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { saveFile } from '../../shared/saveFile';
import { ImportContainer } from './ImportContainer';
import { keptTablesOf } from './keptTables';
import type { Table } from './table';

vi.mock('../../shared/saveFile', () => ({ saveFile: vi.fn() }));

const none: ContactImportView = {
  open: true,
  step: 'noFile',
  handle: '',
  file: '',
  lines: 0,
  columns: [],
  fields: [
    { name: 'fullname', label: '' },
    { name: 'phone1', label: 'Fone' },
    { name: 'plano', label: 'Plano' },
  ],
  missing: undefined,
  percent: 0,
  created: 0,
  refused: [],
  error: undefined,
  cancellable: false,
  portionLines: 200,
};
const column = (heading: string, field: string) => ({ heading, field, sample: ['Ana', '', '=1+1'] });

function show(view: Partial<ContactImportView> = {}): FakeCore {
  const core = new FakeCore({ contactImport: { ...none, ...view }, session: { agent: { id: '101' } } });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <ImportContainer />
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

const fileInput = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('input[data-import]');
  if (input === null) throw new Error('no place for a file');
  return input;
};

/** The browser of the tests has no `blob.text()`. */
const textOf = (blob: Blob | undefined): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsText(blob ?? new Blob());
  });

async function chooses(core: FakeCore, text: string): Promise<string> {
  await userEvent.upload(fileInput(), new File([text], 'clientes.csv', { type: 'text/csv' }));
  await waitFor(() => expect(core.intents.at(-1)).toMatchObject({ area: 'imports' }));
  const intent = core.intents.at(-1);
  return intent?.area === 'imports' && intent.type === 'chooseImportFile' ? intent.handle : '';
}

beforeEach(() => {
  vi.clearAllMocks();
  return startI18n('pt-BR');
});

test('the core gets the headings, three short lines and the number of lines, and the page keeps all lines', async () => {
  const core = show();
  const rows = ['Ana', 'Rui', 'Zoé', 'Otto'].map((name) => `${name};${'9'.repeat(100)}`);
  const handle = await chooses(core, ['Nome;Fone', ...rows].join('\n'));
  expect(core.intents.at(-1)).toEqual({
    area: 'imports',
    type: 'chooseImportFile',
    handle,
    name: 'clientes.csv',
    headings: ['Nome', 'Fone'],
    sample: ['Ana', 'Rui', 'Zoé'].map((name) => [name, '9'.repeat(80)]),
    lines: 4,
  });
});

test('the sample file has the headings of the fields, which the import recognises', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Baixar planilha de exemplo' }));
  const [[file, name] = []] = vi.mocked(saveFile).mock.calls;
  expect(name).toBe('contatos-exemplo.csv');
  expect((await textOf(file)).replace('\uFEFF', '')).toBe('Nome;Fone;Plano\r\n');
});

test('a file that cannot be read is reported to the core with the reason', async () => {
  const core = show();
  await chooses(core, 'sem colunas');
  expect(core.intents).toEqual([
    { area: 'imports', type: 'refuseImportFile', name: 'clientes.csv', fault: 'noTable', line: 0 },
  ]);
});

test('portions contain the columns that have a field, and refused lines are saved with their row numbers', async () => {
  const core = show();
  const handle = await chooses(core, 'Nome;Nota;Fone\n\nAna;x;1\nRui;=1+1;b\n');
  const columns = [column('Nome', 'fullname'), column('Nota', ''), column('Fone', 'phone1')];
  const mapping = { ...none, step: 'mapping', handle, file: 'clientes.csv', lines: 2, columns } as const;
  core.set('contactImport', mapping);
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 2 linhas' }));
  expect(core.intents.at(-1)).toEqual({
    area: 'imports',
    type: 'beginImport',
    portions: [{ file: 'file-1', lines: 2 }],
  });
  expect(JSON.parse(await textOf(core.files[0]))).toEqual({
    agent: '101',
    lines: [
      ['Ana', '1'],
      ['Rui', 'b'],
    ],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Importar 2 linhas' }));
  // The remaining lines of a cancelled import are discarded.
  expect(core.dropped).toEqual(['file-1']);
  const reason = { key: 'imports.reasons.invalid', params: {}, fallback: undefined };
  core.set('contactImport', { ...mapping, step: 'done', created: 1, refused: [{ line: 1, field: 'phone1', reason }] });
  expect(await screen.findByText('1 contato importado')).toBeInTheDocument();
  const row = within(screen.getByRole('region', { name: 'Linhas recusadas' })).getAllByRole('row')[1];
  expect(row).toHaveTextContent('4FoneO valor não é um número de telefone');
  await userEvent.click(screen.getByRole('button', { name: 'Baixar linhas recusadas (CSV)' }));
  const [blob, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('linhas-recusadas.csv');
  expect(await textOf(blob)).toContain("4;Fone;O valor não é um número de telefone;Rui;'=1+1;b\r\n");
});

test('a column gets a field, and without a column for the name the import cannot start and says why', async () => {
  const missing = { key: 'imports.nameMissing', params: {}, fallback: undefined };
  const core = show({ step: 'mapping', lines: 1, columns: [column('Nome', ''), column('', 'plano')], missing });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Campo para a coluna Nome' }), 'Nome');
  expect(core.intents).toEqual([{ area: 'imports', type: 'mapImportColumn', column: 0, field: 'fullname' }]);
  expect(screen.getByRole('status')).toHaveTextContent('Escolha a coluna com o nome do contato');
  const begin = screen.getByRole('button', { name: 'Importar 1 linha' });
  expect(begin).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(begin);
  expect(core.intents).toHaveLength(1);
  expect(screen.getByRole('combobox', { name: 'Campo para a coluna Coluna 2' })).toHaveValue('plano');
});

test('the progress can be cancelled, hidden, and tried again after a failure', async () => {
  const core = show({ step: 'applying', percent: 64, cancellable: true });
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '64');
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continuar em segundo plano' }));
  const error = { key: 'imports.failed', params: {}, fallback: undefined };
  core.set('contactImport', { ...none, step: 'failed', percent: 64, cancellable: true, error });
  expect(await screen.findByRole('alert')).toHaveTextContent('A importação parou');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  core.set('contactImport', { ...none, step: 'removing', percent: 64 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull());
  expect(core.intents.map(({ type }) => type)).toEqual(['cancelImport', 'closeImport', 'retryImport']);
});

test('names, values and headings of a file are shown as text', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  show({ step: 'mapping', file: hostile, lines: 1, columns: [{ heading: hostile, field: '', sample: [hostile] }] });
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getAllByText(hostile).map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI', 'BDI', 'BDI']);
});

test('the page keeps the lines of a file while the core has the import, and releases them at the end of the import or the session', () => {
  const core = show();
  const tables = keptTablesOf(core);
  const table: Table = { headings: ['Nome'], lines: [['Ana']], numbers: [2] };
  const first = tables.keep(table);
  act(() => core.set('contactImport', { ...none, handle: first }));
  const second = tables.keep(table);
  act(() => core.set('contactImport', { ...none, handle: second }));
  expect(tables.get(first)).toBeUndefined();
  expect(tables.get(second)).toBe(table);
  act(() => core.set('contactImport', none));
  expect(tables.get(second)).toBeUndefined();
  const third = tables.keep(table);
  tables.replaceBodies(['file-1']);
  act(() => core.set('session', { phase: 'signedOut' }));
  expect(tables.get(third)).toBeUndefined();
  expect(core.dropped).toEqual(['file-1']);
});
