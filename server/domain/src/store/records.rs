//! The rows of the store. Each has a key and a few fields that look-ups use; the rest may live in one JSON column.

use super::PauseFact;
use core_wasm::wire::{
    AgentId, AgentRecord, AttendanceGroup, AttendanceGroupId, Channel, ChannelStatus, ClientStatus, Contact, ContactId,
    CustomId, EventId, JobTag, Message, OrgUnitId, Protocol, QualificationRecord, QualifyPayload, QueueId,
    SendMessageReply, Wall,
};
use serde::{Deserialize, Serialize};

/// Key: `id`; look-up: `login` (unique).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRow {
    pub id: AgentId,
    pub login: String,
    /// PHC string of argon2id.
    pub password_hash: String,
    /// What `GET /agents/{id}` answers, without the facts that change with every call (`logged`, `timeInformations`).
    pub record: AgentRecord,
    /// While the agent is in absent mode.
    #[serde(default)]
    pub absence: Option<AbsenceFact>,
    /// Grows with each change of `absence`.
    #[serde(default)]
    pub absence_version: u64,
    /// The next sign-in leads to a new password.
    #[serde(default)]
    pub must_change_password: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbsenceFact {
    pub since: Wall,
    pub supervisor_name: String,
}

/// The latest session of an agent. Key: `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRow {
    pub agent_id: AgentId,
    pub session_id: String,
    pub started_at: Wall,
    pub ended_at: Option<Wall>,
    /// The broker link is up, as far as the transport has told.
    pub linked: bool,
    /// Last sign of life of the broker link of this session.
    pub last_beat: Option<Wall>,
}

/// Key: `hash`; look-ups: `session_id`, `expires_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRow {
    /// SHA-256 of the token, in hexadecimal: the token itself is nowhere on the server.
    pub hash: String,
    pub agent_id: AgentId,
    pub session_id: String,
    #[serde(default)]
    pub purpose: TokenPurpose,
    pub issued_at: Wall,
    pub expires_at: Wall,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenPurpose {
    #[default]
    Session,
    /// Only for a new password.
    Password,
}

/// Key: `login`; look-ups: `session_id`, `expires_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokerCredentialRow {
    pub login: String,
    /// SHA-256 of the passcode, in hexadecimal.
    pub passcode_hash: String,
    pub agent_id: AgentId,
    pub session_id: String,
    pub expires_at: Wall,
    /// Grows with each credential of the agent.
    #[serde(default)]
    pub number: u64,
}

/// An agent's channel: facts, and since when the status that follows from them holds. Key: (`agent_id`, `channel`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelRow {
    pub agent_id: AgentId,
    pub channel: Channel,
    pub connected: bool,
    pub pause: Option<PauseFact>,
    /// Begins when the last open attendance ends.
    pub scheduled_pause: Option<PauseFact>,
    /// Time in pauses of this session before the one in force.
    #[serde(default)]
    pub paused_ms: i64,
    /// The extension of a connected voice channel.
    #[serde(default)]
    pub exten: String,
    /// Customers who wait in the queues of this channel that the agent serves, as the agent was told last.
    #[serde(default)]
    pub on_hold: u32,
    /// Attendances of this channel that have not ended.
    pub open_jobs: u32,
    pub status: ChannelStatus,
    /// Since when `status` holds.
    pub since: Option<Wall>,
    pub connected_since: Option<Wall>,
    /// Connected time of this session before `connected_since`.
    pub logged_ms: i64,
    /// Since when the agent waits for an attendance: the router serves the longest idle first.
    pub idle_since: Wall,
}

/// Key: `group.id`; look-up: a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRow {
    pub group: AttendanceGroup,
    pub org_unit_id: OrgUnitId,
    pub members: Vec<AgentId>,
}

/// Key: `id`; look-up: `channel`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueRow {
    pub id: QueueId,
    pub name: String,
    pub channel: Channel,
    pub group_id: AttendanceGroupId,
    pub org_unit_id: OrgUnitId,
    /// Tags that every attendance of this queue begins with.
    pub tags: Vec<JobTag>,
}

/// Key: `record.id`; look-ups: `list`, `alias`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QualificationRow {
    pub record: QualificationRecord,
    /// The queue that offers it; none for one that is only known by its alias.
    pub list: Option<QueueId>,
    pub position: u32,
    pub alias: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// In the waiting line of its queue.
    Waiting,
    /// With an agent, open.
    Active,
    /// Ended, with the agent, not qualified yet.
    Ended,
    Qualified,
    /// Ended before an agent had it.
    Abandoned,
}

impl JobState {
    pub const ALL: [JobState; 5] =
        [JobState::Waiting, JobState::Active, JobState::Ended, JobState::Qualified, JobState::Abandoned];

