//! Rows and look-ups of broadcasts: the lists, their entries, the pace of each route, and the customers of the last 24 hours.

use super::StoreResult;
use super::backend::{Backend, first, get, insert, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{
    AgentId, AttendanceGroupId, BroadcastCounts, BroadcastId, BroadcastStatus, ContactId, CustomId, EntryStatus,
    MessageMedia, OrgUnitId, QueueId, ScheduleId, Wall,
};

/// A broadcast list. What it sends is frozen when it is created. Key: `id`; look-ups: the agent's lists by time, (`agent_id`, `custom_id`) and
/// (`org_unit_id`, `folded_name`), both unique.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadcastRow {
    /// Random identifier.
    pub id: BroadcastId,
    /// The agent who created it.
    pub agent_id: AgentId,
    /// Org unit of the agent.
    pub org_unit_id: OrgUnitId,
    /// Id of the request that created it.
    pub custom_id: CustomId,
    /// Digest of that request: the same id with another content is refused.
    pub request_digest: String,
    /// Name.
    pub name: String,
    /// The name without accents, in lower case: no other list of the org unit has it.
    pub folded_name: String,
    /// Group.
    pub group_id: AttendanceGroupId,
    /// Name of the group.
    pub group_name: String,
    /// Campaign.
    pub campaign_id: QueueId,
    /// Name of the campaign.
    pub campaign_name: String,
    /// Queue of the campaign, whose calendar decides when messages are sent.
    pub queue_id: QueueId,
    /// Route.
    pub route_id: String,
    /// Name of the route.
    pub route_name: String,
    /// Identifier of the template at the provider.
    pub template_id: String,
    /// Name of the template.
    pub template_name: String,
    /// Text of the template, with placeholders.
    pub template_body: String,
    /// Language of the template.
    pub language: String,
    /// Names of the template's variables; each entry has their values.
    pub variables: Vec<String>,
    /// The kind of the header's file; `None`: the header has none.
    pub header_media: Option<MessageMedia>,
    /// Address of the header's file; empty without one.
    pub header_link: String,
    /// When it was created.
    pub created_at: Wall,
    /// When its sending begins.
    pub starts_at: Wall,
    /// `Sending` from the first message on.
    pub status: BroadcastStatus,
    /// When its last entry got its final status.
    pub finished_at: Option<Wall>,
    /// When the agent cancelled it.
    pub cancelled_at: Option<Wall>,
    /// Why the server sends nothing of it now (`wire::broadcast_reasons`); empty: it is not paused.
    pub paused_reason: String,
    /// When the server goes on by itself with a paused list.
    pub resumes_at: Option<Wall>,
    /// How many entries have each status. It changes together with an entry (`whatsapp::broadcasts::entry`).
    pub counts: BroadcastCounts,
    /// How many entries may be sent again.
    pub retryable: u32,
    /// How many entries have an effect that is not done.
    pub leased: u32,
    /// Messages that the provider accepted or refused since the list was created, or since it was resumed.
    pub outcomes: u32,
    /// How many of `outcomes` are failures.
    pub failures: u32,
    /// Grows with every change of the list or of an entry.
    pub version: u64,
    /// Version up to which changes of entries are published.
    pub published_version: u64,
}

/// Whether an entry may be leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EntryStage {
    /// The entry waits for its turn.
    Waiting,
    /// An effect for it is not done.
    Leased,
    /// The attempt has an outcome.
    Ended,
}

impl EntryStage {
    /// Name of the stage in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            EntryStage::Waiting => "waiting",
            EntryStage::Leased => "leased",
            EntryStage::Ended => "ended",
        }
    }
}

