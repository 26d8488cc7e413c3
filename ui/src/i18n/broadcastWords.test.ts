// Tests that every status of an entry and every reason of a broadcast has a text in every language.
import { describe, expect, test } from 'vitest';
import wire from '../../../core-wasm/wire/src/broadcast_status.rs?raw';
import { catalogues } from './catalogues';
import { languages } from './language';

const [, reasonModule = ''] = /pub mod broadcast_reasons \{([\s\S]*?)\n\}/.exec(wire) ?? [];
const reasons = Array.from(reasonModule.matchAll(/: &str = "(\w+)"/g), ([, word = '']) => word);
const [, statusEnum = ''] = /pub enum EntryStatus \{([\s\S]*?)\n\}/.exec(wire) ?? [];
const statuses = Array.from(
  statusEnum.matchAll(/^\s+([A-Z])(\w+),$/gm),
  ([, first = '', rest = '']) => first.toLowerCase() + rest,
);

test('the words of the wire are read', () => {
  expect(reasons).toHaveLength(16);
  expect(reasons).toContain('optedOut');
  expect(statuses).toHaveLength(11);
  expect(statuses).toContain('alreadyInAttendance');
});

describe.each(languages)('in %s', (language) => {
  const texts = catalogues[language].broadcasts;

  test.each(reasons)('the reason %s has a text', (reason) => {
    expect(Object.keys(texts.reasons)).toContain(reason);
  });

  test.each(statuses)('the status %s has a text [BRD-028]', (status) => {
    expect(Object.keys(texts.status)).toContain(status);
  });
});

// Rows whose proposed texts are used (BRD-026, BRD-028).
test.each([
  [catalogues['pt-BR'].documents.broadcast.new.toastSuccess, 'Transmissão criada com sucesso'],
  [catalogues['pt-BR'].documents.broadcast.cancel.toastSuccess, 'Transmissão cancelada com sucesso'],
  [catalogues['pt-BR'].broadcasts.fault.duplicate, 'Já existe uma transmissão com este nome'],
  [catalogues['pt-BR'].broadcasts.status.alreadyInAttendance, 'Já em atendimento'],
  [catalogues['pt-BR'].broadcasts.status.missingPrefix, 'Prefixo ausente'],
])('"%s" is the proposed text [BRD-026] [BRD-028]', (text, proposed) => {
  expect(text).toBe(proposed);
});
