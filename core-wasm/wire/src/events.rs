//! The one table of broker events: name on the wire → type (CON-022). A new event is a struct, a variant and a row here.

use super::read::{EitherName, Object};
use super::tolerant::without_nulls;
use super::{
    AbsenceRecord, AgentBoardEvent, AgentId, AgentStatus, Channel, ChannelStatusRecord, ChannelsStatus, EventMeta, Job,
    Message, Protocol, Wall, from_tolerant,
};
use serde::Serialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
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
    /// Told to links that were entered with a credential up to this number, where they share a queue.
    #[serde(rename = "upTo")]
    pub up_to: Option<u64>,
}

/// Another tab of the agent took the session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct TabDisabledEvent {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// As in `ForcedDisconnectEvent`.
    #[serde(rename = "upTo")]
    pub up_to: Option<u64>,
}

/// A page outside the product is to be shown to the agent (spec conversation §5 "Open-URL event").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct OpenUrlEvent {
    pub url: String,
}

/// All channels of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct AgentStatusEvent {
    pub version: u64,
    pub channels: ChannelsStatus,
}

/// What happened to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelChange {
    Login,
    Logoff,
    Pause,
    Unpause,
}

/// `ChatLoginEvent`, `ChatLogoffEvent`, `ChatPauseEvent`, `ChatUnpauseEvent` and their like for the other channels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[serde(default)]
pub struct ChannelEvent {
    pub version: u64,
    pub channel: Option<Channel>,
    /// Name of the pause that began.
    pub reason: String,
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
    pub time: Option<Wall>,
    /// Of a pause: which one and where.
    #[serde(rename = "pauseName")]
    pub pause_name: String,
    pub channel: Option<Channel>,
    /// Of a pause: it has taken longer than it may.
    pub exceeded: bool,
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
    TabDisabled(TabDisabledEvent),
    AgentAbsent(AbsenceRecord),
    AgentBoard(Box<AgentBoardEvent>),
    AgentStatus(Box<AgentStatusEvent>),
    Channel(Channel, ChannelChange, Box<ChannelEvent>),
    Notification(NotificationEvent),
    OpenUrl(OpenUrlEvent),
    /// The broker asks whether anybody is there (CON-030).
    Ping,
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
    /// Reads one frame body, once: the envelope's name, which stands first, says what the rest is. The envelope comes
    /// back with every outcome that has one.
    pub fn parse(text: &str) -> (EventMeta, Result<BrokerEvent, EventFault>) {
        let mut read = Read::default();
        if read.take(text).or_else(|_| read.take(&without_nulls(text)?)).is_err() {
            let Ok(meta) = from_tolerant(text) else { return (EventMeta::default(), Err(EventFault::NotJson)) };
            read = Read { meta, ..Read::default() };
        }
        let Read { meta, event, .. } = read;
        let event = event.ok_or_else(|| match Self::of_name(&meta.event) {
            _ if meta.event.is_empty() => EventFault::NoEventName,
            Some(_) => EventFault::BadBody(meta.event.clone()),
            None => EventFault::Unregistered(meta.event.clone()),
        });
        (meta, event)
    }

    /// With nothing of its body yet.
    fn of_name(name: &str) -> Option<BrokerEvent> {
        Some(match name {
            "NewChatEvent" => BrokerEvent::NewChat(Box::default()),
            "ChatMessageEvent" => BrokerEvent::ChatMessage(Box::default()),
            "ChatTypingEvent" => BrokerEvent::ChatTyping(Default::default()),
            "ChatInactiveEvent" => BrokerEvent::ChatInactive(Default::default()),
            "ChatEndEvent" => BrokerEvent::ChatEnd(Default::default()),
            "JobFinishedEvent" => BrokerEvent::JobFinished(Default::default()),
            "QualifiedAttendanceEvent" => BrokerEvent::QualifiedAttendance(Default::default()),
            "ForcedDisconnectEvent" => BrokerEvent::ForcedDisconnect(Default::default()),
            "TabDisabledEvent" => BrokerEvent::TabDisabled(Default::default()),
            "AgentAbsentEvent" => BrokerEvent::AgentAbsent(Default::default()),
            "AgentBoardEvent" => BrokerEvent::AgentBoard(Box::default()),
            "AgentStatusEvent" => BrokerEvent::AgentStatus(Box::default()),
            "NotificationEvent" => BrokerEvent::Notification(Default::default()),
            "OpenUrlEvent" => BrokerEvent::OpenUrl(Default::default()),
            "PingEvent" => BrokerEvent::Ping,
            other => {
                let (_, channel, change) = CHANNEL_EVENTS.iter().find(|(name, ..)| *name == other)?;
                BrokerEvent::Channel(*channel, *change, Box::default())
            }
        })
    }

