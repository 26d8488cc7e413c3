//! What the contact centre remembers, as a trait: one small method per question, typed by entity.
//!
//! Every entry of `Centre` runs in one transaction (`begin` … `commit`); a refusal or a failure rolls it back, so a
//! broker event is never stored without the change that it tells. No rule lives here: an implementation keeps rows and
//! answers look-ups in the stated order, nothing else. `conformance::check` is the test of an implementation.

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

use core_wasm::wire::{
    AgentId, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol, QualificationId,
    QueueId, Wall,
};
use std::fmt;

/// The store could not answer (disk, lock, unreadable row). The caller rolls back and answers 500.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "store: {}", self.0)
    }
}

impl std::error::Error for StoreError {}

pub type StoreResult<T> = Result<T, StoreError>;

/// `put_*` inserts or replaces by key; `*_of`, `*_in` and lists answer in the order that their comment names.
pub trait Store: PresenceStore {
    // Transactions. They never nest.
    fn begin(&mut self) -> StoreResult<()>;
    fn commit(&mut self) -> StoreResult<()>;
    fn rollback(&mut self) -> StoreResult<()>;

    /// The next value (1, 2, 3 …) of a named counter; part of the transaction.
    fn next_number(&mut self, counter: &str) -> StoreResult<u64>;

    // People and structure.
    fn org_unit(&self, id: &OrgUnitId) -> StoreResult<Option<OrgUnit>>;
    fn put_org_unit(&mut self, row: &OrgUnit) -> StoreResult<()>;
    fn agent(&self, id: &AgentId) -> StoreResult<Option<AgentRow>>;
    /// Logins are compared as they are written (the caller lowers them).
    fn agent_by_login(&self, login: &str) -> StoreResult<Option<AgentRow>>;
    /// By id.
    fn agents(&self) -> StoreResult<Vec<AgentRow>>;
    /// Those whose role is supervisor, by id.
    fn supervisors(&self) -> StoreResult<Vec<AgentRow>>;
    fn put_agent(&mut self, row: &AgentRow) -> StoreResult<()>;
    fn group(&self, id: &AttendanceGroupId) -> StoreResult<Option<GroupRow>>;
    /// Groups with this member, by id.
    fn groups_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<GroupRow>>;
    fn put_group(&mut self, row: &GroupRow) -> StoreResult<()>;
    fn queue(&self, id: &QueueId) -> StoreResult<Option<QueueRow>>;
    /// By id.
    fn queues(&self, channel: Channel) -> StoreResult<Vec<QueueRow>>;
    fn put_queue(&mut self, row: &QueueRow) -> StoreResult<()>;
    fn qualification(&self, id: &QualificationId) -> StoreResult<Option<QualificationRow>>;
    /// Those whose `list` is the queue, by `position`.
    fn qualifications_of(&self, list: &QueueId) -> StoreResult<Vec<QualificationRow>>;
    fn qualification_by_alias(&self, alias: &str) -> StoreResult<Option<QualificationRow>>;
    fn put_qualification(&mut self, row: &QualificationRow) -> StoreResult<()>;

    // Sessions: one row per agent, the latest session.
    fn session(&self, agent: &AgentId) -> StoreResult<Option<SessionRow>>;
    fn put_session(&mut self, row: &SessionRow) -> StoreResult<()>;
    fn token(&self, hash: &str) -> StoreResult<Option<TokenRow>>;
    fn put_token(&mut self, row: &TokenRow) -> StoreResult<()>;
    /// By hash.
    fn tokens_of_session(&self, session_id: &str) -> StoreResult<Vec<TokenRow>>;
    fn delete_tokens_of_session(&mut self, session_id: &str) -> StoreResult<()>;
    fn broker_credential(&self, login: &str) -> StoreResult<Option<BrokerCredentialRow>>;
    fn put_broker_credential(&mut self, row: &BrokerCredentialRow) -> StoreResult<()>;
    fn delete_broker_credentials_of_session(&mut self, session_id: &str) -> StoreResult<()>;
    /// Removes tokens and broker credentials whose `expires_at` is before the moment.
    fn delete_expired(&mut self, before: Wall) -> StoreResult<()>;

