//! The keys of the history: one row per kind of slice and timer.

use super::{HistoryEntryView, HistoryOfView, HistoryPageView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("history");

/// Slices of this area.
pub mod slices {
    use crate::flow::{Entity, Slice};
    use crate::wire::AgentId;

    /// The list of attendances.
    pub static PAGE: Slice<()> = Slice::view("historyPage");
    /// An opened attendance, by its protocol.
    pub static ENTRY: Slice<AgentId> = Slice::view("historyEntry");
    /// The attendances of a contact or a company.
    pub static OF: Slice<Entity> = Slice::view("historyOf");
}

slice_views! {
    /// The view of a slice of the history.
    HistorySlice {
        /// The list of attendances.
        HistoryPage(OfEntity<HistoryPageView>),
        /// An opened attendance; `undefined` while it is closed.
        HistoryEntry(OfEntity<HistoryEntryView>),
        /// The attendances of a contact or a company; `undefined` before they were requested.
        HistoryOf(OfEntity<HistoryOfView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::{Entity, Timer};
    use crate::wire::Name;

    /// The agent stopped typing in the search of the list, or a request is repeated.
    pub static SEARCH: Timer<()> = Timer::named("history search");
    /// Requests the attendances of a contact or a company again.
    pub static OF: Timer<Entity> = Timer::named("history of");
    /// Requests messages of an opened attendance again, by its protocol.
    pub static ENTRY: Timer<Name> = Timer::named("history entry");
}
