// The cells of the lists of contacts and companies.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { TagsCell } from './RowParts';

beforeEach(() => startI18n('pt-BR'));

test.each<[tags: ReadonlyArray<string>, most: number, shown: ReadonlyArray<string>, others: string]>([
  [['VIP', 'Suporte N2'], 2, ['VIP', 'Suporte N2'], ''],
  [['VIP', 'Saúde', 'Fibra'], 2, ['VIP', 'Saúde'], '+1'],
  [['Fibra', 'Varejo', 'VIP'], 2, ['Fibra'], '+2'],
  [['Renovação', 'Indicação'], 2, ['Renovação'], '+1'],
  [['VIP', 'Saúde'], 1, ['VIP'], '+1'],
  [['Um nome muito longo de etiqueta'], 2, ['Um nome muito longo de etiqueta'], ''],
])('of the tags %j the cell shows whole ones and the number of the others', (names, most, shown, others) => {
  const tags = names.map((name, index) => ({ id: `${index}`, name, color: '#1d57c2' }));
  const { container } = render(<TagsCell tags={tags as never} most={most} />);
  for (const name of names) expect(screen.queryAllByText(name)).toHaveLength(shown.includes(name) ? 1 : 0);
  expect(container.querySelector('[aria-hidden="true"]:not(i)')?.textContent ?? '').toBe(others);
});

test('without tags the cell has a dash, as every empty cell of contacts and companies', () => {
  const { container } = render(<TagsCell tags={[]} />);
  expect(container).toHaveTextContent(/^-$/);
});