    fn names(&self) -> &'static [&'static str] {
        fn of<T: Object>(_: &T) -> &'static [&'static str] {
            T::NAMES
        }
        match self {
            BrokerEvent::NewChat(event) => of(&**event),
            BrokerEvent::ChatMessage(event) => of(&**event),
            BrokerEvent::ChatTyping(event) => of(event),
            BrokerEvent::ChatInactive(event) => of(event),
            BrokerEvent::ChatEnd(event) => of(event),
            BrokerEvent::JobFinished(event) => of(event),
            BrokerEvent::QualifiedAttendance(event) => of(event),
            BrokerEvent::ForcedDisconnect(event) => of(event),
            BrokerEvent::TabDisabled(event) => of(event),
            BrokerEvent::AgentAbsent(event) => of(event),
            BrokerEvent::AgentBoard(event) => of(&**event),
            BrokerEvent::AgentStatus(event) => of(&**event),
            BrokerEvent::Channel(_, _, event) => of(&**event),
            BrokerEvent::Notification(event) => of(event),
            BrokerEvent::OpenUrl(event) => of(event),
            BrokerEvent::Ping => &[],
        }
    }

    fn take<'de, A: MapAccess<'de>>(&mut self, name: usize, object: &mut A) -> Result<(), A::Error> {
        match self {
            BrokerEvent::NewChat(event) => event.take(name, object),
            BrokerEvent::ChatMessage(event) => event.take(name, object),
            BrokerEvent::ChatTyping(event) => event.take(name, object),
            BrokerEvent::ChatInactive(event) => event.take(name, object),
            BrokerEvent::ChatEnd(event) => event.take(name, object),
            BrokerEvent::JobFinished(event) => event.take(name, object),
            BrokerEvent::QualifiedAttendance(event) => event.take(name, object),
            BrokerEvent::ForcedDisconnect(event) => event.take(name, object),
            BrokerEvent::TabDisabled(event) => event.take(name, object),
            BrokerEvent::AgentAbsent(event) => event.take(name, object),
            BrokerEvent::AgentBoard(event) => event.take(name, object),
            BrokerEvent::AgentStatus(event) => event.take(name, object),
            BrokerEvent::Channel(_, _, event) => event.take(name, object),
            BrokerEvent::Notification(event) => event.take(name, object),
            BrokerEvent::OpenUrl(event) => event.take(name, object),
            // It has no fields: never asked for.
            BrokerEvent::Ping => Ok(()),
        }
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
            BrokerEvent::TabDisabled(_) => "TabDisabledEvent",
            BrokerEvent::AgentAbsent(_) => "AgentAbsentEvent",
            BrokerEvent::AgentBoard(_) => "AgentBoardEvent",
            BrokerEvent::AgentStatus(_) => "AgentStatusEvent",
            BrokerEvent::Channel(channel, change, _) => CHANNEL_EVENTS
                .iter()
                .find(|(_, of, what)| (of, what) == (channel, change))
                .map_or("ChannelEvent", |(name, ..)| name),
            BrokerEvent::Notification(_) => "NotificationEvent",
            BrokerEvent::OpenUrl(_) => "OpenUrlEvent",
            BrokerEvent::Ping => "PingEvent",
        }
    }
}

/// What is read of a frame, filled where it stands.
#[derive(Default)]
struct Read {
    meta: EventMeta,
    event: Option<BrokerEvent>,
    /// Fields were passed over before the name was known.
    late: bool,
}

impl Read {
    fn take(&mut self, text: &str) -> Result<(), serde_json::Error> {
        *self = Self::default();
        self.fill(text)?;
        let known = if self.late { BrokerEvent::of_name(&self.meta.event) } else { None };
        if known.is_none() {
            return Ok(());
        }
        // Once more, now that the name is known.
        *self = Self { event: known, ..Self::default() };
        self.fill(text)
    }

    fn fill(&mut self, text: &str) -> Result<(), serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_str(text);
        reader.deserialize_map(EventVisitor(self))?;
        reader.end()
    }
}

/// An event that stands there already keeps its name.
struct EventVisitor<'read>(&'read mut Read);

impl<'de> Visitor<'de> for EventVisitor<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let Read { meta, event, late } = self.0;
        let repeated = event.is_some();
        // Writers keep the order of the fields: the search begins where the last one ended.
        let mut likely = 0;
        loop {
            let names = event.as_ref().map_or(&[][..], BrokerEvent::names);
            let Some(name) = object.next_key_seed(EitherName { first: EventMeta::NAMES, second: names, likely })?
            else {
                break;
            };
            likely = name.map_or(likely, |place| place + 1);
            match (name, &mut *event) {
                (Some(place), _) if place < EventMeta::NAMES.len() => {
                    meta.take(place, &mut object)?;
                    if EventMeta::NAMES.get(place) == Some(&"event") && !repeated {
                        *late |= event.is_some();
                        *event = BrokerEvent::of_name(&meta.event);
                    }
                }
                (Some(place), Some(event)) => event.take(place - EventMeta::NAMES.len(), &mut object)?,
                _ => {
                    *late |= event.is_none();
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
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
    fn an_event_is_read_wherever_its_name_stands(#[case] text: &str) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!(meta, EventMeta { event: "ChatTypingEvent".to_owned(), seq: Some(4), ..EventMeta::default() });
        assert_eq!(event, Ok(BrokerEvent::ChatTyping(ChatTypingEvent { protocol: "7".into(), typing: true })));
    }

    #[rstest]
    #[case::body(r#"{"event":"ChatEndEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::late_body(r#"{"protocol":{},"seq":4,"event":"ChatEndEvent"}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::stranger(r#"{"event":"NewerEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::Unregistered("NewerEvent".into()))]
    #[case::nameless(r#"{"seq":4,"protocol":"7"}"#, Some(4), EventFault::NoEventName)]
    #[case::behind_the_end(r#"{"event":"ChatEndEvent","seq":4}{}"#, None, EventFault::NotJson)]
    #[case::envelope(r#"{"event":"ChatEndEvent","seq":"four"}"#, None, EventFault::NotJson)]
    #[case::no_object("[1]", None, EventFault::NotJson)]
    fn what_cannot_be_read_keeps_its_envelope(#[case] text: &str, #[case] seq: Option<u64>, #[case] fault: EventFault) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!((meta.seq, event), (seq, Err(fault)));
    }
}
