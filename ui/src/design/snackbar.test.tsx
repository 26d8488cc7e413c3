// The snackbar: one at a time, the length of its text, and when its timer is held.
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
  const region = (shown: ReadonlyArray<SnackbarNotice>) => (
    <TooltipProvider>
      <SnackbarRegion notices={shown} {...calls} />
    </TooltipProvider>
  );
  const { rerender } = render(region(notices));
  return { ...calls, change: (next: ReadonlyArray<SnackbarNotice>) => rerender(region(next)) };
}

test('of several snackbars only the newest is shown with their number, and after it the next one [SHELL-026]', () => {
  const { onShown, change } = show([notice('3', 'três'), notice('2', 'dois'), notice('1', 'um')]);
  const region = screen.getByRole('region', { name: 'Avisos' });
  expect(screen.getByRole('status').textContent).toBe('três');
  expect(region).toHaveTextContent('1 de 3');
  expect(onShown.mock.calls).toEqual([['3', 4]]);
  change([notice('2', 'dois'), notice('1', 'um')]);
  expect(screen.getByRole('status').textContent).toBe('dois');
  change([notice('1', 'um')]);
  expect(region).not.toHaveTextContent(/ de /);
  expect(onShown.mock.calls).toEqual([
    ['3', 4],
    ['2', 4],
    ['1', 2],
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
  const close = screen.getByRole('button', { name: 'Fechar aviso' });
  close.focus();
  await userEvent.keyboard('{Tab}a');
  close.focus();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose.mock.calls).toEqual([['2']]);
});

test('a touch shows the whole text of a snackbar that the top bar shortens', () => {
  show([notice('1', 'um')]);
  const snackbar = screen.getByRole('status').parentElement;
  expect(snackbar).not.toHaveAttribute('data-unfolded');
  fireEvent.pointerDown(screen.getByRole('status'));
  expect(snackbar).toHaveAttribute('data-unfolded', 'true');
});
