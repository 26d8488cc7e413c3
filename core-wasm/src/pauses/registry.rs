//! The keys of pauses: one row per kind of slice, timer and record.

use super::PausesView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("pauses");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The pauses of the agent.
    pub static PAUSES: Slice<()> = Slice::view("pauses");
}

slice_views! {
    /// The view of a slice of pauses.
    PausesSlice {
        /// The pauses.
        Pauses(PausesView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Channel;

    /// Timer for the limit of the active pause.
    pub static LIMIT: Timer<Channel> = Timer::named("pause limit");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The agent's pauses.
    pub static PAUSE: Record<()> = Record::named("pause", StorePlace::Database);
}
