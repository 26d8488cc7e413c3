// A store written only for speed: plain Maps, objects changed in place, a set of listeners for each key, and the
// order in an array whose element is moved. Nothing is copied; a reader cannot distinguish an old value from a new
// one.
import { newest, type Contestant, type Outcome, type Subscriptions } from '../contestant';
import { EventGate } from '../eventGate';
import type { Recording, WireEvent, WireMessage } from '../recording';

interface Job {
  protocol: string;
  name: string;
  preview: string;
  time: number;
  unread: number;
  typing: boolean;
  thread: WireMessage[];
}

type Listener = () => void;

export class MapsStore implements Contestant {
  readonly name = 'hand-written Maps';
  private readonly jobs = new Map<string, Job>();
  private readonly messages = new Map<string, WireMessage>();
  /** Protocols, newest first. */
  private readonly order: Job[] = [];
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly gate = new EventGate();
  private readonly told = new Set<string>();
  private unread = 0;
  private readCount = 0;
  private held: unknown;

  async load(recording: Recording): Promise<void> {
    for (const wire of recording.jobs) {
      const { protocol, contact, lastMessage } = wire;
      const thread = recording.thread(protocol);
      for (const message of thread) this.messages.set(message.message_id, message);
      const job = {
        protocol,
        name: contact.fullname,
        preview: lastMessage.message,
        time: Date.parse(lastMessage.time),
        unread: 0,
        typing: false,
        thread,
      };
      this.jobs.set(protocol, job);
      this.order.push(job);
    }
    this.order.sort((first, second) => second.time - first.time);
    await Promise.resolve();
  }

  subscribe({ rows, open, bubbles }: Subscriptions): void {
    this.on('order', () => this.order);
    this.on('summary', () => this.unread);
    for (const row of rows) this.on(`row:${row}`, () => this.jobs.get(row));
    this.on(`row:${open}`, () => this.jobs.get(open));
    this.on(`thread:${open}`, () => this.jobs.get(open)?.thread);
    for (const id of bubbles) this.on(`message:${id}`, () => this.messages.get(id));
  }

  private on(key: string, read: () => unknown): void {
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners);
    listeners.add(() => {
      this.held = read();
      this.readCount += 1;
    });
  }

  feed(frame: string): void {
    const event = JSON.parse(frame) as WireEvent;
    if (!this.gate.pass(event.eventId)) return;
    if (event.message !== undefined) this.take(event.message);
    else this.typed(event.protocol ?? '', event.typing ?? false);
    for (const key of this.told) this.listeners.get(key)?.forEach((listener) => listener());
    this.told.clear();
  }

  private take(message: WireMessage): void {
    const job = this.jobs.get(message.protocol);
    if (job === undefined || this.messages.has(message.message_id)) return;
    this.messages.set(message.message_id, message);
    const { thread } = job;
    let place = thread.length;
    while (place > 0 && (thread[place - 1]?.seq ?? 0) > message.seq) place -= 1;
    if (place === thread.length) thread.push(message);
    else thread.splice(place, 0, message);
    job.preview = message.message;
    job.time = Math.max(job.time, Date.parse(message.time));
    if (message.senderType === 'customer') {
      job.unread += 1;
      job.typing = false;
      this.unread += 1;
      this.told.add('summary');
    }
    this.moveUp(job);
    this.told.add(`row:${job.protocol}`).add(`thread:${job.protocol}`).add(`message:${message.message_id}`);
  }

  private moveUp(job: Job): void {
    const { order } = this;
    const from = order.indexOf(job);
    // A new message is nearly always the newest, so the search begins at the top.
    let to = 0;
    while (to < from && (order[to]?.time ?? 0) >= job.time) to += 1;
    if (to === from) return;
    order.splice(from, 1);
    order.splice(to, 0, job);
    this.told.add('order');
  }

  private typed(protocol: string, typing: boolean): void {
    const job = this.jobs.get(protocol);
    if (job === undefined || job.typing === typing) return;
    job.typing = typing;
    this.told.add(`row:${protocol}`);
  }

  upkeep(): Promise<void> {
    return Promise.resolve();
  }

  reads(): number {
    return this.held === undefined ? 0 : this.readCount;
  }

  outcome(): Outcome {
    const threads: Outcome['threads'] = {};
    for (const { protocol, thread, unread } of this.jobs.values())
      threads[protocol] = { unread, newest: newest(thread.map(({ message }) => message)) };
    return { order: this.order.map(({ protocol }) => protocol), unread: this.unread, threads };
  }
}
