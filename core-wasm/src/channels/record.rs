//! The stored record of the channels.

use crate::wire::{Channel, ChannelStatus, ChannelsStatus};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Facts of the channels from before a reload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChannelsRecord {
    /// Channels that this agent may use.
    pub enabled: Vec<Channel>,
    /// Facts by channel.
    pub channels: ChannelsStatus,
    /// Status of voice before it was disconnected (RTC-016).
    pub previous_voice: Option<PreviousStatus>,
    /// Whether voice should be connected.
    #[serde(skip_serializing_if = "VoiceIntent::is_undecided")]
    pub voice_intent: VoiceIntent,
    /// The agent is in the room of another agent's call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
}

/// Whether voice should be connected, according to the last decision about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoiceIntent {
    /// The channel has not been connected yet.
    #[default]
    Undecided,
    /// The agent wants voice connected; it is connected when the extension is known.
    Wanted,
    /// Voice was connected: a loss does not change that.
    Connected,
    /// The agent disconnected voice.
    DisconnectedByAgent,
    /// The server disconnected voice without a loss, for example for a supervisor.
    LoggedOff,
}

impl VoiceIntent {
    fn is_undecided(&self) -> bool {
        *self == Self::Undecided
    }
}

/// An earlier status of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct PreviousStatus {
    pub status: ChannelStatus,
    /// Name of the pause, active or scheduled.
    pub pause: Option<String>,
    /// The status was restored when voice came back: a second login event does not restore it again (CHN-031, CHN-033).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub applied: bool,
}
