// The workspace's own core: the real module through its public interface, signed in with recorded answers. It does
// more for each frame than the others (order numbers, groups and days of the bubbles, the notification centre,
// sounds, acknowledgements, records).
import { WorkspaceStore, type HostEffect, type JobRowView, type JobSummaryView, type MessageView } from 'core-wasm';
import { Mirror } from '../../../ui/src/core/mirror';
import { answerAsCentre } from '../centre';
import { coreClock } from '../clock';
import { newest, type Contestant, type Outcome, type Subscriptions } from '../contestant';
import type { Recording } from '../recording';

export class CoreStore implements Contestant {
  readonly name = 'workspace core';
  private readonly store: WorkspaceStore;
  private link = 0;
  private deliveries = 0;
  private wakeAt = -1;
  private unstored: number[] = [];
  /** The state that the page's host keeps. */
  private readonly mirror: Mirror;
  private readCount = 0;
  private held: unknown;
  private recording: Recording | undefined;
  /** Number of characters passed to the core's storage. */
  persisted = 0;

  constructor() {
    const records = { records: [], unsent: [] };
    this.store = new WorkspaceStore(crypto.getRandomValues(new Uint8Array(32)), '/api', records, this);
    this.mirror = new Mirror(this.store);
  }

  effect(effect: HostEffect): void {
    if (effect.type === 'brokerConnect') this.link = effect.link;
    if (effect.type === 'persist') {
      this.persisted += effect.value?.length ?? 0;
      this.unstored.push(effect.id);
    }
  }

  wakeAfter(afterMs: number): void {
    this.wakeAt = afterMs < 0 ? -1 : coreClock() + afterMs;
  }

  onViewsDelivered(): void {
    this.mirror.notify();
  }

  async load(recording: Recording): Promise<void> {
    this.recording = recording;
    const centre = answerAsCentre(recording);
    // The page has no focus: every message of a customer counts as unread, as in the other stores.
    this.store.page({
      type: 'started',
      path: '/login',
      userAgent: navigator.userAgent,
      online: true,
      focused: false,
      visible: true,
    });
    this.store.dispatch({ area: 'session', type: 'signIn', login: 'ana.souza', password: 'agente123' });
    await this.until(() => this.link !== 0);
    // A hidden channel must not make an event slower (BEY-090).
    this.store.dispatch({ area: 'shell', type: 'changePreferences', change: { hiddenChannels: ['voice'] } });
    this.store.brokerOpened(this.link);
    await this.until(() => this.summary().total === recording.size.jobs);
    await centre.idle();
    for (const protocol of recording.protocols) {
      this.store.dispatch({ area: 'jobs', type: 'reloadThread', protocol });
      if (centre.waiting() >= 128) await centre.idle();
    }
    await centre.idle();
    await this.upkeep();
  }

  private summary(): JobSummaryView {
    return this.store.snapshot('jobSummary') as JobSummaryView;
  }

  private async until(reached: () => boolean): Promise<void> {
    while (!reached()) {
      await this.upkeep();
      await new Promise((soon) => setTimeout(soon));
    }
  }

  subscribe({ rows, open, bubbles }: Subscriptions): void {
    this.onList('jobOrder:active');
    this.on('jobSummary');
    for (const row of rows) this.on(`jobRow:${row}`);
    this.on(`job:${open}`);
    this.onList(`thread:${open}`);
    const shown = this.mirror.list(`thread:${open}`).toArray().slice(-bubbles.length);
    for (const id of shown) this.on(`message:${open}:${id}`);
  }

  private on(key: string): void {
    const read = (): unknown => this.mirror.snapshot(key as 'jobSummary');
    this.held = read();
    this.mirror.subscribe(key, () => {
      this.held = read();
      this.readCount += 1;
    });
  }

  private onList(key: string): void {
    this.mirror.list(key);
    this.mirror.subscribe(key, () => {
      this.held = this.mirror.list(key);
      this.readCount += 1;
    });
  }

  feed(frame: string): void {
    this.deliveries += 1;
    this.store.brokerFrame(this.link, `ack-${this.deliveries}`, frame);
  }

  /** Runs the due wake-up and answers the storage requests. */
  async upkeep(): Promise<void> {
    if (this.wakeAt >= 0 && this.wakeAt <= coreClock()) this.store.wake();
    const done = this.unstored;
    this.unstored = [];
    for (const id of done) this.store.stored(id, 'ok');
    await Promise.resolve();
  }

  reads(): number {
    return this.held === undefined ? 0 : this.readCount;
  }

  outcome(): Outcome {
    const threads: Outcome['threads'] = {};
    for (const protocol of this.recording?.protocols ?? []) {
      const row = this.store.snapshot(`jobRow:${protocol}`) as JobRowView;
      const ids = this.store.list(`thread:${protocol}`)?.ids ?? [];
      const text = (id: string): string => (this.store.snapshot(`message:${protocol}:${id}`) as MessageView).text;
      threads[protocol] = { unread: row.unread, newest: newest([...ids]).map(text) };
    }
    return { order: this.mirror.list('jobOrder:active').toArray(), unread: this.summary().unread, threads };
  }
}
