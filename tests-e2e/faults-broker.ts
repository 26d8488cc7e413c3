// A proxy between the page and the broker that simulates network faults: it drops, repeats, delays, reorders and
// corrupts frames, or sends nothing. The frames come from the real server.
import type { Page, WebSocketRoute } from '@playwright/test';

type DeliverFrame = (frame: string) => void;

const headerOf = (frame: string, name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(frame)?.[1] ?? '';
const isMessage = (frame: string): boolean => frame.startsWith('MESSAGE');
const bodyOf = (frame: string): string => frame.slice(frame.indexOf('\n\n') + 2).replace(/\0\s*$/, '');

function withBody(frame: string, body: string): string {
  const headers = frame
    .slice(0, frame.indexOf('\n\n'))
    .replace(/content-length:\d+/, `content-length:${Buffer.byteLength(body)}`);
  return `${headers}\n\n${body}\0`;
}

export class BrokerLine {
  /** Links that were opened since the proxy was installed. */
  links = 0;
  /** Frames of the page that acknowledge messages. */
  acknowledged = 0;
  /** Bodies of the messages that the broker sent, redelivered ones included. */
  readonly bodies: string[] = [];
  /** Messages with a `redelivered` header. */
  redelivered = 0;
  /** Messages on this link that the page has not acknowledged. */
  private readonly open = new Set<string>();
  private isAway = false;
  private losesAcks = false;
  private present: { page: WebSocketRoute; broker: WebSocketRoute; dead: boolean } | undefined;
  private pass: (frame: string, deliver: DeliverFrame) => void = (frame, deliver) => deliver(frame);

  static async between(page: Page): Promise<BrokerLine> {
    const line = new BrokerLine();
    // The built-in broker, or RabbitMQ.
    await page.routeWebSocket(/\/(broker|ws)$/, (socket) => line.connect(socket));
    return line;
  }

  private connect(page: WebSocketRoute): void {
    if (this.isAway) return void page.close();
    const broker = page.connectToServer();
    const link = { page, broker, dead: false };
    this.present = link;
    this.open.clear();
    this.links += 1;
    page.onMessage((frame) => {
      if (link.dead) return;
      if (String(frame).startsWith('ACK')) {
        if (this.losesAcks) return;
        this.acknowledged += 1;
        this.open.delete(headerOf(String(frame), 'id'));
      }
      broker.send(frame);
    });
    broker.onMessage((data) => {
      const frame = String(data);
      if (link.dead) return;
      if (!isMessage(frame)) return page.send(frame);
      this.bodies.push(bodyOf(frame));
      this.open.add(headerOf(frame, 'ack'));
      if (/^redelivered:true$/m.test(frame)) this.redelivered += 1;
      this.pass(frame, (passed) => page.send(passed));
    });
  }

  /** Sets how many unacknowledged messages the broker sends on this link. */
  get unacknowledged(): number {
    return this.open.size;
  }

  /** Drops the page's acknowledgements, or lets them pass again. */
  loseAcks(lost: boolean): void {
    this.losesAcks = lost;
  }

  /** Delivers each message twice. */
  double(): void {
    this.pass = (frame, deliver) => {
      deliver(frame);
      deliver(frame);
    };
  }

  /** Holds messages back. The returned function delivers them, in the order of `sorted`, and lets later ones pass. */
  hold(): (sorted?: (frames: string[]) => string[]) => void {
    const held: { frame: string; deliver: DeliverFrame }[] = [];
    this.pass = (frame, deliver) => void held.push({ frame, deliver });
    return (sorted = (frames) => frames) => {
      this.pass = (frame, deliver) => deliver(frame);
      const frames = sorted(held.map(({ frame }) => frame));
      frames.forEach((frame) => held[0]?.deliver(frame));
    };
  }

  /** Corrupts the next message whose body contains `text`. */
  garbleOne(text: string): void {
    this.pass = (frame, deliver) => {
      if (!bodyOf(frame).includes(text)) return deliver(frame);
      this.pass = (next, deliverNext) => deliverNext(next);
      deliver(withBody(frame, '{"event":"ChatMessageEvent","message":{'));
    };
  }

  /** Closes the socket to the page and the socket to the broker. */
  async drop(): Promise<void> {
    await Promise.all([this.present?.page.close(), this.present?.broker.close()]);
  }

  /** Stops the broker: new links are closed at once until it is started again. */
  async leave(): Promise<void> {
    this.isAway = true;
    await this.drop();
  }

  comeBack(): void {
    this.isAway = false;
  }

  /** Half-open: nothing passes on this link, and neither side gets an error. The next link works. */
  silence(): void {
    if (this.present !== undefined) this.present.dead = true;
  }
}
