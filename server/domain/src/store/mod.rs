//! The storage interface of the domain: one small method per question, typed by entity.
//!
//! Every entry of `Centre` runs in one transaction (`begin` … `commit`); a refusal or an error rolls it back, so a
//! broker event is never stored without the change it reports. Implementations hold no rules: they keep rows and return
//! look-ups in the documented order. `conformance::check` tests an implementation.

pub mod conformance;
mod memory;
mod presence;
mod records;

pub use memory::MemoryStore;
pub use presence::{AttemptRow, ExtensionRow, NotificationRow, PauseFact, PauseRow, PresenceStore};
pub use records::{
    AbsenceFact, AgentRow, BrokerCredentialRow, ChannelRow, ContactField, ContactRow, EndedBy, FrameRow, GroupRow,
    JobRow, JobState, QualificationRow, QueueRow, QueueTail, SendRow, SessionRow, StoredQualification, TokenPurpose,
    TokenRow, WebChatEventRow,
};

use std::fmt;
use wire::{
    AgentId, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol, QualificationId,
    QueueId, Wall,
};

/// The store failed (disk, lock, unreadable row); the text is the cause for the log. The caller rolls back and replies
/// 500.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "store: {}", self.0)
    }
}

impl std::error::Error for StoreError {}

/// Result of every method of the store.
pub type StoreResult<T> = Result<T, StoreError>;

/// The store. `put_*` inserts or replaces by key. Every method fails with `StoreError` if the underlying store does.
pub trait Store: PresenceStore {
    // Transactions.
    /// Starts a transaction; transactions do not nest.
    fn begin(&mut self) -> StoreResult<()>;
    /// Makes the changes since `begin` durable.
    fn commit(&mut self) -> StoreResult<()>;
    /// Undoes the changes since `begin`.
    fn rollback(&mut self) -> StoreResult<()>;

    /// The next value (1, 2, 3, …) of a named counter; part of the transaction.
    fn next_number(&mut self, counter: &str) -> StoreResult<u64>;

    // People and structure.
    /// The org unit with this identifier.
    fn org_unit(&self, id: &OrgUnitId) -> StoreResult<Option<OrgUnit>>;
    /// Inserts or replaces by `id`.
    fn put_org_unit(&mut self, row: &OrgUnit) -> StoreResult<()>;
    /// The agent with this identifier.
    fn agent(&self, id: &AgentId) -> StoreResult<Option<AgentRow>>;
    /// The agent with exactly this login; the caller converts it to lower case.
    fn agent_by_login(&self, login: &str) -> StoreResult<Option<AgentRow>>;
    /// All agents and supervisors, by identifier.
    fn agents(&self) -> StoreResult<Vec<AgentRow>>;
    /// Those whose role is supervisor, by identifier.
    fn supervisors(&self) -> StoreResult<Vec<AgentRow>>;
    /// Inserts or replaces by `id`.
    fn put_agent(&mut self, row: &AgentRow) -> StoreResult<()>;
    /// The attendance group with this identifier.
    fn group(&self, id: &AttendanceGroupId) -> StoreResult<Option<GroupRow>>;
    /// Groups with this member, by identifier.
    fn groups_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<GroupRow>>;
    /// Inserts or replaces by `group.id`, members included.
    fn put_group(&mut self, row: &GroupRow) -> StoreResult<()>;
    /// The queue with this identifier.
    fn queue(&self, id: &QueueId) -> StoreResult<Option<QueueRow>>;
    /// Queues of the channel, by identifier.
    fn queues(&self, channel: Channel) -> StoreResult<Vec<QueueRow>>;
    /// Inserts or replaces by `id`.
    fn put_queue(&mut self, row: &QueueRow) -> StoreResult<()>;
    /// The qualification with this identifier.
    fn qualification(&self, id: &QualificationId) -> StoreResult<Option<QualificationRow>>;
    /// Qualifications whose `list` is the queue, by `position`.
    fn qualifications_of(&self, list: &QueueId) -> StoreResult<Vec<QualificationRow>>;
    /// The qualification with this alias.
    fn qualification_by_alias(&self, alias: &str) -> StoreResult<Option<QualificationRow>>;
    /// Inserts or replaces by `record.id`.
    fn put_qualification(&mut self, row: &QualificationRow) -> StoreResult<()>;

    // Sessions: one row per agent, the latest session.
    /// The latest session of the agent.
    fn session(&self, agent: &AgentId) -> StoreResult<Option<SessionRow>>;
    /// Inserts or replaces by `agent_id`.
    fn put_session(&mut self, row: &SessionRow) -> StoreResult<()>;
    /// The token with this hash.
    fn token(&self, hash: &str) -> StoreResult<Option<TokenRow>>;
    /// Inserts or replaces by `hash`.
    fn put_token(&mut self, row: &TokenRow) -> StoreResult<()>;
    /// Tokens of the session, by hash.
    fn tokens_of_session(&self, session_id: &str) -> StoreResult<Vec<TokenRow>>;
    /// Deletes the tokens of the session.
    fn delete_tokens_of_session(&mut self, session_id: &str) -> StoreResult<()>;
    /// The broker credential with this login.
    fn broker_credential(&self, login: &str) -> StoreResult<Option<BrokerCredentialRow>>;
    /// Inserts or replaces by `login`.
    fn put_broker_credential(&mut self, row: &BrokerCredentialRow) -> StoreResult<()>;
    /// Deletes the broker credentials of the session.
    fn delete_broker_credentials_of_session(&mut self, session_id: &str) -> StoreResult<()>;
    /// Deletes tokens and broker credentials whose `expires_at` is before `before`.
    fn delete_expired(&mut self, before: Wall) -> StoreResult<()>;

