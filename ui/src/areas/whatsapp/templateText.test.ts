// The text of a template with values, without them, and with marks that are no variables.
import { expect, test } from 'vitest';
import {
  filledPart,
  firstLine,
  firstValues,
  foundTemplates,
  oneLine,
  pastedValue,
  variableName,
  variablePart,
} from './templateText';

const filledBody = (template: { body: string; variables: string[] }, values: string[]) =>
  filledPart({ header: '', ...template }, 'body', values);

test('a variable of a template without a value shows its name, and without a name its number', () => {
  const template = { body: 'Olá {{1}}, pedido {{2}}: {{3}}', variables: ['cliente', ' ', ''] };
  expect([0, 1, 2].map((index) => variableName(template, index))).toEqual(['cliente', '2', '3']);
  expect(filledBody(template, ['Sônia', '', ' '])).toBe('Olá Sônia, pedido [2]: [3]');
  expect(filledBody(template, [])).toBe('Olá [cliente], pedido [2]: [3]');
});

test('a placeholder that is no variable of the template stays', () => {
  const template = { body: '{{0}} {{1}} {{2}}', variables: ['nome'] };
  expect(filledBody(template, ['Ana', 'x'])).toBe('{{0}} Ana {{2}}');
});

test.each([
  ['Olá {{nome_cliente}}', ['nome_cliente'], 'Olá A'],
  ['{{2}} e {{1}}', ['1', '2'], 'B e A'],
  ['{{1}} e {{ 1 }}', ['1'], 'A e A'],
  ['Olá {{1}}, pedido {{2}}', ['nome', 'pedido'], 'Olá A, pedido B'],
  ['Seu pedido {{1}} saiu.', ['header.1', '1', 'button.0'], 'Seu pedido B saiu.'],
  ['Oi {{1}}', ['header.1', 'nome'], 'Oi B'],
  ['{{3}} {{x}} {{0}} {{', ['1'], '{{3}} {{x}} {{0}} {{'],
])('the body %s with the variables %j reads %s [BEY-170]', (body, variables, expected) => {
  expect(filledBody({ body, variables }, ['A', 'B', 'C'])).toBe(expected);
});

test('header and buttons have variables of their own [BEY-170]', () => {
  const template = { header: 'Pedido {{1}}', body: '{{1}}', variables: ['header.1', '1', 'button.0'] };
  expect(filledPart(template, 'header', ['H', 'B', 'rastreio'])).toBe('Pedido H');
  expect([0, 1, 2].map((index) => variablePart(template, index))).toEqual(['header', 'body', 'button']);
  expect([0, 1, 2].map((index) => variableName(template, index))).toEqual(['1', '1', '1']);
});

test('line breaks and runs of spaces of a value are one space [BEY-170]', () => {
  expect(oneLine(' Souza\nSilva\t\t2 ')).toBe('Souza Silva 2');
  expect(pastedValue({ value: 'Ana !', start: 4, end: 4 }, 'Souza\nSilva')).toBe('Ana Souza Silva!');
});

test('templates are found by name and text, without regard to case and accents', () => {
  const templates = [
    { name: 'cobranca', body: 'Seu boleto' },
    { name: 'saudacao', body: 'Olá, cobrança nova' },
    { name: 'outro', body: 'Nada' },
  ];
  expect(foundTemplates(templates, ' COBRANÇA ').map(({ name }) => name)).toEqual(['cobranca', 'saudacao']);
  expect(foundTemplates(templates, '')).toHaveLength(3);
});

test.each([
  [{ header: '', body: 'Olá, {{1}}!\nSeu contrato vence.', variables: ['nome'] }, 'Olá, [nome]!'],
  [{ header: '', body: '\n \n  Bom   dia', variables: [] }, 'Bom dia'],
  [{ header: '', body: '', variables: [] }, ''],
])('the first line of %o is "%s"', (template, expected) => {
  expect(firstLine(template)).toBe(expected);
});

test('a template is found by its name as people read it', () => {
  const template = { name: 'renovacao_de_contrato', body: 'Olá' };
  expect(foundTemplates([template], 'renovação de contr')).toEqual([template]);
});

test.each([
  { variables: ['nome', '2', 'primeiro_nome'], customer: 'Ana Souza', values: ['Ana Souza', '', 'Ana'] },
  { variables: ['header.Customer', 'button.0', 'FULLNAME'], customer: ' Ana ', values: ['Ana', '', 'Ana'] },
  { variables: ['nome_da_empresa', 'first-name', ''], customer: 'Ana Souza', values: ['', 'Ana', ''] },
  { variables: ['nome', 'primeiro nome'], customer: undefined, values: ['', ''] },
])('the variables $variables of a template begin with the name of the customer $customer', (expected) => {
  expect(firstValues({ variables: expected.variables }, expected.customer)).toEqual(expected.values);
});
