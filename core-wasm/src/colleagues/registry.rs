//! The keys of colleagues: one row per kind of slice, timer and record.

use super::{ColleagueRowView, ColleaguesView, InternalCallView};
use crate::flow::{AreaName, OfEntity, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("colleagues");

/// Slices of this area.
pub mod slices {
    use crate::channels::facts::STATUS;
    use crate::flow::{ListName, Slice};
    use crate::voice::facts::LEG;
    use crate::wire::AgentId;

    /// State, counts and filter of the list, and why no colleague can be called.
    pub static COLLEAGUES: Slice<()> = Slice::view("colleagues").follows(&[LEG.row(), STATUS.row()]);
    /// Ids of the colleagues that the filter shows, in its order.
    pub static ORDER: Slice<()> = Slice::list(ListName::ColleagueOrder, "colleagueOrder:shown");
    /// Ids of all colleagues, in the order of their names, whatever the page of colleagues filters.
    pub static EVERYONE: Slice<()> = Slice::list(ListName::ColleagueOrder, "colleagueOrder:all");
    /// A colleague.
    pub static ROW: Slice<AgentId> = Slice::view("colleagueRow");
    /// The internal call of the agent.
    pub static INTERNAL_CALL: Slice<()> = Slice::view("internalCall").follows(&[LEG.row()]);
}

slice_views! {
    /// The view of a slice of colleagues.
    ColleaguesSlice {
        /// State, counts and filter of the list.
        Colleagues(Box<ColleaguesView>),
        /// A colleague.
        ColleagueRow(OfEntity<ColleagueRowView>),
        /// The internal call of the agent.
        InternalCall(OfEntity<InternalCallView>),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Requests the presence of the shown colleagues again.
    pub static STATUSES: Timer<()> = Timer::named("colleague statuses");
}
