//! The keys of the channels: one row per kind of slice, timer and record.

use crate::flow::AreaName;

/// The name under which calls of this area are answered.
pub const NAME: AreaName = AreaName("channels");

/// Slices of this area.
pub mod slices {
    use crate::flow::Slice;

    /// The status of each channel.
    pub static CHANNELS: Slice<()> = Slice::view("channels");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};

    /// The facts of the channels.
    pub static CHANNEL: Record<()> = Record::named("channel", StorePlace::Database);
}
