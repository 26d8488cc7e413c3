//! Channels and their statuses (spec session §4 "Channel status").

use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// A channel of attendances (spec session §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Telephone calls.
    Voice,
    /// WhatsApp, with Instagram as a sub-type ([`MetaType`]).
    Whatsapp,
    /// Chat on the customer's web page.
    Chat,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Channel; 3] = [Channel::Voice, Channel::Whatsapp, Channel::Chat];

    /// The spelling in paths and bodies.
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Voice => "voice",
            Channel::Whatsapp => "whatsapp",
            Channel::Chat => "chat",
        }
    }

    /// The name shown to agents; not translated (spec session §4 "Job life").
    pub fn display_name(self) -> &'static str {
        match self {
            Channel::Voice => "Voz",
            Channel::Whatsapp => "WhatsApp",
            Channel::Chat => "Chat",
        }
    }
}

/// One value for each channel; `None` for a channel without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PerChannel<T> {
    /// The value of the voice channel.
    pub voice: Option<T>,
    /// The value of the WhatsApp channel.
    pub whatsapp: Option<T>,
    /// The value of the chat channel.
    pub chat: Option<T>,
}

impl<T> PerChannel<T> {
    /// The value of `channel`.
    pub fn of(&self, channel: Channel) -> Option<&T> {
        match channel {
            Channel::Voice => self.voice.as_ref(),
            Channel::Whatsapp => self.whatsapp.as_ref(),
            Channel::Chat => self.chat.as_ref(),
        }
    }

    /// The value of `channel`, to change.
    pub fn of_mut(&mut self, channel: Channel) -> &mut Option<T> {
        match channel {
            Channel::Voice => &mut self.voice,
            Channel::Whatsapp => &mut self.whatsapp,
            Channel::Chat => &mut self.chat,
        }
    }
}

/// Sub-type of a WhatsApp conversation (spec conversation §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MetaType {
    /// A WhatsApp conversation.
    Whatsapp,
    /// An Instagram conversation.
    Instagram,
}

/// Status of a channel (spec session §4); [`StatusFacts`](crate::StatusFacts) derives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ChannelStatus {
    /// The channel is connected; new attendances can arrive.
    Available,
    /// The channel is not connected; also an unknown word of the server (CHN-003).
    #[default]
    Disconnected,
    /// The channel is in a pause.
    Paused,
    /// A pause begins when the open attendances end.
    ScheduledPause,
    /// The channel is busy with an attendance.
    InAttendance,
}

impl ChannelStatus {
    /// Every status.
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

/// A status as a server reports it: one of the five of [`ChannelStatus`], or `online`, `processing` or `manual`
/// (CHN-002). An unknown word is read as disconnected (CHN-003).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportedStatus {
    /// The status of the workspace that the word means.
    pub status: ChannelStatus,
    /// Whether the word was `processing` or `manual`: in attendance, and shown as processing.
    pub processing: bool,
}

impl From<ChannelStatus> for ReportedStatus {
    fn from(status: ChannelStatus) -> Self {
        Self { status, processing: false }
    }
}

impl ReportedStatus {
    fn of(word: &str) -> Self {
        let status = match word {
            "online" => ChannelStatus::Available,
            "processing" | "manual" => return Self { status: ChannelStatus::InAttendance, processing: true },
            _ => ChannelStatus::ALL.into_iter().find(|status| status.as_str() == word).unwrap_or_default(),
        };
        status.into()
    }
}

impl Serialize for ReportedStatus {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.processing { "processing" } else { self.status.as_str() })
    }
}

impl<'de> Deserialize<'de> for ReportedStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer).map(|word| Self::of(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::chn_002_online("online", ChannelStatus::Available, false)]
    #[case::chn_002_processing("processing", ChannelStatus::InAttendance, true)]
    #[case::chn_002_manual("manual", ChannelStatus::InAttendance, true)]
    #[case::chn_003_an_unknown_word("in_training", ChannelStatus::Disconnected, false)]
    #[case::chn_001_one_of_the_five_statuses("scheduled_pause", ChannelStatus::ScheduledPause, false)]
    fn a_reported_word_maps_to_a_status(#[case] word: &str, #[case] status: ChannelStatus, #[case] processing: bool) {
        let read: ReportedStatus = serde_json::from_str(&format!("\"{word}\"")).expect("a word is read");
        assert_eq!(read, ReportedStatus { status, processing });
    }

    #[test]
    fn the_serialized_spelling_equals_as_str() {
        for status in ChannelStatus::ALL {
            assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.as_str()));
        }
    }
}
