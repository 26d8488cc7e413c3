//! The keys of effects that were given up: one row per kind of slice and timer.

use super::DeadEffectsView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("deadEffects");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The effects that were given up.
    pub static DEAD_EFFECTS: Slice<()> = Slice::view("deadEffects");
}

slice_views! {
    /// The view of a slice of effects that were given up.
    DeadEffectsSlice {
        /// The effects that were given up.
        DeadEffects(DeadEffectsView),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// The request of the list is repeated.
    pub static DEAD_EFFECTS: Timer<()> = Timer::named("dead effects");
}
