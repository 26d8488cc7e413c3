//! The keys of the search over messages: one row per kind of slice and timer.

use super::{FoundMessageTarget, MessageSearchView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("messageSearch");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The search and its results.
    pub static SEARCH: Slice<()> = Slice::view("messageSearch");
    /// The message that the agent chose in the results; `undefined` once the agent left its conversation.
    pub static TARGET: Slice<()> = Slice::view("foundMessage");
}

slice_views! {
    /// The view of a slice of the search over messages.
    MessageSearchSlice {
        /// The search and its results.
        MessageSearch(OfEntity<MessageSearchView>),
        /// The message that the agent chose of the results.
        FoundMessage(OfEntity<FoundMessageTarget>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The agent stopped typing, or a request is repeated.
    pub static SEARCH: Timer<()> = Timer::named("message search");
}
