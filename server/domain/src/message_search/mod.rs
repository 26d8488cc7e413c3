//! Search over the texts of all conversations that the caller's history shows (BEY-162, docs/decisions/0096-search-of-messages.md).

mod excerpt;
mod index;

pub(crate) use index::{index_older, texts_are_due};

use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::history::Entries;
use crate::http::{Failure, json};
use crate::notes;
use crate::store::{StoreResult, TextRow, TextSearch, TextSource, TextsOf, searched_words, text_of_message};
use excerpt::excerpt;
use std::collections::BTreeMap;
use wire::limits::{MESSAGE_SEARCH_MAX_CHARS, MESSAGE_SEARCH_MIN_LETTERS, MESSAGE_SEARCH_PER_PAGE};
use wire::{AgentRole, FoundMessage, FoundMessages, HistoryEntry, NoteId, Protocol, SenderType};

/// Maximum of messages in one portion.
const MAX_PER_PAGE: usize = 50;

/// `GET /messages/search?text&before&per_page`: messages and notes with all the words, the last one first.
pub(crate) fn search(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let text = call.query("text").unwrap_or_default().trim();
    if text.is_empty() {
        return Err(Failure::field("text", "required"));
    }
    if text.chars().count() > MESSAGE_SEARCH_MAX_CHARS {
        return Err(Failure::too_long("text", MESSAGE_SEARCH_MAX_CHARS));
    }
    let words = searched_words(text);
    if words.iter().map(|word| word.chars().count()).sum::<usize>() < MESSAGE_SEARCH_MIN_LETTERS {
        return Err(Failure::field("text", "tooShort"));
    }
    let filled = |name: &str| call.query(name).filter(|text| !text.is_empty());
    let before = filled("before").map(|text| text.parse().map_err(|_| Failure::field("before", "invalid")));
    let limit = filled("per_page").map(|text| {
        let number = text.parse::<usize>().ok().filter(|number| *number > 0);
        number.map(|number| number.min(MAX_PER_PAGE)).ok_or_else(|| Failure::field("per_page", "invalid"))
    });
    let limit = limit.transpose()?.unwrap_or(MESSAGE_SEARCH_PER_PAGE);
    let of = match caller.role {
        AgentRole::Supervisor => TextsOf::OrgUnit,
        AgentRole::Agent => TextsOf::Agent((*caller.agent_id).clone()),
    };
    // One more row than the portion is read: it shows whether there is a next portion.
    let search = TextSearch::new(&caller.org_unit_id, &of, &words, before.transpose()?, limit + 1);
    let mut rows = tx.store.find_texts(&search)?;
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(|row| row.number.to_string()).unwrap_or_default();
    json(&FoundMessages { data: Shown::new(tx).all(&rows, &words)?.into(), next })
}

/// The results in the form of the answer. Each attendance is read once.
struct Shown<'t, 'w, 'c> {
    tx: &'t Transaction<'w, 'c>,
    entries: Entries<'t, 'w, 'c>,
    attendances: BTreeMap<Protocol, Option<HistoryEntry>>,
}

impl<'t, 'w, 'c> Shown<'t, 'w, 'c> {
    fn new(tx: &'t Transaction<'w, 'c>) -> Self {
        Self { tx, entries: Entries::new(tx), attendances: BTreeMap::new() }
    }

    fn all(mut self, rows: &[TextRow], words: &[String]) -> StoreResult<Vec<FoundMessage>> {
        let mut found = Vec::new();
        for row in rows {
            if let Some(attendance) = self.attendance(&row.protocol)? {
                found.extend(self.text_of(row, attendance, words)?);
            }
        }
        Ok(found)
    }

    fn attendance(&mut self, protocol: &Protocol) -> StoreResult<Option<HistoryEntry>> {
        if let Some(known) = self.attendances.get(protocol) {
            return Ok(known.clone());
        }
        let entry = self.tx.store.job(protocol)?.map(|job| self.entries.of(&job)).transpose()?;
        self.attendances.insert(protocol.clone(), entry.clone());
        Ok(entry)
    }

    fn text_of(&self, row: &TextRow, attendance: HistoryEntry, words: &[String]) -> StoreResult<Option<FoundMessage>> {
        match row.source {
            TextSource::Message => {
                let seq = row.id.parse().unwrap_or_default();
                Ok(self.tx.store.message(&row.protocol, seq)?.map(|message| FoundMessage {
                    attendance,
                    seq,
                    message_id: message.message_id.clone(),
                    note_id: NoteId::default(),
                    agent_id: message.agent_id.clone(),
                    sender_type: message.sender_type,
                    at: message.time,
                    excerpt: excerpt(&text_of_message(&message), words),
                    agent_name: message.agent_name,
                }))
            }
            TextSource::Note => {
                let note_id = NoteId::from(row.id.as_str());
                Ok(notes::found(self.tx, &row.protocol, &note_id)?.map(|note| FoundMessage {
                    attendance,
                    seq: 0,
                    message_id: String::new(),
                    note_id,
                    agent_id: note.agent_id,
                    sender_type: SenderType::Agent,
                    at: Some(note.at),
                    excerpt: excerpt(&note.text, words),
                    agent_name: note.agent_name,
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests;
