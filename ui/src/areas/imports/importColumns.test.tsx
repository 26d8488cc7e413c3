// Tests of the column table: columns without data, and the table while an import runs.
import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chosenImport } from '../../gallery/importSamples';
import { startI18n } from '../../i18n';
import { ImportColumns } from './ImportColumns';
import { ImportProgress } from './ImportProgress';

beforeEach(() => startI18n('pt-BR'));

test('a column without values shows dashes, and a column without a heading its number', () => {
  const columns = [
    { heading: 'Plano', field: '', sample: ['', ' '] },
    { heading: '', field: '', sample: ['', 'Fibra 500'] },
  ];
  render(
    <ImportColumns
      view={{ ...chosenImport, columns }}
      missing={undefined}
      labelOf={(field) => field}
      onMap={() => undefined}
    />,
  );
  const rows = screen.getAllByRole('row').slice(1);
  const texts = rows.map((row) => [
    within(row).getByRole('rowheader').textContent,
    within(row).getAllByRole('cell')[0]?.textContent,
  ]);
  expect(texts).toEqual([
    ['Plano-', '-'],
    ['Coluna 2Fibra 500', 'Fibra 500'],
  ]);
});

test.each([
  ['sending', 'Enviando as linhas'],
  ['applying', 'Gravando os contatos'],
  ['removing', 'Desfazendo a importação'],
  ['failed', 'Parada'],
] as const)('while the step of the import is %s, the status names the step', (step, text) => {
  render(<ImportProgress view={{ ...chosenImport, step, percent: 40 }} />);
  expect(screen.getByRole('status')).toHaveTextContent(text);
});
