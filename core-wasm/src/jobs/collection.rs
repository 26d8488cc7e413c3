//! The collection of attendances as it is stored (JOB-003).

use crate::flow::Table;
use crate::wire::{Message, Protocol};
use derive::ReadObject;
use serde::Serialize;

/// A call request that waits for the agent's decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct AckCallRequest {
    /// The dialog of the call request is open.
    pub dialog: bool,
    /// The agent's decision is being sent to the server.
    pub inprogress: bool,
    /// The call, in the format of the server.
    pub info: Option<serde_json::Value>,
}

/// The stored collection of attendances. Parts of areas that do not exist yet are written back as they were read. It is
/// written when an attendance is added or removed and not with every message: order and last messages follow from the
/// attendances' own records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CollectionRecord {
    /// Attendances of the list.
    pub job_list: Vec<Protocol>,
    /// The open attendance.
    pub active_job: Option<Protocol>,
    /// Attendances that the agent began.
    pub manual_activations: Vec<Protocol>,
    /// Attendances of the inbox.
    pub inbox_jobs: Vec<Protocol>,
    /// Messages by attendances that are not in the list yet (CHT-006).
    pub unattended_messages: Table<Vec<Message>>,
    /// Message to send, by attendance.
    pub message_to_send: Table<String>,
    /// Attendances to restore.
    pub backup_protocols: Vec<Protocol>,
    /// Disabled parts of the interface, by attendance.
    pub disabled_job_items: Table<Vec<String>>,
    /// The call request that waits for the agent.
    pub ack_call_request: AckCallRequest,
    /// Flags of an assisted transfer, by name.
    pub assisted_transfer: Table<bool>,
    /// Last message, by attendance.
    pub last_messages: Table<String>,
}
