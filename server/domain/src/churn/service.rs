//! A risk that an external service computes. An effect requests it when an attendance ended or was qualified, and when an agent
//! looks at an answer that is older than a day. The last answer is stored and shown. A contact without an answer has no risk.

use super::score::{ChurnFacts, ChurnScore};
use super::{facts, keep, last_attendances};
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::effects::{self, Effect, EffectKind, EffectOutcome};
use crate::store::{ChurnScoreRow, Store, StoreError, StoreResult};
use serde::{Deserialize, Serialize};
use wire::{ChurnFactor, ContactId, OrgUnitId, Wall};

/// The service is asked again when its answer is older than this.
const FRESH_MS: i64 = 24 * 60 * 60 * 1000;
/// Maximum of reasons stored of an answer, and of characters in each.
const MOST_FACTORS: usize = 20;
const REASON_MAX_CHARS: usize = 200;

/// The question to the service: the contact, and the facts of the centre's own score. Body of the effect `ScoreChurn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChurnQuestion {
    /// Org unit of the contact.
    pub org_unit_id: OrgUnitId,
    /// Contact whose risk is asked for.
    pub contact_id: ContactId,
    /// When the question was asked; ages are counted from here.
    pub asked_at: Wall,
    /// The identifier of the contact in the business's own database.
    pub contact_identifier: String,
    /// Days since the end of the last attendance that an agent had; 0 while one is active or if there was none.
    pub last_contact_days: u32,
    /// Ages in days of the attendances that ended without an agent.
    pub unanswered_days: Vec<u32>,
    /// Ages in days of the attendances with a negative qualification.
    pub negative_days: Vec<u32>,
}

/// The answer of the service.
#[derive(Clone, Debug, PartialEq)]
pub enum ChurnOutcome {
    /// The parts of the probability.
    Scored(Vec<ChurnFactor>),
    /// The service knows no risk of the contact.
    Unknown,
    /// The service did not answer; another attempt may succeed.
    Failed {
        /// Why the service did not answer.
        cause: String,
        /// Milliseconds after which the service may be asked again, if it said so.
        retry_after_ms: Option<u64>,
    },
    /// The service refuses this question for ever.
    Refused(String),
}

/// The last answer of the service, whatever the centre's own score is.
pub(super) struct ServiceScore(pub Vec<ChurnFactor>);

impl ChurnScore for ServiceScore {
    fn factors(&self, _: &ChurnFacts) -> Vec<ChurnFactor> {
        self.0.clone()
    }
}

/// Asks the service after this transaction.
pub(super) fn ask(tx: &mut Transaction<'_, '_>, org_unit: &OrgUnitId, contact: &ContactId) -> StoreResult<()> {
    let Some(row) = tx.store.contact(contact)? else { return Ok(()) };
    let jobs = last_attendances(tx.store, org_unit, contact)?;
    let ChurnFacts { last_contact_days, unanswered_days, negative_days } = facts(tx.store, tx.now(), &jobs)?;
    let question = ChurnQuestion {
        org_unit_id: org_unit.clone(),
        contact_id: contact.clone(),
        asked_at: tx.now(),
        contact_identifier: row.contact.identifiers.id,
        last_contact_days,
        unanswered_days,
        negative_days,
    };
    let known = tx.store.churn_score(contact)?;
    tx.store.put_churn_score(&ChurnScoreRow {
        contact_id: contact.clone(),
        asked_at: tx.now(),
        factors: known.and_then(|row| row.factors),
    })?;
    tx.request_effect(EffectKind::ScoreChurn, org_unit, &question)
}

/// An agent looks at the risk: asks the service again if its answer is old.
pub(super) fn refresh(tx: &mut Transaction<'_, '_>, org_unit: &OrgUnitId, contact: &ContactId) -> StoreResult<()> {
    let is_fresh = |row: ChurnScoreRow| tx.now().since_ms(row.asked_at) < FRESH_MS;
    if !tx.config.churn_service || tx.store.churn_score(contact)?.is_some_and(is_fresh) {
        return Ok(());
    }
    ask(tx, org_unit, contact)
}

impl Centre {
    /// Reports how an attempt to ask the service ended. A second outcome of an effect changes nothing.
    pub fn churn_scored(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
        outcome: ChurnOutcome,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(row) = tx.store.effect(&effect.id)?.filter(|row| !row.is_dead) else { return Ok(()) };
            let factors = match outcome {
                ChurnOutcome::Scored(factors) => Some(plausible(factors)),
                ChurnOutcome::Unknown => None,
                ChurnOutcome::Failed { cause, retry_after_ms } => {
                    return effects::end(tx, effect, EffectOutcome::Failed { cause, retry_after_ms });
                }
                ChurnOutcome::Refused(cause) => return effects::end(tx, effect, EffectOutcome::Refused(cause)),
            };
            let question: ChurnQuestion =
                serde_json::from_str(&row.body).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let contact = &question.contact_id;
            // The answer to a later question may have arrived first.
            if let Some(row) = tx.store.churn_score(contact)?.filter(|row| row.asked_at <= question.asked_at) {
                tx.store.put_churn_score(&ChurnScoreRow { factors, ..row })?;
                keep(tx.store, tx.config.churn_service, tx.context.now, &question.org_unit_id, contact)?;
            }
            effects::end(tx, effect, EffectOutcome::Done)
        })
    }
}

/// The answer in the form that is shown: no part is negative or not a number, and the largest one comes first.
fn plausible(factors: Vec<ChurnFactor>) -> Vec<ChurnFactor> {
    let usable = factors.into_iter().filter(|factor| factor.value.is_finite() && factor.value > 0.0);
    let mut factors: Vec<ChurnFactor> = usable
        .map(|factor| ChurnFactor { reason: factor.reason.chars().take(REASON_MAX_CHARS).collect(), ..factor })
        .collect();
    factors.sort_by(|one, other| other.value.total_cmp(&one.value));
    factors.truncate(MOST_FACTORS);
    factors
}
