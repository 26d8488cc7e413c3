// Moves the frames of voice signalling: WebSocket, POST and long poll. It reads no frame and repeats nothing: the core decides. Addresses and frames contain
// secrets and are never written to the console.
import type { SignallingCommand } from './commands';

export type HttpOutcome =
  | { type: 'answered'; body: string }
  | { type: 'failed'; reason: 'network' | 'timedOut' }
  | { type: 'refused'; status: number };

export interface SignallingEvents {
  opened(link: number): void;
  /** The socket closed, or could not be opened. */
  closed(link: number): void;
  text(link: number, text: string): void;
  posted(link: number, transaction: string, outcome: HttpOutcome): void;
  polled(link: number, outcome: HttpOutcome): void;
}

/** The time that the core waits for the answer to a request (`janus/src/session.rs`). */
const postLimitMs = 10_000;

export class SignallingPort {
  private readonly sockets = new Map<number, WebSocket>();
  private readonly requests = new Map<number, Set<AbortController>>();

  constructor(private readonly events: SignallingEvents) {}

  execute(command: SignallingCommand): void {
    switch (command.type) {
      case 'openSocket':
        return this.openSocket(command.link, command.url, command.protocol);
      case 'closeLink':
        return this.closeLink(command.link);
      case 'send':
        return this.send(command.link, command.text);
      case 'post': {
        const { link, transaction, text } = command;
        const headers = { 'Content-Type': 'application/json' };
        return this.request(link, command.url, postLimitMs, { method: 'POST', headers, body: text }, (outcome) =>
          this.events.posted(link, transaction, outcome),
        );
      }
      case 'poll':
        return this.request(command.link, command.url, command.timeoutMs, {}, (outcome) =>
          this.events.polled(command.link, outcome),
        );
      default:
        return unknown(command);
    }
  }

  /** Closes all links without a report, when the session of the agent ends. */
  release(): void {
    for (const link of [...this.sockets.keys(), ...this.requests.keys()]) this.closeLink(link);
  }

  private openSocket(link: number, url: string, protocol: string): void {
    let socket: WebSocket;
    try {
      socket = new WebSocket(url, protocol);
    } catch {
      // The browser refuses the address, or it is insecure on a secure page. Reported later, because the core is still
      // running.
      void Promise.resolve().then(() => this.events.closed(link));
      return;
    }
    this.sockets.set(link, socket);
    socket.onopen = () => this.events.opened(link);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.events.text(link, data);
    };
    socket.onclose = () => {
      this.sockets.delete(link);
      this.events.closed(link);
    };
  }

  private send(link: number, text: string): void {
    const socket = this.sockets.get(link);
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  }

  private closeLink(link: number): void {
    const socket = this.sockets.get(link);
    this.sockets.delete(link);
    if (socket !== undefined) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    const requests = this.requests.get(link);
    this.requests.delete(link);
    requests?.forEach((request) => request.abort());
  }

  private request(
    link: number,
    url: string,
    limitMs: number,
    options: RequestInit,
    report: (outcome: HttpOutcome) => void,
  ): void {
    const abort = new AbortController();
    const requests = this.requests.get(link) ?? new Set();
    this.requests.set(link, requests.add(abort));
    // The server ends a long poll earlier than this limit.
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      abort.abort();
    }, limitMs);
    void fetchText(url, { ...options, signal: abort.signal, credentials: 'omit', cache: 'no-store' })
      .catch((): HttpOutcome => ({ type: 'failed', reason: timedOut ? 'timedOut' : 'network' }))
      .then((outcome) => {
        clearTimeout(timer);
        // Nothing is reported after closeLink.
        if (!requests.delete(abort) || this.requests.get(link) !== requests) return;
        if (requests.size === 0) this.requests.delete(link);
        report(outcome);
      });
  }
}

async function fetchText(url: string, options: RequestInit): Promise<HttpOutcome> {
  const response = await fetch(url, options);
  if (!response.ok) return { type: 'refused', status: response.status };
  return { type: 'answered', body: await response.text() };
}

function unknown(command: never): never {
  throw new Error(`no port executes ${JSON.stringify(command)}`);
}
