//! Routes of recordings of calls, for supervisors of their org unit. Their sound has routes of the transport.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, with_query};
use crate::voice;

use Handler::Supervisor;

/// The routes of call recordings.
pub(super) const ROUTES: &[ApiRoute] = &[
    with_query(
        get(
            "/call-recordings",
            "Recordings of an attendance",
            &body::CALL_RECORDINGS,
            Supervisor(voice::call_recordings),
        ),
        &["protocol"],
    ),
    post(
        "/call-recordings/{id}/playback",
        "Addresses of a recording, which the audit notes",
        None,
        &body::RECORDING_PLAYBACK,
        Supervisor(voice::play_recording),
    ),
];
