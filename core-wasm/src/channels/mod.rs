//! The agent's channels: connect, disconnect, and the status that follows from facts (spec session §4).

mod area;
mod intent;
mod machine;
mod refusal;
mod registry;
mod rule;
mod view;

pub use intent::ChannelsIntent;
pub use machine::{Channels, ChannelsRecord, Exit, PreviousStatus, Request};
pub use refusal::ResponseConnectionErrorChannel;
pub use registry::{records, slices};
pub use rule::{ChannelFacts, Media, status_of};
pub use view::{ChannelStatusView, ChannelView, ChannelsView, ExtensionView};
