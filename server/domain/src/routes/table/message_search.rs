//! The route of the search over messages.

use crate::body;
use crate::message_search;
use crate::routes::{ApiRoute, Handler, get, with_query};

use Handler::Unit;

/// The route of the search over messages.
pub(super) const ROUTES: &[ApiRoute] = &[with_query(
    get(
        "/messages/search",
        "Messages and notes of the agent's attendances; for a supervisor those of the org unit",
        &body::FOUND_MESSAGES,
        Unit(message_search::search),
    ),
    &["text", "before", "per_page"],
)];
