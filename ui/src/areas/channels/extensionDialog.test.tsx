// The dialog for the extension of the voice channel.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ExtensionDialog, type ExtensionDialogProps } from './ExtensionDialog';

beforeEach(() => startI18n('pt-BR'));

function show(props: Partial<ExtensionDialogProps> = {}) {
  const calls = { onConnect: vi.fn(), onClose: vi.fn() };
  const view = (further: Partial<ExtensionDialogProps>) => (
    <TooltipProvider>
      <ExtensionDialog open last="" pending={false} {...calls} {...further} />
    </TooltipProvider>
  );
  const { rerender } = render(view(props));
  return { ...calls, change: (further: Partial<ExtensionDialogProps>) => rerender(view(further)) };
}

test('the agent enters the extension, or takes the last one [SHELL-019]', async () => {
  const { onConnect, onClose, change } = show({ last: '1001' });
  expect(screen.getByRole('dialog', { name: 'Conectar Voz' })).toBeInTheDocument();
  const field = screen.getByRole('textbox', { name: 'Ramal' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('1001');
  await userEvent.clear(field);
  await userEvent.type(field, '2002{Enter}');
  expect(onConnect.mock.calls).toEqual([['2002']]);
  change({ error: 'O ramal tem só números' });
  expect(field).toHaveAccessibleDescription(/O ramal tem só números/);
  change({ pending: true });
  await userEvent.type(field, '{Enter}');
  expect(onConnect).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
