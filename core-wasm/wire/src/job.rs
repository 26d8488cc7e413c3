//! One attendance in the wire's spelling (spec conversation §3 "Job", session §3 "Voice job").

use super::tolerant::or_default;
use super::{
    AckCallRequestEvent, AgentId, AttendanceGroupId, CallRecording, CallRoom, CallSupervisor, CallUpdateEvent, Channel,
    Contact, ContactId, InternalCallEvent, Items, Message, MetaType, OpenSpan, OrgUnitId, Protocol, QueueId, Wall,
};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// State of the customer's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ClientStatus {
    /// The page is open and active.
    #[default]
    Online,
    /// The page has been silent for a while.
    Inactive,
    /// The page is closed; also any word that this version does not know.
    #[serde(other)]
    Offline,
}

/// How the attendance began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AttendanceType {
    /// The agent began it.
    Manual,
    /// The customer came from a queue.
    Queue,
}

/// The progress of a voice attendance's call. A page that missed an event reads it from the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobCallPhase {
    /// The customer's telephone is being called.
    Dialling,
    /// Customer and agent talk.
    Talking,
    /// The call ended.
    Ended,
}

/// One attendance (JOB-004, JOB-005). `seq`, `version`, `orgUnitId` and `agentId` are additions to the specification.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct Job {
    /// The attendance.
    pub protocol: Protocol,
    /// Channel; `None` if missing. An unknown channel makes this item unreadable, because the core cannot handle it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
    /// Sub-type of WhatsApp; `None` on other channels or if unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub meta_type: Option<MetaType>,
    /// The contact, if exactly one is known (docs/contract.md).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// Id of the linked contact; empty without one.
    pub contact_id: ContactId,
    /// The customer's identifier on this channel.
    pub contact_identifier: String,
    /// Whether the operator's site confirmed the identifier that the customer typed; `None`: it was not typed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub identifier_verified: Option<bool>,
    /// Name that the customer gave.
    pub from: String,
    /// Telephone number of the customer; empty if unknown.
    pub phone: String,
    /// Queue the attendance came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<QueueInfo>,
    /// Campaign the attendance belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign: Option<QueueInfo>,
    /// Tags of the attendance.
    pub tags: Vec<JobTag>,
    /// Empty: a thread is loaded with `GET /job/{protocol}/messages`.
    pub messages: Vec<Message>,
    /// Newest message that is not a system message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_message: Option<Message>,
    /// Listed by the specification (JOB-004); not used yet.
    pub notifications: u32,
    /// Number of customer messages since the agent's last message.
    pub messages_not_read: u32,
    /// `messages_not_read` is not 0, or the agent marked the attendance as unread.
    pub unread: bool,
    /// The agent pinned the attendance (JOB-027).
    #[serde(skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// When the customer wrote last: the conversation window begins there (WAP-018). `None`: never, or on another channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_receipt: Option<Wall>,
    /// Telephone number or account of the company's side of a WhatsApp attendance; empty on other channels.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub route_phone: String,
    /// Whether the provider of the route accepts no messages (WAP-044).
    #[serde(skip_serializing_if = "is_false")]
    pub route_disconnected: bool,
    /// The attendance has ended; it can only be qualified.
    pub disabled: bool,
    /// Listed by the specification (JOB-004); not used yet.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub error: String,
    /// Listed by the specification (JOB-004); not used yet.
    pub keep_alive: bool,
    /// The agent may not write a message until the customer answers (spec conversation §4).
    pub waiting_answer: bool,
    /// The agent must begin with a template (spec conversation §4).
    pub start_conversation: bool,
    /// A template was sent.
    pub template_sent: bool,
    /// The agent may write any message although the window is closed (WAP-026).
    pub allow_conversation_without_template: bool,
    /// Templates of the route, in the server's own shape.
    pub templates_messages: Vec<Value>,
    /// Provider of the WhatsApp route (twilio, zenvia, infobip, gupshup…).
    pub route_whatsapp: String,
    /// Listed by the specification (JOB-004); not used yet.
    pub api: String,
    /// How the attendance began; `None` if missing or unknown.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub attendance_type: Option<AttendanceType>,
    /// The attendance belongs to the agent and is not an inbox entry.
    pub active_attendance: bool,
    /// Id of the attendance group.
    pub attendance_group_id: AttendanceGroupId,
    /// Name of the attendance group.
    pub attendance_group_name: String,
    /// Rules of the attendance group.
    pub attendance_group_info: AttendanceGroupInfo,
    /// Listed by the specification (JOB-004); not used yet.
    pub transfer_count: u32,
    /// The transfer by which the agent got the attendance; `None` without one, and once the agent has read or answered.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub transfer: Option<JobTransfer>,
    /// Listed by the specification (JOB-004); not used yet.
    pub father_id: String,
    /// Listed by the specification (JOB-004); not used yet.
    pub whats_app_id: String,
    /// Id of the attendance's last call; a redial gives a new one. Elsewhere the protocol.
    pub unique_id: String,
    /// Progress of that call; `None` on other channels, for an unknown word, and from an older server.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_phase: Option<JobCallPhase>,
    /// When the customer answered that call, or the agent the customer's call; `None` before that.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_answered_at: Option<Wall>,
    /// The room of that call; `None`: only agent and customer are in it, or it has ended.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_room: Option<CallRoom>,
    /// Supervisors in the call, if agents of the org unit may see them.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "or_default")]
    pub call_supervisors: Vec<CallSupervisor>,
    /// The recording of the call, if it is recorded.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_recording: Option<CallRecording>,
    /// How a call began: a word of [`CallType`](super::CallType); empty on other channels.
    pub call_type: String,
    /// Identifier of a call's contact in another system; empty if unknown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub contact_external_identifier: String,
    /// Id of a call's campaign; empty without one.
    #[serde(skip_serializing_if = "QueueId::is_empty")]
    pub campaign_id: QueueId,
    /// Campaign of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voice_campaign: Option<QueueInfo>,
    /// Queue of a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voice_queue: Option<QueueInfo>,
    /// Scheduled call of the attendance, in the server's own shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Value>,
    /// Start of the wrap-up; `None` while the attendance is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date_qualification: Option<Wall>,
    /// Answers of the script.
    pub script_fields: Vec<ScriptField>,
    /// Tags of the attendance, as the qualify payload repeats them.
    pub attendance_tags: Vec<JobTag>,
    /// Listed by the specification (JOB-005); not used yet.
    pub history_from_contact: Vec<Value>,
    /// Listed by the specification (JOB-005); not used yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params_history: Option<Value>,
    /// The customer is typing.
    pub typing: bool,
    /// State of the customer's page.
    pub client_status: ClientStatus,
    /// The provider says that the customer's number has no WhatsApp (WAP-046).
    pub whatsapp_number_not_exists: bool,
    /// Time of the newest message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_last_message: Option<Wall>,
    /// Listed by the specification (JOB-005); not used yet.
    pub inbox_removed_by_agent: bool,
    /// Listed by the specification (JOB-005); not used yet.
    pub protocol_inbox: String,
    /// Listed by the specification (JOB-005); not used yet.
    pub agent_unread_messages: u32,
    /// Listed by the specification (JOB-005); not used yet.
    pub contact_columns: Vec<Value>,
    /// The attendance ended without qualification.
    pub closed_without_qualify: bool,
    /// Listed by the specification (JOB-005); not used yet.
    pub new_attendance: bool,
    /// Listed by the specification (JOB-005); not used yet.
    pub message_status: String,
    /// Listed by the specification (JOB-005); not used yet.
    pub has_protocol_attendance: bool,
    /// Listed by the specification (JOB-005); not used yet.
    pub event: String,
    /// Listed by the specification (JOB-005); not used yet.
    pub history: Vec<Value>,
    /// When an agent got the attendance; before that, when it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Wall>,
    /// The agent the attendance belongs to.
    pub agent_id: AgentId,
    /// Org unit of the attendance.
    pub org_unit_id: OrgUnitId,
    /// Sequence number of the thread's last message on the server.
    pub seq: u64,
    /// Number of the customer's changes of messages; 0 if the server does not count them. A page that knows a smaller
    /// number refetches the thread.
    #[serde(skip_serializing_if = "is_zero")]
    pub message_changes: u64,
    /// When the customer wrote the first message that no agent has answered; `None`: the customer does not wait.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub unanswered_since: Option<Wall>,
    /// An agent has answered at least once.
    #[serde(skip_serializing_if = "is_false")]
    pub answered: bool,
    /// The queue's target times for an answer.
    #[serde(skip_serializing_if = "AnswerTargets::is_none", deserialize_with = "or_default")]
    pub answer_targets: AnswerTargets,
    /// The opening hours of the queue, from the beginning of the wait (or two days ago) to a week ahead: only they
    /// count as waiting time. `None`: always open.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub open_hours: Option<Vec<OpenSpan>>,
    /// End of the snooze; `None`: the attendance is not snoozed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub snoozed_until: Option<Wall>,
    /// Grows with every change of the job on the server; an older state event is ignored.
    pub version: u64,
}

