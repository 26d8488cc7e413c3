//! Tags that an org unit offers, removed churn risks, and answers of the external service for churn risks.

use super::StoreResult;
use super::backend::{Backend, first, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::stored::tags;
use serde::{Deserialize, Serialize};
use wire::{AgentId, AttendanceGroupId, ChurnFactor, ContactId, JobTag, OrgUnitId, Wall};

/// The kind of target that a tag is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TagKind {
    /// Contacts.
    #[serde(rename = "contact")]
    Contact,
    /// Companies.
    #[serde(rename = "employer")]
    Employer,
    /// Attendances of a group.
    #[serde(rename = "attendance_group")]
    Attendance,
}

impl TagKind {
    /// Every kind.
    pub const ALL: [TagKind; 3] = [TagKind::Contact, TagKind::Employer, TagKind::Attendance];

    /// The spelling on the wire (TAG-004).
    pub fn as_str(self) -> &'static str {
        match self {
            TagKind::Contact => "contact",
            TagKind::Employer => "employer",
            TagKind::Attendance => "attendance_group",
        }
    }

    /// The kind with the spelling `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A tag with its items. Key: (`org_unit_id`, `id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagRow {
    /// Org unit that uses the tag.
    pub org_unit_id: OrgUnitId,
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Kind of its targets.
    pub kind: TagKind,
    /// The group whose attendances it is for; `None`: those of every group. Always `None` for other kinds of targets.
    pub group_id: Option<AttendanceGroupId>,
    /// Items, in the order in which they are offered; their ids are unique in the org unit.
    #[serde(with = "tags")]
    pub items: Vec<JobTag>,
}

/// The removal of a contact's churn risk by an agent. Rows are only added. Key: (`contact_id`, `at`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChurnRemovalRow {
    /// The contact.
    pub contact_id: ContactId,
    /// When the risk was removed.
    pub at: Wall,
    /// The agent who removed the risk.
    pub agent_id: AgentId,
    /// The agent's justification.
    pub justification: String,
    /// The risk that was removed, 0 to 100.
    pub probability: f64,
}

/// The last answer of the external service about a contact's churn risk. Key: `contact_id`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChurnScoreRow {
    /// The contact.
    pub contact_id: ContactId,
    /// When the service was last asked.
    pub asked_at: Wall,
    /// The parts of the probability; `None`: the service has not answered, or knows no risk.
    pub factors: Option<Vec<ChurnFactor>>,
}

impl Row for TagRow {
    const TABLE: &'static Table =
        &Table { name: "tag", columns: &[Column::text("org_unit_id"), Column::text("id")], key: 2, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.org_unit_id), Value::text(&self.id)]
    }
}

impl ChurnRemovalRow {
    const BY_TIME: &'static Index = &Index::new("churn_removal_by_time", &["at"]);
}

impl Row for ChurnRemovalRow {
    const TABLE: &'static Table = &Table {
        name: "churn_removal",
        columns: &[Column::text("contact_id"), Column::number("at")],
        key: 2,
        indexes: &[ChurnRemovalRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::With(Owner::Contact, OwnedRows::BY_KEY),
        Retention::For(KeptFor::Audit, ChurnRemovalRow::BY_TIME, Removal::Row),
    ];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.contact_id), self.at.into()]
    }
}

impl Row for ChurnScoreRow {
    const TABLE: &'static Table =
        &Table { name: "churn_score", columns: &[Column::text("contact_id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Contact, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.contact_id)]
    }
}

/// Look-ups and changes of tags and removed churn risks; part of `Store`.
pub trait TagStore: Backend {
    /// Tags of the org unit, by identifier.
    fn tags_of(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<TagRow>> {
        list(self, &Scan::of::<TagRow>().equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by (`org_unit_id`, `id`).
    fn put_tag(&mut self, row: &TagRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The last removal of the contact's churn risk.
    fn churn_removal(&self, contact: &ContactId) -> StoreResult<Option<ChurnRemovalRow>> {
        first(self, Scan::of::<ChurnRemovalRow>().equal([Value::text(contact)]).descending())
    }
    /// The last answer of the external service about the contact.
    fn churn_score(&self, contact: &ContactId) -> StoreResult<Option<ChurnScoreRow>> {
        get(self, [Value::text(contact)])
    }
    /// Inserts or replaces by `contact_id`.
    fn put_churn_score(&mut self, row: &ChurnScoreRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Inserts by (`contact_id`, `at`).
    fn insert_churn_removal(&mut self, row: &ChurnRemovalRow) -> StoreResult<()> {
        insert(self, row)
    }
}

impl<B: Backend> TagStore for B {}