    // Channels.
    fn channel(&self, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>>;
    /// Rows with `connected`, by agent id.
    fn connected_channels(&self, channel: Channel) -> StoreResult<Vec<ChannelRow>>;
    fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<()>;

    // Attendances.
    fn job(&self, protocol: &Protocol) -> StoreResult<Option<JobRow>>;
    /// That of the customer whose secret has this hash.
    fn job_by_secret(&self, hash: &str) -> StoreResult<Option<JobRow>>;
    /// This agent's attendances that are `Active` or `Ended`, by protocol.
    fn jobs_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<JobRow>>;
    /// By `waiting_since`, then protocol: for `Waiting` that is the waiting line.
    fn jobs_in_state(&self, state: JobState) -> StoreResult<Vec<JobRow>>;
    fn put_job(&mut self, row: &JobRow) -> StoreResult<()>;
    /// Messages with a greater `seq`, by `seq`, at most `limit`.
    fn messages_after(&self, protocol: &Protocol, after: u64, limit: usize) -> StoreResult<Vec<Message>>;
    /// Key: (`protocol`, `seq`).
    fn put_message(&mut self, row: &Message) -> StoreResult<()>;
    /// `sender` is `agent:{id}` or `customer`.
    fn send(&self, sender: &str, protocol: &Protocol, custom_id: &CustomId) -> StoreResult<Option<SendRow>>;
    /// In the order of their answers' `seq`.
    fn sends_of(&self, sender: &str, protocol: &Protocol) -> StoreResult<Vec<SendRow>>;
    fn put_send(&mut self, row: &SendRow) -> StoreResult<()>;

    // Contacts.
    fn contact(&self, id: &ContactId) -> StoreResult<Option<ContactRow>>;
    /// Whose identifier of that field equals `value` (never empty), by id.
    fn contacts_by(&self, field: ContactField, value: &str) -> StoreResult<Vec<ContactRow>>;
    /// Name, e-mail or an identifier contains `text` (lower-cased by both sides; empty: all), of these org units, by
    /// name then id; and how many there are in all.
    fn search_contacts(
        &self,
        text: &str,
        org_units: &[OrgUnitId],
        offset: usize,
        limit: usize,
    ) -> StoreResult<(Vec<ContactRow>, usize)>;
    fn put_contact(&mut self, row: &ContactRow) -> StoreResult<()>;

    // The agent queues of the broker. A stored frame is an unacknowledged one.
    fn queue_tail(&self, agent: &AgentId) -> StoreResult<Option<QueueTail>>;
    fn put_queue_tail(&mut self, row: &QueueTail) -> StoreResult<()>;
    fn put_frame(&mut self, row: &FrameRow) -> StoreResult<()>;
    /// Frames with a greater `seq`, by `seq`, at most `limit`.
    fn frames_after(&self, agent: &AgentId, after: u64, limit: usize) -> StoreResult<Vec<FrameRow>>;
    fn frame_count(&self, agent: &AgentId) -> StoreResult<usize>;
    /// Forgets one frame; an unknown one changes nothing. Called by the transport, outside or inside a transaction.
    fn acknowledge(&mut self, agent: &AgentId, seq: u64) -> StoreResult<()>;
    fn clear_frames(&mut self, agent: &AgentId) -> StoreResult<()>;

    // The customers' side.
    fn put_web_chat_event(&mut self, row: &WebChatEventRow) -> StoreResult<()>;
    /// Events with a greater `number`, by `number`, at most `limit`.
    fn web_chat_events_after(&self, protocol: &Protocol, after: u64, limit: usize)
    -> StoreResult<Vec<WebChatEventRow>>;
}
