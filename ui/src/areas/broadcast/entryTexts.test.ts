// The words of entries, the rows of the exported file, the comparison of names, and the parts of a preview.
import i18next, { type TFunction } from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import { broadcastEntries, broadcastTemplate } from '../../gallery/broadcastSamples';
import { startI18n } from '../../i18n';
import { sayNow } from '../../i18n/text';
import { csvOf } from '../../shared/csv';
import { entryRows, exportName } from './entryCsv';
import { canBeCorrected, changeTime, reasonText, statusText } from './entryTexts';
import { isSameName } from './sameName';
import { percentOf } from './StatusCounts';
import { previewParts, templateParts } from './templatePreview';
import type { BroadcastEntry, EntryStatus } from './types';

let t: TFunction;
beforeEach(async () => {
  await startI18n('pt-BR');
  t = i18next.getFixedT('pt-BR', 'translation');
});

const [some] = broadcastEntries(1) as [BroadcastEntry];
const entry = (change: Partial<BroadcastEntry>): BroadcastEntry => ({ ...some, ...change });

test.each<[EntryStatus, string]>([
  ['QUEUED', 'Na fila'],
  ['SENDING', 'Enviando'],
  ['SENT', 'Enviada'],
  ['DELIVERED', 'Entregue'],
  ['READ', 'Lida'],
])('[BRD-004] the status %s is shown as "%s", without a reason', (status, word) => {
  expect(statusText(status, t)).toBe(word);
  expect(reasonText({ status }, t, sayNow)).toBe('');
});

test.each<[EntryStatus, string]>([
  ['ALREADY_IN_ATTENDANCE', 'Já em atendimento'],
  ['IDENTIFIER_NOT_FOUND', 'Identificador não encontrado'],
  ['DAILY_LIMIT_REACHED', 'Limite diário atingido'],
  ['FAILED', 'Falhou'],
  ['MISSING_PREFIX', 'Prefixo ausente'],
  ['MISMATCH', 'Dados divergentes'],
])('[BRD-004] [BRD-028] the error status %s is an error with the reason "%s"', (status, word) => {
  expect(statusText(status, t)).toBe('Com erro');
  expect(reasonText({ status }, t, sayNow)).toBe(word);
});

test('a reason says more than the status', () => {
  const reason = { key: 'broadcasts.reasons.optedOut' };
  expect(reasonText({ status: 'FAILED', reason }, t, sayNow)).toBe('Pediu para não receber');
});

test('an entry that waits has no time', () => {
  const changedAt = new Date(2026, 10, 20, 14, 33).getTime();
  expect(changeTime({ status: 'SENDING', changedAt })).toBe('');
  expect(changeTime({ status: 'SENT', changedAt })).toBe('14:33');
});

test('the contact of an entry can be corrected if another attempt alone does not help', () => {
  expect(canBeCorrected(entry({ status: 'MISSING_PREFIX', retryable: false }))).toBe(true);
  expect(canBeCorrected(entry({ status: 'MISSING_PREFIX', retryable: true }))).toBe(false);
  expect(canBeCorrected(entry({ status: 'MISSING_PREFIX', retryable: false, contactId: '' }))).toBe(false);
  expect(canBeCorrected(entry({ status: 'FAILED', retryable: false }))).toBe(false);
});

test('[BRD-003] [BRD-028] the exported rows have the data of each entry, and a formula in a name is a text', () => {
  const changedAt = new Date(2026, 10, 20, 14, 33).getTime();
  const rows = entryRows(
    [
      entry({ contactName: '=HYPERLINK("x")', status: 'MISSING_PREFIX', changedAt, contactIdentifier: 'c-7' }),
      entry({ contactName: 'Ana; Rui', status: 'QUEUED', changedAt, contactIdentifier: 'c-8' }),
    ],
    t,
    sayNow,
  );
  expect(csvOf(rows)).toBe(
    'Nome;Identificador;WhatsApp;Situação;Motivo;Hora\r\n' +
      `"'=HYPERLINK(""x"")";c-7;5511977440182;Com erro;Prefixo ausente;20/11/2026 14:33\r\n` +
      '"Ana; Rui";c-8;5511977440182;Na fila;;\r\n',
  );
  expect(exportName(' Renovação: 1/2 ', t)).toBe('transmissao-Renovação-1-2.csv');
});

test.each([
  ['renovacao  NOVEMBRO', true],
  [' Renovação novembro ', true],
  ['Renovação', false],
  ['', false],
])('[BRD-027] "%s" is the name "Renovação novembro": %s', (typed, expected) => {
  expect(isSameName(typed, 'Renovação novembro')).toBe(expected);
});

test('a part is never shown as nothing, and never as the whole', () => {
  expect([percentOf(0, 0), percentOf(0, 9), percentOf(1, 900), percentOf(899, 900), percentOf(9, 9)]).toEqual([
    0, 0, 1, 99, 100,
  ]);
});

test('a preview marks values and shows a gap with the name of its variable; a value is never read as a placeholder', () => {
  const template = { ...broadcastTemplate, body: '{{nome}}, até {{vencimento}}: {{nome}}' };
  expect(previewParts(template, 'body', ['{{plano}}', '', '  '])).toEqual([
    { kind: 'value', text: '{{plano}}' },
    { kind: 'text', text: ', até ' },
    { kind: 'gap', text: 'vencimento' },
    { kind: 'text', text: ': ' },
    { kind: 'value', text: '{{plano}}' },
  ]);
});

test('a template of which only the text is known shows the names of its placeholders', () => {
  expect(templateParts('Olá {{ 1 }}!')).toEqual([
    { kind: 'text', text: 'Olá ' },
    { kind: 'value', text: '{1}' },
    { kind: 'text', text: '!' },
  ]);
});
