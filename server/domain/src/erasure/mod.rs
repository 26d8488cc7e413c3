//! Erasing one customer (LGPD art. 18 VI), by a command of the operator. The whole erasure is one transaction, so that a customer is never half
//! erased. Servers may run meanwhile: pages of the agents concerned reconnect and load what is left. Rows that a request wrote at the same moment
//! are found by running the command again.

mod found;

use crate::audit;
use crate::auth;
use crate::centre::{Centre, CustomerNews, Transaction};
use crate::channels;
use crate::context::Context;
use crate::effects::EffectKind;
use crate::jobs;
use crate::operator;
use crate::router;
use crate::store::{EndedBy, ErasedCustomer, JobRow, JobState, Store, StoreError, StoreResult, erase_rows};
use crate::suppression;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use wire::{AgentId, OrgUnitId, Protocol};

/// Maximum of files in one effect.
const FILES: usize = 200;

/// Identifies the customer to erase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerErasure {
    /// Org unit whose rows are erased. Contacts of all org units are erased too if they have the identifier.
    pub org_unit: OrgUnitId,
    /// Number, mail address, other identifier or id of the contact.
    pub identifier: String,
    /// Whether open attendances are ended; otherwise the erasure is refused while there are any.
    pub end: bool,
}

/// The result of an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErasedRows {
    /// Number of deleted or blanked rows by table.
    pub rows: BTreeMap<&'static str, usize>,
    /// Files whose content the caller deletes after the commit. The effect `DeleteFiles` deletes the remaining ones.
    pub files: Vec<String>,
}

/// Why nothing was erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErasureError {
    /// The identifier is empty, or is the placeholder of calls without a number.
    Identifier,
    /// No org unit has this identifier.
    OrgUnit,
    /// The customer has open attendances, or is being called.
    Open(Vec<Protocol>),
    /// The store failed.
    Store(StoreError),
}

impl From<StoreError> for ErasureError {
    fn from(error: StoreError) -> Self {
        ErasureError::Store(error)
    }
}

impl fmt::Display for ErasureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErasureError::Identifier => {
                formatter.write_str("The identifier must be a number, a mail address or an id.")
            }
            ErasureError::OrgUnit => formatter.write_str("There is no such org unit."),
            ErasureError::Open(protocols) if protocols.is_empty() => {
                formatter.write_str("The customer is being called: pass --end, too, to end the call.")
            }
            ErasureError::Open(protocols) => {
                let protocols: Vec<&str> = protocols.iter().map(Protocol::as_str).collect();
                let protocols = protocols.join(", ");
                write!(formatter, "The customer has open attendances ({protocols}): pass --end, too, to end them.")
            }
            ErasureError::Store(error) => write!(formatter, "The customer cannot be erased: {error}."),
        }
    }
}

impl Centre {
    /// Erases a customer. A repetition erases rows that requests have written meanwhile; without such rows it changes
    /// nothing.
    ///
    /// # Errors
    /// See `ErasureError`; nothing was changed then.
    pub fn erase_customer(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        erasure: &CustomerErasure,
    ) -> Result<ErasedRows, ErasureError> {
        self.transact_store(store, context, |tx| erase(tx, erasure))?
    }
}

fn erase(tx: &mut Transaction<'_, '_>, erasure: &CustomerErasure) -> StoreResult<Result<ErasedRows, ErasureError>> {
    if tx.store.org_unit(&erasure.org_unit)?.is_none() {
        return Ok(Err(ErasureError::OrgUnit));
    }
    let Some(customer) = found::customer(tx, &erasure.org_unit, &erasure.identifier)? else {
        return Ok(Err(ErasureError::Identifier));
    };
    let open = open_attendances(tx, &customer)?;
    let is_called = is_called(tx, &customer)?;
    if !erasure.end && (is_called || !open.is_empty()) {
        return Ok(Err(ErasureError::Open(open.into_iter().map(|job| job.protocol).collect())));
    }
    let agents = agents_of(tx, &customer)?;
    open.into_iter().try_for_each(|job| end_attendance(tx, job))?;
    end_dials(tx, &customer)?;
    remember_wishes(tx, &customer)?;
    let files = forget_files(tx, &customer)?;
    let mut rows = erase_rows(tx.store, &customer)?;
    for id in &customer.contacts {
        if let Some(contact) = tx.store.contact(id)? {
            tx.store.delete_contact(&contact)?;
            *rows.entry("contact").or_default() += 1;
        }
    }
    if !rows.is_empty() {
        audit::record_erasure(tx, &erasure.org_unit, &rows)?;
        agents.iter().try_for_each(|agent| auth::connect_again(tx, agent))?;
        operator::announce(tx)?;
    }
    Ok(Ok(ErasedRows { rows, files }))
}

