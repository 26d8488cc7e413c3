//! Broker events: one file per area with its bodies and its enum `Event`, whose rows are variant, body and name on the
//! wire (CON-022). [`BrokerEvent`] follows from the list of areas at the end of this file.

pub mod absence;
pub mod broadcasts;
pub mod channels;
pub mod chat;
pub mod colleagues;
pub mod connection;
pub mod conversation;
pub mod jobs;
pub mod notes;
pub mod notifications;
pub mod qualification;
pub mod session;
pub mod shell;
pub mod supervision;
pub mod voice;
pub mod whatsapp;

use super::EventMeta;
use super::tolerant::from_tolerant;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::fmt;

/// The events of one area.
pub trait AreaEvent: Sized {
    /// The names of the area's events on the wire.
    fn names() -> Vec<&'static str>;

    /// Reads the body of the event of that name; `None` if the area has no such event.
    fn read(name: &str, text: &str) -> Option<Result<Self, EventFault>>;

    /// The name on the wire.
    fn name(&self) -> &'static str;
}

/// An area without events.
impl AreaEvent for Infallible {
    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    fn read(_: &str, _: &str) -> Option<Result<Self, EventFault>> {
        None
    }

    fn name(&self) -> &'static str {
        match *self {}
    }
}

/// Reads the body of an event, tolerantly.
///
/// # Errors
/// Reads the body; fails with [`EventFault::BadBody`] and the name of the event.
pub fn read_body<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, EventFault> {
    from_tolerant(text).map_err(|_| EventFault::BadBody(name.to_owned()))
}

/// The enum `Event` of an area, from one row per event: the variant, its body and its name on the wire.
macro_rules! events {
    ($(#[$doc:meta])* $($variant:ident($body:ty) = $name:literal,)*) => {
        $(#[$doc])*
        /// Serializes as its body only, which the server writes beside the envelope.
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(untagged)]
        pub enum Event {
            $(
                #[doc = concat!("`", $name, "`.")]
                $variant($body),
            )*
        }

        impl AreaEvent for Event {
            fn names() -> Vec<&'static str> {
                vec![$($name),*]
            }

            fn read(name: &str, text: &str) -> Option<Result<Self, $crate::events::EventFault>> {
                match name {
                    $($name => Some($crate::events::read_body(name, text).map(Event::$variant)),)*
                    _ => None,
                }
            }

            fn name(&self) -> &'static str {
                match self {
                    $(Event::$variant(_) => $name,)*
                }
            }
        }
    };
}
pub(crate) use events;

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

impl EventMeta {
    /// Reads the envelope of a frame.
    ///
    /// # Errors
    /// [`EventFault::NotJson`] if the frame is not a JSON object with a readable envelope.
    pub fn read(text: &str) -> Result<Self, EventFault> {
        let object = text.trim_start().starts_with('{').then(|| from_tolerant(text).ok());
        object.flatten().ok_or(EventFault::NotJson)
    }

    /// The fault of an envelope whose event no area has.
    pub fn unregistered(&self) -> EventFault {
        if self.event.is_empty() { EventFault::NoEventName } else { EventFault::Unregistered(self.event.clone()) }
    }
}

/// One row per area with events: the variant and the module.
macro_rules! broker_events {
    ($($variant:ident($area:ident),)*) => {
        /// An event of any area.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum BrokerEvent {
            $(
                #[doc = concat!("An event of the area `", stringify!($area), "`.")]
                $variant($area::Event),
            )*
        }

        impl AreaEvent for BrokerEvent {
            fn names() -> Vec<&'static str> {
                [$($area::Event::names()),*].concat()
            }

            fn read(name: &str, text: &str) -> Option<Result<Self, EventFault>> {
                $(
                    if let Some(event) = $area::Event::read(name, text) {
                        return Some(event.map(BrokerEvent::$variant));
                    }
                )*
                None
            }

            fn name(&self) -> &'static str {
                match self {
                    $(BrokerEvent::$variant(event) => event.name(),)*
                }
            }
        }

        $(
            impl From<$area::Event> for BrokerEvent {
                fn from(event: $area::Event) -> Self {
                    BrokerEvent::$variant(event)
                }
            }
        )*
    };
}

