//! The storage interface of the domain: one small method per look-up, typed by entity.
//!
//! Every method of `Centre` runs in one transaction (`begin` … `commit`); a refusal or an error rolls it back, so a
//! broker event is never stored without the change it reports. An entity is declared once (`Row`, `tables`); a
//! `Backend` keeps the rows of any table, holds no rules, and returns look-ups in the documented order.
//! `conformance::check` tests a backend.

mod assignment;
mod backend;
mod broadcasts;
mod call_recordings;
mod call_supervisions;
pub mod conformance;
mod contact_address;
mod contact_field;
mod contact_record;
mod conversation_alias;
mod dialer;
mod divided;
mod due;
mod effects;
mod erasure;
mod error;
#[cfg(test)]
pub(crate) mod failing;
mod files;
mod frames;
mod history;
mod imports;
mod internal_calls;
mod job_row;
mod list_views;
mod memory;
pub mod metered;
mod notes;
mod of_country;
mod people;
mod presence;
mod queue_settings;
mod records;
mod reservations;
mod retention;
mod routes;
mod row;
mod same_person;
mod scripts;
mod search;
mod second_factor;
mod stored;
mod stored_numbers;
mod suppression;
mod tables;
mod tags;
mod texts;
mod voice;
mod voice_room;
mod web_chat;
mod whatsapp;
mod whatsapp_changes;

#[cfg(test)]
pub(crate) mod copies_for_tests;

pub use assignment::{AssignmentStore, CandidateRow, OnHoldRow};
pub use backend::{Backend, Sequence};
pub use broadcasts::{BroadcastEntryRow, BroadcastPaceRow, BroadcastRow, BroadcastStore, BroadcastUseRow, EntryStage};
pub use call_recordings::{CallRecordingRow, CallRecordingStore, RecordingPhase, RecordingRule};
pub use call_supervisions::{CallSupervisionRow, CallSupervisionStore, SupervisionRulesRow};
pub use contact_address::ContactAddressRow;
pub use contact_field::ContactField;
pub use contact_record::{ContactRow, OtherIdentifierFact};
pub use conversation_alias::{ConversationAliasRow, ConversationAliasStore};
pub use dialer::{DialRow, DialerNumberRow, DialerNumberState, DialerRow, DialerStore};
pub use divided::{DividedRow, RowPart};
pub use due::{DueRow, DueStore};
pub use effects::{EffectLane, EffectRow, EffectStore};
pub(crate) use erasure::for_every_row;
pub use erasure::{ErasedCustomer, Erasure, Fate, erase_rows};
pub use error::{StoreError, StoreResult};
pub use files::{FileStore, MediaRow, UnusedMediaRow};
pub use frames::{FrameRow, QueueTail};
pub use history::{History, HistoryOf, HistoryStore};
pub use imports::{ImportPhase, ImportPortionRow, ImportRow, ImportStore, RefusedLine};
pub use internal_calls::{InternalCallRow, InternalCallStore};
pub use list_views::{ListViewRow, ListViewStore};
pub use memory::MemoryStore;
pub use notes::{MentionFact, NoteRow, NoteStore};
pub(crate) use of_country::OfCountry;
pub use people::{
    AuditChange, AuditRow, ContactColumnRow, ContactFilterRow, EmployerRow, FilterRule, PeopleStore, date_value,
    last_contact_value,
};
pub use presence::{AttemptRow, ExtensionRow, NotificationRow, PauseFact, PauseRow, PresenceStore, SignInPlaceRow};
pub use queue_settings::{QueueSettings, QueueSettingsRow, QueueSettingsStore};
pub use records::{
    AbsenceFact, AgentMarks, AgentRow, BrokerCredentialRow, ChannelRow, EndedBy, GroupRow, JobRow, JobState,
    MembershipRow, QualificationRow, QueueRow, SendRow, SessionRow, SnoozeFact, StoredQualification, TokenPurpose,
    TokenRow, WrapUpFact,
};
pub use reservations::{ReservationRow, ReservationStore};
pub use retention::{KeptFor, OwnedRows, Owner, Portion, Removal, Retention, RetentionStore};
pub use routes::{BotRow, PresetRow, RouteStore, TemplateRow, WhatsAppCampaignRow, WhatsAppRouteRow};
pub use row::{AnyRow, Column, Entity, Found, Index, Key, Record, Row, Scan, Table, UnknownField, Value};
pub use same_person::{DecisionFact, JoinFact, SamePersonRow, SamePersonStore};
pub use scripts::{ScriptAnswerRow, ScriptFieldFact, ScriptRow, ScriptStore};
pub use search::{Facet, ListQuery, Search, SearchOrder, TermRange, TermRow, text_ranges};
pub use second_factor::{SecondFactorRow, SecondFactorStore};
pub use stored_numbers::StoredNumberStore;
pub use suppression::{SuppressedRow, SuppressionStore};
pub use tables::ENTITIES;
pub use tags::{ChurnRemovalRow, ChurnScoreRow, TagKind, TagRow, TagStore};
pub use texts::{TextRow, TextSearch, TextSource, TextStore, TextsOf};
pub(crate) use texts::{searched_words, text_of_message};
pub use voice::{
    BlockedNumberRow, CallPhase, CallRow, CampaignFact, CampaignRow, CustomerFact, MissedRing, RingFact,
    VoiceAccountRow, VoiceStore,
};
pub use voice_room::{DestinationFact, FailureFact, OpenTransfer, PartyFact, RoomFact, TransferFact};
pub use web_chat::{SolvedPuzzleRow, WebChatEventRow, WebChatRow, WebChatStore, WebChatUseRow};
pub use whatsapp::{
    ClaimFact, ConversationRow, EntryPlace, MessagePlace, ProviderMessageRow, ReceiptFact, WhatsAppJobRow,
    WhatsAppStore,
};
pub use whatsapp_changes::{ChangeFacts, EditFact, ReactionFact};

