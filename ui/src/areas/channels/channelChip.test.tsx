// Tests of the chip of a channel: a word and a shape for each status, and the menu with the allowed actions.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { statusLook, type ChannelStatus } from './channels';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ChannelChip, type ChannelChipProps } from './ChannelChip';

beforeEach(() => startI18n('pt-BR'));

function show(props: Partial<ChannelChipProps>) {
  const calls = { onConnect: vi.fn(), onDisconnect: vi.fn() };
  render(
    <ChannelChip
      channel="chat"
      status="available"
      since={null}
      pending={false}
      canConnect={false}
      canDisconnect={false}
      {...calls}
      {...props}
    />,
    { wrapper: TooltipProvider },
  );
  return calls;
}

test.each<[ChannelStatus, string]>([
  ['available', 'Chat: Disponível'],
  ['inAttendance', 'Chat: Em atendimento'],
  ['wrapUp', 'Chat: Pós-atendimento'],
  ['paused', 'Chat: Em pausa'],
  ['scheduledPause', 'Chat: Pausa agendada'],
  ['disconnected', 'Chat: Desconectado'],
  ['processing', 'Chat: Processando…'],
  ['checking', 'Chat: Verificando…'],
  ['lost', 'Chat: Conexão perdida'],
])('a chip of the status %s is named "%s"', (status, label) => {
  show({ status });
  expect(screen.getByRole('button', { name: label })).toBeInTheDocument();
});

test('each status has its own shape, so that color is not the only difference', () => {
  const shapes = Object.values(statusLook).map((look) => look.shape);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('the timer counts from the start of the status', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 14, 4, 32) });
  try {
    show({ since: new Date(2026, 10, 20, 14, 0, 0).getTime() });
    expect(screen.getByRole('timer')).toHaveTextContent('00:04:32');
    vi.advanceTimersByTime(2000);
    expect(screen.getByRole('timer')).toHaveTextContent('00:04:34');
  } finally {
    vi.useRealTimers();
  }
});

test('a disconnected channel can be connected from its menu', async () => {
  const { onConnect } = show({ status: 'disconnected', canConnect: true });
  await userEvent.click(screen.getByRole('button'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Conectar' }));
  expect(onConnect).toHaveBeenCalledOnce();
});

test('given a channel that cannot be disconnected now, its menu does not offer it', async () => {
  show({ status: 'processing', canDisconnect: false });
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('menu')).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: /Desconectar/ })).not.toBeInTheDocument();
});

test.each([
  [1, '1 cliente na fila'],
  [3, '3 clientes na fila'],
])('the tooltip of a chip says how many customers wait in the queue: %d', async (onHold, words) => {
  show({ onHold });
  await userEvent.hover(screen.getByRole('button', { name: `Chat: Disponível, ${words}` }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent(`Chat: Disponível, ${words}`);
});
