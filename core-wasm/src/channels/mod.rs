//! The agent's channels: connect, disconnect, and the status that is derived from facts (spec session §4).

mod area;
mod intent;
mod machine;
mod record;
mod refusal;
mod registry;
mod requests;
mod rule;
mod state;
mod view;
mod voice_return;
mod wrap_up;

pub use intent::ChannelsIntent;
pub use registry::{ChannelsSlice, facts, records, slices, timers};
pub use view::{ChannelCause, ChannelStatusView, ChannelView, ChannelsView, ExtensionView, VoiceCheck};
pub use wrap_up::WrapUpView;

pub(crate) use machine::{Channels, Exit};
pub(crate) use record::ChannelsRecord;
pub(crate) use rule::Media;
