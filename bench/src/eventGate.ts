// Drops duplicate frames for the JavaScript stores. Shared by all three, so that it makes no difference between them.
const remembered = 4_096;

export class EventGate {
  private readonly known = new Set<string>();

  pass(eventId: string): boolean {
    if (this.known.has(eventId)) return false;
    this.known.add(eventId);
    if (this.known.size > remembered) {
      // A Set keeps insertion order: the first entry is the oldest.
      for (const oldest of this.known) {
        this.known.delete(oldest);
        break;
      }
    }
    return true;
  }
}
