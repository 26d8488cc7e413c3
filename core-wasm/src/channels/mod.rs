//! The agent's channels: connect, disconnect, and the status that follows from facts (spec session §4).

mod machine;
mod rule;
mod view;

pub use machine::{Channels, ChannelsRecord, Exit, PreviousStatus};
pub use rule::{ChannelFacts, status_of};
pub use view::{ChannelStatusView, ChannelView, ChannelsView};