/// A customer of a list. Key: (`broadcast_id`, `position`), which the schedule id contains; look-ups: stage, version and retry within the
/// list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadcastEntryRow {
    /// The list.
    pub broadcast_id: BroadcastId,
    /// Position in the list, from 0.
    pub position: u32,
    /// The contact; empty for a number without one.
    pub contact_id: ContactId,
    /// Name.
    pub name: String,
    /// Identifier of the contact, or the number as the file has it.
    pub identifier: String,
    /// Number in its canonical form; empty if there is none.
    pub number: String,
    /// Values of the template's variables.
    pub values: Vec<String>,
    /// Status of the newest attempt.
    pub status: EntryStatus,
    /// Why it has this status; empty without a reason.
    pub reason: String,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Whether the entry may be sent again.
    pub is_retryable: bool,
    /// Whether the entry may be leased.
    pub stage: EntryStage,
    /// The entry is not leased before this time.
    pub not_before: Wall,
    /// When the status changed.
    pub changed_at: Wall,
    /// Version of the list at the last change of the status.
    pub version: u64,
}

impl BroadcastEntryRow {
    /// Identifier on the wire.
    pub fn schedule_id(&self) -> ScheduleId {
        ScheduleId(format!("{}-{}", self.broadcast_id, self.position))
    }

    /// The position that the identifier names; `None` if it is of another list.
    pub fn position_of(broadcast: &BroadcastId, id: &ScheduleId) -> Option<u32> {
        let (list, position) = id.as_str().rsplit_once('-')?;
        if list == broadcast.as_str() { position.parse().ok() } else { None }
    }

    /// The entry stays without the customer, so that the counts of its list stay true. Without a number it is not sent.
    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_contact = customer.contacts.contains(&self.contact_id);
        let is_number = customer.identifiers.contains(&self.number);
        let texts = [&self.name, &self.identifier];
        let mut texts = texts.into_iter().chain(&self.values);
        if !is_contact && !is_number && !texts.any(|text| customer.is_named(text)) {
            return Fate::Kept;
        }
        Fate::Blanked(Box::new(Self {
            contact_id: ContactId::default(),
            name: String::new(),
            identifier: String::new(),
            number: String::new(),
            values: Vec::new(),
            ..self.clone()
        }))
    }
}

/// The pace of a route: when it may send the next message of a broadcast. Key: `route_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadcastPaceRow {
    /// The route.
    pub route_id: String,
    /// Until when messages that were taken use up the rate, in microseconds.
    pub used_until_us: i64,
    /// The provider asked for fewer messages: none is sent before this time.
    pub paused_until: Wall,
}

/// A customer to whom a route began a conversation. Key: (`route_id`, `customer`); look-up: `at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadcastUseRow {
    /// The route.
    pub route_id: String,
    /// Number in its canonical form.
    pub customer: String,
    /// When the last such message was sent.
    pub at: Wall,
}

impl BroadcastRow {
    const BY_AGENT: &'static Index = &Index::new("broadcast_by_agent", &["agent_id", "created_at"]);
    /// UNIQUE: a request that is repeated creates nothing.
    const BY_REQUEST: &'static Index = &Index::unique("broadcast_by_request", &["agent_id", "custom_id"]);
    /// UNIQUE: no two lists of an org unit have the same name.
    const BY_NAME: &'static Index = &Index::unique("broadcast_by_name", &["org_unit_id", "folded_name"]);
    const BY_AGE: &'static Index = &Index::new("broadcast_by_age", &["kept_from"]);

    /// From the end on; a list that still sends is kept.
    fn kept_from(&self) -> Value {
        self.cancelled_at.or(self.finished_at).map_or(NEVER, Value::from)
    }
}

impl Row for BroadcastRow {
    const TABLE: &'static Table = &Table {
        name: "broadcast",
        columns: &[
            Column::text("id"),
            Column::text("agent_id"),
            Column::number("created_at"),
            Column::text("custom_id"),
            Column::text("org_unit_id"),
            Column::text("folded_name"),
            Column::number("kept_from"),
        ],
        key: 1,
        indexes: &[BroadcastRow::BY_AGENT, BroadcastRow::BY_REQUEST, BroadcastRow::BY_NAME, BroadcastRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Broadcasts, BroadcastRow::BY_AGE, Removal::Broadcast)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("the template and the name that the agent chose");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.id),
            Value::text(&self.agent_id),
            self.created_at.into(),
            Value::text(&self.custom_id),
            Value::text(&self.org_unit_id),
            Value::text(&self.folded_name),
            self.kept_from(),
        ]
    }
}

