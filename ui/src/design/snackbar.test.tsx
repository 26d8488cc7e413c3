// The snackbars: at most three, the length of their text, and when their timer is held.
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n';
import { SnackbarRegion, type SnackbarNotice } from './Snackbar';
import { TooltipProvider } from './Tooltip';

beforeEach(() => startI18n('pt-BR'));

const notice = (id: string, body: string): SnackbarNotice => ({ id, type: 'info', body });

function show(notices: ReadonlyArray<SnackbarNotice>) {
  const calls = { onClose: vi.fn(), onShown: vi.fn(), onHoldChange: vi.fn() };
  render(
    <TooltipProvider>
      <SnackbarRegion notices={notices} {...calls} />
    </TooltipProvider>,
  );
  return calls;
}

test('three snackbars are shown, the newest on top, and each reports the length of its text [SHELL-026]', () => {
  const { onShown } = show([notice('4', 'quatro'), notice('3', 'três'), notice('2', 'dois'), notice('1', 'um')]);
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(['quatro', 'três', 'dois']);
  expect(onShown.mock.calls).toEqual([
    ['4', 6],
    ['3', 4],
    ['2', 4],
  ]);
});

test('a snackbar without a body reports the length of its title', () => {
  const { onShown } = show([{ id: '1', type: 'error', title: 'Título' }]);
  expect(onShown).toHaveBeenCalledWith('1', 6);
});

test('the timer is held while the pointer or the focus is on the region', () => {
  const { onHoldChange } = show([notice('1', 'um')]);
  const region = screen.getByRole('region', { name: 'Avisos' });
  fireEvent.pointerEnter(region);
  fireEvent.focus(screen.getByRole('button', { name: 'Fechar aviso' }));
  fireEvent.pointerLeave(region);
  expect(onHoldChange.mock.calls).toEqual([[true]]);
  fireEvent.blur(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(onHoldChange.mock.calls).toEqual([[true], [false]]);
});

test('Esc closes the snackbar that has the focus', async () => {
  const { onClose } = show([notice('2', 'dois'), notice('1', 'um')]);
  const second = screen.getAllByRole('button', { name: 'Fechar aviso' })[1];
  second?.focus();
  await userEvent.keyboard('{Tab}a');
  second?.focus();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose.mock.calls).toEqual([['1']]);
});
