//! Routes of colleagues and internal calls.

use crate::body;
use crate::colleagues;
use crate::routes::{ApiRoute, Handler, get, post, put, with_query};

use Handler::{Own, Supervisor};

/// The routes of colleagues and internal calls.
pub(super) const ROUTES: &[ApiRoute] = &[
    with_query(
        get("/internal-call/list", "The agent's colleagues", &body::COLLEAGUE_LIST, Own(colleagues::list)),
        &["username"],
    ),
    post(
        "/internal-call/status",
        "Presence of the listed extensions",
        Some(&body::COLLEAGUE_STATUS_REQUEST),
        &body::COLLEAGUE_STATUS_REPLY,
        Own(colleagues::status),
    ),
    post(
        "/internal-call/call",
        "Call a colleague",
        Some(&body::INTERNAL_CALL_REQUEST),
        &body::INTERNAL_CALL_REPLY,
        Own(colleagues::place),
    ),
    post(
        "/internal-call/hangup",
        "End the internal call",
        Some(&body::INTERNAL_HANG_UP_REQUEST),
        &body::SUCCESS,
        Own(colleagues::hang_up),
    ),
    put(
        "/org-unit/{id}/agent-calls",
        "Allow or block calls between agents",
        &body::AGENT_CALLS_REQUEST,
        &body::SUCCESS,
        Supervisor(colleagues::set_blocked),
    ),
];
