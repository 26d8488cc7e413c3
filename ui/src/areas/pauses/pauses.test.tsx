// The pause dialog, the alert and the pause bar: what they show and which intents they send.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { changeLanguage, startI18n } from '../../i18n';
import { PauseAlertDialog } from './PauseAlertDialog';
import { PauseBar, PauseBarContainer, type PauseBarProps } from './PauseBar';
import { PauseDialog, type PauseDialogProps } from './PauseDialog';

beforeEach(() => startI18n('pt-BR'));

const channels: PauseDialogProps['channels'] = [
  { channel: 'voice', blocked: 'notConnected', openJobs: 0, pending: false },
  { channel: 'whatsapp', openJobs: 5, pending: false },
  { channel: 'chat', openJobs: 0, pending: false },
];
const reasons: PauseDialogProps['reasons'] = [
  { id: '1', name: 'Almoço', channels: ['voice', 'whatsapp', 'chat'], maxDurationSeconds: 3600 },
  { id: '2', name: 'Plantão', channels: ['chat'], maxDurationSeconds: 0 },
];

function show(props: Partial<PauseDialogProps> = {}) {
  const calls = { onPause: vi.fn(), onClose: vi.fn(), onRetry: vi.fn() };
  render(
    <TooltipProvider>
      <PauseDialog open state="ready" channels={channels} reasons={reasons} {...calls} {...props} />
    </TooltipProvider>,
  );
  return calls;
}

test('the general dialog pauses all ticked channels, and only connected ones can be ticked [PAU-005]', async () => {
  const { onPause } = show();
  const dialog = screen.getByRole('dialog', { name: 'Pausar canais' });
  expect(dialog).toHaveAccessibleDescription('Escolha os canais e o motivo.');
  expect(screen.getByRole('checkbox', { name: 'Voz' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Voz' }));
  await userEvent.click(screen.getByRole('radio', { name: /Almoço/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Pausar agora' }));
  expect(onPause).toHaveBeenLastCalledWith(['whatsapp', 'chat'], '1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'WhatsApp' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pausar agora' }));
  expect(onPause).toHaveBeenLastCalledWith(['chat'], '1');
});

test('the dialog of one channel pauses that channel', async () => {
  const { onPause } = show({ only: 'chat' });
  expect(screen.getByRole('dialog', { name: 'Pausar Chat' })).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Plantão' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pausar agora' }));
  expect(onPause).toHaveBeenCalledWith(['chat'], '2');
});

test('a reason that does not apply to every ticked channel is not offered, and its limit is shown', () => {
  show();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByRole('radio', { name: /Almoço/ })).toHaveTextContent('até 60 minutos');
});

test.each([
  [0.5, 'até 1 minuto', 'up to 1 minute'],
  [60, 'até 60 minutos', 'up to 60 minutes'],
  [61, 'até 1 h 1 min', 'up to 1 h 1 min'],
  [90, 'até 1 h 30 min', 'up to 1 h 30 min'],
  [120, 'até 2 h', 'up to 2 h'],
  [1440, 'até 24 h', 'up to 24 h'],
])('a pause of %s minutes is shown as "%s"', async (minutes, portuguese, english) => {
  show({ reasons: [{ id: '1', name: 'Plantão', channels: ['whatsapp', 'chat'], maxDurationSeconds: minutes * 60 }] });
  expect(screen.getByRole('radio')).toHaveTextContent(portuguese);
  await act(() => changeLanguage('en'));
  expect(screen.getByRole('radio')).toHaveTextContent(english);
});

