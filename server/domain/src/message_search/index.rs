//! Indexes texts that an older server stored, one portion in a transaction.

use crate::centre::Transaction;
use crate::due::Due;
use crate::notes;
use crate::store::StoreResult;
use wire::{NoteId, Protocol};

/// Texts in one transaction.
const PORTION: usize = 200;
/// Separates the protocol from the place in a subject; neither contains it.
const BETWEEN: char = ' ';
/// Begins the subject of notes, which are indexed after all messages.
const NOTES: &str = "notes ";

/// Begins if no text is indexed yet. New texts are indexed at once, and a portion that waits continues by itself.
pub(crate) fn index_older(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    if tx.store.lacks_texts()? { tx.set_due(Due::MessageTexts, "", Some(tx.now())) } else { Ok(()) }
}

/// Continues after the text of the subject.
pub(crate) fn texts_are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let next = match subject.strip_prefix(NOTES) {
        Some(last) => {
            let (protocol, id) = last.split_once(BETWEEN).unwrap_or((last, ""));
            let last = notes::index_behind(tx, &Protocol::from(protocol), &NoteId::from(id), PORTION)?;
            last.map(|(protocol, id)| format!("{NOTES}{protocol}{BETWEEN}{id}"))
        }
        None => {
            let (protocol, seq) = subject.split_once(BETWEEN).unwrap_or((subject, ""));
            let seq = seq.parse().unwrap_or_default();
            let last = tx.store.index_messages_behind(&Protocol::from(protocol), seq, PORTION)?;
            let next = last.map(|(protocol, seq)| format!("{protocol}{BETWEEN}{seq}"));
            Some(next.unwrap_or_else(|| NOTES.to_owned()))
        }
    };
    match next {
        Some(next) => tx.set_due(Due::MessageTexts, &next, Some(tx.now())),
        None => Ok(()),
    }
}
