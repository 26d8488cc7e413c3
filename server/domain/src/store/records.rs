//! Rows of the store: a key, fields that look-ups use, and the rest, which a backend may keep in one JSON column. Times
//! are wall-clock times of the server. Unless stated otherwise a row exists until it is replaced.

use super::PauseFact;
use super::stored::{
    StoredAgentRecord, StoredGroup, StoredQualificationRecord, StoredSendReply, optional_message, tags,
};
use serde::{Deserialize, Serialize};
use wire::{
    AgentId, AgentRecord, AttendanceGroup, AttendanceGroupId, Channel, ChannelStatus, ClientStatus, ContactId,
    CustomId, JobTag, JobTransfer, Message, OrgUnitId, Protocol, QualificationRecord, QualifyPayload, QueueId,
    SendMessageReply, Wall,
};

/// A user of the workspace: agent or supervisor. Key: `id`; look-ups: `login` (unique), org unit and role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRow {
    /// Identifier; never changes.
    pub id: AgentId,
    /// Login name, in lower case.
    pub login: String,
    /// PHC string of argon2id.
    pub password_hash: String,
    /// The body of `GET /agents/{id}` without `logged` and `timeInformations`, which are computed for each request.
    #[serde(with = "StoredAgentRecord")]
    pub record: AgentRecord,
    /// Absent mode, while the agent is in it.
    #[serde(default)]
    pub absence: Option<AbsenceFact>,
    /// Incremented with each change of `absence`.
    #[serde(default)]
    pub absence_version: u64,
    /// Whether the next sign-in is refused until the agent sets a new password.
    #[serde(default)]
    pub must_change_password: bool,
}

/// Absent mode: who set it, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsenceFact {
    /// Start of absent mode.
    pub since: Wall,
    /// Name of the supervisor who set it.
    pub supervisor_name: String,
}

/// The latest session of an agent. Key: `agent_id`; look-ups: `org_unit_id`, `linked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRow {
    /// Owner of the session.
    pub agent_id: AgentId,
    /// Org unit of the owner; empty in rows of older servers.
    #[serde(default)]
    pub org_unit_id: OrgUnitId,
    /// Random identifier; new at each sign-in.
    pub session_id: String,
    /// Time of the sign-in.
    pub started_at: Wall,
    /// Time of log-off or forced end; `None` while the session is open.
    pub ended_at: Option<Wall>,
    /// Whether the transport reported an open broker link that responds.
    pub linked: bool,
    /// Time of the last heartbeat on a broker link of this session, stored at the last change of `linked`.
    pub last_beat: Option<Wall>,
    /// The agent's last act, as last stored; `None`: the sign-in.
    #[serde(default)]
    pub acted_at: Option<Wall>,
    /// Whether the session ended because the agent was idle.
    #[serde(default)]
    pub ended_idle: bool,
}

/// An access token. Key: `hash`; look-ups: `session_id`, `expires_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRow {
    /// SHA-256 of the token in hexadecimal; the server does not store the token itself.
    pub hash: String,
    /// Owner.
    pub agent_id: AgentId,
    /// The session that revokes this token when it ends; for other purposes than `TokenPurpose::Session` an identifier of its own.
    pub session_id: String,
    /// What the token authorises.
    #[serde(default)]
    pub purpose: TokenPurpose,
    /// Time of issue; tokens are renewed after half their life.
    pub issued_at: Wall,
    /// The token is refused with cause `expired` from this time on.
    pub expires_at: Wall,
}

/// What a token authorises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenPurpose {
    /// Every request of the agent's session.
    #[default]
    Session,
    /// Only setting a new password.
    Password,
    /// Only the code of the second factor, after a right password.
    Challenge,
    /// Only setting up a second factor, after a right password.
    Enrolment,
}

/// Login and passcode of a broker link. Key: `login`; look-ups: `session_id`, `expires_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokerCredentialRow {
    /// Login of the STOMP CONNECT frame.
    pub login: String,
    /// SHA-256 of the passcode, in hexadecimal.
    pub passcode_hash: String,
    /// Owner.
    pub agent_id: AgentId,
    /// The session that the credential was issued for.
    pub session_id: String,
    /// New links are refused from this time on; open links stay.
    pub expires_at: Wall,
    /// Sequence number per agent; orders links by the age of their credential.
    #[serde(default)]
    pub number: u64,
}