test('given open attendances, the dialog says when the pause will begin, and which one after the choice', async () => {
  show({ only: 'whatsapp' });
  expect(screen.getByText('WhatsApp: a pausa começa quando 5 atendimentos terminarem.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /Almoço/ }));
  expect(screen.getByText('WhatsApp: a pausa Almoço começa quando 5 atendimentos terminarem.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Agendar pausa' })).toBeInTheDocument();
});

test('without a reason the pause is not requested', async () => {
  const { onPause } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Pausar agora' }));
  expect(onPause).not.toHaveBeenCalled();
});

test('while the request of a pause is pending, no other one is sent', async () => {
  const { onPause } = show({ only: 'chat', channels: channels.map((channel) => ({ ...channel, pending: true })) });
  await userEvent.click(screen.getByRole('radio', { name: 'Plantão' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pausar agora' }));
  expect(onPause).not.toHaveBeenCalled();
});

test('pause reasons that could not be loaded can be requested again', async () => {
  const { onRetry } = show({ state: 'failed' });
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('given no pause reasons, the dialog says so', () => {
  show({ reasons: [] });
  expect(screen.getByText('Nenhum motivo de pausa disponível')).toBeInTheDocument();
});

test('the alert of an exceeded pause shows the pause, its limit, the excess and both buttons', async () => {
  const calls = { onLeave: vi.fn(), onStay: vi.fn() };
  vi.useFakeTimers({ now: 10_000_000, toFake: ['Date'] });
  render(
    <PauseAlertDialog
      open
      pauses={[{ channel: 'chat', pause: 'Café', since: 10_000_000 - 962_000, maxDurationSeconds: 900 }]}
      pending={false}
      {...calls}
    />,
  );
  const dialog = screen.getByRole('alertdialog', { name: 'A pausa passou do tempo' });
  expect(dialog).toHaveAccessibleDescription('Chat: o limite da pausa Café é de 15 minutos.');
  expect(screen.getByRole('timer')).toHaveTextContent('00:01:02');
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Sair da pausa' }));
  expect(calls.onLeave).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Continuar em pausa' }));
  expect(calls.onStay).toHaveBeenCalledTimes(2);
});

function showBar(props: Partial<PauseBarProps>) {
  const calls = { onPause: vi.fn(), onLeave: vi.fn() };
  render(
    <TooltipProvider>
      <PauseBar action="pause" pending={false} next={[]} {...calls} {...props} />
    </TooltipProvider>,
  );
  return calls;
}

test('the alert of an exceeded pause shows a limit of hours in hours', () => {
  render(
    <PauseAlertDialog
      open
      pauses={[{ channel: 'chat', pause: 'Plantão', since: 0, maxDurationSeconds: 5400 }]}
      pending={false}
      onLeave={vi.fn()}
      onStay={vi.fn()}
    />,
  );
  expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
    'Chat: o limite da pausa Plantão é de 1\u00a0h 30\u00a0min.',
  );
});

test('the button of the top bar opens the pause dialog', async () => {
  const { onPause } = showBar({});
  await userEvent.click(screen.getByRole('button', { name: 'Pausar' }));
  expect(onPause).toHaveBeenCalledOnce();
});

test('during a pause the button of the top bar leaves the pause', async () => {
  const { onPause, onLeave } = showBar({ action: 'leave' });
  await userEvent.click(screen.getByRole('button', { name: 'Sair da pausa' }));
  expect([onPause.mock.calls.length, onLeave.mock.calls.length]).toEqual([0, 1]);
});

test('without a connected channel the button of the top bar says why no channel can be paused', async () => {
  const { onPause } = showBar({ action: 'blocked' });
  const button = screen.getByRole('button', { name: 'Pausar' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(onPause).not.toHaveBeenCalled();
});

test('a scheduled pause shows its name and one click cancels it [BEY-040]', async () => {
  const onCancel = vi.fn();
  showBar({ action: null, next: [{ pause: 'Almoço', pending: false, onCancel }] });
  const next = screen.getByRole('button', { name: 'Depois: pausa Almoço. Cancelar pausa agendada' });
  expect(next).toHaveTextContent('Depois: pausa Almoço');
  await userEvent.click(next);
  expect(onCancel).toHaveBeenCalledOnce();
});

const scheduledOfWhatsApp = [{ channel: 'whatsapp' as const, pause: 'Almoço' }];

test.each([
  ['Manter agendada', [1, 0]],
  ['Sair e cancelar a agendada', [0, 1]],
  ['Cancelar', [0, 0]],
])('leaving a pause while others are scheduled says which ones remain, and "%s" does it', async (name, called) => {
  const onLeaveAll = vi.fn();
  const { onLeave } = showBar({ action: 'leave', remaining: scheduledOfWhatsApp, onLeaveAll });
  await userEvent.click(screen.getByRole('button', { name: 'Sair da pausa' }));
  expect(onLeave).not.toHaveBeenCalled();
  expect(screen.getByRole('alertdialog', { name: 'Sair da pausa' })).toHaveAccessibleDescription(
    'WhatsApp: a pausa Almoço continua agendada.',
  );
  await userEvent.click(screen.getByRole('button', { name }));
  expect([onLeave.mock.calls.length, onLeaveAll.mock.calls.length]).toEqual(called);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the core gets the pauses that the agent leaves and the scheduled pauses that the agent cancels', async () => {
  const held = (channel: string, more: object) => ({
    channel,
    maxDurationSeconds: 0,
    exceeded: false,
    pending: false,
    ...more,
  });
  const core = new FakeCore({
    pauses: { channels: [held('chat', { pause: 'Café' }), held('whatsapp', { scheduled: 'Almoço' })] },
    channels: { items: [] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <PauseBarContainer />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sair da pausa' }));
  expect(core.intents).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Sair e cancelar a agendada' }));
  expect(core.intents).toEqual([{ area: 'pauses', type: 'leavePause', channels: ['chat', 'whatsapp'] }]);
});

test('the alert of an exceeded pause names the scheduled pauses that remain, and offers to cancel them', async () => {
  const onLeaveAll = vi.fn();
  render(
    <PauseAlertDialog
      open
      pauses={[{ channel: 'chat', pause: 'Café', since: 0, maxDurationSeconds: 900 }]}
      remaining={scheduledOfWhatsApp}
      pending={false}
      onLeave={vi.fn()}
      onLeaveAll={onLeaveAll}
      onStay={vi.fn()}
    />,
  );
  expect(screen.getByText('WhatsApp: a pausa Almoço continua agendada.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Sair e cancelar a agendada' }));
  expect(onLeaveAll).toHaveBeenCalledOnce();
});