impl BroadcastEntryRow {
    const BY_STAGE: &'static Index =
        &Index::new("broadcast_entry_by_stage", &["broadcast_id", "stage", "not_before", "position"]);
    const BY_VERSION: &'static Index = &Index::new("broadcast_entry_by_version", &["broadcast_id", "list_version"]);
    const RETRYABLE: &'static Index =
        &Index::new("broadcast_entry_retryable", &["broadcast_id", "is_retryable", "position"]);
}

impl Row for BroadcastEntryRow {
    const TABLE: &'static Table = &Table {
        name: "broadcast_entry",
        columns: &[
            Column::text("broadcast_id"),
            Column::number("position"),
            Column::text("stage"),
            Column::number("not_before"),
            Column::number("list_version"),
            Column::number("is_retryable"),
        ],
        key: 2,
        indexes: &[BroadcastEntryRow::BY_STAGE, BroadcastEntryRow::BY_VERSION, BroadcastEntryRow::RETRYABLE],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Broadcast, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(BroadcastEntryRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.broadcast_id),
            Value::number(self.position),
            Value::text(self.stage.as_str()),
            self.not_before.into(),
            Value::number(self.version),
            self.is_retryable.into(),
        ]
    }
}

impl Row for BroadcastPaceRow {
    const TABLE: &'static Table =
        &Table { name: "broadcast_pace", columns: &[Column::text("route_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("one for each route")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("times of a route");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.route_id)]
    }
}

impl BroadcastUseRow {
    const BY_TIME: &'static Index = &Index::new("broadcast_use_by_time", &["route_id", "at"]);
    const BY_AGE: &'static Index = &Index::new("broadcast_use_by_age", &["at"]);
}

impl Row for BroadcastUseRow {
    const TABLE: &'static Table = &Table {
        name: "broadcast_use",
        columns: &[Column::text("route_id"), Column::text("customer"), Column::number("at")],
        key: 2,
        indexes: &[BroadcastUseRow::BY_TIME, BroadcastUseRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::BroadcastUses, BroadcastUseRow::BY_AGE, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Keys(|customer| {
        let of_route = |route| customer.identifiers.iter().map(move |identifier| (route, identifier));
        let uses = customer.routes.iter().flat_map(of_route);
        uses.map(|(route, identifier)| vec![Value::text(route), Value::text(identifier)]).collect()
    });

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.route_id), Value::text(&self.customer), self.at.into()]
    }
}