fn open_attendances(tx: &Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<Vec<JobRow>> {
    let mut open = Vec::new();
    for protocol in &customer.protocols {
        let is_open = |job: &JobRow| matches!(job.state, JobState::Waiting | JobState::Active | JobState::Inbox);
        open.extend(tx.store.job(protocol)?.filter(is_open));
    }
    Ok(open)
}

/// Agents whose pages may show an attendance of the customer.
fn agents_of(tx: &Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<BTreeSet<AgentId>> {
    let mut agents = BTreeSet::new();
    for protocol in &customer.protocols {
        let is_shown = |job: &JobRow| !matches!(job.state, JobState::Qualified | JobState::Abandoned);
        agents.extend(tx.store.job(protocol)?.filter(is_shown).map(|job| job.agent_id));
    }
    Ok(agents)
}

fn is_called(tx: &Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<bool> {
    for phone in &customer.identifiers {
        if tx.store.dial(&customer.org_unit_id, phone)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Ends an attendance without notifying its customer and agent: both pages remove it when they reconnect.
fn end_attendance(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<()> {
    let job = tx.rules(job.channel).release(tx, job)?;
    match job.state {
        JobState::Active => {
            let (job, _) = jobs::end(tx, job, EndedBy::System)?;
            channels::recount(tx, &job.agent_id, job.channel, true)
        }
        JobState::Waiting | JobState::Inbox => {
            let mut job = job;
            let was_waiting = job.state == JobState::Waiting;
            job.state = JobState::Abandoned;
            job.ended_at = Some(tx.now());
            job.ended_by = Some(EndedBy::System);
            jobs::notify_customer(tx, &job, CustomerNews::Ended(EndedBy::System))?;
            tx.rules(job.channel).ended(tx, &job)?;
            let job = jobs::save(tx, job)?;
            if was_waiting { router::queue_changes_soon(tx, &job.group_id) } else { Ok(()) }
        }
        JobState::Ended | JobState::Qualified | JobState::Abandoned => Ok(()),
    }
}

fn end_dials(tx: &mut Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<()> {
    for phone in &customer.identifiers {
        if let Some(dial) = tx.store.dial(&customer.org_unit_id, phone)? {
            tx.store.delete_dial(&dial.unique_id)?;
        }
    }
    Ok(())
}

/// The opt-out from calls or messages is kept after the customer's rows are erased.
fn remember_wishes(tx: &mut Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<()> {
    for identifier in &customer.identifiers {
        if tx.store.is_blocked_number(&customer.org_unit_id, identifier)? {
            suppression::remember_blocked(tx, &customer.org_unit_id, identifier)?;
        }
        for route in &customer.routes {
            if tx.store.conversation(route, identifier)?.is_some_and(|row| row.opted_out) {
                suppression::remember_opt_out(tx, route, identifier)?;
            }
        }
    }
    Ok(())
}

/// The customer's files; their rows are deleted with the attendances.
fn forget_files(tx: &mut Transaction<'_, '_>, customer: &ErasedCustomer) -> StoreResult<Vec<String>> {
    let mut files = Vec::new();
    for protocol in &customer.protocols {
        files.extend(tx.store.media_of(protocol)?.into_iter().map(|file| file.id));
    }
    files.iter().try_for_each(|id| tx.store.delete_unused_media(id))?;
    for portion in files.chunks(FILES) {
        tx.request_effect(EffectKind::DeleteFiles, &OrgUnitId::default(), &portion)?;
    }
    Ok(files)
}

#[cfg(test)]
pub(crate) mod rows_for_tests;
#[cfg(test)]
mod tests;
