//! Conformance of internal notes.

use super::{Check, committed, holds};
use crate::store::{NoteRow, NoteStore, Store};
use wire::{AgentId, NoteId, NoteText, Protocol, Wall};

fn row(protocol: &str, id: &str, conversation: &str, at: i64) -> NoteRow {
    NoteRow {
        protocol: Protocol::from(protocol),
        id: NoteId::from(id),
        conversation: conversation.to_owned(),
        agent_id: AgentId::from("7"),
        agent_name: "Ana".to_owned(),
        text: NoteText::new(format!("text of {id}")),
        mentions: Vec::new(),
        at: Wall(at),
        edited: false,
        removed: false,
        version: 1,
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for (protocol, id, conversation, at) in
            [("n-1", "A", "r/1", 10), ("n-2", "A", "r/1", 30), ("n-2", "B", "r/1", 20), ("n-3", "A", "r/2", 40)]
        {
            store.put_note(&row(protocol, id, conversation, at))?;
        }
        Ok(())
    })?;
    let times = |rows: Vec<NoteRow>| rows.iter().map(|row| row.at.0).collect::<Vec<_>>();
    holds(times(store.notes_of("r/1", 9)?) == [30, 20, 10], "notes of a conversation are read from the last one")?;
    holds(times(store.notes_of("r/1", 2)?) == [30, 20], "a limit leaves out the oldest notes")?;
    holds(store.note_count(&Protocol::from("n-2"))? == 2, "notes of an attendance are counted")?;
    let changed = NoteRow { removed: true, version: 2, ..row("n-2", "A", "r/1", 30) };
    committed(store, |store| Ok(store.put_note(&changed)?))?;
    holds(store.note(&Protocol::from("n-2"), &NoteId::from("A"))? == Some(changed), "a note is replaced by its key")?;
    let other = store.note(&Protocol::from("n-1"), &NoteId::from("A"))?;
    holds(other.is_some_and(|note| !note.removed), "the same id in another attendance is another note")
}
