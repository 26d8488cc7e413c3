// Tests of the top of the thread, where earlier messages are loaded, and of the message that the thread scrolls to.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '../../../../test/virtual';
import { startI18n } from '../../../i18n';
import { Thread, type ThreadProps } from './Thread';

const scrollTo = vi.fn<(options?: ScrollToOptions | number) => void>();
beforeEach(async () => {
  giveElementsASize();
  // jsdom has no layout: the virtualiser reads this size of the log.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  scrollTo.mockReset();
  Element.prototype.scrollTo = scrollTo;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  await startI18n('pt-BR');
});
afterEach(() => vi.unstubAllGlobals());

const thread = (props: Partial<ThreadProps>) => (
  <Thread
    label="Mensagens"
    messages={['m1', 'm2', 'm3']}
    renderMessage={(id) => <p>{id}</p>}
    state="ready"
    onRetry={vi.fn()}
    initialScrollTop={null}
    onScrollTopChange={vi.fn()}
    {...props}
  />
);
const log = () => screen.getByRole('log', { name: 'Mensagens' });
/** The ids of the marked messages. */
const marked = () => [...log().querySelectorAll('[data-target="true"]')].map(({ textContent }) => textContent);

test('without earlier messages the thread shows nothing above the first message', () => {
  render(thread({}));
  expect(screen.getByText('m1')).toBeInTheDocument();
  expect(screen.queryByText('Início da conversa')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Carregar mensagens anteriores' })).toBeNull();
});

test('[BEY-157] earlier messages are loaded without a button while the messages do not fill the log, and a failed request is repeated by the agent', async () => {
  const onLoad = vi.fn();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(300);
  const { rerender } = render(thread({ history: { state: 'more', onLoad } }));
  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(log().querySelector('button')).toBeNull();

  rerender(thread({ history: { state: 'loading', onLoad } }));
  expect(screen.getByText('Carregando mensagens anteriores…').parentElement).toHaveAttribute('aria-busy', 'true');
  expect(log().querySelector('button')).toBeNull();

  rerender(thread({ history: { state: 'failed', onLoad } }));
  expect(onLoad).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Não foi possível carregar as mensagens anteriores.')).toHaveAttribute('aria-busy', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(onLoad).toHaveBeenCalledTimes(2);

  rerender(thread({ history: { state: 'complete', onLoad } }));
  expect(screen.getByText('Início da conversa')).toBeInTheDocument();
  expect(log().querySelector('button')).toBeNull();
});

test('[BEY-157] a short portion of earlier messages that leaves the reader at the top loads the next portion', () => {
  const onLoad = vi.fn();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4000);
  const { rerender } = render(thread({ history: { state: 'more', onLoad } }));
  expect(onLoad).not.toHaveBeenCalled();
  scroll(2000, 100);
  expect(onLoad).toHaveBeenCalledTimes(1);
  rerender(thread({ history: { state: 'loading', onLoad } }));
  log().scrollTop = 100;
  rerender(thread({ messages: ['m0', 'm1', 'm2', 'm3'], history: { state: 'more', onLoad } }));
  expect(onLoad).toHaveBeenCalledTimes(2);
});

test('a thread without messages loads earlier messages, and is empty only when there are none', () => {
  const onLoad = vi.fn();
  const { rerender } = render(thread({ messages: [], history: { state: 'more', onLoad } }));
  expect(onLoad).toHaveBeenCalledTimes(1);
  rerender(thread({ messages: [], history: { state: 'loading', onLoad } }));
  expect(screen.queryByText('Nenhuma mensagem ainda')).toBeNull();
  rerender(thread({ messages: [], history: { state: 'complete', onLoad } }));
  expect(log()).toHaveTextContent(/^Nenhuma mensagem ainda$/);
});

/** Scrolls the log from one position to another. */
function scroll(from: number, to: number): void {
  for (const top of [from, to]) {
    log().scrollTop = top;
    fireEvent.scroll(log());
  }
}

test.each<[NonNullable<ThreadProps['history']>['state'], number, number, number]>([
  ['more', 2000, 250, 1],
  ['more', 2000, 400, 0],
  ['more', 400, 450, 0],
  ['loading', 2000, 250, 0],
  ['failed', 2000, 250, 0],
  ['complete', 2000, 250, 0],
])(
  'with the history "%s", scrolling from %i to %i pixels requests earlier messages %i times',
  (state, from, to, times) => {
    const onLoad = vi.fn();
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4000);
    render(thread({ initialScrollTop: from, history: { state, onLoad } }));
    scroll(from, to);
    expect(onLoad).toHaveBeenCalledTimes(times);
  },
);

test.each([
  [-1, 1],
  [1, 0],
])(
  'at the top of the log, where nothing scrolls, a wheel of %i requests earlier messages %i times',
  (deltaY, times) => {
    const onLoad = vi.fn();
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4000);
    render(thread({ history: { state: 'more', onLoad } }));
    log().scrollTop = 0;
    fireEvent.wheel(log(), { deltaY });
    expect(onLoad).toHaveBeenCalledTimes(times);
  },
);

