//! One attendance as the wire spells it (spec conversation §3 "Job", session §3 "Voice job").

use super::tolerant::or_default;
use super::{
    AgentId, AttendanceGroupId, Channel, Contact, ContactId, Items, Message, MetaType, OrgUnitId, Protocol, QueueId,
    Wall,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ClientStatus {
    #[default]
    Online,
    Inactive,
    /// Also a word that this version does not know: nobody can count on the customer's page.
    #[serde(other)]
    Offline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AttendanceType {
    Manual,
    Queue,
}

/// Fields of the job as the documents list them; those of our own: `seq`, `version`, `updatedAt`, `orgUnitId`, `agentId`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Job {
    pub protocol: Protocol,
    /// An attendance of a channel that this version does not know is unreadable as a whole: nothing could be done with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub meta_type: Option<MetaType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    pub contact_id: ContactId,
    pub contact_identifier: String,
    pub from: String,
    pub phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<QueueInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign: Option<QueueInfo>,
    pub tags: Vec<JobTag>,
    pub messages: Vec<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_message: Option<Message>,
    pub notifications: u32,
    pub messages_not_read: u32,
    pub unread: bool,
    pub disabled: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    pub keep_alive: bool,
    pub waiting_answer: bool,
    pub start_conversation: bool,
    pub template_sent: bool,
    pub allow_conversation_without_template: bool,
    pub templates_messages: Vec<Value>,
    pub route_whatsapp: String,
    pub api: String,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub attendance_type: Option<AttendanceType>,
    pub active_attendance: bool,
    pub attendance_group_id: AttendanceGroupId,
    pub attendance_group_name: String,
    pub attendance_group_info: AttendanceGroupInfo,
    pub transfer_count: u32,
    pub father_id: String,
    pub whats_app_id: String,
    pub unique_id: String,
    pub call_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date_qualification: Option<Wall>,
    pub script_fields: Vec<ScriptField>,
    pub attendance_tags: Vec<JobTag>,
    pub history_from_contact: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params_history: Option<Value>,
    /// The customer types.
    pub typing: bool,
    pub client_status: ClientStatus,
    pub whatsapp_number_not_exists: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_last_message: Option<Wall>,
    pub inbox_removed_by_agent: bool,
    pub protocol_inbox: String,
    pub agent_unread_messages: u32,
    pub contact_columns: Vec<Value>,
    pub closed_without_qualify: bool,
    pub new_attendance: bool,
    pub message_status: String,
    pub has_protocol_attendance: bool,
    pub event: String,
    pub history: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Wall>,
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
    /// Sequence number of the thread's last message on the server.
    pub seq: u64,
    /// Grows with every change of the job on the server; an older state event is ignored.
    pub version: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct QueueInfo {
    pub id: QueueId,
    pub name: String,
}

/// `GET /queues/chat`, `GET /queues/chat/{id}`, `GET /queues/chat/org-unit/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct QueueRecord {
    pub id: QueueId,
    pub name: String,
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    pub attendance_group_id: AttendanceGroupId,
    pub attendance_group_name: String,
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    pub qualifications: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AttendanceGroupInfo {
    pub observation_required: bool,
}

/// `GET /agents/{id}/member/attendance-groups` and `GET attendance-group/agent?agent=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AttendanceGroup {
    pub id: AttendanceGroupId,
    pub name: String,
    #[serde(rename = "observation_required")]
    pub observation_required: bool,
    /// `queue_{id}`.
    #[serde(rename = "queue_voice_context")]
    pub queue_voice_context: String,
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    pub broadcast_enabled: bool,
    pub ack_call_behavior: String,
    pub ack_call_assisted_transfer_behavior: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct JobTag {
    #[serde(rename = "tag_item_id")]
    pub tag_item_id: String,
    #[serde(rename = "tag_item_name")]
    pub tag_item_name: String,
    /// `#RRGGBB`; shown as a small square only.
    #[serde(rename = "tag_item_color")]
    pub tag_item_color: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScriptField {
    pub id: String,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobTab {
    pub index: u32,
    pub name: String,
}

/// `GET /agents/{id}/jobs/active`: lists by name; those whose name contains `Closed` hold attendances that ended
/// without qualification (spec session §4 "Job life").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ActiveJobs {
    pub as_of_seq: u64,
    pub epoch: String,
    pub data: BTreeMap<String, Items<Job>>,
}
