//! The keys of the counter: one row per kind of slice, timer and record.

use super::CounterView;
use crate::flow::slice_views;

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The count.
    pub static COUNTER: Slice<()> = Slice::view("counter");
}

slice_views! {
    /// The view of a slice of the counter.
    CounterSlice {
        /// The count.
        Counter(CounterView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The timer that halves the count.
    pub static HALVE: Timer<()> = Timer::named("halve");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The stored count.
    pub static COUNTER: Record<()> = Record::named("counter", StorePlace::Database);
}
