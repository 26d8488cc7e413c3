//! The table of broker events: name on the wire → type (CON-022). A new event is a struct and a row here.

use super::tolerant::or_default;
use super::{
    AbsenceRecord, AgentBoardEvent, AgentId, AgentStatus, Channel, ChannelStatusRecord, ChannelsStatus, EventMeta,
    HeldPause, Job, Message, Protocol, Wall, from_tolerant,
};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A new or changed chat attendance for this agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewChatEvent {
    /// The attendance.
    pub job: Job,
}

/// A message of the customer or the agent; the agent's own messages are echoed and matched by `custom_id`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatMessageEvent {
    /// The message.
    pub message: Message,
}

/// The customer began or stopped typing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatTypingEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// The customer is typing.
    pub typing: bool,
}

/// The customer's page has been silent for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatInactiveEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// The customer ended the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChatEndEvent {
    /// The attendance.
    pub protocol: Protocol,
}

/// The server removes an attendance without qualification (returned to the queue, ended by a supervisor…).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobFinishedEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
}

/// The attendance was qualified; the core removes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QualifiedAttendanceEvent {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel of the attendance; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
}

/// The session was ended by the system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ForcedDisconnectEvent {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// `takenOver`, `supervisor` or `passwordChanged`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Applies to links opened with a credential up to this number; `None` applies to all.
    #[serde(rename = "upTo", skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
}

/// Another tab of the agent took the session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TabDisabledEvent {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// As in `ForcedDisconnectEvent`.
    #[serde(rename = "upTo", skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
}

/// The page opens an external address for the agent (spec conversation §5 "Open-URL event").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenUrlEvent {
    /// Address of the page.
    pub url: String,
}

/// All channels of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentStatusEvent {
    /// Grows with each change of the agent's status; 0 in an answer.
    pub version: u64,
    /// Facts per channel.
    pub channels: ChannelsStatus,
}

/// What happened to a channel.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelEvent {
    /// Grows with each change of the agent's status.
    pub version: u64,
    /// The channel; `None` if missing or unknown (the event's name has it too).
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Name of the pause that began.
    pub reason: String,
    /// Facts of the channel after the change.
    #[serde(flatten)]
    pub state: ChannelStatusRecord,
}

/// A notification, in the list and as `NotificationEvent`, that the server keeps until the agent reads it (spec conversation §3 "Notification").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotificationEvent {
    /// Id of the notification.
    pub agent_notify_id: String,
    /// `Y` or `N`.
    pub agent_notify_read: String,
    /// The same value, for display.
    pub agent_notify_read_display: String,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Kind; the core shows the kinds it knows.
    #[serde(rename = "type")]
    pub kind: String,
    /// The attendance.
    pub protocol: Protocol,
    /// Text for the agent; empty if the kind needs none.
    pub text: String,
    /// When it happened.
    pub time: Option<Wall>,
    /// Channel that the notification is about; `None` without one.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// The pause, in notifications about pauses.
    #[serde(flatten, skip_serializing_if = "HeldPause::is_none")]
    pub pause: HeldPause,
}

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

/// One row per event: the variant, its body and its name on the wire. Reading, writing and the list of names follow.
macro_rules! events {
    ($($(#[$doc:meta])* $variant:ident($body:ty) = $name:literal,)*) => {
        /// An event of the broker.
        #[derive(Clone, Debug, PartialEq)]
        pub enum BrokerEvent {
            $(
                $(#[$doc])*
                #[doc = concat!("`", $name, "`.")]
                $variant($body),
            )*
            /// A channel was connected, disconnected, paused or resumed; the names are in `CHANNEL_EVENTS`.
            Channel(Channel, ChannelChange, Box<ChannelEvent>),
            /// The broker asks whether the agent's page is alive (CON-030).
            Ping,
        }

        /// Names of the events with a body of their own.
        const NAMES: &[&str] = &[$($name),*];

        impl BrokerEvent {
            /// Reads the body of the event of that name; `None` where the name is unknown.
            fn read(name: &str, text: &str) -> Option<Result<Self, serde_json::Error>> {
                Some(match name {
                    $($name => from_tolerant(text).map(BrokerEvent::$variant),)*
                    PING => Ok(BrokerEvent::Ping),
                    other => {
                        let (_, channel, change) = CHANNEL_EVENTS.iter().find(|(name, ..)| *name == other)?;
                        from_tolerant(text).map(|event| BrokerEvent::Channel(*channel, *change, event))
                    }
                })
            }

            /// The name on the wire.
            pub fn name(&self) -> &'static str {
                match self {
                    $(BrokerEvent::$variant(_) => $name,)*
                    BrokerEvent::Channel(channel, change, _) => change.event_name(*channel),
                    BrokerEvent::Ping => PING,
                }
            }
        }

        /// The body alone, as the server writes it beside the envelope.
        impl Serialize for BrokerEvent {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(BrokerEvent::$variant(body) => body.serialize(serializer),)*
                    BrokerEvent::Channel(_, _, body) => body.serialize(serializer),
                    BrokerEvent::Ping => serializer.serialize_map(Some(0))?.end(),
                }
            }
        }
    };
}

const PING: &str = "PingEvent";

