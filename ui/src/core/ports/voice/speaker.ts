// Plays the customer's audio on the chosen loudspeaker. If the browser cannot choose (Firefox before 116), the system's default plays.

export class Speaker {
  private readonly element = new Audio();

  /** `onBlocked` is called if the browser plays nothing before a gesture of the agent. */
  constructor(
    private device: string,
    private readonly onBlocked: () => void,
  ) {
    this.element.autoplay = true;
  }

  play(stream: MediaStream): void {
    this.element.srcObject = stream;
    this.apply();
    this.element.play().catch((failure: unknown) => {
      if (failure instanceof DOMException && failure.name === 'NotAllowedError') this.onBlocked();
    });
  }

  /** Plays a recording once. */
  playFile(address: string, onEnd: () => void): void {
    this.element.onended = onEnd;
    this.element.src = address;
    this.apply();
    this.element.play().catch(() => this.onBlocked());
  }

  choose(device: string): void {
    this.device = device;
    this.apply();
  }

  /** A missing loudspeaker is replaced by the default one. */
  private apply(): void {
    const element = this.element as HTMLAudioElement & { setSinkId?: (device: string) => Promise<void> };
    if (element.setSinkId === undefined) return;
    element.setSinkId(this.device).catch(() => element.setSinkId?.('').catch(() => undefined));
  }

  close(): void {
    this.element.onended = null;
    this.element.pause();
    this.element.srcObject = null;
  }
}
