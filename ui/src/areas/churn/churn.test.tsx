// Tests of the churn card: band by colour and word, reasons, and the removal with its counted justification.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChurnView, RiskRemovalView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ChurnCard } from './ChurnCard';
import { useChurn } from './useChurn';

beforeEach(() => startI18n('pt-BR'));

const risk: ChurnView = {
  percent: 72,
  band: 'high',
  updatedAt: undefined,
  justification: '',
  factors: [],
  form: undefined,
};
const form: RiskRemovalView = { length: 0, shortest: 50, longest: 2000, pending: false, error: undefined };

function card(churn: ChurnView, actions = { onOpenChange: vi.fn(), onType: vi.fn(), onRemove: vi.fn() }) {
  const element = (view: ChurnView) => (
    <TooltipProvider>
      <ChurnCard churn={view} removal={actions} />
    </TooltipProvider>
  );
  const { rerender } = render(element(churn));
  return { actions, update: (view: ChurnView) => rerender(element(view)) };
}

test.each([
  [39, 'low', 'Baixo'],
  [40, 'medium', 'Médio'],
  [70, 'medium', 'Médio'],
  [71, 'high', 'Alto'],
] as const)('given %d%%, then the band %s is shown by a word and in the label of the bar', (percent, band, word) => {
  card({ ...risk, percent, band });
  expect(screen.getByText(word)).toBeInTheDocument();
  const bar = screen.getByRole('img', { name: `Risco de churn ${percent}%, ${word.toLowerCase()}` });
  expect(bar).toHaveAttribute('data-band', band);
});

test('[BEY-157] beside a conversation the card has percentage, band and main reason, and removes the risk', async () => {
  const actions = { onOpenChange: vi.fn(), onType: vi.fn(), onRemove: vi.fn() };
  const factors = [
    { reason: 'contrato vence em 12 dias', count: 0, percent: 38 },
    { reason: 'outra', count: 0, percent: 21 },
  ];
  render(<ChurnCard churn={{ ...risk, factors }} removal={actions} compact />, { wrapper: TooltipProvider });
  expect(screen.getByText('72%')).toBeInTheDocument();
  expect(screen.getByText('contrato vence em 12 dias').parentElement).toHaveTextContent(
    /^Alto · contrato vence em 12 dias$/,
  );
  expect(screen.queryByText('outra')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remover risco' }));
  expect(actions.onOpenChange).toHaveBeenCalledWith(true);
});

test.each([true, false])('[BEY-157] a risk of 0 %% cannot be removed (compact: %s)', (compact) => {
  const actions = { onOpenChange: vi.fn(), onType: vi.fn(), onRemove: vi.fn() };
  render(<ChurnCard churn={{ ...risk, percent: 0, band: 'low' }} removal={actions} compact={compact} />, {
    wrapper: TooltipProvider,
  });
  expect(screen.queryByRole('button')).toBeNull();
});

test('a risk card without actions offers no removal', () => {
  const churn = { ...risk, form };
  const { rerender } = render(<ChurnCard churn={churn} removal={undefined} />, { wrapper: TooltipProvider });
  expect(screen.queryAllByRole('button')).toEqual([]);
  const actions = { onOpenChange: vi.fn(), onType: vi.fn(), onRemove: vi.fn() };
  rerender(<ChurnCard churn={churn} removal={actions} />);
  expect(screen.queryAllByRole('button')).not.toEqual([]);
});

test('the percentage and its reasons are shown, and a reason that an external service wrote unchanged [ORG-001] [ORG-005]', () => {
  card({
    ...risk,
    factors: [
      { reason: 'unansweredAttendances', count: 3, percent: 21 },
      { reason: 'Contrato vence em 12 dias', count: 0, percent: 13 },
    ],
  });
  expect(screen.getByText('72%')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3 atendimentos sem resposta21%',
    'Contrato vence em 12 dias13%',
  ]);
});

test('the risk is loaded for the contact, and without a risk nothing is shown', () => {
  const core = new FakeCore();
  function Part() {
    const churn = useChurn('contact', '9');
    return churn === undefined ? <p>nothing</p> : <ChurnCard churn={churn} removal={undefined} />;
  }
  render(
    <CoreProvider core={core}>
      <Part />
    </CoreProvider>,
  );
  expect(core.intents).toEqual([{ area: 'churn', type: 'loadChurn', kind: 'contact', id: '9' }]);
  expect(screen.getByText('nothing')).toBeInTheDocument();
  act(() => core.set('churnOf:contact/9', risk));
  expect(screen.getByText('72%')).toBeInTheDocument();
});

test('a justification with fewer than 50 characters cannot be sent, one with 50 can [ORG-002]', async () => {
  const { actions, update } = card({ ...risk, form });
  const field = screen.getByRole('textbox', { name: 'Justificativa' });
  await userEvent.type(field, 'Renovou.');
  expect(actions.onType).toHaveBeenLastCalledWith('Renovou.');
  update({ ...risk, form: { ...form, length: 49 } });
  expect(screen.getByText('Falta 1 caractere')).toBeInTheDocument();
  expect(screen.getByText('49/50')).toBeInTheDocument();
  const confirm = () => screen.getAllByRole('button', { name: 'Remover risco' }).at(-1) as HTMLElement;
  await userEvent.click(confirm());
  expect(actions.onRemove).not.toHaveBeenCalled();
  update({ ...risk, form: { ...form, length: 50 } });
  expect(screen.queryByText(/Falta/)).not.toBeInTheDocument();
  await userEvent.click(confirm());
  expect(actions.onRemove).toHaveBeenCalledWith('Renovou.');
});

test('after a failed removal of the risk the text stays and the reason is shown at the field', async () => {
  const { update } = card({ ...risk, form: { ...form, length: 60 } });
  await userEvent.type(screen.getByRole('textbox'), 'Cliente renovou');
  update({ ...risk, form: { ...form, length: 60, error: { key: 'churn.removeFailed' } as RiskRemovalView['error'] } });
  expect(screen.getByRole('textbox')).toHaveValue('Cliente renovou');
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Não foi possível remover o risco. Tente de novo.');
});

test('the card of a removed risk shows the justification and no button to remove it', () => {
  card({ ...risk, percent: undefined, band: undefined, justification: 'Renovou por 24 meses' });
  expect(screen.getByText('Risco removido')).toBeInTheDocument();
  expect(screen.getByText('Renovou por 24 meses')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
