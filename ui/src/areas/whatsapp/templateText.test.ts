// The text of a template with values, without them, and with marks that are no variables.
import { expect, test } from 'vitest';
import { filledBody, foundTemplates, variableName } from './templateText';

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

test('templates are found by name and text, without regard to case and accents', () => {
  const templates = [
    { name: 'cobranca', body: 'Seu boleto' },
    { name: 'saudacao', body: 'Olá, cobrança nova' },
    { name: 'outro', body: 'Nada' },
  ];
  expect(foundTemplates(templates, ' COBRANÇA ').map(({ name }) => name)).toEqual(['cobranca', 'saudacao']);
  expect(foundTemplates(templates, '')).toHaveLength(3);
});
