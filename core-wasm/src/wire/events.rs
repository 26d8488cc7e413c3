//! The one table of broker events: name on the wire → type (CON-022). A new event is a struct, a variant and a row here.

use super::{
    AgentId, AgentStatus, Channel, ChannelStatusRecord, ChannelsStatus, EventMeta, Job, Message, Protocol,
    from_tolerant,
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt;
use wire_read::WireRead;

/// A new or changed chat attendance for this agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, WireRead)]
#[serde(default)]
pub struct NewChatEvent {
    pub job: Job,
}

/// A message of either side; the sender's own comes back too (matched by `custom_id`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, WireRead)]
#[serde(default)]
pub struct ChatMessageEvent {
    pub message: Message,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ChatTypingEvent {
    pub protocol: Protocol,
    pub typing: bool,
}

/// The customer's page has been silent for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ChatInactiveEvent {
    pub protocol: Protocol,
}

/// The customer ended the chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ChatEndEvent {
    pub protocol: Protocol,
}

/// The server removes an attendance without qualification (returned to the queue, ended by a supervisor…).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct JobFinishedEvent {
    pub protocol: Protocol,
    pub channel: Option<Channel>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct QualifiedAttendanceEvent {
    pub protocol: Protocol,
    pub channel: Option<Channel>,
}

/// The session was ended by the system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ForcedDisconnectEvent {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
}

/// All channels of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct AgentStatusEvent {
    pub version: u64,
    pub channels: ChannelsStatus,
}

/// `ChatLoginEvent`, `ChatLogoffEvent` and their like for the other channels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ChannelEvent {
    pub version: u64,
    pub channel: Option<Channel>,
    #[serde(flatten)]
    pub state: ChannelStatusRecord,
}

/// A fact that lives on the server until read (spec conversation §3 "Notification").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct NotificationEvent {
    pub agent_notify_id: String,
    /// `Y` or `N`.
    pub agent_notify_read: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub protocol: Protocol,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum BrokerEvent {
    NewChat(Box<NewChatEvent>),
    ChatMessage(Box<ChatMessageEvent>),
    ChatTyping(ChatTypingEvent),
    ChatInactive(ChatInactiveEvent),
    ChatEnd(ChatEndEvent),
    JobFinished(JobFinishedEvent),
    QualifiedAttendance(QualifiedAttendanceEvent),
    ForcedDisconnect(ForcedDisconnectEvent),
    AgentStatus(Box<AgentStatusEvent>),
    ChatLogin(Box<ChannelEvent>),
    ChatLogoff(Box<ChannelEvent>),
    Notification(NotificationEvent),
}

/// Why a frame could not be read; in each case it is logged, acknowledged and passed over (CON-020, CON-021).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventFault {
    NotJson,
    NoEventName,
    /// An event nobody registered: a newer server.
    Unregistered(String),
    /// A known event whose body does not fit; one reconcile follows.
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
    /// Reads one frame body. The envelope comes back with every outcome that has one.
    pub fn parse(text: &str) -> (EventMeta, Result<BrokerEvent, EventFault>) {
        let meta: EventMeta = match from_tolerant(text) {
            Ok(meta) => meta,
            Err(_) => return (EventMeta::default(), Err(EventFault::NotJson)),
        };
        if meta.event.is_empty() {
            return (meta, Err(EventFault::NoEventName));
        }
        let event = Self::by_name(&meta.event, text);
        (meta, event)
    }

    fn by_name(name: &str, text: &str) -> Result<BrokerEvent, EventFault> {
        fn body<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, EventFault> {
            from_tolerant(text).map_err(|_| EventFault::BadBody(name.to_owned()))
        }
        Ok(match name {
            "NewChatEvent" => BrokerEvent::NewChat(body(name, text)?),
            "ChatMessageEvent" => BrokerEvent::ChatMessage(body(name, text)?),
            "ChatTypingEvent" => BrokerEvent::ChatTyping(body(name, text)?),
            "ChatInactiveEvent" => BrokerEvent::ChatInactive(body(name, text)?),
            "ChatEndEvent" => BrokerEvent::ChatEnd(body(name, text)?),
            "JobFinishedEvent" => BrokerEvent::JobFinished(body(name, text)?),
            "QualifiedAttendanceEvent" => BrokerEvent::QualifiedAttendance(body(name, text)?),
            "ForcedDisconnectEvent" => BrokerEvent::ForcedDisconnect(body(name, text)?),
            "AgentStatusEvent" => BrokerEvent::AgentStatus(body(name, text)?),
            "ChatLoginEvent" => BrokerEvent::ChatLogin(body(name, text)?),
            "ChatLogoffEvent" => BrokerEvent::ChatLogoff(body(name, text)?),
            "NotificationEvent" => BrokerEvent::Notification(body(name, text)?),
            other => return Err(EventFault::Unregistered(other.to_owned())),
        })
    }

    /// The name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            BrokerEvent::NewChat(_) => "NewChatEvent",
            BrokerEvent::ChatMessage(_) => "ChatMessageEvent",
            BrokerEvent::ChatTyping(_) => "ChatTypingEvent",
            BrokerEvent::ChatInactive(_) => "ChatInactiveEvent",
            BrokerEvent::ChatEnd(_) => "ChatEndEvent",
            BrokerEvent::JobFinished(_) => "JobFinishedEvent",
            BrokerEvent::QualifiedAttendance(_) => "QualifiedAttendanceEvent",
            BrokerEvent::ForcedDisconnect(_) => "ForcedDisconnectEvent",
            BrokerEvent::AgentStatus(_) => "AgentStatusEvent",
            BrokerEvent::ChatLogin(_) => "ChatLoginEvent",
            BrokerEvent::ChatLogoff(_) => "ChatLogoffEvent",
            BrokerEvent::Notification(_) => "NotificationEvent",
        }
    }
}

impl From<AgentStatus> for AgentStatusEvent {
    fn from(status: AgentStatus) -> Self {
        AgentStatusEvent { version: 0, channels: status.channels }
    }
}
