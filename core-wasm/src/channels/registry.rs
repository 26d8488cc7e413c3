//! The keys of the channels: one row per kind of slice, timer and record.

use super::ChannelsView;
use crate::flow::{AreaName, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("channels");

/// Slices of this area.
pub mod slices {
    use crate::connection::facts::CHECK;
    use crate::flow::Slice;
    use crate::session::facts::CLOCK;

    /// The status of each channel.
    pub static CHANNELS: Slice<()> = Slice::view("channels").follows(&[CHECK.row(), CLOCK.row()]);
}

slice_views! {
    /// The view of a slice of the channels.
    ChannelsSlice {
        /// The channels.
        Channels(ChannelsView),
    }
}

/// Facts that areas above follow.
pub mod facts {
    use crate::flow::Fact;

    /// Which channels are connected, and their statuses.
    pub static STATUS: Fact<()> = Fact::named("channel status");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;

    /// Timer of the warning in the last seconds of the wrap-up after a call.
    pub static WRAP_UP: Timer<()> = Timer::named("wrap-up warning");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The facts of the channels.
    pub static CHANNEL: Record<()> = Record::retried("channel", StorePlace::Database);
}
