//! The keys of supervision: one row per kind of slice, timer and record.

use super::{BoardRowView, SupervisionView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("supervision");

/// Slices of this area.
pub mod slices {
    use crate::flow::{ListName, Slice};
    use crate::wire::AgentId;

    /// State and counts of the supervisor's board.
    pub static SUPERVISION: Slice<()> = Slice::view("supervision");
    /// Ids of the agents that the filter shows, in its order.
    pub static ORDER: Slice<()> = Slice::list(ListName::BoardOrder, "boardOrder:shown");
    /// An agent on the board.
    pub static ROW: Slice<AgentId> = Slice::view("boardRow");
}

slice_views! {
    /// The view of a slice of supervision.
    SupervisionSlice {
        /// State and counts of the supervisor's board.
        Supervision(SupervisionView),
        /// An agent on the board.
        BoardRow(OfEntity<BoardRowView>),
    }
}
