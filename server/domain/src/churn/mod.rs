//! Churn risk (OrganIA): the probability that a customer leaves, the reasons, and how an agent removes the risk with a
//! written justification (ORG-001 to ORG-007, docs/decisions/0049-churn-score.md).
//!
//! The risk is computed when it is asked for, from the customer's last attendances; nothing is stored but removals, and
//! the risk of the last change, which orders lists. A removal holds until a later attendance ends. An operator can
//! configure an external service that computes the risk instead (`service`).

mod score;
mod service;

use crate::audit;
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::employers;
use crate::history::{qualification_of, visible_contact};
use crate::http::{Failure, json};
use crate::store::{ChurnRemovalRow, History, HistoryOf, JobRow, JobState, Store, StoreResult};
use score::{ChurnFacts, ChurnScore, EmbeddedScore};
use service::ServiceScore;
pub use service::{ChurnOutcome, ChurnQuestion};
use std::collections::BTreeMap;
use wire::limits::{JUSTIFICATION_MAX_CHARS, JUSTIFICATION_MIN_CHARS};
use wire::{
    ChurnContactRequest, ChurnEmployerRequest, ChurnFactor, ChurnFactors, ChurnProbability, ContactId,
    JustificationRequest, OrgUnitId, Success, Wall,
};

/// Number of a contact's last attendances that the score uses.
const LOOKED_AT: usize = 50;

/// Number of a company's contacts, by name, that are used.
const CONTACTS: usize = 1_000;

/// The risk of a contact.
enum Risk {
    /// The contact had no attendance, or the external service has not answered for it.
    NotComputed,
    Removed(ChurnRemovalRow),
    Computed(Vec<ChurnFactor>),
}

/// `POST /organia/churn-buster/contact-probability-values`: the reasons, the largest part first; an empty list where no
/// risk is shown.
pub(crate) fn factors(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: ChurnContactRequest = call.body()?;
    let contact = visible_contact(tx, &caller.org_unit_id, &request.contact_id)?;
    service::refresh(tx, &caller.org_unit_id, &contact.contact.id)?;
    let data = match risk_of(tx, &caller.org_unit_id, &contact.contact.id)? {
        Risk::Computed(factors) => factors,
        Risk::NotComputed | Risk::Removed(_) => Vec::new(),
    };
    json(&ChurnFactors { data: data.into() })
}

/// `POST /organia/churn-buster/contact-max-data`.
pub(crate) fn probability_of_contact(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: ChurnContactRequest = call.body()?;
    let contact = visible_contact(tx, &caller.org_unit_id, &request.contact_id)?;
    service::refresh(tx, &caller.org_unit_id, &contact.contact.id)?;
    let (probability, justification) = match risk_of(tx, &caller.org_unit_id, &contact.contact.id)? {
        Risk::NotComputed => (None, String::new()),
        Risk::Removed(row) => (None, row.justification),
        Risk::Computed(factors) => (Some(sum(&factors)), String::new()),
    };
    json(&ChurnProbability { probability, updated_at: Some(tx.now()), justification })
}

/// `POST /organia/churn-buster/employer-max-probability`: the probability of the contact with the greatest risk.
pub(crate) fn probability_of_employer(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: ChurnEmployerRequest = call.body()?;
    let employer = employers::of_unit(tx, caller, request.employer_id.as_str())?;
    let mut greatest: Option<f64> = None;
    for contact in employers::contacts_of(tx, &employer)?.into_iter().take(CONTACTS) {
        let risk = probability(tx, &caller.org_unit_id, &contact.contact.id)?;
        greatest = [greatest, risk].into_iter().flatten().reduce(f64::max);
    }
    json(&ChurnProbability { probability: greatest, updated_at: Some(tx.now()), justification: String::new() })
}

/// `POST /organia/churn-buster/justification`: removes the risk until a later attendance ends. Repetitions change nothing.
pub(crate) fn justify(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: JustificationRequest = call.body()?;
    let justification = request.justification.trim();
    match justification.chars().count() {
        ..JUSTIFICATION_MIN_CHARS => return Err(Failure::field("justification", "tooShort")),
        JUSTIFICATION_MIN_CHARS..=JUSTIFICATION_MAX_CHARS => {}
        _ => return Err(Failure::field("justification", "tooLong")),
    }
    let row = visible_contact(tx, &caller.org_unit_id, &request.contact_id)?;
    let contact = row.contact.id.clone();
    let factors = match risk_of(tx, &caller.org_unit_id, &contact)? {
        Risk::NotComputed => return Err(Failure::not_found("risk")),
        Risk::Removed(_) => return json(&Success { success: true }),
        Risk::Computed(factors) => factors,
    };
    let (now, probability) = (tx.now(), sum(&factors));
    tx.store.insert_churn_removal(&ChurnRemovalRow {
        contact_id: contact.clone(),
        at: now,
        agent_id: caller.agent_id.clone(),
        justification: justification.to_owned(),
        probability,
    })?;
    keep(tx.store, tx.config.churn_service, now, &caller.org_unit_id, &contact)?;
    let subject = |name: &str, value: String| audit::Subject {
        fields: BTreeMap::from([(name.to_owned(), value)]),
        ..audit::contact(&row)
    };
    let removed = subject("justification", justification.to_owned());
    audit::record(tx, caller, "riskRemoved", &removed, Some(&subject("churnRisk", probability.to_string())))?;
    json(&Success { success: true })
}

