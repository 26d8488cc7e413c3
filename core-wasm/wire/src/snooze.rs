//! Snoozed conversations: the agent snoozed one until a time or a reply (docs/contract.md, "Snooze").

use super::tolerant::or_default;
use super::{Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Body of `PUT /job/{protocol}/snooze`. A repetition changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SnoozeRequest {
    /// End of the snooze, on the server's clock.
    pub until: Wall,
}

/// The state of the snooze: the answer to a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Snoozed {
    /// The attendance.
    pub protocol: Protocol,
    /// End of the snooze; `None`: the attendance is not snoozed.
    #[serde(deserialize_with = "or_default")]
    pub snoozed_until: Option<Wall>,
    /// Version of the attendance: an older one than the one held is ignored.
    pub version: u64,
}

/// Why a snooze ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SnoozeEnd {
    /// The time of the snooze was over.
    Time,
    /// The customer wrote.
    Reply,
    /// A note of a colleague mentioned the agent.
    Mention,
    /// The agent ended the snooze.
    Agent,
    /// The attendance ended.
    Ended,
    /// The attendance belongs to another agent, or waits in a queue.
    Left,
    /// A cause of a newer server.
    #[default]
    #[serde(other)]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_tolerant;

    #[test]
    fn a_snooze_can_be_read_if_the_server_leaves_fields_out() {
        let snoozed: Snoozed = from_tolerant(r#"{"protocol":"P1","snoozedUntil":null,"new":1}"#).unwrap();
        assert_eq!((snoozed.protocol.as_str(), snoozed.snoozed_until, snoozed.version), ("P1", None, 0));
        assert_eq!(serde_json::from_str::<SnoozeEnd>("\"later\"").unwrap(), SnoozeEnd::Unknown);
    }
}
