// What crosses with nearly every event, made by the engine's own literals: a text would have to be written, decoded and read for it.

export const listChange = (version, moved, id, before) => ({ version, ops: [{ op: moved ? 'move' : 'insert', id, before }] });

export const jobSummary = (total, unread, loaded, loadFailed, unattended) => ({ total, unread, loaded, loadFailed, unattended });

/** A row in which a message or the typing mark changed; the rest is what it was. */
export const movedRow = (row, own, text, time, unread, typing) => ({ ...row, preview: { own, text }, time, unread, typing });
