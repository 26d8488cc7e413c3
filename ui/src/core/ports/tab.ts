// One tab of the browser holds the agent's session: the newest. Where the browser has locks, who steals the lock has the session and who loses it lets go;
// elsewhere (Firefox before 96, pages without a secure context) tabs tell each other. A tab that let go says so once its words are on the disk, so that
// the next one finds them.

const lockName = 'workspace.session';
const channelName = 'workspace.tab';
/** Who claimed last, for tabs that come later; in engines without locks. */
const claimKey = 'workspace.tab.claim';
const messageKey = 'workspace.tab.message';
/** A tab that hangs must not hold up the next one for longer. */
const releaseLimitMs = 300;

type Message = { type: 'claim'; tab: string; turn: number } | { type: 'released'; tab: string };

export class TabPort {
  private readonly tab = newTabId();
  private readonly line: Line;
  private state: 'outside' | 'holding' | 'lost' = 'outside';
  private turn = 0;
  private readonly waiting = new Set<() => void>();

  /** `letGo` is done when everything that must survive is on the disk. */
  constructor(private readonly letGo: () => Promise<void>) {
    this.line = openLine((message) => this.hear(message));
    window.addEventListener('pagehide', () => this.forgetClaim());
  }

  /** This tab was disabled: it makes no sound and shows nothing outside its page. */
  get isLost(): boolean {
    return this.state === 'lost';
  }

  /** Before the start reads the storage: takes the session and gives the tab that had it the time to put its words down. */
  async claimAndWait(): Promise<void> {
    const held = await this.isHeld();
    const released = held ? this.nextRelease() : undefined;
    this.claim();
    await released;
  }

  /** Harmless when repeated. */
  claim(): void {
    if (this.state === 'holding') return;
    this.state = 'holding';
    const locks = browserLocks();
    if (locks === undefined) {
      // The clock where storage is blocked; the last claim where the clock was set back.
      this.turn = Math.max(lastClaim() + 1, Date.now());
      this.line.tell({ type: 'claim', tab: this.tab, turn: this.turn });
      writeClaim(this.turn);
      return;
    }
    // Held until the page ends or another tab steals it.
    locks
      .request(lockName, { steal: true }, () => new Promise<void>(() => undefined))
      .catch((failure: unknown) => {
        if (failure instanceof DOMException && failure.name === 'AbortError') this.lose();
      });
  }

  private hear(message: Message): void {
    if (message.type === 'released') return this.waiting.forEach((done) => done());
    const isNewer = message.turn > this.turn || (message.turn === this.turn && message.tab > this.tab);
    if (message.tab !== this.tab && isNewer) this.lose();
  }

  private lose(): void {
    if (this.state !== 'holding') return;
    this.state = 'lost';
    void this.letGo().then(() => this.line.tell({ type: 'released', tab: this.tab }));
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
        this.waiting.delete(done);
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(done, releaseLimitMs);
      this.waiting.add(done);
    });
  }

  private forgetClaim(): void {
    if (this.state === 'holding' && this.turn > 0 && lastClaim() === this.turn) writeClaim(undefined);
  }
}

function browserLocks(): LockManager | undefined {
  return navigator.locks;
}

interface Line {
  tell(message: Message): void;
}

function openLine(hear: (message: Message) => void): Line {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
    return { tell: (message) => channel.postMessage(message) };
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === messageKey && newValue !== null) hear((JSON.parse(newValue) as { message: Message }).message);
  });
  return {
    tell(message) {
      try {
        // Only a value that changes is told.
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
    // Later tabs do not wait for this one; its words come with the next reload.
  }
}

function newTabId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('');
}
