// Tests that earlier messages are loaded whenever the first message is near, also without a scroll event: otherwise a touch screen, the keyboard, or
// a log that becomes higher would wait for ever.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../../test/virtual';
import { startI18n } from '../../../i18n';
import { Thread, type ThreadProps } from './Thread';

const observers = new Set<() => void>();
const scrollHeight = vi.fn<() => number>();
beforeEach(async () => {
  giveElementsASize();
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  scrollHeight.mockReturnValue(4000);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(scrollHeight);
  Element.prototype.scrollTo = vi.fn();
  observers.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: (entries: ReadonlyArray<unknown>, observer: unknown) => void) {
        observers.add(() => callback([], this));
      }
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  await startI18n('pt-BR');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const onLoad = vi.fn();
beforeEach(() => onLoad.mockReset());
const thread = (props: Partial<ThreadProps> = {}) => (
  <Thread
    label="Mensagens"
    messages={['m1', 'm2', 'm3']}
    renderMessage={(id) => <p>{id}</p>}
    state="ready"
    onRetry={vi.fn()}
    initialScrollTop={null}
    onScrollTopChange={vi.fn()}
    history={{ state: 'more', onLoad }}
    {...props}
  />
);
const log = () => screen.getByRole('log', { name: 'Mensagens' });
/** Everything is unread, so the thread opens at its first message. */
const openAtTop = () => {
  vi.useFakeTimers();
  render(thread({ firstUnread: 'm1' }));
  expect(onLoad).not.toHaveBeenCalled();
};

test('a thread that opens at its first message loads earlier messages as soon as the scroll position is settled', () => {
  openAtTop();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onLoad).toHaveBeenCalledTimes(1);
});

test.each<[string, () => void]>([
  ['touches', () => fireEvent.touchMove(log())],
  ['presses a key in', () => fireEvent.keyDown(log(), { key: 'PageUp' })],
  ['presses the pointer on', () => fireEvent.pointerDown(log())],
])(
  'given a thread that opened at its first message, when the agent %s the log, earlier messages are loaded',
  (_, act_) => {
    openAtTop();
    act_();
    expect(onLoad).toHaveBeenCalledTimes(1);
  },
);

test('a thread that opens far below its first message loads no earlier messages when the scroll position is settled', () => {
  vi.useFakeTimers();
  const messages = Array.from({ length: 100 }, (_, index) => `m${String(index)}`);
  render(thread({ messages, firstUnread: 'm90' }));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onLoad).not.toHaveBeenCalled();
});

test('if the measured messages do not fill the thread, earlier ones are loaded without scrolling', () => {
  render(thread());
  expect(onLoad).not.toHaveBeenCalled();
  scrollHeight.mockReturnValue(300);
  act(() => observers.forEach((resize) => resize()));
  expect(onLoad).toHaveBeenCalledTimes(1);
});

test('a portion without a visible message is followed by the next one, also if its request was never seen as pending', () => {
  scrollHeight.mockReturnValue(300);
  const { rerender } = render(thread());
  expect(onLoad).toHaveBeenCalledTimes(1);
  rerender(thread({ messages: ['m1', 'm2', 'm3'] }));
  expect(onLoad).toHaveBeenCalledTimes(2);
});
