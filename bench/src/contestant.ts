// The interface of a measured store, and the check that all stores did the same work.
import type { Recording } from './recording';

/**
 * The 30 subscribers of a workspace: the list, its totals, twenty rows, the open conversation and its last bubbles.
 */
export interface Subscriptions {
  order: true;
  summary: true;
  rows: string[];
  /** Header and thread of the open conversation. */
  open: string;
  bubbles: string[];
}

export interface Contestant {
  readonly name: string;
  /** Loads the attendances and their threads as the server sends them. */
  load(recording: Recording): Promise<void>;
  subscribe(subscriptions: Subscriptions): void;
  /**
   * Processes one frame of the broker, as text. Subscribers are notified and read their snapshots before the next
   * microtask ends.
   */
  feed(frame: string): void;
  /** Work of the store apart from frames, done between two of them; most stores have none. */
  upkeep(): Promise<void>;
  /** How often a subscriber read its snapshot. */
  reads(): number;
  /** The result, in a form that all stores share. */
  outcome(): Outcome;
}

export interface Outcome {
  /** Protocols from the newest to the oldest. */
  order: string[];
  unread: number;
  /** Unread messages and newest texts of each attendance. */
  threads: Record<string, { unread: number; newest: string[] }>;
}

/**
 * Number of newest texts that are compared. The core keeps 50 messages of a thread that was not opened lately, the
 * other stores keep all.
 */
export const newest = (texts: string[]): string[] => texts.slice(-50);

export const rowsShown = 20;
export const bubblesShown = 6;

export function subscriptionsOf(recording: Recording): Subscriptions {
  const { protocols } = recording;
  const rows = protocols.slice(0, rowsShown);
  const open = protocols[0] ?? '';
  const bubbles = recording
    .thread(open)
    .slice(-bubblesShown)
    .map(({ message_id }) => message_id);
  return { order: true, summary: true, rows, open, bubbles };
}

/** Refuses the figures of stores that did different work. */
export function demandSameOutcome(contestants: Contestant[]): void {
  const [first, ...others] = contestants;
  if (first === undefined) return;
  const wanted = first.outcome();
  for (const other of others) {
    const found = other.outcome();
    const differs = (what: string): never => {
      throw new Error(`${other.name} and ${first.name} differ in ${what}: the figures are worth nothing`);
    };
    if (found.order.join() !== wanted.order.join()) differs('the order of the list');
    if (found.unread !== wanted.unread) differs(`the unread total, ${found.unread} and ${wanted.unread}`);
    for (const [protocol, thread] of Object.entries(wanted.threads)) {
      if (JSON.stringify(found.threads[protocol]) !== JSON.stringify(thread))
        differs(`the thread of ${protocol}, ${JSON.stringify(found.threads[protocol])} and ${JSON.stringify(thread)}`);
    }
  }
}