/// One channel of an agent. `channels::status_rule` derives `status` from the other fields. Key: (`agent_id`, `channel`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelRow {
    /// The agent.
    pub agent_id: AgentId,
    /// The channel.
    pub channel: Channel,
    /// Whether the agent is connected to the channel.
    pub connected: bool,
    /// The pause in force.
    pub pause: Option<PauseFact>,
    /// A requested pause that begins when the last open attendance ends.
    pub scheduled_pause: Option<PauseFact>,
    /// Total length of the session's earlier pauses, in milliseconds.
    #[serde(default)]
    pub paused_ms: i64,
    /// Extension of a connected voice channel; empty for other channels.
    #[serde(default)]
    pub exten: String,
    /// Customers waiting in the agent's queues of this channel, as last published to the agent.
    #[serde(default)]
    pub on_hold: u32,
    /// Active attendances of this channel.
    pub open_jobs: u32,
    /// The wrap-up, in which no other call rings (voice only).
    #[serde(default)]
    pub wrap_up: Option<WrapUpFact>,
    /// The wrap-up before the agent's present call (voice only). It continues if nobody answers the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted_wrap_up: Option<WrapUpFact>,
    /// Whether the agent is in an internal call, or one rings (voice only).
    #[serde(default)]
    pub internal_call: bool,
    /// Derived status.
    pub status: ChannelStatus,
    /// Start of `status`; `None` before the first change.
    pub since: Option<Wall>,
    /// Start of the current connection.
    pub connected_since: Option<Wall>,
    /// Total length of the session's earlier connections, in milliseconds.
    pub logged_ms: i64,
    /// Since when the agent has been waiting for an attendance; the router prefers the longest idle agent.
    pub idle_since: Wall,
}

/// The wrap-up time of an agent after a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrapUpFact {
    /// The attendance of the call.
    pub protocol: Protocol,
    /// When the wrap-up began.
    pub since: Wall,
    /// When the wrap-up ends by itself.
    pub until: Wall,
    /// Number of extensions so far.
    pub extended: u32,
    /// Maximum of extensions.
    pub extensions: u32,
}

/// An attendance group. Key: `group.id`; look-up: members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRow {
    /// The group as the API returns it.
    #[serde(with = "StoredGroup")]
    pub group: AttendanceGroup,
    /// Org unit of the group.
    pub org_unit_id: OrgUnitId,
    /// Agents who serve the group's queues.
    pub members: Vec<AgentId>,
}

/// An agent is a member of a group. Key: (`agent_id`, `group_id`); look-up: `group_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MembershipRow {
    /// The agent.
    pub agent_id: AgentId,
    /// The group.
    pub group_id: AttendanceGroupId,
    /// Channel of the group; `None`: a row of an older server, or a group without a channel.
    #[serde(default)]
    pub channel: Option<Channel>,
}

/// A queue that customers wait in. Key: `id`; look-ups: `channel`, `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueRow {
    /// Identifier.
    pub id: QueueId,
    /// Displayed name.
    pub name: String,
    /// Channel of its attendances.
    pub channel: Channel,
    /// Group whose members serve the queue.
    pub group_id: AttendanceGroupId,
    /// Org unit of the queue.
    pub org_unit_id: OrgUnitId,
    /// Initial tags of every attendance of the queue.
    #[serde(with = "tags")]
    pub tags: Vec<JobTag>,
}

/// A qualification (disposition) of an attendance. Key: `record.id`; look-ups: `list`, `alias`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QualificationRow {
    /// The qualification as the API returns it.
    #[serde(with = "StoredQualificationRecord")]
    pub record: QualificationRecord,
    /// The queue that offers it; `None` if it is only found by its alias.
    pub list: Option<QueueId>,
    /// Order within the list.
    pub position: u32,
    /// Alias such as `unqualified`.
    pub alias: Option<String>,
    /// Org unit of a qualification without a list; empty: all org units.
    #[serde(default)]
    pub org_unit_id: OrgUnitId,
}

/// The state of an attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// The attendance waits in its queue, without an agent.
    Waiting,
    /// Open, assigned to an agent.
    Active,
    /// Ended, assigned to an agent, not yet qualified.
    Ended,
    /// Ended and qualified.
    Qualified,
    /// Ended before an agent was assigned.
    Abandoned,
    /// In the inbox of its agent, who has not opened it (WhatsApp only).
    Inbox,
}

impl JobState {
    /// Every state.
    pub const ALL: [JobState; 6] = [
        JobState::Waiting,
        JobState::Active,
        JobState::Ended,
        JobState::Qualified,
        JobState::Abandoned,
        JobState::Inbox,
    ];

    /// The spelling in a database column.
    pub fn as_str(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Active => "active",
            JobState::Ended => "ended",
            JobState::Qualified => "qualified",
            JobState::Abandoned => "abandoned",
            JobState::Inbox => "inbox",
        }
    }
}

/// Who ended an attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    /// The agent.
    Agent,
    /// The customer.
    Customer,
    /// The server, because the customer left the queue.
    System,
}

