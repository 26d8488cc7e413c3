// "Testar minha voz": by a call to the echo test if the telephone is free, else in the page.
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import type { Devices } from '../../core/host';
import { CoreProvider } from '../../core/react';
import { useVoiceTest } from './useVoiceTest';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

function Tested({ devices }: { devices: Devices }) {
  const { test: state, start } = useVoiceTest(devices);
  return <button onClick={start}>{state}</button>;
}

function show(echoTest: string) {
  const stop = vi.fn();
  const testVoice = vi.fn<Devices['testVoice']>(() => stop);
  const core = new FakeCore({ voice: { echoTest } });
  const devices = { testVoice } as unknown as Devices;
  const { unmount } = render(
    <CoreProvider core={core}>
      <Tested devices={devices} />
    </CoreProvider>,
  );
  return { core, testVoice, stop, unmount, is: (next: string) => act(() => core.set('voice', { echoTest: next })) };
}

const press = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button'));
const state = () => screen.getByRole('button').textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const begin = { area: 'voice', type: 'beginEchoTest' };
const end = { area: 'voice', type: 'endEchoTest' };

test('given an idle telephone, then the voice test calls the echo test, which records 3 s, plays them and ends', async () => {
  const { core, testVoice, is } = show('possible');
  await press();
  is('calling');
  await press();
  expect([core.intents, state()]).toEqual([[begin], 'calling']);
  is('connected');
  pass(2_999);
  expect(state()).toBe('recording');
  pass(1);
  expect(state()).toBe('playing');
  is('possible');
  expect(state()).toBe('idle');
  expect(core.intents).toEqual([begin]);
  expect(testVoice).not.toHaveBeenCalled();
});

test('given an echo test that does not end, then the page ends it', () => {
  const { core, is } = show('calling');
  is('connected');
  pass(6_999);
  expect(core.intents).toEqual([]);
  pass(1);
  expect(core.intents).toEqual([end]);
});

test('given an echo test that is refused, then the page records and plays the voice itself', () => {
  const { testVoice, is } = show('calling');
  is('possible');
  expect(testVoice).toHaveBeenCalledOnce();
  act(() => testVoice.mock.calls[0]?.[0]('failed'));
  expect(state()).toBe('failed');
});

test('given a call of a customer during the echo test, then no other voice test begins', () => {
  const { testVoice, is } = show('calling');
  is('unavailable');
  expect([testVoice.mock.calls.length, state()]).toEqual([0, 'idle']);
});

test('given a telephone that is not idle, then the page records and plays the voice itself, one test at a time', async () => {
  const { core, testVoice } = show('unavailable');
  await press();
  act(() => testVoice.mock.calls[0]?.[0]('recording'));
  await press();
  expect([core.intents, testVoice.mock.calls.length, state()]).toEqual([[], 1, 'recording']);
});

test('when the dialog closes, then the voice test ends', async () => {
  const call = show('connected');
  call.unmount();
  expect(call.core.intents).toEqual([end]);
  const own = show('unavailable');
  await press();
  own.unmount();
  expect([own.core.intents, own.stop.mock.calls.length]).toEqual([[], 1]);
});
