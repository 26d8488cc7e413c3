//! Joining two contacts that are one person, undoing it, and refusing it.

use super::joined::{add_identifier, joined, separated};
use super::same_person::{found, has_number, inherit_decisions, note_contact};
use super::{editable, is_same, publish, refuse_duplicate_besides, shown};
use crate::audit;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::retention;
use crate::store::{
    ChurnRemovalRow, ContactField, ContactRow, DecisionFact, JobRow, JobState, JoinFact, KeptFor, SamePersonRow,
    ScriptAnswerRow, StoreResult,
};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::{Channel, ContactId, JoinRequest, Protocol, SamePersonDecision, SamePersonState, Success};

/// `POST /contacts/same-person/{id}/join`: the kept contact gets what the other one has; the other contact is deleted.
pub(crate) fn join(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: JoinRequest = call.body()?;
    let proposal = found(tx, caller, call.param("id"), SamePersonState::Proposed)?;
    let is_one = request.keep == proposal.first || Some(&request.keep) == proposal.second.as_ref();
    if !is_one {
        return Err(Failure::field("keep", "invalid"));
    }
    let before = editable(tx, caller, &request.keep)?;
    let (after, fact) = match &proposal.second {
        Some(second) => {
            let other = if request.keep == *second { &proposal.first } else { second };
            join_contacts(tx, caller, before, &other.clone())?
        }
        None => join_number(tx, before, &proposal.number)?,
    };
    store_decision(tx, caller, proposal, SamePersonState::Joined, Some(Box::new(fact)))?;
    retention::keep(tx, KeptFor::Joins, tx.now())?;
    publish(tx, &after.contact.id)?;
    note_contact(tx, &after)?;
    json(&shown(tx, after)?)
}

fn join_contacts(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    before: ContactRow,
    other: &ContactId,
) -> Result<(ContactRow, JoinFact), Failure> {
    let other = editable(tx, caller, other)?;
    let (kept, gone) = (before.contact.id.clone(), other.contact.id.clone());
    let mut after = joined(tx.store.number_country(), &before, &other);
    after.contact.version += 1;
    let answers = tx.store.script_answers(&ScriptAnswerRow::of_contact(&gone))?;
    let owner = ScriptAnswerRow::of_contact(&kept);
    let own = tx.store.script_answers(&owner)?;
    let removal = tx.store.churn_removal(&gone)?;
    let own_removal = tx.store.churn_removal(&kept)?;
    let former = tx.store.same_persons_of(&gone)?;
    // The contact is deleted first: no two contacts may have the same identifier.
    tx.store.delete_rows_of_contact(gone.as_str())?;
    tx.store.delete_contact(&other)?;
    tx.store.put_contact(&after)?;
    for answer in answers.iter().filter(|answer| !own.iter().any(|own| own.field_id == answer.field_id)) {
        tx.store.put_script_answer(&ScriptAnswerRow { owner: owner.clone(), ..answer.clone() })?;
    }
    if let Some(removal) = removal.filter(|removal| own_removal.is_none_or(|own| own.at < removal.at)) {
        tx.store.insert_churn_removal(&ChurnRemovalRow { contact_id: kept.clone(), ..removal })?;
    }
    let protocols = move_attendances(tx, &gone, &kept, |_| true)?;
    inherit_decisions(tx, &after, former, &gone)?;
    let (subject, now) = (audit::contact(&other), audit::contact(&after));
    audit::record(tx, caller, "joinedInto", &subject.without_fields(), Some(&subject))?;
    audit::record(tx, caller, "joined", &now, Some(&audit::contact(&before)))?;
    let fact = JoinFact { before, after: after.clone(), joined: Some(other), protocols, answers };
    Ok((after, fact))
}

/// The contact gets the number of a customer without a contact, and the customer's attendances.
fn join_number(
    tx: &mut Transaction<'_, '_>,
    before: ContactRow,
    number: &str,
) -> Result<(ContactRow, JoinFact), Failure> {
    let mut after = before.clone();
    add_identifier(tx.store.number_country(), &mut after, ContactField::WhatsappIdentifier, number);
    after.contact.version += 1;
    tx.store.put_contact(&after)?;
    let mut protocols = Vec::new();
    for facts in tx.store.whatsapp_jobs_of(number)? {
        let Some(mut job) = tx.store.job(&facts.protocol)? else { continue };
        if job.contact_id.is_none() && job.org_unit_id == after.org_unit_id {
            job.contact_id = Some(after.contact.id.clone());
            tx.store.put_job(&job)?;
            protocols.push(facts.protocol);
        }
    }
    let fact = JoinFact { before, after: after.clone(), joined: None, protocols, answers: Vec::new() };
    Ok((after, fact))
}

