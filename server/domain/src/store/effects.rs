//! Rows and look-ups of effects.

use super::StoreResult;
use super::backend::{Backend, delete, first, get, insert, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, NEVER, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{OrgUnitId, Wall};

/// A separate line of effects of one kind. Effects of a lane never wait for those of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EffectLane {
    /// Effects that a person waits for, for example the sending of an agent's text.
    #[default]
    Prompt,
    /// Bulk effects that nobody waits for.
    Mass,
}

impl EffectLane {
    /// Every lane, in the order in which the worker checks them.
    pub const ALL: [EffectLane; 2] = [EffectLane::Prompt, EffectLane::Mass];

    /// Name of the lane in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            EffectLane::Prompt => "prompt",
            EffectLane::Mass => "mass",
        }
    }
}

/// I/O that the domain requested. The row is deleted when the effect is done. Key: `id`; look-ups: `kind`, `lane`, `not_before`,
/// `org_unit_id`, `sequence`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectRow {
    /// Random identifier; the idempotency key of every attempt.
    pub id: String,
    /// The kind, which determines the adapter that carries it out.
    pub kind: String,
    /// The lane in which the effect waits. Rows of older servers are prompt effects.
    #[serde(default)]
    pub lane: EffectLane,
    /// JSON that the kind defines.
    pub body: String,
    /// Org unit whose supervisors see the effect when it is dead.
    pub org_unit_id: OrgUnitId,
    /// When the domain requested the effect.
    pub created_at: Wall,
    /// Time of the next attempt; for a dead effect the time of its last failure.
    pub not_before: Wall,
    /// Number of attempts that began.
    pub attempts: u32,
    /// Whether the effect is dead: there is no attempt until a supervisor requests one.
    pub is_dead: bool,
    /// Why the last attempt failed; empty before that.
    pub cause: String,
    /// Name of the sequence, whose effects are carried out one after the other; empty: none.
    #[serde(default)]
    pub sequence: String,
    /// Position in the sequence.
    #[serde(default)]
    pub position: u64,
    /// Whether an earlier effect of the sequence is not done, so that this one is not due.
    #[serde(default)]
    pub is_waiting: bool,
    /// Whether an attempt began and has no outcome.
    #[serde(default)]
    pub is_running: bool,
}

impl EffectRow {
    const BY_TIME: &'static Index =
        &Index::new("effect_by_time", &["kind", "lane", "is_dead", "is_waiting", "not_before"]);
    const SEQUENCE: &'static Index = &Index::new("effect_sequence", &["sequence", "is_dead", "position"]);
    const DEAD: &'static Index = &Index::new("effect_dead", &["org_unit_id", "is_dead", "not_before"]);
    const BY_AGE: &'static Index = &Index::new("effect_by_age", &["kept_from"]);

    /// Causes are blanked because they quote answers of providers, which contain numbers.
    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_about_contact = |id: &wire::ContactId| {
            self.body.contains(&format!("\"contact_id\":{}", serde_json::Value::from(id.as_str())))
        };
        let texts = [&self.body, &self.cause, &self.sequence];
        let is_about =
            texts.into_iter().any(|text| customer.is_mentioned(text)) || customer.contacts.iter().any(is_about_contact);
        if is_about { Fate::Deleted } else { Fate::Kept }
    }
}

impl Row for EffectRow {
    const TABLE: &'static Table = &Table {
        name: "effect",
        columns: &[
            Column::text("id"),
            Column::text("kind"),
            Column::number("is_dead"),
            Column::number("not_before"),
            Column::text("org_unit_id"),
            Column::number("is_waiting"),
            Column::text("sequence"),
            Column::number("position"),
            Column::number("kept_from"),
            Column::text("lane"),
        ],
        key: 1,
        indexes: &[EffectRow::BY_TIME, EffectRow::DEAD, EffectRow::SEQUENCE, EffectRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] = &[Retention::For(KeptFor::DeadEffects, EffectRow::BY_AGE, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(EffectRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.id),
            Value::text(&self.kind),
            self.is_dead.into(),
            self.not_before.into(),
            Value::text(&self.org_unit_id),
            self.is_waiting.into(),
            Value::text(&self.sequence),
            Value::number(self.position),
            if self.is_dead { self.not_before.into() } else { NEVER },
            Value::text(self.lane.as_str()),
        ]
    }
}

