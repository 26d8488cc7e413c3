// Tests of the data that the signalling port writes to a fake socket and a fake fetch, and of its reports.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignallingPort, type HttpOutcome } from './signalling';

class Socket {
  static all: Socket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    if (url.startsWith('bad:')) throw new DOMException('bad', 'SyntaxError');
    Socket.all.push(this);
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

type Answer = (response: Response | Error) => void;

let asked: { url: string; options: RequestInit; answer: Answer }[] = [];

beforeEach(() => {
  Socket.all = [];
  asked = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal(
    'fetch',
    (url: string, options: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        asked.push({
          url,
          options,
          answer: (response) => (response instanceof Error ? reject(response) : resolve(response)),
        });
        options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(): { port: SignallingPort; seen: string[] } {
  const seen: string[] = [];
  const outcomeText = (outcome: HttpOutcome): string =>
    outcome.type === 'answered'
      ? outcome.body
      : outcome.type === 'refused'
        ? `status ${outcome.status}`
        : outcome.reason;
  const port = new SignallingPort({
    opened: (link) => seen.push(`opened ${link}`),
    closed: (link) => seen.push(`closed ${link}`),
    text: (link, text) => seen.push(`text ${link} ${text}`),
    posted: (link, transaction, outcome) => seen.push(`posted ${link} ${transaction} ${outcomeText(outcome)}`),
    polled: (link, outcome) => seen.push(`polled ${link} ${outcomeText(outcome)}`),
  });
  return { port, seen };
}

const openSocket = (link: number, url = 'wss://voice.example:8989') =>
  ({ type: 'openSocket', link, url, protocol: 'janus-protocol' }) as const;
const post = { type: 'post', link: 4, url: 'https://v/janus', transaction: 'abcdefghijkl', text: '{"a":1}' } as const;
const poll = { type: 'poll', link: 4, url: 'https://v/janus/1?maxev=10', timeoutMs: 60_000 } as const;

/** Waits for the promises of an answer. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function lastSocket(): Socket {
  const socket = Socket.all[Socket.all.length - 1];
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
}

test('frames of a socket carry the number of its link both ways', () => {
  const { port, seen } = start();
  port.execute(openSocket(3));
  const socket = lastSocket();
  expect([socket.url, socket.protocol]).toEqual(['wss://voice.example:8989', 'janus-protocol']);
  port.execute({ type: 'send', link: 3, text: 'before it is open' });
  socket.open();
  port.execute({ type: 'send', link: 3, text: 'create' });
  port.execute({ type: 'send', link: 2, text: 'of an earlier link' });
  socket.onmessage?.({ data: 'success' });
  socket.onmessage?.({ data: new ArrayBuffer(1) });
  socket.close();
  port.execute({ type: 'send', link: 3, text: 'after its end' });
  expect(socket.sent).toEqual(['create']);
  expect(seen).toEqual(['opened 3', 'text 3 success', 'closed 3']);
});

test('a link that the core closed reports nothing any more, and closing an earlier link does not close a later one', () => {
  const { port, seen } = start();
  port.execute(openSocket(1));
  const first = lastSocket();
  first.open();
  port.execute(openSocket(2));
  const second = lastSocket();
  second.open();
  port.execute({ type: 'closeLink', link: 1 });
  first.onmessage?.({ data: 'late' });
  expect([first.readyState, second.readyState]).toEqual([3, 1]);
  expect(seen).toEqual(['opened 1', 'opened 2']);
});

test('an address that the browser refuses is reported as a socket that could not be opened', async () => {
  const { port, seen } = start();
  port.execute(openSocket(5, 'bad:address'));
  expect(seen).toEqual([]);
  await settled();
  expect(seen).toEqual(['closed 5']);
});

test.each<[string, Response | Error, string]>([
  ['an answer', new Response('{"janus":"ack"}'), '{"janus":"ack"}'],
  ['[RTC-046] an error status', new Response('no', { status: 503 }), 'status 503'],
  ['[RTC-044] a failure below HTTP', new TypeError('Failed to fetch'), 'network'],
])('%s to a POST is reported with its transaction', async (_, response, expected) => {
  const { port, seen } = start();
  port.execute(post);
  const [request] = asked;
  expect([request?.url, request?.options.method, request?.options.body]).toEqual([post.url, 'POST', post.text]);
  expect(request?.options.credentials).toBe('omit');
  request?.answer(response);
  await settled();
  expect(seen).toEqual([`posted 4 abcdefghijkl ${expected}`]);
});

test('a POST without an answer fails after 10 s, a long poll after its own limit [RTC-045]', async () => {
  vi.useFakeTimers();
  const { port, seen } = start();
  port.execute(post);
  port.execute(poll);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['posted 4 abcdefghijkl timedOut']);
  await vi.advanceTimersByTimeAsync(49_999);
  expect(seen).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(['posted 4 abcdefghijkl timedOut', 'polled 4 timedOut']);
  expect(vi.getTimerCount()).toBe(0);
});

test('closing a link aborts its requests without a report, and the next poll of another link is answered', async () => {
  const { port, seen } = start();
  port.execute(poll);
  port.execute(post);
  port.execute({ ...poll, link: 5 });
  port.execute({ type: 'closeLink', link: 4 });
  expect(asked.map(({ options }) => options.signal?.aborted)).toEqual([true, true, false]);
  asked[2]?.answer(new Response('[]'));
  await settled();
  expect(seen).toEqual(['polled 5 []']);
});

test('the end of the session closes every link', async () => {
  const { port, seen } = start();
  port.execute(openSocket(1));
  port.execute(poll);
  port.release();
  await settled();
  expect(lastSocket().readyState).toBe(3);
  expect(asked[0]?.options.signal?.aborted).toBe(true);
  expect(seen).toEqual([]);
});