/// The target times of a queue for answers to its customers; 0: no target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AnswerTargets {
    /// The first answer, in milliseconds after the customer's message.
    pub first_ms: u64,
    /// Target of every further answer, in milliseconds.
    pub next_ms: u64,
}

impl AnswerTargets {
    /// Whether the queue has no target.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The target of the next answer; `None`: no target.
    pub fn next(self, answered: bool) -> Option<u64> {
        Some(if answered { self.next_ms } else { self.first_ms }).filter(|target| *target > 0)
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The transfer by which an agent got an attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct JobTransfer {
    /// The agent who transferred it.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// The note for the receiver; empty without one.
    pub note: String,
    /// Position of the system message about the transfer in the thread.
    pub seq: u64,
}

/// Queue or campaign of an attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct QueueInfo {
    /// Id of the queue or campaign.
    pub id: QueueId,
    /// Name shown to the agent.
    pub name: String,
}

/// `GET /queues/chat`, `GET /queues/chat/{id}`, `GET /queues/chat/org-unit/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct QueueRecord {
    /// Id of the queue.
    pub id: QueueId,
    /// Name shown to the agent.
    pub name: String,
    /// Channel of the queue; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Id of its attendance group.
    pub attendance_group_id: AttendanceGroupId,
    /// Name of its attendance group.
    pub attendance_group_name: String,
    /// Org unit of the queue.
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// The queue has qualifications.
    pub qualifications: bool,
    /// Number of other agents who can receive an attendance of the queue now; only in `GET
    /// /queues/whatsapp/agent/org-unit/{id}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents_available: Option<u32>,
    /// Number of customers waiting in the queue; sent together with `agents_available`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<u32>,
}

