// Tests of the data that the broker port writes to a fake socket, and of the events that it reports.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BrokerPort, type BrokerEvents } from './broker';

class Socket {
  static last: Socket;
  static readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];
  onopen: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(readonly url: string) {
    Socket.last = this;
  }

  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.readyState = 3;
    this.onclose({ code: 1000 });
  }
}

function events(): BrokerEvents & { seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    opened: (link) => seen.push(`opened ${link}`),
    closed: (link) => seen.push(`closed ${link}`),
    refused: (link, message) => seen.push(`refused ${link} ${message}`),
    frame: (link, ack, body) => seen.push(`frame ${link} ${ack} ${body}`),
  };
}

const connect = {
  type: 'brokerConnect',
  link: 7,
  url: 'ws://broker.example/ws',
  login: 'agent.101',
  passcode: 'passcode',
  heartbeatMs: 2_500,
} as const;

beforeEach(() => {
  vi.stubGlobal('WebSocket', Socket);
  // The heartbeat's worker: jsdom has none.
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:heartbeat' }));
});

afterEach(() => vi.unstubAllGlobals());

async function connected(port: BrokerPort): Promise<Socket> {
  port.execute(connect);
  await vi.waitFor(() => expect(Socket.last.url).toBe(connect.url));
  Socket.last.open();
  return Socket.last;
}

test('the page connects with the credential of the link, heartbeats of 2.5 s both ways and no virtual host [CON-023]', async () => {
  const socket = await connected(new BrokerPort(events()));
  const [command, ...headers] = socket.sent[0]?.split('\n') ?? [];
  expect(command).toBe('CONNECT');
  expect(headers).toContain('heart-beat:2500,2500');
  expect(headers).toContain('login:agent.101');
  expect(headers).toContain('passcode:passcode');
  expect(headers.filter((header) => header.startsWith('host:'))).toEqual([]);
});

test('each frame carries the number of its link, also a late frame, and the close of an older link is not reported', async () => {
  const reported = events();
  const port = new BrokerPort(reported);
  const first = await connected(port);
  first.onmessage({ data: 'CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0' });
  port.execute({ type: 'brokerSubscribe', link: 7, destination: '/queue/agent.101' });
  const id = /\nid:(.+)/.exec(first.sent[1] ?? '')?.[1] ?? '';
  const message = (body: string) =>
    `MESSAGE\nsubscription:${id}\nmessage-id:1\ndestination:/queue/agent.101\nack:a1\nredelivered:true\n\n${body}\0`;
  first.onmessage({ data: message('one') });
  expect(reported.seen).toEqual(['opened 7', 'frame 7 a1 one']);
  port.execute({ type: 'brokerAcknowledge', link: 7, ack: 'a1' });
  expect(first.sent.at(-1)).toMatch(/^ACK\n(.*\n)*id:a1\n/);
  port.execute({ ...connect, link: 8 });
  first.onmessage({ data: message('late') });
  first.onclose({ code: 1006 });
  expect(reported.seen).toEqual(['opened 7', 'frame 7 a1 one', 'frame 7 a1 late']);
});

test('an effect that disconnects an older link leaves the connection open, and one for the present link closes it', async () => {
  const reported = events();
  const port = new BrokerPort(reported);
  const socket = await connected(port);
  socket.onmessage({ data: 'CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0' });
  const send = () => port.execute({ type: 'brokerSend', link: 7, destination: '/queue/server', body: 'hello' });
  const commands = () => socket.sent.map((frame) => frame.split('\n')[0]);
  port.execute({ type: 'brokerDisconnect', link: 6 });
  send();
  expect(commands()).toEqual(['CONNECT', 'SEND']);
  port.execute({ type: 'brokerDisconnect', link: 7 });
  await vi.waitFor(() => expect(commands()).toEqual(['CONNECT', 'SEND', 'DISCONNECT']));
  send();
  socket.onclose({ code: 1000 });
  expect(commands()).toHaveLength(3);
  expect(reported.seen).toEqual(['opened 7']);
});
