//! The collection of attendances as it is stored (JOB-003).

use crate::flow::Table;
use crate::wire::{Message, Protocol};
use serde::{Deserialize, Serialize};

/// A call that waits for the agent's acknowledgement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AckCallRequest {
    pub dialog: bool,
    pub inprogress: bool,
    pub info: Option<serde_json::Value>,
}

/// Parts that belong to work not built yet are kept as they were read. It is written when an attendance comes or goes,
/// not with every message: order and last messages follow from the jobs' own records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CollectionRecord {
    pub job_list: Vec<Protocol>,
    pub active_job: Option<Protocol>,
    pub manual_activations: Vec<Protocol>,
    pub inbox_jobs: Vec<Protocol>,
    pub unattended_messages: Table<Vec<Message>>,
    pub message_to_send: Table<String>,
    pub backup_protocols: Vec<Protocol>,
    pub disabled_job_items: Table<Vec<String>>,
    pub ack_call_request: AckCallRequest,
    /// Flags of an assisted transfer, by name.
    pub assisted_transfer: Table<bool>,
    pub last_messages: Table<String>,
}