test('the thread scrolls to its target and marks it, again for a new target with the same message, and removes the mark with the target', () => {
  const messages = Array.from({ length: 100 }, (_, index) => `m${index + 1}`);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4828);
  const { rerender } = render(thread({ messages }));
  const scrolls = (): number => {
    const { length } = scrollTo.mock.calls;
    scrollTo.mockClear();
    return length;
  };
  scrolls();
  const target = { id: 'm95' };
  rerender(thread({ messages, target }));
  const [[position] = []] = scrollTo.mock.calls;
  // A position below the first screen of the log.
  expect(typeof position === 'object' ? position.top : 0).toBeGreaterThan(800);
  scrolls();
  rerender(thread({ messages, target }));
  expect(scrolls()).toBe(0);
  rerender(thread({ messages, target: { ...target } }));
  expect(scrolls()).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Ir para o fim' })).toBeInTheDocument();
});

test('only the target is marked', () => {
  const { rerender } = render(thread({ target: { id: 'm2' } }));
  expect(marked()).toEqual(['m2']);
  rerender(thread({ target: { id: 'm3' } }));
  expect(marked()).toEqual(['m3']);
  rerender(thread({}));
  expect(marked()).toEqual([]);
});

test('a target that the thread does not contain does not scroll the thread', () => {
  const { rerender } = render(thread({}));
  scrollTo.mockClear();
  rerender(thread({ target: { id: 'gone' } }));
  expect(scrollTo).not.toHaveBeenCalled();
  expect(marked()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Ir para o fim' })).toBeNull();
});

test('the messages around the visible ones are rendered first, and all of a short thread when the agent stays', () => {
  vi.useFakeTimers();
  try {
    const ids = Array.from({ length: 40 }, (_, index) => `m${index + 1}`);
    render(thread({ messages: ids }));
    expect(screen.getByText('m40')).toBeInTheDocument();
    expect(screen.queryByText('m1')).toBeNull();
    act(() => {
      vi.advanceTimersByTime(300);
    });
    expect(screen.getByText('m1')).toBeInTheDocument();
    expect(log().querySelectorAll('[data-index]')).toHaveLength(40);
  } finally {
    vi.useRealTimers();
  }
});

test('a focused link of a message stays when its message is scrolled out of sight', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `m${index}`);
  render(thread({ messages: ids, initialScrollTop: 1, renderMessage: (id) => <a href={`#${id}`}>{id}</a> }));
  const link = screen.getByRole('link', { name: 'm2' });
  act(() => link.focus());
  log().scrollTop = 9_000;
  fireEvent.scroll(log());
  expect(link).toHaveFocus();
  expect(screen.queryByRole('link', { name: 'm100' })).toBeNull();
});

test('a thread that is shown again begins at the message where the agent read, and reports another one after the agent scrolls', () => {
  const onPlaceChange = vi.fn();
  const messages = Array.from({ length: 300 }, (_, index) => `m${index}`);
  const place = { id: 'm100', offset: 7 };
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  // The position in pixels would show another message.
  render(thread({ messages, initialScrollTop: 500, initialPlace: place, onPlaceChange }));
  // jsdom fires no scroll events; each rendered message has another height than the estimate.
  for (let round = 0; round < 3; round += 1) fireEvent.scroll(log());
  expect(screen.getByText('m100')).toBeInTheDocument();
  expect(screen.queryByText('m10')).toBeNull();
  const { scrollTop } = log();
  expect(onPlaceChange).not.toHaveBeenCalled();
  fireEvent.wheel(log(), { deltaY: 100 });
  log().scrollTop = scrollTop + 1;
  fireEvent.scroll(log());
  expect(onPlaceChange).toHaveBeenCalledExactlyOnceWith({ id: 'm100', offset: 8 });
});

const many = Array.from({ length: 200 }, (_, index) => `m${index}`);

test('the thread opens at the first unread message and reports the last visible message to the core', () => {
  const onViewed = vi.fn();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  render(thread({ messages: many, firstUnread: 'm100', onViewed }));
  for (let round = 0; round < 3; round += 1) fireEvent.scroll(log());
  expect(screen.getByText('m100')).toBeInTheDocument();
  expect(screen.queryByText('m199')).toBeNull();
  const last = many.indexOf(onViewed.mock.lastCall?.[0] as string);
  expect(last).toBeGreaterThanOrEqual(100);
  expect(last).toBeLessThan(130);
});

test('the thread does not scroll for an agent who scrolls while the messages are loading', () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  const { rerender } = render(thread({ messages: many }));
  fireEvent.wheel(log(), { deltaY: -100 });
  log().scrollTop = 40;
  fireEvent.scroll(log());
  rerender(thread({ messages: many, firstUnread: 'm100' }));
  fireEvent.scroll(log());
  expect(log().scrollTop).toBe(40);
});

test("a scroll without a key or the pointer counts as the agent's own as soon as the heights are known", () => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  const { rerender } = render(thread({ messages: many, firstUnread: 'm100' }));
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  log().scrollTop = 40;
  fireEvent.scroll(log());
  rerender(thread({ messages: [...many, 'm200'], firstUnread: 'm100' }));
  expect(log().scrollTop).toBe(40);
  vi.useRealTimers();
});

test('the button to the end shows the number of messages below that the agent has not seen, and counts new ones', () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  const { rerender } = render(thread({ messages: many, firstUnread: 'm150' }));
  fireEvent.scroll(log());
  expect(screen.getByRole('button', { name: 'Ir para o fim, 50 mensagens novas' })).toHaveTextContent('50');
  rerender(thread({ messages: [...many, 'm200', 'm201'], firstUnread: 'm150' }));
  expect(screen.getByRole('button', { name: 'Ir para o fim, 52 mensagens novas' })).toHaveTextContent('52');
});
