//! Channels and their statuses (spec session §4 "Channel status").

use serde::Serialize;
use wire_read::WireRead;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    Voice,
    Whatsapp,
    Chat,
}

impl Channel {
    pub const ALL: [Channel; 3] = [Channel::Voice, Channel::Whatsapp, Channel::Chat];

    /// The spelling in paths and bodies.
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Voice => "voice",
            Channel::Whatsapp => "whatsapp",
            Channel::Chat => "chat",
        }
    }

    /// The name shown to people: it is a name, so it is not translated (spec session §4 "Job life").
    pub fn display_name(self) -> &'static str {
        match self {
            Channel::Voice => "Voz",
            Channel::Whatsapp => "WhatsApp",
            Channel::Chat => "Chat",
        }
    }
}

/// The look of a conversation: Instagram is a sub-type of WhatsApp (spec conversation §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MetaType {
    Whatsapp,
    Instagram,
}

/// One status per channel (spec session §4). Which facts give which status: `channels::rule`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ChannelStatus {
    Available,
    #[default]
    Disconnected,
    Paused,
    ScheduledPause,
    InAttendance,
}

impl ChannelStatus {
    pub const ALL: [ChannelStatus; 5] = [
        ChannelStatus::Available,
        ChannelStatus::Disconnected,
        ChannelStatus::Paused,
        ChannelStatus::ScheduledPause,
        ChannelStatus::InAttendance,
    ];

    /// The spelling on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            ChannelStatus::Available => "available",
            ChannelStatus::Disconnected => "disconnected",
            ChannelStatus::Paused => "paused",
            ChannelStatus::ScheduledPause => "scheduled_pause",
            ChannelStatus::InAttendance => "in_attendance",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_spelt_as_it_is_written() {
        for status in ChannelStatus::ALL {
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.as_str()));
        }
    }
}