/// One attendance (job). Key: `protocol`; look-ups: `state`, `agent_id`, `group_id`, `queue_id`, `waiting_since`, `contact_id`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobRow {
    /// Protocol number; unique and never reused.
    pub protocol: Protocol,
    /// Channel of the attendance.
    pub channel: Channel,
    /// State.
    pub state: JobState,
    /// The assigned agent; empty while nobody is assigned.
    pub agent_id: AgentId,
    /// Queue that the customer chose.
    pub queue_id: QueueId,
    /// Name of the queue at the start.
    pub queue_name: String,
    /// Attendance group of the queue.
    pub group_id: AttendanceGroupId,
    /// Name of the group at the start.
    pub group_name: String,
    /// Whether qualifying requires an observation.
    pub observation_required: bool,
    /// Org unit of the queue.
    pub org_unit_id: OrgUnitId,
    /// Name as the customer entered it.
    pub customer_name: String,
    /// Identifier of the customer on this channel; used to find the contact.
    pub chat_identifier: String,
    /// Whether the operator's site confirmed the identifier that the customer typed; `None`: it was not typed.
    #[serde(default)]
    pub identifier_verified: Option<bool>,
    /// The contact, once it is known.
    pub contact_id: Option<ContactId>,
    /// Tags.
    #[serde(with = "tags")]
    pub tags: Vec<JobTag>,
    /// Start of the attendance.
    pub created_at: Wall,
    /// Order within the queue; kept when the attendance returns to the queue, so the customer keeps the position.
    pub waiting_since: Wall,
    /// Time of the latest assignment; `None` while the attendance waits.
    pub assigned_at: Option<Wall>,
    /// Time of the first assignment, which transfers and returns to the queue do not change.
    #[serde(default)]
    pub first_assigned_at: Option<Wall>,
    /// End of the attendance.
    pub ended_at: Option<Wall>,
    /// Who ended the attendance.
    pub ended_by: Option<EndedBy>,
    /// Start of the time to qualify.
    pub start_date_qualification: Option<Wall>,
    /// The qualification, once given.
    pub qualification: Option<StoredQualification>,
    /// `seq` of the last message; 0 before the first.
    pub seq: u64,
    /// Number of changes that the customer made to messages so far.
    #[serde(default)]
    pub message_changes: u64,
    /// Incremented with each stored change.
    pub version: u64,
    /// Message that the list shows as preview.
    #[serde(with = "optional_message")]
    pub last_message: Option<Message>,
    /// Customer messages since the agent's last message.
    pub messages_not_read: u32,
    /// When the customer wrote the first message that no agent has answered; `None`: the customer does not wait.
    #[serde(default)]
    pub unanswered_since: Option<Wall>,
    /// Whether an agent has answered at least once.
    #[serde(default)]
    pub answered: bool,
    /// The snooze of its agent, until a time or a reply.
    #[serde(default)]
    pub snoozed: Option<SnoozeFact>,
    /// Whether the customer is online or inactive.
    pub client_status: ClientStatus,
    /// The attendance was assigned before and returned to the queue.
    #[serde(default)]
    pub returned_to_queue: bool,
    /// Number of transfers.
    #[serde(default)]
    pub transfer_count: u32,
    /// The agent who returned the waiting attendance to its queue, which prefers other agents.
    #[serde(default)]
    pub transferred_by: Option<AgentId>,
    /// The transfer that its receiver has neither read nor answered yet.
    #[serde(default)]
    pub transfer: Option<JobTransfer>,
    /// The contact whose last attendance this was noted as.
    #[serde(default)]
    pub contact_noted: Option<ContactId>,
    /// Whether the rows for repeated requests were deleted.
    #[serde(default)]
    pub has_no_traces: bool,
    /// Marks of the agent; marks of WhatsApp and Instagram belong to the conversation.
    #[serde(default)]
    pub marks: AgentMarks,
}

/// Marks of the agent who has a web chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentMarks {
    /// The attendance stays at the top of the list.
    pub pinned: bool,
    /// The attendance counts as unread although its messages were read.
    pub unread: bool,
}

/// A snooze: until when, and by which agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnoozeFact {
    /// End of the snooze.
    pub until: Wall,
    /// The agent who snoozed it.
    pub agent_id: AgentId,
}

/// A qualification in the form in which it was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredQualification {
    /// The whole request body.
    pub payload: QualifyPayload,
    /// The agent who qualified.
    pub agent_id: AgentId,
    /// Time of the request.
    pub at: Wall,
}

/// A message sent under a `custom_id`, with the reply it got; makes sending idempotent. Key: (`sender`, `protocol`,
/// `custom_id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendRow {
    /// Sender: `agent:{id}` or `customer`.
    pub sender: String,
    /// The attendance.
    pub protocol: Protocol,
    /// Identifier chosen by the sender.
    pub custom_id: CustomId,
    /// Text; a repetition with another text is refused.
    pub text: String,
    /// Reply to the first request, repeated for each repetition.
    #[serde(with = "StoredSendReply")]
    pub reply: SendMessageReply,
}