broker_events! {
    Session(session),
    Shell(shell),
    Connection(connection),
    Channels(channels),
    Absence(absence),
    Supervision(supervision),
    Notifications(notifications),
    Jobs(jobs),
    Conversation(conversation),
    Chat(chat),
    Qualification(qualification),
    Voice(voice),
    Colleagues(colleagues),
    WhatsApp(whatsapp),
    Notes(notes),
    Broadcasts(broadcasts),
}

impl BrokerEvent {
    /// Reads one frame: the envelope, then the body of the event it names. The envelope is also returned if the body is
    /// unreadable; for `EventFault::NotJson` it is empty.
    pub fn parse(text: &str) -> (EventMeta, Result<BrokerEvent, EventFault>) {
        match EventMeta::read(text) {
            Err(fault) => (EventMeta::default(), Err(fault)),
            Ok(meta) => {
                let event = Self::read(&meta.event, text).unwrap_or_else(|| Err(meta.unregistered()));
                (meta, event)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::chat::ChatTypingEvent;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::the_name_first(r#"{"event":"ChatTypingEvent","seq":4,"protocol":"7","typing":true}"#)]
    #[case::the_name_last(r#"{"protocol":"7","typing":true,"seq":4,"event":"ChatTypingEvent"}"#)]
    #[case::the_name_between_the_fields(r#"{"protocol":"7","event":"ChatTypingEvent","typing":true,"seq":4}"#)]
    #[case::the_name_twice(
        r#"{"event":"ChatEndEvent","protocol":"7","typing":true,"event":"ChatTypingEvent","seq":4}"#
    )]
    #[case::fields_with_nulls(
        r#"{"event":"ChatTypingEvent","seq":4,"protocol":"7","typing":true,"sentAt":null,"eventId":null}"#
    )]
    #[case::an_unknown_field(
        r#"{"new":{"a":[1]},"event":"ChatTypingEvent","job":1,"seq":4,"protocol":7,"typing":true}"#
    )]
    fn an_event_is_read_whatever_the_position_of_its_name(#[case] text: &str) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!(meta, EventMeta { event: "ChatTypingEvent".to_owned(), seq: Some(4), ..EventMeta::default() });
        assert_eq!(event, Ok(chat::Event::Typing(ChatTypingEvent { protocol: "7".into(), typing: true }).into()));
    }

    #[rstest]
    #[case::an_unreadable_body(r#"{"event":"ChatEndEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::an_unreadable_body_before_the_name(r#"{"protocol":{},"seq":4,"event":"ChatEndEvent"}"#, Some(4), EventFault::BadBody("ChatEndEvent".into()))]
    #[case::an_unregistered_event(r#"{"event":"NewerEvent","seq":4,"protocol":{}}"#, Some(4), EventFault::Unregistered("NewerEvent".into()))]
    #[case::no_event_name(r#"{"seq":4,"protocol":"7"}"#, Some(4), EventFault::NoEventName)]
    #[case::text_after_the_object(r#"{"event":"ChatEndEvent","seq":4}{}"#, None, EventFault::NotJson)]
    #[case::an_unreadable_envelope(r#"{"event":"ChatEndEvent","seq":"four"}"#, None, EventFault::NotJson)]
    #[case::a_list_instead_of_an_object("[1]", None, EventFault::NotJson)]
    fn the_fault_of_an_unreadable_event_has_its_kind_and_the_envelope_keeps_the_number(
        #[case] text: &str,
        #[case] seq: Option<u64>,
        #[case] fault: EventFault,
    ) {
        let (meta, event) = BrokerEvent::parse(text);
        assert_eq!((meta.seq, event), (seq, Err(fault)));
    }
}
