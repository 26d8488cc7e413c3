// The countdown of the conversation window: its texts, its tones and how often it renders.
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WhatsAppJobView, WindowView } from 'core-wasm';
import { setClockOffset } from '../../core/page/ticker';
import { startI18n } from '../../i18n';
import { WindowCountdown } from './WindowCountdown';
import { shownWindow, type ShownWindow } from './windowLeft';

const now = new Date('2026-11-19T14:00:00Z').getTime();
const second = 1000;
const hour = 3_600_000;

beforeEach(async () => {
  await startI18n('pt-BR');
  vi.useFakeTimers({ now });
});
afterEach(() => {
  setClockOffset(0);
  vi.useRealTimers();
});

const open = (left: number): WindowView => ({ state: 'open', endsAt: now + left });
const countdown = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[data-tone]');
  if (element === null) throw new Error('no countdown');
  return element;
};
const time = (): string | null | undefined => countdown().lastElementChild?.textContent;

test.each<[string, ShownWindow, string, string, string]>([
  ['a full window [WAP-031]', open(24 * hour - second), '23:59:59', 'plain', 'janela 23 horas'],
  ['exactly two hours', open(2 * hour), '02:00:00', 'plain', 'janela 2 horas'],
  ['one second below two hours', open(2 * hour - second), '01:59:59', 'warning', 'janela 1 hora'],
  ['the last hour [WAP-031]', open(hour - second), '00:59:59', 'warning', 'janela menos de 1 hora'],
  [
    'a window that has ended before the core says so',
    open(-5 * second),
    '00:00:00',
    'warning',
    'janela menos de 1 hora',
  ],
  ['a closed window [WAP-032] [WAP-033]', { state: 'expired' }, 'Expirada', 'danger', 'janela expirada'],
  [
    'a conversation that waits for the answer to a template',
    { state: 'awaited' },
    'Aguardando o cliente',
    'plain',
    'aguardando o cliente responder',
  ],
])('the countdown shows %s', (_case, window, text, tone, label) => {
  render(<WindowCountdown window={window} look="chip" />);
  expect(time()).toBe(text);
  expect(countdown().dataset.tone).toBe(tone);
  expect(screen.getByText(label)).toBeInTheDocument();
});

test.each<[WindowView['state'], WhatsAppJobView['composer'], ShownWindow['state']]>([
  ['expired', 'waitingAnswer', 'awaited'],
  ['expired', 'templateFirst', 'expired'],
  ['expired', 'channelDisconnected', 'expired'],
  ['none', 'waitingAnswer', 'none'],
  ['open', 'waitingAnswer', 'open'],
])('a window that is %s, with the composer %s, is shown as %s', (state, composer, shown) => {
  const window: WindowView = state === 'open' ? open(hour) : { state };
  expect(shownWindow({ window, composer }).state).toBe(shown);
});

test('an attendance without a window has no countdown', () => {
  const { container } = render(<WindowCountdown window={{ state: 'none' }} look="chip" />);
  expect(container).toBeEmptyDOMElement();
});

test('the text changes every second, and the tone below two hours', () => {
  render(<WindowCountdown window={open(2 * hour + second)} look="card" />);
  expect(time()).toBe('02:00:01');
  act(() => void vi.advanceTimersByTime(second));
  expect([time(), countdown().dataset.tone]).toEqual(['02:00:00', 'plain']);
  act(() => void vi.advanceTimersByTime(second));
  expect([time(), countdown().dataset.tone]).toEqual(['01:59:59', 'warning']);
});

test("the end of the window is a time of the page's clock, which the server's offset does not change", () => {
  setClockOffset(10 * hour);
  render(<WindowCountdown window={open(3 * hour)} look="line" />);
  expect(time()).toBe('03:00:00');
});

test('the seconds are hidden from screen readers, the label is not', () => {
  render(<WindowCountdown window={open(3 * hour)} look="chip" />);
  expect(screen.getByText('03:00:00')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByText('janela 3 horas')).not.toHaveAttribute('aria-hidden');
});
