//! Comparison of internal notes with the server. The open conversation shows exactly the server's notes; nothing that
//! its customer receives contains a note.

use super::{Differences, Page};
use contact_centre::store::{JobRow, NoteRow, NoteStore, Store, WebChatStore, WhatsAppStore};
use core_wasm::View;
use core_wasm::flow::{ListState, SliceKey};
use core_wasm::notes::{self, NotePhase, NoteView, NotesSlice};
use core_wasm::wire::{Channel, Protocol, Wall};

/// The first characters of every note of the random days, which no other text has.
pub const BEGIN: &str = "nota interna";
/// A number greater than the notes that a day adds to a conversation.
const ALL: usize = 10_000;

/// The notes of the attendance's conversation on the server.
fn notes_on_server(page: &Page<'_>, job: &JobRow) -> Vec<NoteRow> {
    let facts = match job.channel {
        Channel::Whatsapp => page.server.store.whatsapp_job(&job.protocol).expect("store"),
        Channel::Chat | Channel::Voice => None,
    };
    let conversation =
        facts.map_or_else(|| job.protocol.to_string(), |facts| format!("{}/{}", facts.route_id, facts.customer));
    let mut rows = page.server.store.notes_of(&conversation, ALL).expect("store");
    rows.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    rows
}

/// Id, author, text, time and marks of a note.
type Facts = (String, String, String, Wall, bool, bool);

fn there(row: &NoteRow) -> Facts {
    let (id, author, text) = (row.id.to_string(), row.agent_name.clone(), row.text.for_staff().to_owned());
    (id, author, text, row.at, row.edited && !row.removed, row.removed)
}

fn here(note: &NoteView) -> Facts {
    let at = Wall(note.time as i64);
    (note.id.clone(), note.author.clone(), note.text.clone(), at, note.edited, note.removed)
}

pub(super) fn notes(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(protocol), View::Notes(NotesSlice::Notes(shown))) = (notes::slices::NOTES.ids(key), view) else { return };
    let Some(job) = page.server.store.job(&protocol).expect("store") else { return };
    reaches_no_customer(page, &protocol, found);
    let held = notes_on_server(page, &job);
    let of_server: Vec<Facts> = held.iter().map(there).collect();
    for note in &shown.notes {
        found.must(note.phase != NotePhase::Sending, || format!("note {} of {protocol} is still on its way", note.id));
    }
    // A refused change shows the text that the agent wants.
    let kept = shown.notes.iter().filter(|note| note.phase == NotePhase::Kept);
    let is_refused =
        |facts: &&Facts| shown.notes.iter().any(|note| note.phase == NotePhase::Failed && note.id == facts.0);
    if page.shown().as_ref() == Some(&protocol) && shown.state == ListState::Ready {
        let mut of_server: Vec<&Facts> = of_server.iter().filter(|facts| !is_refused(facts)).collect();
        let mut of_page: Vec<Facts> = kept.map(here).collect();
        of_server.sort();
        of_page.sort();
        found.compare(&format!("notes of {protocol}"), of_page.iter().collect(), of_server);
    } else {
        for note in kept {
            let is_known = of_server.iter().any(|facts| facts.0 == note.id);
            found.must(is_known, || format!("note {} of {protocol} is not on the server", note.id));
        }
    }
}

/// Neither the customer's events nor the messages of the attendance have the text of a note.
fn reaches_no_customer(page: &Page<'_>, protocol: &Protocol, found: &mut Differences) {
    let events = page.server.store.web_chat_events_after(protocol, 0, ALL).expect("store");
    let messages = page.server.store.messages_after(protocol, 0, ALL).expect("store");
    let has_note = events.iter().any(|event| event.text.contains(BEGIN))
        || messages.iter().any(|message| message.message.contains(BEGIN) || message.caption.contains(BEGIN));
    found.must(!has_note, || format!("a note of {protocol} is where its customer reads it"));
}