events! {
    NewChat(Box<NewChatEvent>) = "NewChatEvent",
    ChatMessage(Box<ChatMessageEvent>) = "ChatMessageEvent",
    ChatTyping(ChatTypingEvent) = "ChatTypingEvent",
    ChatInactive(ChatInactiveEvent) = "ChatInactiveEvent",
    ChatEnd(ChatEndEvent) = "ChatEndEvent",
    JobFinished(JobFinishedEvent) = "JobFinishedEvent",
    QualifiedAttendance(QualifiedAttendanceEvent) = "QualifiedAttendanceEvent",
    ForcedDisconnect(ForcedDisconnectEvent) = "ForcedDisconnectEvent",
    TabDisabled(TabDisabledEvent) = "TabDisabledEvent",
    AgentAbsent(AbsenceRecord) = "AgentAbsentEvent",
    AgentBoard(Box<AgentBoardEvent>) = "AgentBoardEvent",
    AgentStatus(Box<AgentStatusEvent>) = "AgentStatusEvent",
    Notification(NotificationEvent) = "NotificationEvent",
    OpenUrl(OpenUrlEvent) = "OpenUrlEvent",
}

/// Why a frame could not be read. The core logs, acknowledges and skips it in each case (CON-020, CON-021).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventFault {
    /// The frame is not a JSON object with a readable envelope.
    NotJson,
    /// The envelope has no event name.
    NoEventName,
    /// The event name is not in the table, e.g. from a newer server.
    Unregistered(String),
    /// The body of a known event is unreadable; the core reconciles once.
    BadBody(String),
}

impl fmt::Display for EventFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventFault::NotJson => formatter.write_str("not JSON"),
            EventFault::NoEventName => formatter.write_str("no event name"),
            EventFault::Unregistered(name) => write!(formatter, "unregistered: {name}"),
            EventFault::BadBody(name) => write!(formatter, "bad body: {name}"),
        }
    }
}

impl BrokerEvent {
    /// Reads one frame: the envelope, then the body of the event it names. The envelope is returned also if the body is
    /// unreadable; it is empty for `EventFault::NotJson`.
    pub fn parse(text: &str) -> (EventMeta, Result<BrokerEvent, EventFault>) {
        let meta = if text.trim_start().starts_with('{') { from_tolerant::<EventMeta>(text).ok() } else { None };
        let Some(meta) = meta else { return (EventMeta::default(), Err(EventFault::NotJson)) };
        let event = match Self::read(&meta.event, text) {
            _ if meta.event.is_empty() => Err(EventFault::NoEventName),
            Some(Ok(event)) => Ok(event),
            Some(Err(_)) => Err(EventFault::BadBody(meta.event.clone())),
            None => Err(EventFault::Unregistered(meta.event.clone())),
        };
        (meta, event)
    }

    /// Every name on the wire.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().copied().chain(CHANNEL_EVENTS.iter().map(|(name, ..)| *name)).chain([PING])
    }
}

impl From<AgentStatus> for AgentStatusEvent {
    fn from(status: AgentStatus) -> Self {
        AgentStatusEvent { version: 0, channels: status.channels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::in_order(r#"{"event":"ChatTypingEvent","seq":4,"protocol":"7","typing":true}"#)]
    #[case::name_last(r#"{"protocol":"7","typing":true,"seq":4,"event":"ChatTypingEvent"}"#)]
    #[case::name_between(r#"{"protocol":"7","event":"ChatTypingEvent","typing":true,"seq":4}"#)]
    #[case::name_twice(r#"{"event":"ChatEndEvent","protocol":"7","typing":true,"event":"ChatTypingEvent","seq":4}"#)]
    #[case::with_nulls(
        r#"{"event":"ChatTypingEvent","seq":4,"protocol":"7","typing":true,"sentAt":null,"eventId":null}"#
    )]
    #[case::with_unknown(r#"{"new":{"a":[1]},"event":"ChatTypingEvent","job":1,"seq":4,"protocol":7,"typing":true}"#)]
    fn an_event_is_read_whatever_the_position_of_its_name(#[case] text: &str) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!(meta, EventMeta { event: "ChatTypingEvent".to_owned(), seq: Some(4), ..EventMeta::default() });
        assert_eq!(event, Ok(BrokerEvent::ChatTyping(ChatTypingEvent { protocol: "7".into(), typing: true })));
    }

    #[rstest]
    #[case::body(r#"{"event":"ChatEndEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::late_body(r#"{"protocol":{},"seq":4,"event":"ChatEndEvent"}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::unregistered(r#"{"event":"NewerEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::Unregistered("NewerEvent".into()))]
    #[case::no_name(r#"{"seq":4,"protocol":"7"}"#, Some(4), EventFault::NoEventName)]
    #[case::trailing_text(r#"{"event":"ChatEndEvent","seq":4}{}"#, None, EventFault::NotJson)]
    #[case::envelope(r#"{"event":"ChatEndEvent","seq":"four"}"#, None, EventFault::NotJson)]
    #[case::no_object("[1]", None, EventFault::NotJson)]
    fn an_unreadable_event_keeps_its_envelope(#[case] text: &str, #[case] seq: Option<u64>, #[case] fault: EventFault) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!((meta.seq, event), (seq, Err(fault)));
    }
}
