//! Events of the agent's channels. The twelve events about a change of one channel share a body, so their names are in a
//! table.

use super::{AreaEvent, EventFault, read_body};
use crate::tolerant::or_default;
use crate::{AgentStatus, Channel, ChannelStatusRecord, ChannelsStatus};
use derive::ReadObject;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// An event of the agent's channels.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// `AgentStatusEvent`.
    Status(Box<AgentStatusEvent>),
    /// A channel was connected, disconnected, paused or unpaused; the names are in `CHANNEL_EVENTS`.
    Change(Channel, ChannelChange, Box<ChannelEvent>),
}

const STATUS: &str = "AgentStatusEvent";

const CHANNEL_EVENTS: [(&str, Channel, ChannelChange); 12] = [
    ("ChatLoginEvent", Channel::Chat, ChannelChange::Login),
    ("ChatLogoffEvent", Channel::Chat, ChannelChange::Logoff),
    ("ChatPauseEvent", Channel::Chat, ChannelChange::Pause),
    ("ChatUnpauseEvent", Channel::Chat, ChannelChange::Unpause),
    ("WhatsAppLoginEvent", Channel::Whatsapp, ChannelChange::Login),
    ("WhatsAppLogoffEvent", Channel::Whatsapp, ChannelChange::Logoff),
    ("WhatsAppPauseEvent", Channel::Whatsapp, ChannelChange::Pause),
    ("WhatsAppUnpauseEvent", Channel::Whatsapp, ChannelChange::Unpause),
    ("VoiceLoginEvent", Channel::Voice, ChannelChange::Login),
    ("VoiceLogoffEvent", Channel::Voice, ChannelChange::Logoff),
    ("VoicePauseEvent", Channel::Voice, ChannelChange::Pause),
    ("VoiceUnpauseEvent", Channel::Voice, ChannelChange::Unpause),
];

impl AreaEvent for Event {
    fn names() -> Vec<&'static str> {
        CHANNEL_EVENTS.iter().map(|(name, ..)| *name).chain([STATUS]).collect()
    }

    fn read(name: &str, text: &str) -> Option<Result<Self, EventFault>> {
        if name == STATUS {
            return Some(read_body(name, text).map(Event::Status));
        }
        let (_, channel, change) = CHANNEL_EVENTS.iter().find(|(known, ..)| *known == name)?;
        Some(read_body(name, text).map(|body| Event::Change(*channel, *change, body)))
    }

    fn name(&self) -> &'static str {
        match self {
            Event::Status(_) => STATUS,
            Event::Change(channel, change, _) => change.event_name(*channel),
        }
    }
}

/// Writes the body of the event only; the server writes it beside the envelope.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Event::Status(body) => body.serialize(serializer),
            Event::Change(_, _, body) => body.serialize(serializer),
        }
    }
}

/// All channels of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct AgentStatusEvent {
    /// Grows with each change of the agent's status; 0 in an answer.
    pub version: u64,
    /// Facts per channel.
    pub channels: ChannelsStatus,
}

impl From<AgentStatus> for AgentStatusEvent {
    fn from(status: AgentStatus) -> Self {
        AgentStatusEvent { version: 0, channels: status.channels }
    }
}

/// The kind of change of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelChange {
    /// The channel was connected.
    Login,
    /// The channel was disconnected.
    Logoff,
    /// A pause began.
    Pause,
    /// A pause ended.
    Unpause,
}

impl ChannelChange {
    /// The name of the event of this change.
    pub fn event_name(self, channel: Channel) -> &'static str {
        let row = CHANNEL_EVENTS.iter().find(|(_, of, what)| (*of, *what) == (channel, self));
        row.map_or("", |(name, ..)| name)
    }
}

/// `ChatLoginEvent`, `ChatLogoffEvent`, `ChatPauseEvent`, `ChatUnpauseEvent` and the same four of the other channels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, remote = "Self")]
pub struct ChannelEvent {
    /// Grows with each change of the agent's status.
    pub version: u64,
    /// The channel; `None` if missing or unknown (the name of the event contains it too).
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Name of the pause that began.
    pub reason: String,
    /// Only of `VoiceLoginEvent`: false if voice was not connected (CHN-034); `None` if missing.
    #[serde(deserialize_with = "truth", skip_serializing_if = "Option::is_none")]
    pub voice: Option<bool>,
    /// Facts of the channel after the change.
    #[serde(flatten, skip_deserializing)]
    pub state: ChannelStatusRecord,
}

crate::flat_struct!(ChannelEvent, state);

/// A flag as JavaScript reads it: `false`, 0 and an empty text are false.
fn truth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Null => None,
        Value::Bool(flag) => Some(flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => Some(!text.is_empty()),
        Value::Array(_) | Value::Object(_) => Some(true),
    })
}
