//! Routes of internal notes. The attendance's agent, supervisors and the people whom a note mentions may use them; the handlers check it.

use crate::body;
use crate::notes;
use crate::routes::{ApiRoute, Handler, delete, get, post, put};

use Handler::Unit;

/// The routes of internal notes.
pub(super) const ROUTES: &[ApiRoute] = &[
    get("/job/{protocol}/notes", "Internal notes of a conversation", &body::NOTES, Unit(notes::list)),
    get("/job/{protocol}/notes/people", "Whom a note may mention", &body::NOTE_PEOPLE, Unit(notes::people)),
    post("/job/{protocol}/notes", "Add an internal note", Some(&body::ADD_NOTE_REQUEST), &body::NOTE, Unit(notes::add)),
    put(
        "/job/{protocol}/notes/{noteId}",
        "Change an own note",
        &body::EDIT_NOTE_REQUEST,
        &body::NOTE,
        Unit(notes::edit),
    ),
    delete("/job/{protocol}/notes/{noteId}", "Remove an own note", &body::NOTE, Unit(notes::remove)),
];
