//! Routes of snoozed conversations.

use crate::body;
use crate::jobs::snooze;
use crate::routes::{ApiRoute, Handler, delete, put};

use Handler::Own;

/// The routes of snoozed conversations.
pub(super) const ROUTES: &[ApiRoute] = &[
    put(
        "/job/{protocol}/snooze",
        "Put a conversation away until a time or a reply",
        &body::SNOOZE_REQUEST,
        &body::SNOOZED,
        Own(snooze::set),
    ),
    delete("/job/{protocol}/snooze", "End the snooze of a conversation", &body::SNOOZED, Own(snooze::cancel)),
];
