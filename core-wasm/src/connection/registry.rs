//! The keys of the broker link: one row per kind of slice, timer and record.

use super::LinkView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("connection");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The state of the broker link.
    pub static LINK: Slice<()> = Slice::view("link");
}

slice_views! {
    /// The view of a slice of the broker link.
    ConnectionSlice {
        /// The connection to server and broker.
        Link(LinkView),
    }
}

/// Facts of the broker link that slices of areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// Whether the shown state is being checked after a sleep of the computer.
    pub static CHECK: Fact<()> = Fact::named("check after a sleep");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Opens the link to the broker again.
    pub static RECONNECT: Timer<()> = Timer::named("broker reconnect");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The number of the last handled event.
    pub static JOURNAL: Record<()> = Record::named("connection", StorePlace::Database);
    /// Identifiers of the last events, in blocks.
    pub static EVENTS: Record<u64> = Record::named("connection", StorePlace::Database);
}
