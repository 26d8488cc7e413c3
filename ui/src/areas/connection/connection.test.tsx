// Tests of the dialogs, the pages and the panel of the connection.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ConnectionMeter } from './ConnectionMeter';
import { LostConnectionPage } from './ConnectionPages';
import { ConnectionProblemDialog } from './ConnectionProblemDialog';
import { ReconnectingDialog } from './ReconnectingDialog';

beforeEach(() => startI18n('pt-BR'));

test.each([
  ['internet', 'Sem acesso à internet'],
  ['backend', 'O servidor não responde'],
  ['voiceMedia', 'A voz não está funcionando'],
  ['device', 'Microfone ou fone desconectado'],
  [undefined, 'Problema de conexão'],
] as const)('the dialog of a problem of %s has the title "%s" [SHELL-018]', (problem, title) => {
  render(<ConnectionProblemDialog open problem={problem} rows={[]} onRetry={vi.fn()} onGiveUp={vi.fn()} />);
  expect(screen.getByRole('alertdialog', { name: title })).toBeInTheDocument();
});

test('the dialog of a lost device names the device and what to do, and has a button to try again [SHELL-020]', async () => {
  const onRetry = vi.fn();
  const rows = [{ link: 'device', state: 'lost' }] as const;
  render(<ConnectionProblemDialog open problem="device" rows={[...rows]} onRetry={onRetry} onGiveUp={vi.fn()} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Microfone ou fone desconectado' });
  expect(dialog).toHaveTextContent('O áudio parou. Conecte o aparelho e tente de novo.');
  expect(screen.getByRole('listitem')).toHaveTextContent('Microfone e foneSem conexão');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test.each([
  ['missing', 'Microfone ou fone desconectado', /Conecte o aparelho: ele volta a ser usado/],
  ['refused', 'O microfone está bloqueado', /Permita o microfone nas configurações do navegador/],
  ['inUse', 'O microfone está em uso', /Feche outros programas/],
] as const)(
  'the dialog of a device that is %s has the title "%s" and says what to do [RTC-014]',
  (device, title, text) => {
    render(
      <ConnectionProblemDialog open problem="device" device={device} rows={[]} onRetry={vi.fn()} onGiveUp={vi.fn()} />,
    );
    expect(screen.getByRole('alertdialog', { name: title })).toHaveTextContent(text);
  },
);

test.each([
  ['pt-BR', 'Reconectando a voz', /A conexão de voz caiu.*2 tentativas de reconectar a voz/, 'Tentar agora'],
  ['en', 'Reconnecting voice', /The voice connection was lost.*2 attempts to reconnect voice/, 'Try now'],
] as const)(
  'given only voice is lost (%s), the reconnecting dialog names voice, counts attempts and tries again [CON-033]',
  async (language, title, text, retry) => {
    await startI18n(language);
    const onRetry = vi.fn();
    const props = { open: true, rows: [], retryAt: null, onRetry, onClose: vi.fn() };
    const { rerender } = render(<ReconnectingDialog {...props} voice={{ attempts: 2, pending: false }} />, {
      wrapper: TooltipProvider,
    });
    expect(screen.getByRole('dialog', { name: title })).toHaveTextContent(text);
    await userEvent.click(screen.getByRole('button', { name: retry }));
    rerender(<ReconnectingDialog {...props} voice={{ attempts: 2, pending: true }} />);
    expect(screen.getByRole('button', { name: retry })).toHaveAttribute('aria-busy', 'true');
    expect(onRetry).toHaveBeenCalledTimes(1);
  },
);

test('the connection dialog has a row for each connection and two buttons, and Esc does not close it', async () => {
  const calls = { onRetry: vi.fn(), onGiveUp: vi.fn() };
  render(
    <ConnectionProblemDialog
      open
      problem="backend"
      rows={[
        { link: 'internet', state: 'ok' },
        { link: 'server', state: 'lost', attempts: 5 },
      ]}
      {...calls}
    />,
  );
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'InternetEstável',
    'ServidorSem conexão · 5 tentativas',
  ]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  expect([calls.onRetry.mock.calls.length, calls.onGiveUp.mock.calls.length]).toEqual([0, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sair da espera' }));
  expect([calls.onRetry.mock.calls.length, calls.onGiveUp.mock.calls.length]).toEqual([1, 1]);
});

test('the panel shows each link, the latency and the last reconcile [BEY-010]', async () => {
  render(
    <TooltipProvider>
      <ConnectionMeter
        links={[
          { link: 'internet', state: 'ok' },
          { link: 'product', state: 'ok', latencyMs: 17.6 },
        ]}
        updatedAt={new Date(2026, 10, 20, 14, 4, 32).getTime()}
      />
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Conexão: ótima' }));
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    'InternetEstável',
    'SessãoEstável · 18 ms',
  ]);
  expect(screen.getByText('Atualizado às 14:04:32')).toBeInTheDocument();
});

test('the reconnecting dialog counts down, offers to retry now and closes [SHELL-017]', async () => {
  const calls = { onRetry: vi.fn(), onClose: vi.fn() };
  const rows = [
    { link: 'internet', state: 'ok' },
    { link: 'server', state: 'lost' },
  ] as const;
  const { rerender } = render(<ReconnectingDialog open rows={rows} retryAt={Date.now() + 4_500} {...calls} />, {
    wrapper: TooltipProvider,
  });
  expect(screen.getByRole('dialog', { name: 'Reconectando' })).toBeInTheDocument();
  expect(screen.getByRole('timer')).toHaveTextContent('Nova tentativa em 5 segundos');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'InternetEstável',
    'ServidorSem conexão',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar agora' }));
  rerender(<ReconnectingDialog open rows={rows} retryAt={null} {...calls} />);
  expect(screen.getByText('Tentando agora…')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect([calls.onRetry.mock.calls.length, calls.onClose.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  [4_200, 'Nova tentativa em 5 segundos'],
  [600, 'Nova tentativa em 1 segundo'],
  [-3_000, 'Nova tentativa em 0 segundo'],
])('the page of a lost connection shows the time until the next attempt: %s ms', (inMs, text) => {
  render(<LostConnectionPage retryAt={Date.now() + inMs} pending={false} onRetry={vi.fn()} />);
  expect(screen.getByRole('timer')).toHaveTextContent(text);
});
