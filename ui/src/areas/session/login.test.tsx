// The sign-in form: required fields, submitted values, messages.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { LoginScreen, type LoginScreenProps } from './LoginScreen';

beforeEach(() => startI18n('pt-BR'));

function show(props: Partial<LoginScreenProps> = {}) {
  const onSubmit = vi.fn();
  const onLanguageChange = vi.fn();
  render(
    <TooltipProvider>
      <LoginScreen
        pending={false}
        soundTest={{ blocked: false, onTest: () => undefined }}
        language="pt-BR"
        onLanguageChange={onLanguageChange}
        onSubmit={onSubmit}
        {...props}
      />
    </TooltipProvider>,
  );
  return { onSubmit, onLanguageChange };
}

test('an empty required field shows its message and nothing is submitted [SHELL-027] [SHELL-028]', async () => {
  const { onSubmit } = show();
  await userEvent.type(screen.getByLabelText('Usuário'), 'ana');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(screen.getByLabelText('Senha')).toHaveAccessibleDescription('Esse campo é obrigatório');
  expect(screen.getByLabelText('Senha')).toHaveFocus();
  expect(screen.getByLabelText('Usuário')).not.toHaveAttribute('aria-invalid');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('Enter submits the typed values; the user is trimmed, the password is not', async () => {
  const { onSubmit } = show();
  await userEvent.type(screen.getByLabelText('Usuário'), ' ana ');
  await userEvent.type(screen.getByLabelText('Senha'), ' segredo {Enter}');
  expect(onSubmit.mock.calls).toEqual([['ana', ' segredo ']]);
});

test('a pending sign-in is not submitted twice', async () => {
  const { onSubmit } = show({ pending: true, initialLogin: 'ana' });
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the password can be shown and hidden', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar senha' }));
  expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password');
});

test('an error takes precedence over a notice', () => {
  show({ error: 'Usuário ou senha inválidos', notice: 'Sessão expirada.' });
  expect(screen.getByRole('alert')).toHaveTextContent('Usuário ou senha inválidos');
  expect(screen.queryByText('Sessão expirada.')).not.toBeInTheDocument();
});

test('the footer shows the version and both languages', async () => {
  const { onLanguageChange } = show();
  expect(screen.getByText('Versão 5.0.575')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(onLanguageChange).toHaveBeenCalledWith('en');
});
