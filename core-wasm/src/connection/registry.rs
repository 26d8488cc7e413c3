//! The keys of the broker link: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("connection");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The state of the broker link.
    pub static LINK: Slice<()> = Slice::view("link");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Tries the broker again.
    pub static RECONNECT: Timer<()> = Timer::named("broker reconnect");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The number of the last event.
    pub static JOURNAL: Record<()> = Record::named("connection", StorePlace::Database);
    /// Identifiers of the last events, by page.
    pub static EVENTS: Record<u64> = Record::named("connection", StorePlace::Database);
}
