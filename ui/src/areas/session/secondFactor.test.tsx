// The screens of a second factor. The core decides which step and which errors are shown.
import { ResizeObserver } from '@juggle/resize-observer';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { factorStates } from '../../gallery/factorSamples';
import { loadWords, startI18n } from '../../i18n';
import { SecondFactorDialog } from './SecondFactorDialog';
import { SecondFactorScreen } from './SecondFactorScreen';

beforeEach(async () => {
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  await startI18n('pt-BR');
  await loadWords('secondFactor', 'password');
});

function stateOf(name: string) {
  const view = factorStates[name];
  if (view === undefined) throw new Error(`no state ${name}`);
  return view;
}

function showScreen(name: string) {
  const intend = vi.fn();
  const { rerender } = render(
    <TooltipProvider>
      <SecondFactorScreen view={stateOf(name)} intend={intend} onLanguageChange={vi.fn()} />
    </TooltipProvider>,
  );
  const becomes = (next: string): void =>
    rerender(
      <TooltipProvider>
        <SecondFactorScreen view={stateOf(next)} intend={intend} onLanguageChange={vi.fn()} />
      </TooltipProvider>,
    );
  return { intend, becomes };
}

function showDialog(name: string) {
  const intend = vi.fn();
  render(
    <TooltipProvider>
      <SecondFactorDialog view={stateOf(name)} intend={intend} onClose={vi.fn()} />
    </TooltipProvider>,
  );
  return intend;
}

test('the field for a code of the app has the focus, a keyboard of digits on a telephone, and autofill of one-time codes', () => {
  showScreen('code');
  const field = screen.getByLabelText('Código do aplicativo');
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Digite o código');
});

test('Enter sends the code; a refused one is described, and typing replaces it', async () => {
  const { intend, becomes } = showScreen('code');
  await userEvent.type(screen.getByLabelText('Código do aplicativo'), '123456{Enter}');
  expect(intend.mock.calls).toEqual([[{ area: 'session', type: 'giveCode', code: '123456' }]]);
  becomes('codePending');
  becomes('codeWrong');
  const field = screen.getByLabelText('Código do aplicativo');
  expect(field).toHaveAccessibleDescription('Código incorreto. Confira o código e a hora do telefone.');
  expect(field).toHaveFocus();
  await userEvent.keyboard('654321');
  expect(field).toHaveValue('654321');
});

test('the agent changes to a recovery code and goes back to the password', async () => {
  const { intend, becomes } = showScreen('code');
  await userEvent.click(screen.getByRole('button', { name: 'Usar um código de recuperação' }));
  becomes('recovery');
  const field = screen.getByLabelText('Código de recuperação');
  expect(field).toHaveAttribute('inputmode', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Voltar para a senha' }));
  expect(intend.mock.calls.map(([intent]) => (intent as { type: string }).type)).toEqual([
    'changeCodeKind',
    'leaveSecondFactor',
  ]);
});

test('the set-up shows a picture for the camera, and the same secret as text in groups', () => {
  showScreen('setUp');
  expect(screen.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeInTheDocument();
  expect(screen.getByTestId('app-secret')).toHaveTextContent('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
});

test('the recovery codes are listed, downloaded as text, and confirmed by the agent before the set-up continues', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:codes';
  };
  const { intend } = showScreen('codes');
  const list = screen.getByRole('list', { name: 'Códigos de recuperação' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Baixar' }));
  expect(saved).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Guarde os códigos e marque a caixa para continuar.');
  expect(intend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Guardei os códigos em um lugar seguro' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(intend.mock.calls).toEqual([[{ area: 'session', type: 'keepRecoveryCodes' }]]);
});

test('the page is marked for printing only while the print dialog of the browser is open', async () => {
  let marked: string | null = null;
  window.print = () => {
    marked = document.documentElement.getAttribute('data-printing');
  };
  showScreen('codes');
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }));
  expect(marked).toBe('codes');
  expect(document.documentElement).not.toHaveAttribute('data-printing');
});

test('an agent without a factor turns it on with the password', async () => {
  const intend = showDialog('off');
  await userEvent.type(screen.getByLabelText('Senha atual'), 'agente123');
  await userEvent.click(screen.getByRole('button', { name: 'Ativar' }));
  expect(intend.mock.calls).toEqual([[{ area: 'session', type: 'setUpSecondFactor', password: 'agente123' }]]);
});

test('an agent with a factor reads how many codes are left and turns it off with password and code', async () => {
  const intend = showDialog('on');
  expect(screen.getByText(/Restam 9 códigos de recuperação/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Senha atual'), 'agente123');
  await userEvent.type(screen.getByLabelText('Código do aplicativo ou de recuperação'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Desativar' }));
  expect(intend.mock.calls).toEqual([
    [{ area: 'session', type: 'removeSecondFactor', password: 'agente123', code: '123456' }],
  ]);
});

test('new recovery codes are requested with password and code, also if the factor is required', async () => {
  for (const name of ['on', 'required']) {
    const intend = showDialog(name);
    expect(screen.getByText(/Os antigos deixam de valer/)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Senha atual'), 'agente123');
    await userEvent.type(screen.getByLabelText('Código do aplicativo ou de recuperação'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Novos códigos de recuperação' }));
    expect(intend.mock.calls).toEqual([
      [{ area: 'session', type: 'renewRecoveryCodes', password: 'agente123', code: '123456' }],
    ]);
    cleanup();
  }
});

test('a factor that the org unit requires cannot be turned off', () => {
  showDialog('required');
  expect(screen.queryByRole('button', { name: 'Desativar' })).not.toBeInTheDocument();
  expect(screen.getByText(/Sua operação exige a verificação/)).toBeInTheDocument();
});
