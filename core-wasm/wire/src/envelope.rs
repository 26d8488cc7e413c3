//! The fields that every broker event has besides its own (docs/contract.md "Broker events").

use super::{EventId, Wall};
use derive::ReadObject;
use serde::Serialize;

/// The envelope of an event. `seq` grows by one per agent queue; a new `epoch` means that the numbering started again
/// (the server's data was replaced).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct EventMeta {
    /// Name of the event; see [`AreaEvent::names`](super::AreaEvent::names).
    pub event: String,
    /// Id of this event; empty if the server sent none.
    pub event_id: EventId,
    /// Number in the agent's queue; `None` for events outside the numbering.
    pub seq: Option<u64>,
    /// Identity of the numbering.
    pub epoch: Option<String>,
    /// When the server sent the event, on the server's clock.
    pub sent_at: Option<Wall>,
}

/// An event as the server writes it: flat JSON with the fields of the envelope and those of the event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope<T> {
    /// Fields of the envelope.
    #[serde(flatten)]
    pub meta: EventMeta,
    /// Fields of the event.
    #[serde(flatten)]
    pub body: T,
}