    /// The spelling of a database column.
    pub fn as_str(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Active => "active",
            JobState::Ended => "ended",
            JobState::Qualified => "qualified",
            JobState::Abandoned => "abandoned",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    Agent,
    Customer,
    System,
}

/// One attendance. Key: `protocol`; look-ups: `state`, `agent_id`, `waiting_since`, `secret_hash`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobRow {
    pub protocol: Protocol,
    pub channel: Channel,
    pub state: JobState,
    /// Empty while nobody has it.
    pub agent_id: AgentId,
    pub queue_id: QueueId,
    pub queue_name: String,
    pub group_id: AttendanceGroupId,
    pub group_name: String,
    pub observation_required: bool,
    pub org_unit_id: OrgUnitId,
    /// As the customer gave it.
    pub customer_name: String,
    pub chat_identifier: String,
    /// SHA-256 of the customer's secret, in hexadecimal.
    pub secret_hash: String,
    pub contact_id: Option<ContactId>,
    pub tags: Vec<JobTag>,
    pub created_at: Wall,
    /// Kept when the attendance returns to the queue, so that the customer does not lose the place.
    pub waiting_since: Wall,
    /// The place in the waiting line that the customer was told last.
    #[serde(rename = "position_told")]
    pub published_position: u32,
    pub assigned_at: Option<Wall>,
    pub ended_at: Option<Wall>,
    pub ended_by: Option<EndedBy>,
    pub start_date_qualification: Option<Wall>,
    pub qualification: Option<StoredQualification>,
    /// `seq` of the last message.
    pub seq: u64,
    pub version: u64,
    pub last_message: Option<Message>,
    /// Customer's messages since the agent's last one.
    pub messages_not_read: u32,
    pub typing: bool,
    pub client_status: ClientStatus,
    pub last_customer_activity: Wall,
    /// The customer's page is gone since then.
    pub page_gone_since: Option<Wall>,
    /// The customer's page was opened, or the customer wrote or typed, at least once.
    #[serde(default)]
    pub customer_seen: bool,
    /// An agent had it before and it is back in the queue.
    #[serde(default)]
    pub returned_to_queue: bool,
    /// Number of the last outside event.
    #[serde(rename = "outside_number")]
    pub web_chat_number: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredQualification {
    pub payload: QualifyPayload,
    pub agent_id: AgentId,
    pub at: Wall,
}

/// What was sent under a `custom_id`, with the first answer. Key: (`sender`, `protocol`, `custom_id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendRow {
    /// `agent:{id}` or `customer`.
    pub sender: String,
    pub protocol: Protocol,
    pub custom_id: CustomId,
    pub text: String,
    pub reply: SendMessageReply,
}

/// Key: `contact.id`; look-ups: the four identifiers, `org_unit_id`, name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactRow {
    pub contact: Contact,
    /// Empty: a contact of the whole centre.
    pub org_unit_id: OrgUnitId,
    pub blocked: bool,
}

impl ContactRow {
    pub fn identifier(&self, field: ContactField) -> &str {
        match field {
            ContactField::Id => &self.contact.identifiers.id,
            ContactField::WhatsappIdentifier => &self.contact.identifiers.whatsapp_identifier,
            ContactField::ChatIdentifier => &self.contact.identifiers.chat_identifier,
            ContactField::Phone1 => &self.contact.identifiers.phone1,
        }
    }
}

/// The identifiers of a contact, as `by_field` spells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactField {
    Id,
    WhatsappIdentifier,
    ChatIdentifier,
    Phone1,
}

impl ContactField {
    pub const ALL: [ContactField; 4] =
        [ContactField::Id, ContactField::WhatsappIdentifier, ContactField::ChatIdentifier, ContactField::Phone1];

    pub fn as_str(self) -> &'static str {
        match self {
            ContactField::Id => "id",
            ContactField::WhatsappIdentifier => "whatsapp_identifier",
            ContactField::ChatIdentifier => "chat_identifier",
            ContactField::Phone1 => "phone1",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == text)
    }
}

/// Where the numbering of an agent's queue stands. Key: `agent_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueTail {
    pub agent_id: AgentId,
    pub epoch: String,
    /// `seq` of the last frame; 0 before the first.
    pub seq: u64,
}

/// One unacknowledged broker frame. Key: (`agent_id`, `seq`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameRow {
    pub agent_id: AgentId,
    pub seq: u64,
    pub event_id: EventId,
    /// The whole body: `{ event, eventId, seq, epoch, sentAt, … }`.
    pub text: String,
}

/// Something the customer's page is told. Key: (`protocol`, `number`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebChatEventRow {
    pub protocol: Protocol,
    pub number: u64,
    /// The JSON of an `WebChatEvent`.
    pub text: String,
}
