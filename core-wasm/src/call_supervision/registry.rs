//! The keys of the supervision of calls: one row per kind of slice and timer.

use super::SupervisedCallView;
use crate::flow::{AreaName, OfEntity, slice_views};
use crate::voice::Levels;

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("callSupervision");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The supervised call.
    pub static SUPERVISED_CALL: Slice<()> = Slice::view("supervisedCall");
    /// Levels of the supervisor's telephone, every 200 ms.
    pub static SUPERVISION_LEVELS: Slice<()> = Slice::view("supervisionLevels");
}

slice_views! {
    /// The view of a slice of the supervision of calls.
    CallSupervisionSlice {
        /// The supervised call; `undefined` without one.
        SupervisedCall(OfEntity<SupervisedCallView>),
        /// Levels of the supervisor's telephone.
        SupervisionLevels(Levels),
    }
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::voice::VoiceTimer;

    /// All timers of the supervisor's telephone, named like those of the agent's: its signalling, its next attempt to
    /// reconnect, and the wait for a confirmed mode.
    pub static TELEPHONE: Timer<VoiceTimer> = Timer::named("supervisor telephone");
}
