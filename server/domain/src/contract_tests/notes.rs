//! Scenarios of internal notes for the examples in docs/contract/notes.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{ANA, BRUNO, CARLA, RENEWALS, TestCentre};
use serde_json::json;
use wire::{AddNoteRequest, EditNoteRequest};

pub(super) const FOLDER: &str = "notes";

/// Whether the request belongs to notes; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "AddNoteRequest" => read::<AddNoteRequest>(body),
        "EditNoteRequest" => read::<EditNoteRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let (ana, carla) = (test.at_work(ANA), test.sign_in(CARLA));
    test.at_work(BRUNO);
    let chat = test.customer("Helena", RENEWALS);
    let path = format!("/job/{}/notes", chat.protocol);
    let note = json!({ "id": "N7Q2M4K9XA", "text": "@Bruno Lima, veja", "mentions": [BRUNO] });
    day.answers.insert("notes/note.json", test.post(&ana, &path, note).ok().body);
    day.answers.insert("notes/people.json", test.get(&ana, &format!("{path}/people")).ok().body);
    day.answers.insert("notes/notes.json", test.get(&ana, &path).ok().body);
    let of_supervisor = json!({ "id": "N7Q2M4K9XB", "text": "@Ana Souza, confira", "mentions": [ANA] });
    test.post(&carla, &path, of_supervisor).ok();
    for raw in test.take_frames(ANA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
