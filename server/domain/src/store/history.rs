//! The table of attendances, and their history: those that an agent has or had, and those that ended without one, in the
//! order of their starts.

use super::backend::{Backend, list};
use super::divided::{DividedRow, divide_job};
use super::erasure::Erasure;
use super::retention::{KeptFor, NEVER, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::{JobRow, JobState, StoreResult};
use wire::{AgentId, ContactId, OrgUnitId, Wall};

/// Selects whose attendances are listed; always within one org unit.
#[derive(Clone, Debug)]
pub enum HistoryOf {
    /// The attendances that this agent had last.
    Agent(AgentId),
    /// All attendances.
    OrgUnit,
    /// The attendances with this contact.
    Contact(ContactId),
    /// The attendances whose customer has this identifier on their channel.
    Customer(String),
}

/// A part of the history.
#[derive(Clone, Debug)]
pub struct History {
    /// Org unit of the attendances.
    pub org_unit: OrgUnitId,
    /// Selects whose attendances are listed.
    pub of: HistoryOf,
    /// Only attendances that start at this time or later.
    pub from: Option<Wall>,
    /// Only attendances that start before this time.
    pub until: Option<Wall>,
}

impl History {
    /// A history without limits of time.
    pub fn all(org_unit: &OrgUnitId, of: HistoryOf) -> Self {
        Self { org_unit: org_unit.clone(), of, from: None, until: None }
    }

    fn scan(&self) -> Scan {
        let unit = Value::text(&self.org_unit);
        let shown = Value::from(true);
        let (index, equal) = match &self.of {
            HistoryOf::Agent(agent) => (JobRow::OF_AGENT, vec![Value::text(agent), unit, shown]),
            HistoryOf::OrgUnit => (JobRow::OF_ORG_UNIT, vec![unit, shown]),
            HistoryOf::Contact(contact) => (JobRow::OF_CONTACT, vec![Value::text(contact), unit, shown]),
            HistoryOf::Customer(identifier) => (JobRow::OF_CUSTOMER, vec![Value::text(identifier), unit, shown]),
        };
        let mut scan = Scan::of::<JobRow>().by(index).equal(equal);
        scan.after = self.from.map(|from| Value::from(from.plus_ms(-1)));
        scan.before = self.until.map(Value::from);
        scan
    }
}

/// Look-ups of the history; part of `Store`.
pub trait HistoryStore: Backend {
    /// At most `limit` attendances, the one that started last first; those that started together by protocol, the greatest
    /// first.
    fn history(&self, history: &History, limit: usize) -> StoreResult<Vec<JobRow>> {
        list(self, &history.scan().descending().limit(limit))
    }
    /// Attendances of the org unit whose customer has this identifier on their channel, in every state.
    fn jobs_of_identifier(&self, org_unit: &OrgUnitId, identifier: &str) -> StoreResult<Vec<JobRow>> {
        let equal = [Value::text(identifier), Value::text(org_unit)];
        list(self, &Scan::of::<JobRow>().by(JobRow::OF_CUSTOMER).equal(equal))
    }
    /// Number of attendances.
    fn history_count(&self, history: &History) -> StoreResult<usize> {
        self.count(&history.scan())
    }
}

impl<B: Backend> HistoryStore for B {}

impl JobRow {
    /// Whether the attendance is in the history: an agent has or had it, or it ended without one.
    pub(crate) fn is_in_history(&self) -> bool {
        !matches!(self.state, JobState::Waiting | JobState::Inbox)
    }

    /// Whether the attendance is over: no agent talks with the customer any more.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state, JobState::Ended | JobState::Qualified | JobState::Abandoned)
    }

    pub(super) const BY_STATE: &'static Index = &Index::new("job_by_state", &["state", "waiting_since"]);
    pub(super) const BY_AGENT: &'static Index = &Index::new("job_by_agent", &["agent_id", "state"]);
    pub(super) const BY_GROUP: &'static Index = &Index::new("job_by_group", &["group_id", "state", "waiting_since"]);
    pub(super) const BY_QUEUE: &'static Index = &Index::new("job_by_queue", &["queue_id", "state", "waiting_since"]);
    pub(super) const BY_CONTACT: &'static Index = &Index::new("job_by_contact", &["contact_id", "state"]);
    pub(super) const OF_AGENT: &'static Index =
        &Index::new("job_of_agent_by_start", &["agent_id", "org_unit_id", "in_history", "created_at"]);
    pub(super) const OF_ORG_UNIT: &'static Index =
        &Index::new("job_of_org_unit_by_start", &["org_unit_id", "in_history", "created_at"]);
    pub(super) const OF_CONTACT: &'static Index =
        &Index::new("job_of_contact_by_start", &["contact_id", "org_unit_id", "in_history", "created_at"]);
    pub(super) const OF_CUSTOMER: &'static Index =
        &Index::new("job_of_customer_by_start", &["identifier", "org_unit_id", "in_history", "created_at"]);
    /// Index of ended attendances, without those whose traces were deleted.
    pub(super) const WITH_TRACES: &'static Index = &Index::new("job_by_traces", &["traces_from"]);
    pub(super) const BY_AGE: &'static Index = &Index::new("job_by_age", &["kept_from"]);
}

impl Row for JobRow {
    const TABLE: &'static Table = &Table {
        name: "job",
        columns: &[
            Column::text("protocol"),
            Column::text("state"),
            Column::text("agent_id"),
            Column::number("waiting_since"),
            Column::text("group_id"),
            Column::text("queue_id"),
            Column::optional_text("contact_id"),
            Column::text("org_unit_id"),
            Column::text("identifier"),
            Column::number("in_history"),
            Column::number("created_at"),
            Column::number("traces_from"),
            Column::number("kept_from"),
        ],
        key: 1,
        indexes: &[
            JobRow::BY_STATE,
            JobRow::BY_AGENT,
            JobRow::BY_GROUP,
            JobRow::BY_QUEUE,
            JobRow::BY_CONTACT,
            JobRow::OF_AGENT,
            JobRow::OF_ORG_UNIT,
            JobRow::OF_CONTACT,
            JobRow::OF_CUSTOMER,
            JobRow::WITH_TRACES,
            JobRow::BY_AGE,
        ],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::For(KeptFor::Traces, JobRow::WITH_TRACES, Removal::Traces),
        Retention::For(KeptFor::Attendances, JobRow::BY_AGE, Removal::Attendance),
    ];
    const ERASURE: Erasure<Self> =
        Erasure::Keys(|customer| customer.protocols.iter().map(|protocol| vec![Value::text(protocol)]).collect());

    fn divide(stored: String) -> StoreResult<DividedRow> {
        divide_job(stored)
    }

    fn values(&self) -> Vec<Value> {
        let ended = self.ended_at.filter(|_| self.is_over()).map_or(NEVER, Value::from);
        vec![
            Value::text(&self.protocol),
            Value::text(self.state.as_str()),
            Value::text(&self.agent_id),
            self.waiting_since.into(),
            Value::text(&self.group_id),
            Value::text(&self.queue_id),
            self.contact_id.as_ref().map_or(Value::Null, Value::text),
            Value::text(&self.org_unit_id),
            Value::text(&self.chat_identifier),
            self.is_in_history().into(),
            self.created_at.into(),
            if self.has_no_traces { NEVER } else { ended.clone() },
            ended,
        ]
    }
}
