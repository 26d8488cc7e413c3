// The broker connection: STOMP over WebSocket, one client per link. The core decides when to connect, subscribe, acknowledge and retry. Each event
// carries the number of its link, so that the core recognises events of an older link.
import { Client, TickerStrategy } from '@stomp/stompjs';
import type { HostEffect } from 'core-wasm';

type BrokerEffect = Extract<HostEffect, { type: `broker${string}` }>;

export interface BrokerEvents {
  opened(link: number): void;
  closed(link: number): void;
  refused(link: number, message: string): void;
  frame(link: number, ack: string, body: string): void;
}

/** A broker that accepts the socket but never answers counts as closed. */
const connectLimitMs = 10_000;

export class BrokerPort {
  private client: Client | null = null;
  private link = 0;
  private readonly subscriptions = new Map<string, string>();

  constructor(private readonly events: BrokerEvents) {}

  execute(effect: BrokerEffect): void {
    switch (effect.type) {
      case 'brokerConnect':
        return this.connect(effect);
      case 'brokerSubscribe':
        return this.onLink(effect.link, (client) => {
          const { id } = client.subscribe(
            effect.destination,
            (message) => {
              const { headers } = message;
              this.events.frame(effect.link, headers['ack'] ?? '', message.body);
            },
            { ack: 'client-individual' },
          );
          this.subscriptions.set(effect.destination, id);
        });
      case 'brokerAcknowledge':
        return this.onLink(effect.link, (client) => {
          const [subscription] = this.subscriptions.values();
          client.ack(effect.ack, subscription ?? '');
        });
      case 'brokerSend':
        return this.onLink(effect.link, (client) =>
          client.publish({ destination: effect.destination, body: effect.body }),
        );
      case 'brokerDisconnect':
        return this.disconnect(effect.link);
      default:
        return unknown(effect);
    }
  }

  private connect({ link, url, login, passcode, heartbeatMs }: Extract<BrokerEffect, { type: 'brokerConnect' }>): void {
    this.closeClient();
    this.link = link;
    const client = new Client({
      brokerURL: absolute(url),
      // The frame has no `host` header: for RabbitMQ it names a virtual host, and the default of RabbitMQ is the right
      // one.
      connectHeaders: { login, passcode },
      // The core decides about the reconnect, because only the core knows whether the credential is still valid.
      reconnectDelay: 0,
      connectionTimeout: connectLimitMs,
      heartbeatIncoming: heartbeatMs,
      heartbeatOutgoing: heartbeatMs,
      // Browsers throttle the timers of hidden pages, not those of workers.
      heartbeatStrategy: TickerStrategy.Worker,
      // Without heartbeats, a broker that does not respond would be detected only after a minute.
      discardWebsocketOnCommFailure: true,
      onConnect: () => this.ifCurrent(link, () => this.events.opened(link)),
      onStompError: (frame) => this.ifCurrent(link, () => this.events.refused(link, frame.headers['message'] ?? '')),
      onWebSocketClose: () => this.ifCurrent(link, () => this.events.closed(link)),
    });
    this.client = client;
    this.subscriptions.clear();
    client.activate();
  }

  private disconnect(link: number): void {
    if (link === this.link) this.closeClient();
  }

  /** Events of the old link are ignored from here on. */
  private closeClient(): void {
    const client = this.client;
    this.client = null;
    this.link = 0;
    if (client !== null) void client.deactivate({ force: !client.connected });
  }

  private onLink(link: number, work: (client: Client) => void): void {
    if (link === this.link && this.client?.connected === true) work(this.client);
  }

  private ifCurrent(link: number, work: () => void): void {
    if (link === this.link) work();
  }
}

/** `/broker` is a path of the page's own origin. */
function absolute(url: string): string {
  if (/^wss?:/.test(url)) return url;
  const base = new URL(url, window.location.href);
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  return base.href;
}

function unknown(effect: never): never {
  throw new Error(`no port executes ${JSON.stringify(effect)}`);
}
