//! Routes of broadcasts. An agent sees and changes the own lists only; the handlers check it.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, put, with_query};
use crate::whatsapp::broadcasts;

use Handler::Own;

/// The routes of broadcasts.
pub(super) const ROUTES: &[ApiRoute] = &[
    post(
        "/broadcast/whatsapp",
        "Create a broadcast",
        Some(&body::BROADCAST_REQUEST),
        &body::BROADCAST_REPLY,
        Own(broadcasts::create),
    ),
    post(
        "/broadcast/whatsapp/check",
        "Say who would get a broadcast",
        Some(&body::BROADCAST_REQUEST),
        &body::BROADCAST_CHECK,
        Own(broadcasts::check),
    ),
    get(
        "/broadcast/whatsapp/agent/{agentId}",
        "The agent's broadcasts, the newest first",
        &body::BROADCAST_LISTS,
        Own(broadcasts::lists),
    ),
    with_query(
        get(
            "/broadcast/whatsapp/{id}/contacts",
            "A portion of the customers of a broadcast",
            &body::BROADCAST_ENTRIES,
            Own(broadcasts::entries),
        ),
        &["agentId", "after"],
    ),
    put(
        "/broadcast/whatsapp/cancel",
        "Cancel a broadcast",
        &body::CANCEL_BROADCAST_REQUEST,
        &body::BROADCAST_REPLY,
        Own(broadcasts::cancel),
    ),
    put(
        "/broadcast/whatsapp/{id}/resume",
        "Go on with a paused broadcast",
        &body::BROADCAST_CHANGE_REQUEST,
        &body::BROADCAST_REPLY,
        Own(broadcasts::resume),
    ),
    post(
        "/broadcast/whatsapp/{id}/retry",
        "Send failed messages of a broadcast again",
        Some(&body::BROADCAST_RETRY_REQUEST),
        &body::BROADCAST_REPLY,
        Own(broadcasts::retry),
    ),
];
