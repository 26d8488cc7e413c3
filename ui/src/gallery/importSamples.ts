// An invented file of contacts, and the states of its import, for the gallery.
import type { ContactImportView } from 'core-wasm';
import type { Table } from '../areas/imports/table';
import { longName } from './samples';

export const importLabels: Readonly<Record<string, string>> = {
  fullname: 'Nome',
  id: 'Identificador',
  whatsapp_identifier: 'WhatsApp',
  chat_identifier: 'Chat',
  phone1: 'Telefone',
  email: 'E-mail',
  plano: 'Plano',
};

export const chosenImport: ContactImportView = {
  open: true,
  step: 'mapping',
  handle: 'table-1',
  file: 'clientes-novembro.csv',
  lines: 1_204,
  columns: [
    { heading: 'Nome completo', field: 'fullname', sample: ['Adriana Alves', 'Caio Prado', 'Zoé D\u2019Ávila'] },
    { heading: 'Telefone', field: 'phone1', sample: ['(11) 95555-0120', '(41) 95555-0104', ''] },
    { heading: 'E-mail', field: 'email', sample: ['adriana@example.com', '', 'zoe@example.com'] },
    { heading: 'Plano', field: 'plano', sample: ['Fibra 500', 'Fibra 1 Giga', 'Móvel Controle'] },
    { heading: '', field: '', sample: ['=SOMA(A1:A9)', '', '<b>negrito</b>'] },
  ],
  fields: Object.entries(importLabels).map(([name, label]) => ({ name, label })),
  missing: undefined,
  percent: 0,
  created: 0,
  refused: [],
  error: undefined,
  cancellable: false,
  portionLines: 200,
};

const text = (key: string, params: Record<string, string> = {}): ContactImportView['error'] => ({
  key,
  params,
  fallback: undefined,
});

const refused: ContactImportView['refused'] = [
  { line: 3, field: 'phone1', reason: { key: 'imports.reasons.invalid', params: {}, fallback: undefined } },
  { line: 17, field: 'id', reason: { key: 'imports.reasons.duplicateIdentifier', params: {}, fallback: undefined } },
  { line: 18, field: 'fullname', reason: { key: 'imports.reasons.required', params: {}, fallback: undefined } },
  { line: 940, field: 'fullname', reason: { key: 'imports.reasons.tooLong', params: {}, fallback: undefined } },
];

const values: Readonly<Record<number, string[]>> = {
  3: ['Tiago Reis', 'ligar depois', 'tiago@example.com'],
  17: ['Helena Duarte', '(11) 95555-0101', 'helena@example.com'],
  18: ['', '(21) 95555-0177'],
  940: [longName, '(31) 95555-0142'],
};
export const importTable: Table = {
  headings: chosenImport.columns.map(({ heading }) => heading),
  lines: Array.from({ length: chosenImport.lines }, (_, line) => values[line] ?? []),
  numbers: Array.from({ length: chosenImport.lines }, (_, line) => line + 2),
};

export const importStates: Readonly<Record<string, Partial<ContactImportView>>> = {
  file: { step: 'noFile', file: '', lines: 0, columns: [] },
  reading: { step: 'noFile', file: '', lines: 0, columns: [] },
  refusedFile: {
    error: text('imports.tooManyLines', { file: 'todos-os-clientes.xlsx', lines: '48210', most: '10000' }),
  },
  mapping: {},
  missing: {
    missing: text('imports.nameMissing'),
    columns: chosenImport.columns.map((column, index) => (index === 0 ? { ...column, field: '' } : column)),
  },
  long: {
    file: `${longName} ${longName}.csv`,
    columns: chosenImport.columns.map((column) => ({
      ...column,
      heading: longName,
      sample: [longName, longName, longName],
    })),
  },
  sending: { step: 'sending', percent: 18, cancellable: true },
  applying: { step: 'applying', percent: 64, created: 512, cancellable: true },
  removing: { step: 'removing', percent: 64 },
  failed: { step: 'failed', percent: 22, cancellable: true, error: text('imports.failed') },
  done: { step: 'done', percent: 100, created: 1_200, refused },
  complete: { step: 'done', percent: 100, created: 1_204 },
};
