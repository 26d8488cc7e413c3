//! What every broker event carries besides its own fields (design: wire, Broker).

use super::{EventId, Wall};
use serde::{Deserialize, Serialize};

/// `seq` grows by one per agent queue; a new `epoch` means that the numbering began again (server's data replaced).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EventMeta {
    pub event: String,
    pub event_id: EventId,
    pub seq: Option<u64>,
    pub epoch: Option<String>,
    pub sent_at: Option<Wall>,
}

/// An event as the server writes it: flat JSON, the envelope's fields beside the event's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope<T> {
    #[serde(flatten)]
    pub meta: EventMeta,
    #[serde(flatten)]
    pub body: T,
}