use backend::{delete, first, get, insert, list, put};
use wire::{
    AgentId, AgentRole, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol,
    QualificationId, QueueId,
};

/// The store. `put_*` inserts or replaces by key; `insert_*` is for rows that never change and fails with
/// `StoreError::Conflict` if the key exists. Every method fails with `StoreError` if the backend does.
pub trait Store:
    PresenceStore
    + SecondFactorStore
    + QueueSettingsStore
    + DueStore
    + VoiceStore
    + DialerStore
    + ReservationStore
    + InternalCallStore
    + CallRecordingStore
    + CallSupervisionStore
    + WhatsAppStore
    + RouteStore
    + BroadcastStore
    + ScriptStore
    + EffectStore
    + AssignmentStore
    + PeopleStore
    + HistoryStore
    + ImportStore
    + TagStore
    + FileStore
    + SuppressionStore
    + ConversationAliasStore
    + SamePersonStore
    + RetentionStore
    + TextStore
    + StoredNumberStore
    + WebChatStore
{
    // People and structure.
    /// The org unit with this identifier.
    fn org_unit(&self, id: &OrgUnitId) -> StoreResult<Option<OrgUnit>> {
        get(self, [Value::text(id)])
    }
    /// Inserts or replaces by `id`.
    fn put_org_unit(&mut self, row: &OrgUnit) -> StoreResult<()> {
        put(self, row)
    }
    /// The agent with this identifier.
    fn agent(&self, id: &AgentId) -> StoreResult<Option<AgentRow>> {
        get(self, [Value::text(id)])
    }
    /// The agent with exactly this login; the caller converts it to lower case.
    fn agent_by_login(&self, login: &str) -> StoreResult<Option<AgentRow>> {
        first(self, Scan::of::<AgentRow>().by(AgentRow::BY_LOGIN).equal([Value::text(login)]))
    }
    /// All agents and supervisors, by identifier.
    fn agents(&self) -> StoreResult<Vec<AgentRow>> {
        list(self, &Scan::of::<AgentRow>())
    }
    /// The agents of the org unit with this role, by identifier.
    fn agents_of_unit(&self, org_unit: &OrgUnitId, role: AgentRole) -> StoreResult<Vec<AgentRow>> {
        let equal = [Value::text(org_unit), AgentRow::role_value(role)];
        list(self, &Scan::of::<AgentRow>().by(AgentRow::BY_ORG_UNIT).equal(equal))
    }
    /// Agents of the org unit, not supervisors, who can work with calls, by identifier.
    fn agents_with_calls(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<AgentRow>> {
        let equal = [Value::text(org_unit), AgentRow::role_value(AgentRole::Agent), true.into()];
        list(self, &Scan::of::<AgentRow>().by(AgentRow::WITH_CALLS).equal(equal))
    }
    /// Inserts or replaces by `id`.
    fn put_agent(&mut self, row: &AgentRow) -> StoreResult<()> {
        put(self, row)
    }
    /// The attendance group with this identifier.
    fn group(&self, id: &AttendanceGroupId) -> StoreResult<Option<GroupRow>> {
        get(self, [Value::text(id)])
    }
    /// Groups with this member, by identifier.
    fn groups_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<GroupRow>> {
        let memberships = self.memberships_of(agent)?;
        let groups = memberships.iter().map(|membership| self.group(&membership.group_id));
        Ok(groups.collect::<StoreResult<Vec<_>>>()?.into_iter().flatten().collect())
    }
    /// Inserts or replaces by `group.id`, members included.
    fn put_group(&mut self, row: &GroupRow) -> StoreResult<()> {
        assignment::put_group(self, row)
    }
    /// The queue with this identifier.
    fn queue(&self, id: &QueueId) -> StoreResult<Option<QueueRow>> {
        get(self, [Value::text(id)])
    }
    /// Queues of the channel, by identifier.
    fn queues(&self, channel: Channel) -> StoreResult<Vec<QueueRow>> {
        list(self, &Scan::of::<QueueRow>().by(QueueRow::BY_CHANNEL).equal([Value::text(channel.as_str())]))
    }
    /// Queues of the channel in the org unit, by identifier.
    fn queues_of_unit(&self, org_unit: &OrgUnitId, channel: Channel) -> StoreResult<Vec<QueueRow>> {
        let equal = [Value::text(org_unit), Value::text(channel.as_str())];
        list(self, &Scan::of::<QueueRow>().by(QueueRow::BY_ORG_UNIT).equal(equal))
    }
    /// Inserts or replaces by `id`.
    fn put_queue(&mut self, row: &QueueRow) -> StoreResult<()> {
        put(self, row)
    }
    /// The qualification with this identifier.
    fn qualification(&self, id: &QualificationId) -> StoreResult<Option<QualificationRow>> {
        get(self, [Value::text(id)])
    }
    /// Qualifications whose `list` is the queue, by `position`.
    fn qualifications_of(&self, queue: &QueueId) -> StoreResult<Vec<QualificationRow>> {
        list(self, &Scan::of::<QualificationRow>().by(QualificationRow::BY_LIST).equal([Value::text(queue)]))
    }
    /// The qualification with this alias: that of the org unit, else that of all.
    fn qualification_by_alias(&self, alias: &str, org_unit: &OrgUnitId) -> StoreResult<Option<QualificationRow>> {
        let of = |unit: &OrgUnitId| {
            let equal = [Value::text(alias), Value::text(unit)];
            first(self, Scan::of::<QualificationRow>().by(QualificationRow::BY_ALIAS).equal(equal))
        };
        match of(org_unit)? {
            Some(own) => Ok(Some(own)),
            None => of(&OrgUnitId::default()),
        }
    }
    /// Inserts or replaces by `record.id`.
    fn put_qualification(&mut self, row: &QualificationRow) -> StoreResult<()> {
        put(self, row)
    }

    // Sessions: one row per agent, the latest session.
    /// The latest session of the agent.
    fn session(&self, agent: &AgentId) -> StoreResult<Option<SessionRow>> {
        get(self, [Value::text(agent)])
    }
    /// Sessions with `linked`, by org unit and agent.
    fn linked_sessions(&self) -> StoreResult<Vec<SessionRow>> {
        list(self, &Scan::of::<SessionRow>().by(SessionRow::BY_LINK).equal([true.into()]))
    }
    /// Sessions of the org unit with `linked`, by agent.
    fn linked_sessions_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<SessionRow>> {
        let linked = [true.into(), Value::text(org_unit)];
        list(self, &Scan::of::<SessionRow>().by(SessionRow::BY_LINK).equal(linked))
    }
    /// Inserts or replaces by `agent_id`.
    fn put_session(&mut self, row: &SessionRow) -> StoreResult<()> {
        put(self, row)
    }
    /// The token with this hash.
    fn token(&self, hash: &str) -> StoreResult<Option<TokenRow>> {
        get(self, [Value::text(hash)])
    }
    /// Inserts or replaces by `hash`.
    fn put_token(&mut self, row: &TokenRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Tokens of the session, by hash.
    fn tokens_of_session(&self, session_id: &str) -> StoreResult<Vec<TokenRow>> {
        list(self, &Scan::of::<TokenRow>().by(TokenRow::BY_SESSION).equal([Value::text(session_id)]))
    }
    /// Deletes the tokens of the session.
    fn delete_tokens_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        self.delete(&Scan::of::<TokenRow>().by(TokenRow::BY_SESSION).equal([Value::text(session_id)]))
    }
    /// The broker credential with this login.
    fn broker_credential(&self, login: &str) -> StoreResult<Option<BrokerCredentialRow>> {
        get(self, [Value::text(login)])
    }
    /// Inserts or replaces by `login`.
    fn put_broker_credential(&mut self, row: &BrokerCredentialRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the broker credentials of the session.
    fn delete_broker_credentials_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        let of_session = Scan::of::<BrokerCredentialRow>().by(BrokerCredentialRow::BY_SESSION);
        self.delete(&of_session.equal([Value::text(session_id)]))
    }

    // Channels.
    /// The agent's state on the channel.
    fn channel(&self, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
        get(self, [Value::text(agent), Value::text(channel.as_str())])
    }
    /// Rows of the channel with `connected`, by agent.
    fn connected_channels(&self, channel: Channel) -> StoreResult<Vec<ChannelRow>> {
        let connected = [Value::text(channel.as_str()), true.into()];
        list(self, &Scan::of::<ChannelRow>().by(ChannelRow::BY_CONNECTION).equal(connected))
    }
    /// Number of rows of the channel with `connected`.
    fn connected_count(&self, channel: Channel) -> StoreResult<usize> {
        let connected = [Value::text(channel.as_str()), true.into()];
        self.count(&Scan::of::<ChannelRow>().by(ChannelRow::BY_CONNECTION).equal(connected))
    }
    /// The connected channel that uses the extension.
    fn channel_of_extension(&self, exten: &str) -> StoreResult<Option<ChannelRow>> {
        first(self, Scan::of::<ChannelRow>().by(ChannelRow::BY_EXTENSION).equal([Value::text(exten)]))
    }
    /// Inserts or replaces by (`agent_id`, `channel`), together with its candidate rows. `StoreError::Conflict` if
    /// another agent uses the extension.
    fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<()> {
        assignment::put_channel(self, row)
    }

    // Attendances.
    /// The attendance with this protocol.
    fn job(&self, protocol: &Protocol) -> StoreResult<Option<JobRow>> {
        get(self, [Value::text(protocol)])
    }
    /// Attendances of the agent that are `Active` or `Ended`, by protocol.
    fn jobs_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<JobRow>> {
        let mut jobs = Vec::new();
        for state in [JobState::Active, JobState::Ended] {
            jobs.extend(self.jobs_of_agent_in(agent, state)?);
        }
        jobs.sort_by(|one, other| one.protocol.order().cmp(&other.protocol.order()));
        Ok(jobs)
    }
    /// Attendances of the agent in this state, by protocol.
    fn jobs_of_agent_in(&self, agent: &AgentId, state: JobState) -> StoreResult<Vec<JobRow>> {
        let equal = [Value::text(agent), Value::text(state.as_str())];
        list(self, &Scan::of::<JobRow>().by(JobRow::BY_AGENT).equal(equal))
    }
    /// Number of attendances of the queue that are `Active`.
    fn active_jobs_of_queue(&self, queue: &QueueId) -> StoreResult<usize> {
        let active = [Value::text(queue), Value::text(JobState::Active.as_str())];
        self.count(&Scan::of::<JobRow>().by(JobRow::BY_QUEUE).equal(active))
    }
    /// Attendances with the contact in this state, by protocol.
    fn jobs_of_contact(&self, contact: &ContactId, state: JobState) -> StoreResult<Vec<JobRow>> {
        let equal = [Value::text(contact), Value::text(state.as_str())];
        list(self, &Scan::of::<JobRow>().by(JobRow::BY_CONTACT).equal(equal))
    }
    /// Attendances in this state, by `waiting_since`, then protocol; for `Waiting` that is the order of the queue.
    fn jobs_in_state(&self, state: JobState) -> StoreResult<Vec<JobRow>> {
        list(self, &Scan::of::<JobRow>().by(JobRow::BY_STATE).equal([Value::text(state.as_str())]))
    }
    /// Inserts or replaces by `protocol`.
    fn put_job(&mut self, row: &JobRow) -> StoreResult<()> {
        texts::put_job(self, row)
    }
    /// At most `limit` messages with a greater `seq`, by `seq`.
    fn messages_after(&self, protocol: &Protocol, after: u64, limit: usize) -> StoreResult<Vec<Message>> {
        let newer = Scan::of::<Message>().equal([Value::text(protocol)]).after(Value::number(after));
        list(self, &newer.limit(limit))
    }
    /// At most `limit` messages with a smaller `seq`, the last one first.
    fn messages_before(&self, protocol: &Protocol, before: u64, limit: usize) -> StoreResult<Vec<Message>> {
        let older = Scan::of::<Message>().equal([Value::text(protocol)]).before(Value::number(before));
        list(self, &older.descending().limit(limit))
    }
    /// The message at this position.
    fn message(&self, protocol: &Protocol, seq: u64) -> StoreResult<Option<Message>> {
        get(self, [Value::text(protocol), Value::number(seq)])
    }
    /// Inserts or replaces by (`protocol`, `seq`).
    fn put_message(&mut self, row: &Message) -> StoreResult<()> {
        put(self, row)?;
        texts::index_message(self, row, false)
    }
    /// Inserts by (`protocol`, `seq`).
    fn insert_message(&mut self, row: &Message) -> StoreResult<()> {
        insert(self, row)?;
        texts::index_message(self, row, true)
    }
    /// The send by this sender with this `custom_id`; `sender` is `agent:{id}` or `customer`.
    fn send(&self, sender: &str, protocol: &Protocol, custom_id: &CustomId) -> StoreResult<Option<SendRow>> {
        get(self, [Value::text(sender), Value::text(protocol), Value::text(custom_id)])
    }
    /// Sends of the sender in the attendance, by the `seq` of their replies.
    fn sends_of(&self, sender: &str, protocol: &Protocol) -> StoreResult<Vec<SendRow>> {
        let of_sender = [Value::text(sender), Value::text(protocol)];
        list(self, &Scan::of::<SendRow>().by(SendRow::BY_SEQ).equal(of_sender))
    }
    /// Inserts by (`sender`, `protocol`, `custom_id`).
    fn insert_send(&mut self, row: &SendRow) -> StoreResult<()> {
        insert(self, row)
    }

    // Contacts.
    /// The contact with this identifier.
    fn contact(&self, id: &ContactId) -> StoreResult<Option<ContactRow>> {
        get(self, [Value::text(id)])
    }
    /// Contacts whose identifier `field` equals `value`, a number in any written form, by contact id; none if empty.
    fn contacts_by(&self, field: ContactField, value: &str) -> StoreResult<Vec<ContactRow>> {
        if value.is_empty() {
            return Ok(Vec::new());
        }
        let equal = Scan::of::<ContactRow>().by(ContactRow::index_of(field)).equal([Value::text(value)]);
        let mut rows: Vec<ContactRow> = list(self, &equal)?;
        rows.extend(contact_address::contacts_with(self, field, value)?);
        rows.sort_by(|one, other| one.contact.id.cmp(&other.contact.id));
        rows.dedup_by(|one, other| one.contact.id == other.contact.id);
        Ok(rows)
    }
    /// Inserts or replaces by `contact.id`. `StoreError::Conflict` if another contact of the org unit has an identifier
    /// of this one.
    fn put_contact(&mut self, row: &ContactRow) -> StoreResult<()> {
        contact_address::put_contact(self, row)
    }
    /// Deletes the contact.
    fn delete_contact(&mut self, row: &ContactRow) -> StoreResult<()> {
        contact_address::delete_contact(self, row)
    }

    // Broker queues of the agents.
    /// The end of the agent's broker queue.
    fn queue_tail(&self, agent: &AgentId) -> StoreResult<Option<QueueTail>> {
        get(self, [Value::text(agent)])
    }
    /// The end of every agent's queue, by agent.
    fn queue_tails(&self) -> StoreResult<Vec<QueueTail>> {
        list(self, &Scan::of::<QueueTail>())
    }
    /// Inserts or replaces by `agent_id`.
    fn put_queue_tail(&mut self, row: &QueueTail) -> StoreResult<()> {
        put(self, row)
    }
    /// Inserts by (`agent_id`, `seq`). Stored frames are those that are not acknowledged.
    fn insert_frame(&mut self, row: &FrameRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// At most `limit` unacknowledged frames with a greater `seq`, by `seq`.
    fn frames_after(&self, agent: &AgentId, after: u64, limit: usize) -> StoreResult<Vec<FrameRow>> {
        let newer = Scan::of::<FrameRow>().equal([Value::text(agent)]).after(Value::number(after));
        list(self, &newer.limit(limit))
    }
    /// Number of unacknowledged frames.
    fn frame_count(&self, agent: &AgentId) -> StoreResult<usize> {
        self.count(&Scan::of::<FrameRow>().equal([Value::text(agent)]))
    }
    /// Deletes one frame; an unknown `seq` changes nothing. The transport calls it inside or outside a transaction.
    fn acknowledge(&mut self, agent: &AgentId, seq: u64) -> StoreResult<()> {
        delete::<FrameRow>(self, [Value::text(agent), Value::number(seq)])
    }
    /// Deletes all frames of the agent.
    fn clear_frames(&mut self, agent: &AgentId) -> StoreResult<()> {
        self.delete(&Scan::of::<FrameRow>().equal([Value::text(agent)]))
    }
}

impl<B: Backend> Store for B {}
