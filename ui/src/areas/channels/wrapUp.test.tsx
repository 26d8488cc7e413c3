// Tests of the wrap-up after a call: the remaining time, the further minutes that the queue allows, and its end.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ChannelChip } from './ChannelChip';
import { WrapUpBar, type WrapUpBarProps } from './WrapUpBar';
import { WrapUpBarContainer } from './WrapUpBarContainer';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const bar: WrapUpBarProps = {
  since: now - 48_000,
  until: now + 72_000,
  extended: 0,
  extensions: 2,
  ending: false,
  asked: false,
  onExtend: vi.fn(),
  onReady: vi.fn(),
};

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true });
  return startI18n('pt-BR');
});
afterEach(() => vi.useRealTimers());

function show(props: Partial<WrapUpBarProps>): void {
  render(
    <TooltipProvider>
      <WrapUpBar {...bar} {...props} />
    </TooltipProvider>,
  );
}

test('[BEY-159] the bar counts down and says how long the wrap-up is', () => {
  show({});
  const region = screen.getByRole('region', { name: 'Pós-atendimento' });
  expect(region).toHaveTextContent('01:12');
  expect(region).toHaveTextContent('Pós-atendimento de 2 min');
  vi.advanceTimersByTime(73_000);
  expect(region).toHaveTextContent('00:00');
});

test.each<[string, Partial<WrapUpBarProps>, string, boolean]>([
  ['none used', {}, 'Mais 1 min', true],
  ['one used', { extended: 1 }, 'Mais 1 min1 de 2', true],
  ['all used', { extended: 2 }, 'Mais 1 min2 de 2', false],
  ['while a request is pending', { asked: true }, 'Mais 1 min', false],
])('[BEY-159] the button for another minute of the wrap-up, %s', async (_, props, text, usable) => {
  const onExtend = vi.fn();
  show({ ...props, onExtend });
  const button = screen.getByRole('button', { name: /Mais 1 min/ });
  expect(button.textContent).toContain(text);
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button);
  expect(onExtend).toHaveBeenCalledTimes(usable ? 1 : 0);
});

test('[BEY-159] the button says why the wrap-up cannot be extended', async () => {
  show({ extended: 2 });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.tab();
  expect(screen.getByRole('button', { name: 'Pronto' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: /Mais 1 min/ })).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('A fila permite só 2 minutos a mais');
});

test('[BEY-159] a queue that allows no more time has no button for it', () => {
  show({ extensions: 0 });
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Pronto']);
});

test('[BEY-159] the last seconds have warning colours, in the bar and in the channel', () => {
  show({ ending: true });
  expect(screen.getByRole('region')).toHaveAttribute('data-tone', 'warning');
  expect(screen.getByRole('region')).toHaveTextContent('O pós-atendimento está terminando');
  render(
    <ChannelChip
      channel="voice"
      status="wrapUp"
      since={now}
      until={now + 9_000}
      ending
      pending={false}
      canConnect={false}
      canDisconnect
      onConnect={vi.fn()}
      onDisconnect={vi.fn()}
    />,
    { wrapper: TooltipProvider },
  );
  const chip = screen.getByRole('button', { name: /Voz: Pós-atendimento/ });
  expect(chip).toHaveAttribute('data-tone', 'warning');
  expect(chip).toHaveTextContent('00:00:09');
});

test('[BEY-159] without a wrap-up there is no bar, and the buttons of the bar send their requests to the core', async () => {
  const voice = { channel: 'voice', status: 'wrapUp', openJobs: 0, onHold: 0, connected: true };
  const wrapUp = {
    protocol: 'P7',
    since: now,
    until: now + 60_000,
    extended: 0,
    extensions: 1,
    ending: false,
    asked: false,
  };
  const core = new FakeCore({ channels: { items: [voice], extension: { pending: false } } });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <WrapUpBarContainer />
      </CoreProvider>
    </TooltipProvider>,
  );
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  core.set('channels', { items: [{ ...voice, wrapUp }], extension: { pending: false } });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(await screen.findByRole('button', { name: /Mais 1 min/ }));
  await user.click(screen.getByRole('button', { name: 'Pronto' }));
  expect(core.intents).toEqual([
    { area: 'channels', type: 'extendWrapUp' },
    { area: 'channels', type: 'endWrapUp' },
  ]);
});
