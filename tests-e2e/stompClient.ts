// A STOMP client that is not the workspace: it reads a queue as the workspace would, and ignores every notice that asks it to leave.
import { WebSocket } from 'ws';
import { demoAgents } from './agent';

interface Credentials {
  login: string;
  passcode: string;
  destination: string;
}

/** An agent's session without a page. */
export class BareSession {
  private constructor(
    private readonly origin: string,
    private readonly authorization: string,
    private readonly agent: { agentId: string; org_unit_id: string },
  ) {}

  static async signIn(
    origin: string,
    { login, password }: { login: string; password: string } = demoAgents.ana,
  ): Promise<BareSession> {
    const answer = await post(`${origin}/api/auth/login`, { login, password });
    const agent = (await answer.json()) as { agentId: string; org_unit_id: string };
    return new BareSession(origin, answer.headers.get('authorization') ?? '', agent);
  }

  async credentials(): Promise<Credentials> {
    const { agentId, org_unit_id } = this.agent;
    const answer = await this.call('auth/validate', { agent_id: agentId, org_unit_id });
    return ((await answer.json()) as { broker: Credentials }).broker;
  }

  async connectChat(): Promise<void> {
    await this.call(`channels/chat/connect/agent/${this.agent.agentId}`, {});
  }

  async logOff(): Promise<void> {
    await this.call('auth/logoff', {});
  }

  private call(path: string, body: object): Promise<Response> {
    return post(`${this.origin}/api/${path}`, body, { authorization: this.authorization });
  }
}

async function post(address: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer;
}

export class StompClient {
  /** Bodies of all messages, oldest first. */
  readonly messages: string[] = [];
  /** Messages of the broker's errors, oldest first. */
  readonly errors: string[] = [];
  /** Receipts of the broker, oldest first. */
  readonly receipts: string[] = [];
  isConnected = false;
  isClosed = false;

  private constructor(private readonly socket: WebSocket) {}

  /** Connects as an account of the broker itself, not of the contact centre. */
  static async ofOperator(
    origin: string,
    url: string,
    account: Omit<Credentials, 'destination'>,
  ): Promise<StompClient> {
    const client = new StompClient(new WebSocket(new URL(url, origin), 'v12.stomp', { origin }));
    await client.open(account);
    return client;
  }

  /** Connects and subscribes. `url` is the broker's address as the system settings say, relative to `origin` or absolute. */
  static async reading(origin: string, url: string, credentials: Credentials): Promise<StompClient> {
    const address = new URL(url, origin.replace(/^http/, 'ws'));
    const client = new StompClient(new WebSocket(address, 'v12.stomp', { origin }));
    await client.open(credentials);
    client.subscribe(credentials.destination);
    return client;
  }

  /** `queue`: arguments of a queue that the subscription creates. */
  subscribe(destination: string, queue: Record<string, string> = {}): void {
    this.send('SUBSCRIBE', { id: `sub-${destination}`, destination, ack: 'client-individual', ...queue });
  }

  close(): void {
    this.socket.terminate();
  }

  private open({ login, passcode }: Omit<Credentials, 'destination'>): Promise<void> {
    return new Promise((connected, refused) => {
      this.socket.on('open', () =>
        this.send('CONNECT', { 'accept-version': '1.2', host: '/', login, passcode, 'heart-beat': '0,0' }),
      );
      this.socket.on('message', (data: Buffer) => {
        for (const frame of data.toString().split('\0')) this.take(frame.trimStart(), connected);
      });
      this.socket.on('error', refused);
      this.socket.on('close', () => {
        this.isClosed = true;
        if (!this.isConnected) refused(new Error(`closed before CONNECTED: ${this.errors.join()}`));
      });
    });
  }

  private take(frame: string, connected: () => void): void {
    const [head = '', ...body] = frame.split('\n\n');
    const [command, ...headers] = head.split('\n');
    if (command === 'CONNECTED') {
      this.isConnected = true;
      connected();
    } else if (command === 'MESSAGE') {
      this.messages.push(body.join('\n\n'));
      // A message that is not acknowledged would stop the broker from sending the next ones.
      const id = headers.find((header) => header.startsWith('ack:'))?.slice('ack:'.length);
      if (id !== undefined) this.send('ACK', { id });
    } else if (command === 'RECEIPT') {
      this.receipts.push(headers.find((header) => header.startsWith('receipt-id:'))?.slice('receipt-id:'.length) ?? '');
    } else if (command === 'ERROR') {
      this.errors.push(headers.join());
    }
  }

  private send(command: string, headers: Record<string, string>): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(`${[command, ...lines].join('\n')}\n\n\0`);
  }
}
