//! The agent's channels: connect, disconnect, and the status that follows from facts (spec session §4).

mod machine;
mod refusal;
mod rule;
mod view;

pub use machine::{Channels, ChannelsRecord, Exit, PreviousStatus, Request};
pub use refusal::ResponseConnectionErrorChannel;
pub use rule::{ChannelFacts, Media, status_of};
pub use view::{ChannelStatusView, ChannelView, ChannelsView, ExtensionView};
