//! Rows and look-ups of scripts, and of the answers to their fields.

use super::StoreResult;
use super::backend::{Backend, get, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{ContactId, OrgUnitId, Protocol, QueueId, ScriptFieldKind, Wall};

/// A script. Key: `id`; look-up: `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Text that the agent follows.
    pub text: String,
    /// Fields, in their order.
    pub fields: Vec<ScriptFieldFact>,
    /// Org unit of the script.
    pub org_unit_id: OrgUnitId,
    /// Queues and campaigns that use the script.
    pub used_by: Vec<QueueId>,
}

/// A field of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptFieldFact {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Kind.
    pub kind: ScriptFieldKind,
    /// Choices of a `select` field.
    pub options: Vec<String>,
}

/// An answer to a script field. Key: (`owner`, `field_id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptAnswerRow {
    /// See `ScriptAnswerRow::of_contact` and `of_identifier`.
    pub owner: String,
    /// The field.
    pub field_id: String,
    /// The answer.
    pub value: String,
    /// When the answer was given; 0 in rows of older servers, until a start sets the time.
    #[serde(default)]
    pub at: Wall,
}

impl ScriptAnswerRow {
    const IDENTIFIER: &'static str = "identifier:";
    const BY_AGE: &'static Index = &Index::new("script_answer_by_age", &["kept_from"]);

    /// Answers of a customer without a contact become old; others go with their owner.
    fn kept_from(&self) -> Value {
        if self.owner.starts_with(ScriptAnswerRow::IDENTIFIER) { self.at.into() } else { NEVER }
    }

    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_owned = customer.contacts.iter().any(|id| self.owner == ScriptAnswerRow::of_contact(id))
            || customer.protocols.iter().any(|protocol| self.owner == ScriptAnswerRow::of_attendance(protocol));
        let of_unit = |identifier: &String| format!("{}:{identifier}", customer.org_unit_id);
        let mut identifiers = customer.identifiers.iter().map(|identifier| Self::of_identifier(&of_unit(identifier)));
        if is_owned || identifiers.any(|owner| self.owner == owner) { Fate::Deleted } else { Fate::Kept }
    }

    /// The owner of the answers of a contact.
    pub fn of_contact(id: &ContactId) -> String {
        format!("contact:{id}")
    }

    /// The owner of the answers of a customer without a contact.
    pub fn of_identifier(identifier: &str) -> String {
        format!("{}{identifier}", ScriptAnswerRow::IDENTIFIER)
    }

    /// The owner of the answers of a customer who has neither a contact nor a confirmed identifier.
    pub fn of_attendance(protocol: &Protocol) -> String {
        format!("attendance:{protocol}")
    }
}

impl ScriptRow {
    const BY_ORG_UNIT: &'static Index = &Index::new("script_by_org_unit", &["org_unit_id"]);
}

impl Row for ScriptRow {
    const TABLE: &'static Table = &Table {
        name: "script",
        columns: &[Column::text("id"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[ScriptRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.org_unit_id)]
    }
}

impl Row for ScriptAnswerRow {
    const TABLE: &'static Table = &Table {
        name: "script_answer",
        columns: &[Column::text("owner"), Column::text("field_id"), Column::number("kept_from")],
        key: 2,
        indexes: &[ScriptAnswerRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::With(Owner::Attendance, OwnedRows::named(|id| ScriptAnswerRow::of_attendance(&Protocol::from(id)))),
        Retention::With(Owner::Contact, OwnedRows::named(|id| ScriptAnswerRow::of_contact(&ContactId::from(id)))),
        Retention::For(KeptFor::Attendances, ScriptAnswerRow::BY_AGE, Removal::Row),
    ];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(ScriptAnswerRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.owner), Value::text(&self.field_id), self.kept_from()]
    }
}

/// Look-ups and changes of scripts; part of `Store`.
pub trait ScriptStore: Backend {
    /// The script with this identifier.
    fn script(&self, id: &str) -> StoreResult<Option<ScriptRow>> {
        get(self, [Value::text(id)])
    }
    /// Every script, by identifier.
    fn scripts(&self) -> StoreResult<Vec<ScriptRow>> {
        list(self, &Scan::of::<ScriptRow>())
    }
    /// Scripts of the org unit, by identifier.
    fn scripts_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<ScriptRow>> {
        list(self, &Scan::of::<ScriptRow>().by(ScriptRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_script(&mut self, row: &ScriptRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Answers of this owner, by field.
    fn script_answers(&self, owner: &str) -> StoreResult<Vec<ScriptAnswerRow>> {
        list(self, &Scan::of::<ScriptAnswerRow>().equal([Value::text(owner)]))
    }
    /// Dates the answers of an older server, so that those of customers without a contact become old.
    fn date_script_answers(&mut self, now: Wall) -> StoreResult<()> {
        let undated = Scan::of::<ScriptAnswerRow>().by(ScriptAnswerRow::BY_AGE).equal([Value::from(Wall(0))]);
        let undated: Vec<ScriptAnswerRow> = list(self, &undated)?;
        undated.into_iter().try_for_each(|row| put(self, &ScriptAnswerRow { at: now, ..row }))
    }
    /// Inserts or replaces by (`owner`, `field_id`).
    fn put_script_answer(&mut self, row: &ScriptAnswerRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> ScriptStore for B {}
