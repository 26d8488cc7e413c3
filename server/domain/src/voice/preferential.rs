//! Calls of customers who are in an agent's wallet: that agent is asked first, for a limited time, before any telephone
//! rings (CHN-021, CHN-022). Only an agent who can be called now is asked.

use super::ring::{is_reserved, put};
use super::{publish, ring};
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::router;
use crate::store::{CallPhase, CallRow, ContactField, JobRow, RingFact, StoreResult};
use wire::{AgentId, Channel, OrgUnitId, PreferentialCallEvent, PreferentialCallRequest, Success, events};

/// The agent to ask about a new call: a member of its group who has the contact in the wallet and is free.
pub(super) fn agent_to_ask(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<AgentId>> {
    let Some(contact) = &job.contact_id else { return Ok(None) };
    let Some(owner) = tx.store.contact(contact)?.and_then(|row| row.keeper().cloned()) else { return Ok(None) };
    let is_member = tx.store.group(&job.group_id)?.is_some_and(|group| group.members.contains(&owner));
    let is_free = is_member && router::can_take_call(tx, &owner)? && !is_reserved(tx, &owner)?;
    Ok(is_free.then_some(owner))
}

/// The agent who has a contact with this number in the wallet.
pub(super) fn owner_of(tx: &Transaction<'_, '_>, unit: &OrgUnitId, phone: &str) -> StoreResult<Option<AgentId>> {
    let found = tx.store.contacts_by(ContactField::Phone1, phone)?;
    let own = found.iter().filter(|row| &row.org_unit_id == unit);
    Ok(own.filter_map(|row| row.keeper().cloned()).next())
}

/// Stores the call and asks the agent about it.
pub(super) fn ask(tx: &mut Transaction<'_, '_>, job: &JobRow, call: CallRow, agent: AgentId) -> StoreResult<()> {
    let question = RingFact { agent_id: agent.clone(), exten: String::new(), since: tx.now(), rejected: false };
    put(tx, &CallRow { phase: CallPhase::Asking, ring: Some(question), ..call.clone() })?;
    let contact = match &job.contact_id {
        Some(id) => tx.store.contact(id)?,
        None => None,
    };
    let name = contact.map(|row| row.contact.fullname).unwrap_or_default();
    let event = PreferentialCallEvent { active: true, name, phone: call.phone };
    publish(tx, &agent, &events::voice::Event::Preferential(event))
}

/// Ends the question to the agent.
pub(super) fn publish_over(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    publish(tx, agent, &events::voice::Event::Preferential(PreferentialCallEvent::default()))
}

/// `POST /voice/confirm-preferencial-call`: the call rings at the agent.
pub(crate) fn confirm(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: PreferentialCallRequest = call.body()?;
    if request.channel != Channel::Voice {
        return Err(Failure::field("channel", "invalid"));
    }
    let reservation = tx.store.reservation_of(&caller.agent_id)?;
    let call = match reservation {
        Some(reservation) => tx.store.call_by_unique_id(&reservation.unique_id)?,
        None => None,
    };
    let Some(call) = call.filter(|call| call.phase == CallPhase::Asking) else {
        return Err(Failure::cause("noPreferentialCall"));
    };
    let Some(job) = tx.store.job(&call.protocol)? else { return Err(Failure::cause("noPreferentialCall")) };
    if !router::can_take_call(tx, &caller.agent_id)? {
        return Err(Failure::cause("agentVoiceDisconnected"));
    }
    ring::ring_at(tx, &job, call, &caller.agent_id)?;
    json(&Success { success: true })
}
