//! Proposals that two contacts, or a contact and a number without one, are the same person, and the decisions on them. A pair has one row, so that
//! it is proposed only once.

use super::backend::{Backend, get, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::{ContactRow, ScriptAnswerRow, StoreResult};
use serde::{Deserialize, Serialize};
use wire::{AgentId, ContactId, OrgUnitId, Protocol, SamePersonReason, SamePersonState, Wall};

/// A pair that may be one person. Key: (`org_unit_id`, `id`); look-ups: state, each contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SamePersonRow {
    /// Org unit of both contacts.
    pub org_unit_id: OrgUnitId,
    /// Identifier made of the pair.
    pub id: String,
    /// The contact with the lower id.
    pub first: ContactId,
    /// The other contact; `None`: the customer with `number` has no contact.
    pub second: Option<ContactId>,
    /// The number or account that both have, in canonical form.
    pub number: String,
    /// Name that a customer without a contact gave.
    pub customer_name: String,
    /// The reason of the proposal.
    pub reason: SamePersonReason,
    /// State of the decision.
    pub state: SamePersonState,
    /// When the pair was found.
    pub at: Wall,
    /// The last decision.
    pub decision: Option<DecisionFact>,
    /// Data that is needed to undo a join; only in the state `Joined`.
    pub join: Option<Box<JoinFact>>,
}

/// A decision: by whom, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionFact {
    /// The agent.
    pub agent_id: AgentId,
    /// Name of the agent at that time.
    pub agent_name: String,
    /// Time of the decision.
    pub at: Wall,
}

/// The changes that a join made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoinFact {
    /// The kept contact before the join.
    pub before: ContactRow,
    /// The kept contact after the join.
    pub after: ContactRow,
    /// The contact that was joined into the kept one.
    pub joined: Option<ContactRow>,
    /// Attendances of the joined contact, which the kept contact got.
    pub protocols: Vec<Protocol>,
    /// Answers of the joined contact to scripts.
    pub answers: Vec<ScriptAnswerRow>,
}

impl SamePersonRow {
    const BY_STATE: &'static Index = &Index::new("same_person_by_state", &["org_unit_id", "state", "at"]);
    const OF_FIRST: &'static Index = &Index::new("same_person_of_first", &["first"]);
    const OF_SECOND: &'static Index = &Index::new("same_person_of_second", &["second"]);
    const BY_AGE: &'static Index = &Index::new("same_person_by_age", &["kept_from"]);

    fn state_value(state: SamePersonState) -> Value {
        Value::text(match state {
            SamePersonState::Proposed => "proposed",
            SamePersonState::Joined => "joined",
            SamePersonState::Refused => "refused",
            SamePersonState::Undone => "undone",
        })
    }

    /// The data for undoing a join contains a deleted contact; it is deleted when the join can no longer be undone. Refusals stay, so that
    /// the pair is not proposed again.
    fn kept_from(&self) -> Value {
        match (self.state, &self.decision) {
            (SamePersonState::Joined, Some(decision)) => decision.at.into(),
            _ => NEVER,
        }
    }

    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_of_unit = self.org_unit_id == customer.org_unit_id;
        let mut contacts = [Some(&self.first), self.second.as_ref()].into_iter().flatten();
        let is_theirs =
            contacts.any(|id| customer.contacts.contains(id)) || customer.identifiers.contains(&self.number);
        if is_of_unit && is_theirs { Fate::Deleted } else { Fate::Kept }
    }
}

impl Row for SamePersonRow {
    const TABLE: &'static Table = &Table {
        name: "same_person",
        columns: &[
            Column::text("org_unit_id"),
            Column::text("id"),
            Column::text("state"),
            Column::number("at"),
            Column::text("first"),
            Column::optional_text("second"),
            Column::number("kept_from"),
        ],
        key: 2,
        indexes: &[SamePersonRow::BY_STATE, SamePersonRow::OF_FIRST, SamePersonRow::OF_SECOND, SamePersonRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::With(Owner::Contact, OwnedRows::by(SamePersonRow::OF_FIRST)),
        Retention::With(Owner::Contact, OwnedRows::by(SamePersonRow::OF_SECOND)),
        Retention::For(KeptFor::Joins, SamePersonRow::BY_AGE, Removal::Row),
    ];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(SamePersonRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.org_unit_id),
            Value::text(&self.id),
            SamePersonRow::state_value(self.state),
            self.at.into(),
            Value::text(&self.first),
            self.second.as_ref().map_or(Value::Null, Value::text),
            self.kept_from(),
        ]
    }
}

/// Look-ups and changes of proposals; part of `Store`.
pub trait SamePersonStore: Backend {
    /// The proposal with this id.
    fn same_person(&self, org_unit: &OrgUnitId, id: &str) -> StoreResult<Option<SamePersonRow>> {
        get(self, [Value::text(org_unit), Value::text(id)])
    }
    /// A portion of the org unit's proposals in this state, newest first, and the number of all.
    fn same_persons_in(
        &self,
        org_unit: &OrgUnitId,
        state: SamePersonState,
        offset: usize,
        limit: usize,
    ) -> StoreResult<(Vec<SamePersonRow>, usize)> {
        let equal = [Value::text(org_unit), SamePersonRow::state_value(state)];
        let of_state = Scan::of::<SamePersonRow>().by(SamePersonRow::BY_STATE).equal(equal);
        let total = self.count(&of_state)?;
        let mut rows: Vec<SamePersonRow> = list(self, &of_state.descending().limit(offset.saturating_add(limit)))?;
        rows.drain(..offset.min(rows.len()));
        Ok((rows, total))
    }
    /// Every proposal with this contact, in any state, by org unit and id.
    fn same_persons_of(&self, contact: &ContactId) -> StoreResult<Vec<SamePersonRow>> {
        let mut rows = Vec::new();
        for index in [SamePersonRow::OF_FIRST, SamePersonRow::OF_SECOND] {
            rows.extend(list::<SamePersonRow>(
                self,
                &Scan::of::<SamePersonRow>().by(index).equal([Value::text(contact)]),
            )?);
        }
        rows.sort_by(|one, other| (&one.org_unit_id, &one.id).cmp(&(&other.org_unit_id, &other.id)));
        Ok(rows)
    }
    /// Inserts or replaces the proposal by (`org_unit_id`, `id`).
    fn put_same_person(&mut self, row: &SamePersonRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> SamePersonStore for B {}
