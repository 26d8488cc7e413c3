// Only the newest tab of a browser holds the agent's session. With the Web Locks API a tab claims the session by stealing the lock; without it (Firefox
// before 96, insecure contexts) tabs send each other messages. A tab that lost the session reports its release once its drafts are stored, so that the
// next tab finds them.

const lockName = 'workspace.session';
const channelName = 'workspace.tab';
/** The newest claim, for tabs that open later; in engines without locks. */
const claimKey = 'workspace.tab.claim';
const messageKey = 'workspace.tab.message';
/** The longest time to wait for a hanging tab. */
const releaseLimitMs = 300;

type Message = { type: 'claim'; tab: string; turn: number } | { type: 'released'; tab: string };

export class TabPort {
  private readonly tab = newTabId();
  private readonly channel: TabChannel;
  private state: 'outside' | 'holding' | 'lost' = 'outside';
  private turn = 0;
  private readonly releaseListeners = new Set<() => void>();

  /** `onLost` resolves when all drafts are stored. */
  constructor(private readonly onLost: () => Promise<void>) {
    this.channel = openChannel((message) => this.receive(message));
    window.addEventListener('pagehide', () => this.forgetClaim());
  }

  /** Whether this tab was disabled: a disabled tab plays no sound and shows no desktop notification. */
  get isLost(): boolean {
    return this.state === 'lost';
  }

  /** Before the storage is read: claims the session and gives the previous tab time to store its drafts. */
  async claimAndWait(): Promise<void> {
    const held = await this.isHeld();
    const released = held ? this.nextRelease() : undefined;
    this.claim();
    await released;
  }

  /** Idempotent. */
  claim(): void {
    if (this.state === 'holding') return;
    this.state = 'holding';
    const locks = browserLocks();
    if (locks === undefined) {
      // The clock serves if the storage is blocked, the last claim if the clock was set back.
      this.turn = Math.max(lastClaim() + 1, Date.now());
      this.channel.send({ type: 'claim', tab: this.tab, turn: this.turn });
      writeClaim(this.turn);
      return;
    }
    // The lock is held until the page ends or another tab steals it.
    locks
      .request(lockName, { steal: true }, () => new Promise<void>(() => undefined))
      .catch((failure: unknown) => {
        if (failure instanceof DOMException && failure.name === 'AbortError') this.lose();
      });
  }

  private receive(message: Message): void {
    if (message.type === 'released') return this.releaseListeners.forEach((done) => done());
    const isNewer = message.turn > this.turn || (message.turn === this.turn && message.tab > this.tab);
    if (message.tab !== this.tab && isNewer) this.lose();
  }

  private lose(): void {
    if (this.state !== 'holding') return;
    this.state = 'lost';
    void this.onLost().then(() => this.channel.send({ type: 'released', tab: this.tab }));
  }

  private async isHeld(): Promise<boolean> {
    const locks = browserLocks();
    if (locks === undefined) return lastClaim() > 0;
    const held = await locks.query().then(
      (snapshot) => snapshot.held ?? [],
      () => [],
    );
    return held.some(({ name }) => name === lockName);
  }

  private nextRelease(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.releaseListeners.delete(done);
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(done, releaseLimitMs);
      this.releaseListeners.add(done);
    });
  }

  private forgetClaim(): void {
    if (this.state === 'holding' && this.turn > 0 && lastClaim() === this.turn) writeClaim(undefined);
  }
}

function browserLocks(): LockManager | undefined {
  return navigator.locks;
}

interface TabChannel {
  send(message: Message): void;
}

function openChannel(receive: (message: Message) => void): TabChannel {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
    return { send: (message) => channel.postMessage(message) };
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === messageKey && newValue !== null) receive((JSON.parse(newValue) as { message: Message }).message);
  });
  return {
    send(message) {
      try {
        // The storage event is sent only for a changed value.
        window.localStorage.setItem(messageKey, JSON.stringify({ message, once: newTabId() }));
      } catch {
        // Storage is blocked: the server still disables the older tab.
      }
    },
  };
}

function lastClaim(): number {
  try {
    return Number(window.localStorage.getItem(claimKey) ?? 0);
  } catch {
    return 0;
  }
}

function writeClaim(turn: number | undefined): void {
  try {
    if (turn === undefined) window.localStorage.removeItem(claimKey);
    else window.localStorage.setItem(claimKey, String(turn));
  } catch {
    // Later tabs do not wait for this tab; they read its drafts at their next reload.
  }
}

function newTabId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('');
}
