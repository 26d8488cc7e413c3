// A Redux Toolkit store as its documentation recommends: slices, normalised entities in adapters, memoised selectors
// created for each subscriber. Messages are in an adapter of their thread (the documentation's nested form, and the
// fastest: one table of all messages would be frozen again at each change). As in a production build, the checks for
// mutability and serialisability are off. `useSelector` of react-redux runs every subscriber's selector at each
// change of the store and compares the results by identity; the subscribers here do the same.
import {
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
  type EntityState,
  type PayloadAction,
} from '@reduxjs/toolkit';
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

const jobsAdapter = createEntityAdapter<Job, string>({
  selectId: ({ protocol }) => protocol,
  sortComparer: (first, second) => second.time - first.time,
});
const messagesAdapter = createEntityAdapter<WireMessage, string>({
  selectId: ({ message_id }) => message_id,
  sortComparer: (first, second) => first.seq - second.seq,
});

type Threads = Record<string, EntityState<WireMessage, string>>;

const initialState = { jobs: jobsAdapter.getInitialState(), threads: {} as Threads };

const workspace = createSlice({
  name: 'workspace',
  initialState,
  reducers: {
    loaded(state, { payload }: PayloadAction<{ jobs: Job[]; threads: Threads }>) {
      jobsAdapter.setAll(state.jobs, payload.jobs);
      state.threads = payload.threads;
    },
    messageCame(state, { payload: message }: PayloadAction<WireMessage>) {
      const { protocol, message_id: id } = message;
      const job = state.jobs.entities[protocol];
      const thread = state.threads[protocol];
      if (job === undefined || thread === undefined || thread.entities[id] !== undefined) return;
      messagesAdapter.addOne(thread, message);
      const byCustomer = message.senderType === 'customer';
      const changes = {
        preview: message.message,
        time: Math.max(job.time, Date.parse(message.time)),
        unread: job.unread + (byCustomer ? 1 : 0),
        typing: byCustomer ? false : job.typing,
      };
      jobsAdapter.updateOne(state.jobs, { id: protocol, changes });
    },
    typed(state, { payload }: PayloadAction<{ protocol: string; typing: boolean }>) {
      const job = state.jobs.entities[payload.protocol];
      if (job !== undefined) job.typing = payload.typing;
    },
  },
});

const { loaded, messageCame, typed } = workspace.actions;

const makeStore = () =>
  configureStore({
    reducer: { workspace: workspace.reducer },
    middleware: (standard) => standard({ immutableCheck: false, serializableCheck: false, actionCreatorCheck: false }),
    devTools: false,
  });

type State = ReturnType<ReturnType<typeof makeStore>['getState']>;

const jobsOf = jobsAdapter.getSelectors((state: State) => state.workspace.jobs);
const messagesOf = messagesAdapter.getSelectors();
const threadOf = (state: State, protocol: string) =>
  state.workspace.threads[protocol] ?? messagesAdapter.getInitialState();

const makeUnreadSelector = () =>
  createSelector([jobsOf.selectAll], (jobs) => jobs.reduce((sum, { unread }) => sum + unread, 0));
const makeRowSelector = (protocol: string) =>
  createSelector(
    [(state: State) => jobsOf.selectById(state, protocol)],
    (job) => job && { name: job.name, preview: job.preview, time: job.time, unread: job.unread, typing: job.typing },
  );

export class ToolkitStore implements Contestant {
  readonly name = 'Redux Toolkit';
  private readonly store = makeStore();
  private readonly gate = new EventGate();
  private readCount = 0;
  private held: unknown;

  async load(recording: Recording): Promise<void> {
    const threads: Threads = {};
    const jobs = recording.jobs.map(({ protocol, contact, lastMessage }): Job => {
      threads[protocol] = messagesAdapter.getInitialState(undefined, recording.thread(protocol));
      const shown = { name: contact.fullname, preview: lastMessage.message, time: Date.parse(lastMessage.time) };
      return { protocol, ...shown, unread: 0, typing: false };
    });
    this.store.dispatch(loaded({ jobs, threads }));
    await Promise.resolve();
  }

  subscribe({ rows, open, bubbles }: Subscriptions): void {
    this.on(jobsOf.selectIds);
    this.on(makeUnreadSelector());
    for (const row of rows) this.on(makeRowSelector(row));
    this.on(makeRowSelector(open));
    this.on((state) => messagesOf.selectIds(threadOf(state, open)));
    for (const id of bubbles) this.on((state) => messagesOf.selectById(threadOf(state, open), id));
  }

  private on(select: (state: State) => unknown): void {
    let shown = select(this.store.getState());
    this.store.subscribe(() => {
      const next = select(this.store.getState());
      if (next === shown) return;
      shown = next;
      this.held = next;
      this.readCount += 1;
    });
  }

  feed(frame: string): void {
    const event = JSON.parse(frame) as WireEvent;
    if (!this.gate.pass(event.eventId)) return;
    if (event.message !== undefined) this.store.dispatch(messageCame(event.message));
    else this.store.dispatch(typed({ protocol: event.protocol ?? '', typing: event.typing ?? false }));
  }

  upkeep(): Promise<void> {
    return Promise.resolve();
  }

  reads(): number {
    return this.held === undefined ? 0 : this.readCount;
  }

  outcome(): Outcome {
    const state = this.store.getState();
    const threads: Outcome['threads'] = {};
    for (const { protocol, unread } of jobsOf.selectAll(state)) {
      const messages = messagesOf.selectAll(threadOf(state, protocol));
      threads[protocol] = { unread, newest: newest(messages.map(({ message }) => message)) };
    }
    return { order: jobsOf.selectIds(state), unread: makeUnreadSelector()(state), threads };
  }
}