/// `POST /contacts/same-person/{id}/refuse`: the two contacts are different persons, for ever.
pub(crate) fn refuse(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let _: SamePersonDecision = call.body()?;
    let proposal = found(tx, caller, call.param("id"), SamePersonState::Proposed)?;
    let first = editable(tx, caller, &proposal.first)?;
    let mut now = audit::contact(&first).without_fields();
    let other = proposal.second.as_ref().map_or_else(|| proposal.number.clone(), ContactId::to_string);
    now.fields = BTreeMap::from([("other".to_owned(), other)]);
    audit::record(tx, caller, "notSamePerson", &now, None)?;
    store_decision(tx, caller, proposal, SamePersonState::Refused, None)?;
    json(&Success { success: true })
}

/// `POST /contacts/same-person/{id}/undo`: restores both contacts and keeps later changes of other fields. 409 `JOIN_CHANGED` if somebody
/// changed what the join set.
pub(crate) fn undo(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let _: SamePersonDecision = call.body()?;
    let proposal = found(tx, caller, call.param("id"), SamePersonState::Joined)?;
    let Some(fact) = proposal.join.clone() else { return Err(Failure::not_found("proposal")) };
    let now = editable(tx, caller, &fact.after.contact.id)?;
    let mut kept = separated(&now, &fact.before, &fact.after).map_err(|fields| {
        Failure::reason("JOIN_CHANGED", BTreeMap::from([("fields".to_owned(), Value::from(fields))]))
    })?;
    kept.contact.version = now.contact.version + 1;
    tx.store.put_contact(&kept)?;
    if let Some(joined) = &fact.joined {
        // A contact that got one of its identifiers meanwhile keeps it.
        refuse_duplicate_besides(tx, caller, joined, &kept.contact.id)?;
        let mut back = joined.clone();
        back.contact.version += 1;
        tx.store.put_contact(&back)?;
        for answer in &fact.answers {
            tx.store.put_script_answer(answer)?;
        }
        let (areas, country) = (tx.areas, tx.store.number_country());
        let is_its = |job: &JobRow| {
            let field = areas.rules(job.channel).identifier();
            let mut own = back.every_identifier().filter(|(kind, _)| *kind == field);
            fact.protocols.contains(&job.protocol) || own.any(|(_, value)| is_same(areas, country, job, value))
        };
        move_attendances(tx, &kept.contact.id, &back.contact.id, is_its)?;
        audit::record(tx, caller, "separated", &audit::contact(&back), None)?;
        publish(tx, &back.contact.id)?;
    } else {
        let number = proposal.number.clone();
        let (areas, country) = (tx.areas, tx.store.number_country());
        let is_its = |job: &JobRow| job.channel == Channel::Whatsapp && is_same(areas, country, job, &number);
        let is_gone = !has_number(country, &kept, &number);
        for mut job in attendances(tx, &kept.contact.id)?.into_iter().filter(|job| is_gone && is_its(job)) {
            job.contact_id = None;
            store_job(tx, job)?;
        }
    }
    audit::record(tx, caller, "undone", &audit::contact(&kept), Some(&audit::contact(&now)))?;
    store_decision(tx, caller, proposal, SamePersonState::Undone, None)?;
    publish(tx, &kept.contact.id)?;
    json(&shown(tx, kept)?)
}

fn store_decision(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    proposal: SamePersonRow,
    state: SamePersonState,
    join: Option<Box<JoinFact>>,
) -> StoreResult<()> {
    let decision =
        DecisionFact { agent_id: caller.agent_id.clone(), agent_name: caller.agent_name.clone(), at: tx.now() };
    tx.store.put_same_person(&SamePersonRow { state, decision: Some(decision), join, ..proposal })
}

fn attendances(tx: &Transaction<'_, '_>, contact: &ContactId) -> StoreResult<Vec<JobRow>> {
    let mut found = Vec::new();
    for state in JobState::ALL {
        found.extend(tx.store.jobs_of_contact(contact, state)?);
    }
    Ok(found)
}

/// Moves attendances of a contact to another contact; returns the moved ones.
fn move_attendances(
    tx: &mut Transaction<'_, '_>,
    from: &ContactId,
    to: &ContactId,
    is_moved: impl Fn(&JobRow) -> bool,
) -> StoreResult<Vec<Protocol>> {
    let mut moved = Vec::new();
    for mut job in attendances(tx, from)?.into_iter().filter(|job| is_moved(job)) {
        job.contact_id = Some(to.clone());
        job.contact_noted = job.contact_noted.and_then(|_| job.contact_id.clone());
        moved.push(job.protocol.clone());
        store_job(tx, job)?;
    }
    Ok(moved)
}

/// Stores a changed attendance; with `publish` its agent gets an event.
fn store_job(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<()> {
    tx.store.put_job(&job)
}
