// The readable name of a template.
import { expect, test } from 'vitest';
import { templateName } from './templateName';

test.each([
  ['renovacao_contrato', 'Renovacao contrato'],
  ['renovacao__de-contrato.v2', 'Renovacao de contrato v2'],
  ['boas_vindas_1', 'Boas vindas 1'],
  ['oi', 'Oi'],
  ['Renovação de contrato', 'Renovação de contrato'],
  ['Oferta_VIP', 'Oferta_VIP'],
  [' ', ''],
  ['', ''],
])('the template "%s" is named "%s"', (name, expected) => {
  expect(templateName(name)).toBe(expected);
});
