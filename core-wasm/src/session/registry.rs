//! The keys of the session: one row per kind of slice, timer and record.

use super::SessionView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("session");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The signed-in agent and the state of the sign-in.
    pub static SESSION: Slice<()> = Slice::view("session");
}

slice_views! {
    /// The view of a slice of the session.
    SessionSlice {
        /// The session.
        Session(Box<SessionView>),
    }
}

/// Facts of the session that slices of areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// The server's time.
    pub static CLOCK: Fact<()> = Fact::named("clock");
    /// The org unit, and the groups of the agent.
    pub static ORG_UNIT: Fact<()> = Fact::named("org unit");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Repeats the session check while the server does not answer.
    pub static CHECK_RETRY: Timer<()> = Timer::named("session check");
    /// Timer of the regular session check while the agent works.
    pub static POLL: Timer<()> = Timer::named("session poll");
    /// Ends the wait for the code, or for the set-up of a second factor.
    pub static SECOND_FACTOR: Timer<()> = Timer::named("second factor");
    /// Warns that the idle session ends soon.
    pub static IDLE_WARNING: Timer<()> = Timer::named("idle warning");
    /// Ends the wait for the feature-flag service.
    pub static FLAGS_LIMIT: Timer<()> = Timer::named("flags limit");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The token of the session.
    pub static TOKEN: Record<()> = Record::named("token", StorePlace::LocalStorage);
    /// Identity of the signed-in agent.
    pub static AUTHENTICATION: Record<()> = Record::named("authentication", StorePlace::Database);
    /// The agent's record.
    pub static AGENT: Record<()> = Record::named("agents", StorePlace::Database);
    /// The settings of the centre.
    pub static SYSTEM: Record<()> = Record::named("system", StorePlace::Database);
    /// The agent's attendance groups.
    pub static ATTENDANCE_GROUPS: Record<()> = Record::named("attendanceGroups", StorePlace::Database);
}
