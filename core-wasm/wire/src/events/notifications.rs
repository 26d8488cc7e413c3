//! Events of the notification centre.

use super::{AreaEvent, events};
use crate::tolerant::or_default;
use crate::{AgentId, Channel, HeldPause, Protocol, Wall};
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of the notification centre.
    New(NotificationEvent) = "NotificationEvent",
}

/// A notification, in the list and as `NotificationEvent`, that the server keeps until the agent reads it (spec conversation §3 "Notification").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, remote = "Self")]
pub struct NotificationEvent {
    /// Id of the notification.
    pub agent_notify_id: String,
    /// `Y` or `N`.
    pub agent_notify_read: String,
    /// The value of `agent_notify_read`, for display.
    pub agent_notify_read_display: String,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Kind of the notification; the core shows only kinds that it knows.
    #[serde(rename = "type")]
    pub kind: String,
    /// The attendance.
    pub protocol: Protocol,
    /// Text for the agent; empty if the kind needs none.
    pub text: String,
    /// Name of the customer, in notifications about a note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub customer: String,
    /// Time of the event that caused the notification.
    pub time: Option<Wall>,
    /// Channel that the notification is about; `None` without one.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// The pause, in notifications about pauses.
    #[serde(flatten, skip_deserializing, skip_serializing_if = "HeldPause::is_none")]
    pub pause: HeldPause,
}

crate::flat_struct!(NotificationEvent, pause);
