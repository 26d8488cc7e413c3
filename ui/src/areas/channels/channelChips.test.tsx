// Tests of the chips in the top bar: on a phone, which has no pause button there, their menus pause all channels.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import type { Devices } from '../../core/host';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { ChannelChips } from './ChannelChips';

const phone = '(max-width: 767px)';

beforeEach(() => startI18n('pt-BR'));

function show(isPhone: boolean, pauses: ReadonlyArray<{ channel: string; pause?: string }>): FakeCore {
  window.matchMedia = vi.fn((media: string) => ({
    ...{ media, matches: isPhone && media.includes('767'), addListener: vi.fn(), removeListener: vi.fn() },
  })) as unknown as typeof window.matchMedia;
  const channel = (name: string) => {
    const pause = pauses.find((held) => held.channel === name)?.pause;
    const status = pause === undefined ? 'available' : 'paused';
    return { channel: name, status, pause, openJobs: 0, onHold: 0, connected: true };
  };
  const core = new FakeCore({
    channels: { items: [channel('chat'), channel('whatsapp')] },
    pauses: { reasons: [], channels: pauses.map((held) => ({ ...held, pending: false })) },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <ChannelChips />
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

const open = () => userEvent.click(screen.getByRole('button', { name: /^Chat/ }));
const entry = (name: string) => screen.queryByRole('menuitem', { name });

test(`on a phone (${phone}) the menu of a channel pauses all channels, and ends all pauses`, async () => {
  const core = show(true, [{ channel: 'chat' }, { channel: 'whatsapp' }]);
  await open();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pausar todos os canais' }));
  expect(core.intents).toEqual([{ area: 'pauses', type: 'openPauseDialog', channels: [] }]);
});

test('on a phone with all channels in a pause the menu ends all pauses', async () => {
  const core = show(true, [
    { channel: 'chat', pause: 'Almoço' },
    { channel: 'whatsapp', pause: 'Almoço' },
  ]);
  await open();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sair de todas as pausas' }));
  expect(core.intents).toEqual([{ area: 'pauses', type: 'leavePause', channels: ['chat', 'whatsapp'] }]);
});

test('next to the pause button, and with one channel left, the menu has the entries of one channel only', async () => {
  show(false, [{ channel: 'chat' }, { channel: 'whatsapp' }]);
  await open();
  expect(entry('Pausar todos os canais')).toBeNull();
  expect(entry('Pausar')).not.toBeNull();
});

test('the chip of connected voice says that the computer has no microphone, until it has one', async () => {
  let hasMicrophone: boolean | undefined = false;
  const listeners = new Set<() => void>();
  const core = show(false, []);
  const devices = {
    snapshot: () => ({ hasMicrophone }),
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
  };
  vi.spyOn(core, 'devices').mockResolvedValue(devices as unknown as Devices);
  const voice = { channel: 'voice', status: 'available', openJobs: 0, onHold: 0, connected: true };
  act(() => core.set('voice', { webRtc: false }));
  act(() => core.set('channels', { items: [voice] }));
  // A desk telephone has its own microphone.
  expect(screen.getByRole('button', { name: 'Voz: Disponível' })).toBeInTheDocument();
  act(() => core.set('voice', { webRtc: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Voz: Disponível, sem microfone' }));
  expect(screen.getByText(/^Sem microfone: conecte um antes de atender/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  hasMicrophone = true;
  act(() => listeners.forEach((listener) => listener()));
  expect(screen.getByRole('button', { name: 'Voz: Disponível' })).toBeInTheDocument();
});
