//! Comparison of the search over messages with the server: the results must be those that a search in every message and
//! note of the agent's history finds. No event changes the results: they are compared after the page has searched again
//! (`AgentHandle::loads_records_again`).

use super::{Differences, Page};
use contact_centre::store::{History, HistoryOf, HistoryStore, JobRow, NoteStore, Store};
use core_wasm::View;
use core_wasm::flow::{SliceKey, folded};
use core_wasm::message_search::{MessageSearchSlice, SearchMore, SearchPhase};
use core_wasm::wire::{AgentRole, Message, MessageKind, NoteId, Wall};
use std::collections::BTreeMap;

/// A number greater than the results of a day.
const ALL: usize = 100_000;

/// Whether each of the words is the beginning of a word of the text; punctuation inside a word does not count.
fn has_words(text: &str, words: &str) -> bool {
    let letters = |text: &str| -> String { folded(text).chars().filter(|letter| letter.is_alphanumeric()).collect() };
    words.split_whitespace().map(letters).filter(|word| !word.is_empty()).all(|word| {
        text.split_whitespace().any(|whole| {
            let starts = whole.char_indices().filter(|(at, letter)| {
                let before = whole.get(..*at).and_then(|before| before.chars().next_back());
                letter.is_alphanumeric() && !before.is_some_and(char::is_alphanumeric)
            });
            starts.map(|(at, _)| letters(&whole[at..])).any(|rest| rest.starts_with(&word))
        })
    })
}

fn is_searched(message: &Message) -> bool {
    !message.system_message && !message.revoked && message.kind != MessageKind::Receipt
}

/// The messages and notes of the attendance that contain the searched text: their names on the page, each with its
/// time.
fn in_attendance(page: &Page<'_>, job: &JobRow, words: &str) -> BTreeMap<String, Wall> {
    let mut found = BTreeMap::new();
    for message in page.server.store.messages_after(&job.protocol, 0, ALL).expect("store") {
        let text = [message.message.as_str(), &message.caption, &message.file_name].join("\n");
        if is_searched(&message) && has_words(&text, words) {
            let at = message.placed_at.or(message.time).unwrap_or_default();
            found.insert(format!("{}/{}", job.protocol, message.seq), at);
        }
    }
    let notes = page.server.store.notes_behind(&job.protocol, &NoteId::default(), ALL).expect("store");
    for note in notes.into_iter().filter(|note| note.protocol == job.protocol && !note.removed) {
        if has_words(note.text.for_staff(), words) {
            found.insert(format!("{}/note/{}", job.protocol, note.id), note.at);
        }
    }
    found
}

pub(super) fn message_search(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::MessageSearch(MessageSearchSlice::MessageSearch(shown)) = view else { return };
    if !matches!(shown.phase, SearchPhase::Found | SearchPhase::Nothing) {
        return;
    }
    let Some(agent) = page.server.store.agent(&page.agent).expect("store") else { return };
    let of = match agent.record.role {
        AgentRole::Supervisor => HistoryOf::OrgUnit,
        AgentRole::Agent => HistoryOf::Agent(page.agent.clone()),
    };
    let jobs = page.server.store.history(&History::all(&agent.record.org_unit_id, of), ALL).expect("store");
    let there: BTreeMap<String, Wall> = jobs.iter().flat_map(|job| in_attendance(page, job, &shown.found_by)).collect();
    let here: Vec<&String> = shown.results.iter().map(|result| &result.id).collect();
    let about = |what: &str| format!("{what} of the search for {:?}", shown.found_by);
    for id in &here {
        found.must(there.contains_key(*id), || about(&format!("result {id}, which the server does not have,")));
    }
    let newest_first = here.iter().filter_map(|id| there.get(*id)).is_sorted_by(|one, other| one >= other);
    found.must(newest_first, || about("the order of the results"));
    if shown.more == SearchMore::Complete {
        found.compare(&about("number"), here.len(), there.len());
    } else {
        found.must(here.len() < there.len(), || about("a portion behind the last result"));
    }
    let excerpts = shown.results.iter().all(|result| result.excerpt.iter().any(|part| part.found));
    found.must(excerpts, || about("a result without a marked word"));
}
