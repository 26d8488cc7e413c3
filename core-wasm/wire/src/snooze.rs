//! Snoozed conversations: the agent put one away until a time or a reply (docs/contract.md, "Snooze").

use super::tolerant::or_default;
use super::{Protocol, Wall};
use serde::{Deserialize, Serialize};

/// Body of `PUT /job/{protocol}/snooze`. A repetition changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SnoozeRequest {
    /// Until when, on the server's clock.
    pub until: Wall,
}

/// Until when an attendance is snoozed: the answer to a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Snoozed {
    /// The attendance.
    pub protocol: Protocol,
    /// Until when; `None`: it is not snoozed.
    #[serde(deserialize_with = "or_default")]
    pub snoozed_until: Option<Wall>,
    /// Version of the attendance: an older one than the one held is ignored.
    pub version: u64,
}

/// Why a snooze ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SnoozeEnd {
    /// Its time came.
    Time,
    /// The customer wrote.
    Reply,
    /// A note of a colleague mentions the agent.
    Mention,
    /// The agent ended it.
    Agent,
    /// The attendance ended.
    Ended,
    /// The attendance has another agent, or waits in a queue.
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
    fn a_snooze_is_read_with_what_a_server_leaves_out() {
        let snoozed: Snoozed = from_tolerant(r#"{"protocol":"P1","snoozedUntil":null,"new":1}"#).unwrap();
        assert_eq!((snoozed.protocol.as_str(), snoozed.snoozed_until, snoozed.version), ("P1", None, 0));
        assert_eq!(serde_json::from_str::<SnoozeEnd>("\"later\"").unwrap(), SnoozeEnd::Unknown);
    }
}
