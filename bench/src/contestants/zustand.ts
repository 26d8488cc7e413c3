// A zustand store as its documentation recommends: immutable updates that copy the changed level,
// `subscribeWithSelector`, one selector for each subscriber. Derived values (the order of the list, the unread total)
// are computed by a selector and compared with `shallow`, not stored. Messages are inside their thread, the fastest
// form: a change copies one thread and never all messages.
import { subscribeWithSelector } from 'zustand/middleware';
import { shallow } from 'zustand/shallow';
import { createStore } from 'zustand/vanilla';
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
}

interface Thread {
  ids: string[];
  byId: Record<string, WireMessage>;
}

interface State {
  jobs: Record<string, Job>;
  threads: Record<string, Thread>;
  loaded(jobs: Record<string, Job>, threads: Record<string, Thread>): void;
  messageCame(message: WireMessage): void;
  typed(protocol: string, typing: boolean): void;
}

const makeStore = () =>
  createStore<State>()(
    subscribeWithSelector((set) => ({
      jobs: {},
      threads: {},
      loaded: (jobs, threads) => set({ jobs, threads }),
      messageCame: (message) =>
        set((state) => {
          const { protocol, message_id: id } = message;
          const job = state.jobs[protocol];
          const thread = state.threads[protocol];
          if (job === undefined || thread === undefined || id in thread.byId) return state;
          const byCustomer = message.senderType === 'customer';
          const changed = {
            ...job,
            preview: message.message,
            time: Math.max(job.time, Date.parse(message.time)),
            unread: job.unread + (byCustomer ? 1 : 0),
            typing: byCustomer ? false : job.typing,
          };
          return {
            jobs: { ...state.jobs, [protocol]: changed },
            threads: { ...state.threads, [protocol]: withMessage(thread, message) },
          };
        }),
      typed: (protocol, typing) =>
        set((state) => {
          const job = state.jobs[protocol];
          return job === undefined || job.typing === typing
            ? state
            : { jobs: { ...state.jobs, [protocol]: { ...job, typing } } };
        }),
    })),
  );

function withMessage({ ids, byId }: Thread, message: WireMessage): Thread {
  let place = ids.length;
  while (place > 0 && (byId[ids[place - 1] ?? '']?.seq ?? 0) > message.seq) place -= 1;
  return {
    ids: [...ids.slice(0, place), message.message_id, ...ids.slice(place)],
    byId: { ...byId, [message.message_id]: message },
  };
}

/** Protocols, newest first. */
const orderOf = ({ jobs }: State): string[] =>
  Object.values(jobs)
    .sort((first, second) => second.time - first.time)
    .map(({ protocol }) => protocol);

const unreadOf = ({ jobs }: State): number => Object.values(jobs).reduce((sum, { unread }) => sum + unread, 0);

export class ZustandStore implements Contestant {
  readonly name = 'zustand';
  private readonly store = makeStore();
  private readonly gate = new EventGate();
  private readCount = 0;
  private held: unknown;

  async load(recording: Recording): Promise<void> {
    const jobs: Record<string, Job> = {};
    const threads: Record<string, Thread> = {};
    for (const { protocol, contact, lastMessage } of recording.jobs) {
      jobs[protocol] = {
        protocol,
        name: contact.fullname,
        preview: lastMessage.message,
        time: Date.parse(lastMessage.time),
        unread: 0,
        typing: false,
      };
      const messages = recording.thread(protocol);
      threads[protocol] = {
        ids: messages.map(({ message_id }) => message_id),
        byId: Object.fromEntries(messages.map((message) => [message.message_id, message])),
      };
    }
    this.store.getState().loaded(jobs, threads);
    await Promise.resolve();
  }

  subscribe({ rows, open, bubbles }: Subscriptions): void {
    this.store.subscribe(orderOf, (order) => this.read(order), { equalityFn: shallow });
    this.on(unreadOf);
    for (const row of rows) this.on((state) => state.jobs[row]);
    this.on((state) => state.jobs[open]);
    this.on((state) => state.threads[open]?.ids);
    for (const id of bubbles) this.on((state) => state.threads[open]?.byId[id]);
  }

  private on(select: (state: State) => unknown): void {
    this.store.subscribe(select, (value) => this.read(value));
  }

  private read(value: unknown): void {
    this.held = value;
    this.readCount += 1;
  }

  feed(frame: string): void {
    const event = JSON.parse(frame) as WireEvent;
    if (!this.gate.pass(event.eventId)) return;
    if (event.message !== undefined) this.store.getState().messageCame(event.message);
    else this.store.getState().typed(event.protocol ?? '', event.typing ?? false);
  }

  upkeep(): Promise<void> {
    return Promise.resolve();
  }

  reads(): number {
    return this.held === undefined ? 0 : this.readCount;
  }

  outcome(): Outcome {
    const state = this.store.getState();
    const { jobs, threads: held } = state;
    const threads: Outcome['threads'] = {};
    for (const { protocol, unread } of Object.values(jobs)) {
      const { ids, byId } = held[protocol] ?? { ids: [], byId: {} };
      threads[protocol] = { unread, newest: newest(ids.map((id) => byId[id]?.message ?? '')) };
    }
    return { order: orderOf(state), unread: unreadOf(state), threads };
  }
}
