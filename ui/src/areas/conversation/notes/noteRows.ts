// Notes as rows of the thread: each frame is one row, before the message that the core names.
import type { MessageView, NoteView } from 'core-wasm';
import type { IndexedList } from '../../../core/indexedList';

export interface NoteFrameRow {
  /** A prefix that no local id of a thread has. */
  id: string;
  /** Local id of the message before which the frame is placed; undefined at the end. */
  before: string | undefined;
  notes: ReadonlyArray<NoteView>;
}

/** The frames of a conversation, identified by their first note. */
export function noteFrames(notes: ReadonlyArray<NoteView>): ReadonlyArray<NoteFrameRow> {
  const frames: { id: string; before: string | undefined; notes: NoteView[] }[] = [];
  for (const note of notes) {
    const last = frames[frames.length - 1];
    if (last === undefined || note.frameStart) {
      frames.push({ id: `note:${note.id}`, before: note.before, notes: [note] });
    } else last.notes.push(note);
  }
  return frames;
}

/** A frame among messages that are only read: they have no places of the core, the times decide. */
export interface PlacedFrame extends NoteFrameRow {
  /** Index of the message before which it stands; the number of messages: at the end. */
  place: number;
}

/** Each note on its own side of every message; those that follow each other share a frame. Notes of before the first message stand above it. */
export function framesAt(
  notes: ReadonlyArray<NoteView>,
  messages: ReadonlyArray<Pick<MessageView, 'time'>>,
): ReadonlyArray<PlacedFrame> {
  const frames: { id: string; before: undefined; notes: NoteView[]; place: number }[] = [];
  for (const note of notes) {
    const later = messages.findIndex(({ time }) => time !== null && time !== undefined && time > note.time);
    const place = later === -1 ? messages.length : later;
    const last = frames[frames.length - 1];
    if (last?.place === place && !note.frameStart) last.notes.push(note);
    else frames.push({ id: `note:${note.id}`, before: undefined, notes: [note], place });
  }
  return frames;
}

/** The rows of the thread with the frames at their places. A frame whose message is not there stands at the end. */
export function withFrames(
  rows: IndexedList<string>,
  frames: ReadonlyArray<Pick<NoteFrameRow, 'id' | 'before'>>,
): IndexedList<string> {
  if (frames.length === 0) return rows;
  const wanted = new Set(frames.map(({ before }) => before));
  const places = new Map<string | undefined, number>();
  for (let index = rows.length - 1; index >= 0 && places.size < wanted.size; index -= 1) {
    const id = rows.at(index);
    if (id !== undefined && wanted.has(id)) places.set(id, index);
  }
  // Positions of the frames in the joined list: among the messages, and the number of frames above.
  const at = frames
    .map((frame) => ({ id: frame.id, place: places.get(frame.before) ?? rows.length }))
    .sort((one, other) => one.place - other.place)
    .map(({ id, place }, above) => ({ id, index: place + above }));
  const byIndex = new Map(at.map(({ id, index }) => [index, id]));
  return {
    length: rows.length + frames.length,
    at: (index) => byIndex.get(index) ?? rows.at(index - countBelow(at, index)),
  };
}

/** Number of frames above the index. */
function countBelow(at: ReadonlyArray<{ index: number }>, index: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The message at this row or, if the row is a frame, the next message above it; undefined if only frames are above. */
export function messageAtOrAbove(
  rows: IndexedList<string>,
  frames: ReadonlyArray<Pick<NoteFrameRow, 'id'>>,
  id: string,
): string | undefined {
  const ids = new Set(frames.map((frame) => frame.id));
  if (!ids.has(id)) return id;
  let index = rows.length - 1;
  while (index >= 0 && rows.at(index) !== id) index -= 1;
  while (index >= 0 && ids.has(rows.at(index) ?? '')) index -= 1;
  return index < 0 ? undefined : rows.at(index);
}
