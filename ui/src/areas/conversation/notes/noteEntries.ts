// Internal notes among the entries of a conversation that an agent exports for the team. Nothing that a customer receives is built
// from these.
import type { NoteView } from 'core-wasm';

export interface NoteEntry {
  id: string;
  author: string;
  text: string;
  time: number;
  /** Id of the entry before which the note is placed; undefined at the end. */
  before: string | undefined;
}

/** Notes that the server has and that were not removed. */
export function noteEntries(notes: ReadonlyArray<NoteView>): ReadonlyArray<NoteEntry> {
  return notes
    .filter(({ removed, phase, text }) => !removed && phase === 'kept' && text !== '')
    .map(({ id, author, text, time, before }) => ({ id: `note:${id}`, author, text, time, before }));
}

/** The entries with the notes inserted. A note whose message has no entry is placed by its time. */
export function withNotes<Entry extends { id: string; time: number | undefined }>(
  entries: ReadonlyArray<Entry>,
  notes: ReadonlyArray<NoteEntry>,
  entryOf: (note: NoteEntry) => Entry,
): ReadonlyArray<Entry> {
  const indexOf = new Map(entries.map(({ id }, index) => [id, index]));
  const placeOf = ({ before, time }: NoteEntry): number => {
    const named = before === undefined ? undefined : indexOf.get(before);
    if (named !== undefined || before === undefined) return named ?? entries.length;
    const later = entries.findIndex((entry) => entry.time !== undefined && entry.time > time);
    return later < 0 ? entries.length : later;
  };
  const placed = notes.map((note) => ({ note, place: placeOf(note) }));
  return [...entries.keys(), entries.length].flatMap((index) => {
    const here = placed.filter(({ place }) => place === index).map(({ note }) => entryOf(note));
    const entry = entries[index];
    return entry === undefined ? here : [...here, entry];
  });
}