    // Channels.
    /// The agent's state on the channel.
    fn channel(&self, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>>;
    /// Rows of the channel with `connected`, by agent.
    fn connected_channels(&self, channel: Channel) -> StoreResult<Vec<ChannelRow>>;
    /// Inserts or replaces by (`agent_id`, `channel`).
    fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<()>;

    // Attendances.
    /// The attendance with this protocol.
    fn job(&self, protocol: &Protocol) -> StoreResult<Option<JobRow>>;
    /// The attendance whose `secret_hash` is `hash`.
    fn job_by_secret(&self, hash: &str) -> StoreResult<Option<JobRow>>;
    /// Attendances of the agent that are `Active` or `Ended`, by protocol.
    fn jobs_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<JobRow>>;
    /// Attendances in this state, by `waiting_since`, then protocol; for `Waiting` that is the order of the queue.
    fn jobs_in_state(&self, state: JobState) -> StoreResult<Vec<JobRow>>;
    /// Inserts or replaces by `protocol`.
    fn put_job(&mut self, row: &JobRow) -> StoreResult<()>;
    /// At most `limit` messages with a greater `seq`, by `seq`.
    fn messages_after(&self, protocol: &Protocol, after: u64, limit: usize) -> StoreResult<Vec<Message>>;
    /// Inserts or replaces by (`protocol`, `seq`).
    fn put_message(&mut self, row: &Message) -> StoreResult<()>;
    /// The send of this sender under this `custom_id`; `sender` is `agent:{id}` or `customer`.
    fn send(&self, sender: &str, protocol: &Protocol, custom_id: &CustomId) -> StoreResult<Option<SendRow>>;
    /// Sends of the sender in the attendance, by the `seq` of their replies.
    fn sends_of(&self, sender: &str, protocol: &Protocol) -> StoreResult<Vec<SendRow>>;
    /// Inserts or replaces by (`sender`, `protocol`, `custom_id`).
    fn put_send(&mut self, row: &SendRow) -> StoreResult<()>;

    // Contacts.
    /// The contact with this identifier.
    fn contact(&self, id: &ContactId) -> StoreResult<Option<ContactRow>>;
    /// Contacts whose identifier `field` equals `value`, by contact id; none for an empty value.
    fn contacts_by(&self, field: ContactField, value: &str) -> StoreResult<Vec<ContactRow>>;
    /// Contacts of these org units whose name, e-mail or identifier contains `text` (lower case; empty: all), by name,
    /// then id; and the total number of matches. Returns at most `limit` from `offset` on.
    fn search_contacts(
        &self,
        text: &str,
        org_units: &[OrgUnitId],
        offset: usize,
        limit: usize,
    ) -> StoreResult<(Vec<ContactRow>, usize)>;
    /// Inserts or replaces by `contact.id`.
    fn put_contact(&mut self, row: &ContactRow) -> StoreResult<()>;

    // Broker queues of the agents.
    /// The end of the agent's broker queue.
    fn queue_tail(&self, agent: &AgentId) -> StoreResult<Option<QueueTail>>;
    /// Inserts or replaces by `agent_id`.
    fn put_queue_tail(&mut self, row: &QueueTail) -> StoreResult<()>;
    /// Inserts or replaces by (`agent_id`, `seq`). A stored frame is an unacknowledged one.
    fn put_frame(&mut self, row: &FrameRow) -> StoreResult<()>;
    /// At most `limit` unacknowledged frames with a greater `seq`, by `seq`.
    fn frames_after(&self, agent: &AgentId, after: u64, limit: usize) -> StoreResult<Vec<FrameRow>>;
    /// Number of unacknowledged frames.
    fn frame_count(&self, agent: &AgentId) -> StoreResult<usize>;
    /// Deletes one frame; an unknown `seq` changes nothing. The transport calls it inside or outside a transaction.
    fn acknowledge(&mut self, agent: &AgentId, seq: u64) -> StoreResult<()>;
    /// Deletes all frames of the agent.
    fn clear_frames(&mut self, agent: &AgentId) -> StoreResult<()>;

    // Events of customers' web chats.
    /// Inserts or replaces by (`protocol`, `number`).
    fn put_web_chat_event(&mut self, row: &WebChatEventRow) -> StoreResult<()>;
    /// At most `limit` events with a greater `number`, by `number`.
    fn web_chat_events_after(&self, protocol: &Protocol, after: u64, limit: usize)
    -> StoreResult<Vec<WebChatEventRow>>;
}