/// Look-ups and changes of broadcasts; part of `Store`.
pub trait BroadcastStore: Backend {
    /// The list with this identifier.
    fn broadcast(&self, id: &BroadcastId) -> StoreResult<Option<BroadcastRow>> {
        get(self, [Value::text(id)])
    }
    /// At most `limit` lists of the agent, the newest first.
    fn broadcasts_of(&self, agent: &AgentId, limit: usize) -> StoreResult<Vec<BroadcastRow>> {
        let of_agent = Scan::of::<BroadcastRow>().by(BroadcastRow::BY_AGENT).equal([Value::text(agent)]);
        list(self, &of_agent.descending().limit(limit))
    }
    /// The list that this request of the agent created.
    fn broadcast_of_request(&self, agent: &AgentId, custom_id: &CustomId) -> StoreResult<Option<BroadcastRow>> {
        let equal = [Value::text(agent), Value::text(custom_id)];
        first(self, Scan::of::<BroadcastRow>().by(BroadcastRow::BY_REQUEST).equal(equal))
    }
    /// The list of the org unit with this folded name.
    fn broadcast_of_name(&self, org_unit: &OrgUnitId, folded: &str) -> StoreResult<Option<BroadcastRow>> {
        let equal = [Value::text(org_unit), Value::text(folded)];
        first(self, Scan::of::<BroadcastRow>().by(BroadcastRow::BY_NAME).equal(equal))
    }
    /// Inserts or replaces by `id`. `StoreError::Conflict` if another list has the request or the name.
    fn put_broadcast(&mut self, row: &BroadcastRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The entry at this position.
    fn broadcast_entry(&self, broadcast: &BroadcastId, position: u32) -> StoreResult<Option<BroadcastEntryRow>> {
        get(self, [Value::text(broadcast), Value::number(position)])
    }
    /// At most `limit` entries behind this position, in their order; `None`: from the first one on.
    fn broadcast_entries(
        &self,
        broadcast: &BroadcastId,
        after: Option<u32>,
        limit: usize,
    ) -> StoreResult<Vec<BroadcastEntryRow>> {
        let all = Scan::of::<BroadcastEntryRow>().equal([Value::text(broadcast)]).limit(limit);
        let wanted = match after {
            Some(after) => all.after(Value::number(after)),
            None => all,
        };
        list(self, &wanted)
    }
    /// At most `limit` entries that wait and may be leased now, the one that waits longest first.
    fn waiting_broadcast_entries(
        &self,
        broadcast: &BroadcastId,
        now: Wall,
        limit: usize,
    ) -> StoreResult<Vec<BroadcastEntryRow>> {
        let equal = [Value::text(broadcast), Value::text(EntryStage::Waiting.as_str())];
        let waiting = Scan::of::<BroadcastEntryRow>().by(BroadcastEntryRow::BY_STAGE).equal(equal);
        list(self, &waiting.before(now.plus_ms(1).into()).limit(limit))
    }
    /// The waiting entry that may be leased first.
    fn next_broadcast_entry(&self, broadcast: &BroadcastId) -> StoreResult<Option<BroadcastEntryRow>> {
        let equal = [Value::text(broadcast), Value::text(EntryStage::Waiting.as_str())];
        first(self, Scan::of::<BroadcastEntryRow>().by(BroadcastEntryRow::BY_STAGE).equal(equal))
    }
    /// At most `limit` entries whose status changed after this version of the list, in the order of the changes.
    fn changed_broadcast_entries(
        &self,
        broadcast: &BroadcastId,
        version: u64,
        limit: usize,
    ) -> StoreResult<Vec<BroadcastEntryRow>> {
        let of_list = Scan::of::<BroadcastEntryRow>().by(BroadcastEntryRow::BY_VERSION).equal([Value::text(broadcast)]);
        list(self, &of_list.after(Value::number(version)).limit(limit))
    }
    /// The entries that may be sent again, in their order.
    fn retryable_broadcast_entries(&self, broadcast: &BroadcastId) -> StoreResult<Vec<BroadcastEntryRow>> {
        let equal = [Value::text(broadcast), true.into()];
        list(self, &Scan::of::<BroadcastEntryRow>().by(BroadcastEntryRow::RETRYABLE).equal(equal))
    }
    /// Inserts by (`broadcast_id`, `position`).
    fn insert_broadcast_entry(&mut self, row: &BroadcastEntryRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Inserts or replaces by (`broadcast_id`, `position`).
    fn put_broadcast_entry(&mut self, row: &BroadcastEntryRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The pace of the route.
    fn broadcast_pace(&self, route_id: &str) -> StoreResult<Option<BroadcastPaceRow>> {
        get(self, [Value::text(route_id)])
    }
    /// Inserts or replaces by `route_id`.
    fn put_broadcast_pace(&mut self, row: &BroadcastPaceRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The last message to this customer by which the route began a conversation.
    fn broadcast_use(&self, route_id: &str, customer: &str) -> StoreResult<Option<BroadcastUseRow>> {
        get(self, [Value::text(route_id), Value::text(customer)])
    }
    /// Number of customers of the route after this time.
    fn broadcast_uses_after(&self, route_id: &str, at: Wall) -> StoreResult<usize> {
        let of_route = Scan::of::<BroadcastUseRow>().by(BroadcastUseRow::BY_TIME).equal([Value::text(route_id)]);
        self.count(&of_route.after(at.into()))
    }
    /// The earliest customer of the route after this time.
    fn first_broadcast_use(&self, route_id: &str, after: Wall) -> StoreResult<Option<BroadcastUseRow>> {
        let of_route = Scan::of::<BroadcastUseRow>().by(BroadcastUseRow::BY_TIME).equal([Value::text(route_id)]);
        first(self, of_route.after(after.into()))
    }
    /// Inserts or replaces by (`route_id`, `customer`).
    fn put_broadcast_use(&mut self, row: &BroadcastUseRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> BroadcastStore for B {}