/// The contact's probability in the org unit, 0 to 100; `None` if the contact had no attendance or the risk was removed.
pub(crate) fn probability(
    tx: &Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    contact: &ContactId,
) -> StoreResult<Option<f64>> {
    Ok(match risk_of(tx, org_unit, contact)? {
        Risk::Computed(factors) => Some(sum(&factors)),
        Risk::NotComputed | Risk::Removed(_) => None,
    })
}

fn sum(factors: &[ChurnFactor]) -> f64 {
    factors.iter().map(|factor| factor.value).sum::<f64>().clamp(0.0, 100.0)
}

/// An attendance ended or was qualified: stores the contact's probability, which orders lists, or asks the external service.
pub(crate) fn note(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let is_over = matches!(job.state, JobState::Ended | JobState::Qualified | JobState::Abandoned);
    match &job.contact_id {
        Some(contact) if is_over && tx.config.churn_service => service::ask(tx, &job.org_unit_id, contact),
        Some(contact) if is_over => keep(tx.store, false, tx.context.now, &job.org_unit_id, contact),
        _ => Ok(()),
    }
}

/// Stores the present probability with the contact.
pub(crate) fn keep(
    store: &mut dyn Store,
    by_service: bool,
    now: Wall,
    org_unit: &OrgUnitId,
    contact: &ContactId,
) -> StoreResult<()> {
    let Some(mut row) = store.contact(contact)? else { return Ok(()) };
    let risk = match risk(store, by_service, now, org_unit, contact)? {
        Risk::Computed(factors) => Some(sum(&factors)),
        Risk::NotComputed | Risk::Removed(_) => None,
    };
    if row.contact.churn_risk == risk {
        return Ok(());
    }
    row.contact.churn_risk = risk;
    store.put_contact(&row)
}

fn risk_of(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, contact: &ContactId) -> StoreResult<Risk> {
    risk(tx.store, tx.config.churn_service, tx.now(), org_unit, contact)
}

fn risk(
    store: &dyn Store,
    by_service: bool,
    now: Wall,
    org_unit: &OrgUnitId,
    contact: &ContactId,
) -> StoreResult<Risk> {
    let jobs = last_attendances(store, org_unit, contact)?;
    let score: Box<dyn ChurnScore> = if by_service {
        let Some(factors) = store.churn_score(contact)?.and_then(|row| row.factors) else {
            return Ok(Risk::NotComputed);
        };
        Box::new(ServiceScore(factors))
    } else if jobs.is_empty() {
        return Ok(Risk::NotComputed);
    } else {
        Box::new(EmbeddedScore)
    };
    if let Some(removal) = store.churn_removal(contact)? {
        let is_over = jobs.iter().filter_map(|job| job.ended_at).any(|end| end > removal.at);
        if !is_over {
            return Ok(Risk::Removed(removal));
        }
    }
    Ok(Risk::Computed(score.factors(&facts(store, now, &jobs)?)))
}

fn last_attendances(store: &dyn Store, org_unit: &OrgUnitId, contact: &ContactId) -> StoreResult<Vec<JobRow>> {
    store.history(&History::all(org_unit, HistoryOf::Contact(contact.clone())), LOOKED_AT)
}

fn facts(store: &dyn Store, now: Wall, jobs: &[JobRow]) -> StoreResult<ChurnFacts> {
    let answered = jobs.iter().filter(|job| job.state != JobState::Abandoned);
    // A customer who was never answered has waited since the first attendance.
    let last = answered.map(|job| job.ended_at.unwrap_or(now)).max().or_else(|| jobs.last().map(|job| job.created_at));
    let mut facts =
        ChurnFacts { last_contact_days: last.map_or(0, |last| days(now.since_ms(last))), ..Default::default() };
    for job in jobs {
        let age = days(now.since_ms(job.created_at));
        if job.state == JobState::Abandoned {
            facts.unanswered_days.push(age);
        } else if qualification_of(store, job)?.is_some_and(|row| row.record.kind == "negative") {
            facts.negative_days.push(age);
        }
    }
    Ok(facts)
}

fn days(ms: i64) -> u32 {
    u32::try_from(ms / (24 * 60 * 60 * 1000)).unwrap_or_default()
}

#[cfg(test)]
mod service_tests;
#[cfg(test)]
mod tests;