/// The index of effects of a lane that are neither dead nor waiting, by time.
fn open(kind: &str, lane: EffectLane) -> Scan {
    let equal = [Value::text(kind), Value::text(lane.as_str()), false.into(), false.into()];
    Scan::of::<EffectRow>().by(EffectRow::BY_TIME).equal(equal)
}

/// Look-ups and changes of effects; part of `Store`.
pub trait EffectStore: Backend {
    /// The effect with this identifier.
    fn effect(&self, id: &str) -> StoreResult<Option<EffectRow>> {
        get(self, [Value::text(id)])
    }
    /// At most `limit` effects of the kind's lane with a `not_before` up to `now`, by time; without dead and waiting
    /// ones.
    fn effects_until(&self, kind: &str, lane: EffectLane, now: Wall, limit: usize) -> StoreResult<Vec<EffectRow>> {
        list(self, &open(kind, lane).before(now.plus_ms(1).into()).limit(limit))
    }
    /// The effect of the kind's lane with the earliest `not_before`; without dead and waiting ones.
    fn next_effect(&self, kind: &str, lane: EffectLane) -> StoreResult<Option<EffectRow>> {
        first(self, open(kind, lane))
    }
    /// The first effect of the sequence that is not dead.
    fn first_of_sequence(&self, sequence: &str) -> StoreResult<Option<EffectRow>> {
        let open = Scan::of::<EffectRow>().by(EffectRow::SEQUENCE).equal([Value::text(sequence), false.into()]);
        first(self, open)
    }
    /// The last effect of the sequence that is not dead.
    fn last_of_sequence(&self, sequence: &str) -> StoreResult<Option<EffectRow>> {
        let open = Scan::of::<EffectRow>().by(EffectRow::SEQUENCE).equal([Value::text(sequence), false.into()]);
        first(self, open.descending())
    }
    /// At most `limit` dead effects of the org unit, the latest first.
    fn dead_effects(&self, org_unit: &OrgUnitId, limit: usize) -> StoreResult<Vec<EffectRow>> {
        let dead = Scan::of::<EffectRow>().by(EffectRow::DEAD).equal([Value::text(org_unit), true.into()]);
        list(self, &dead.descending().limit(limit))
    }
    /// Inserts an effect without a sequence, or as the last of its sequence: it waits if there is an earlier effect. The row of the earlier
    /// effect is written again, so that a transaction that ends that effect at the same time conflicts with this one.
    fn append_effect(&mut self, row: &EffectRow) -> StoreResult<()> {
        let earlier = if row.sequence.is_empty() { None } else { self.last_of_sequence(&row.sequence)? };
        if let Some(earlier) = &earlier {
            self.put_effect(earlier)?;
        }
        let position = earlier.as_ref().map_or(0, |earlier| earlier.position.saturating_add(1));
        self.insert_effect(&EffectRow { position, is_waiting: earlier.is_some(), ..row.clone() })
    }
    /// The effect after `ended` in its sequence; it no longer waits.
    fn start_next_effect(&mut self, ended: &EffectRow, now: Wall) -> StoreResult<Option<EffectRow>> {
        if ended.sequence.is_empty() {
            return Ok(None);
        }
        let Some(next) = self.first_of_sequence(&ended.sequence)?.filter(|next| next.is_waiting) else {
            return Ok(None);
        };
        let next = EffectRow { is_waiting: false, not_before: now, ..next };
        self.put_effect(&next)?;
        Ok(Some(next))
    }
    /// Inserts the effect by `id`.
    fn insert_effect(&mut self, row: &EffectRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Inserts or replaces the effect by `id`.
    fn put_effect(&mut self, row: &EffectRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the effect; an unknown one changes nothing.
    fn delete_effect(&mut self, id: &str) -> StoreResult<()> {
        delete::<EffectRow>(self, [Value::text(id)])
    }
}

impl<B: Backend> EffectStore for B {}