/// Rules of an attendance group that come with the attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AttendanceGroupInfo {
    /// A qualification needs an observation.
    pub observation_required: bool,
}

/// `GET /agents/{id}/member/attendance-groups` and `GET attendance-group/agent?agent=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AttendanceGroup {
    /// Id of the group.
    pub id: AttendanceGroupId,
    /// Name shown to the agent.
    pub name: String,
    /// A qualification needs an observation.
    #[serde(rename = "observation_required")]
    pub observation_required: bool,
    /// `queue_{id}`.
    #[serde(rename = "queue_voice_context")]
    pub queue_voice_context: String,
    /// Channel of the group; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// The group may send broadcasts.
    pub broadcast_enabled: bool,
    /// `ring` or another word (VOI-005).
    pub ack_call_behavior: String,
    /// `automatic` or another word (VOI-005).
    pub ack_call_assisted_transfer_behavior: String,
}

/// A tag of an attendance or a contact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct JobTag {
    /// Id of the tag.
    #[serde(rename = "tag_item_id")]
    pub tag_item_id: String,
    /// Name shown to the agent.
    #[serde(rename = "tag_item_name")]
    pub tag_item_name: String,
    /// `#RRGGBB`; shown as a small square only.
    #[serde(rename = "tag_item_color")]
    pub tag_item_color: String,
}

/// Answer to one field of the script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ScriptField {
    /// Id of the field.
    pub id: String,
    /// The agent's answer.
    pub value: String,
}

/// The selected tab of an attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct JobTab {
    /// Position of the tab, from 0.
    pub index: u32,
    /// Name of the tab.
    pub name: String,
}

/// `GET /agents/{id}/jobs/active`: lists by name; those whose name contains `Closed` hold attendances that ended
/// without qualification (spec session §4 "Job life").
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ActiveJobs {
    /// Events of the agent's queue up to this `seq` are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to; see [`EventMeta`](super::EventMeta).
    pub epoch: String,
    /// Attendances by the name of their list.
    pub data: BTreeMap<String, Items<Job>>,
    /// Calls that ring at the agent; `None` of a server that does not say.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub call_requests: Option<Vec<AckCallRequestEvent>>,
    /// Calls of other agents' attendances in whose rooms this agent is; `None` if the server does not report them.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub guest_calls: Option<Vec<CallUpdateEvent>>,
    /// The agent's internal call, at most one; `None` of a server that does not say.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub internal_calls: Option<Vec<InternalCallEvent>>,
}
