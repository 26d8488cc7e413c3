//! Deletion of a contact.

use super::{editable, without_plus};
use crate::audit;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::store::{ContactField, ContactRow, JobState, StoreError, StoreResult};
use std::collections::BTreeMap;
use wire::{ContactId, Success};

/// The prefix of the agent's name in the path (CTC-042).
const AGENT: &str = "AGENT-";

/// `DELETE /contacts/{id}/{sub}`: `{id}` is the contact's identifier, `{sub}` is `AGENT-` and the caller. Ended
/// attendances keep their data of the customer.
pub(crate) fn remove(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    if !call.param("sub").starts_with(AGENT) {
        return Err(Failure::field("sub", "invalid"));
    }
    let identifier = without_plus(call.param("id"));
    let found = tx.store.contacts_by(ContactField::Id, identifier)?;
    let own = found.iter().find(|row| row.org_unit_id == caller.org_unit_id);
    let shared = found.iter().find(|row| row.org_unit_id.is_empty());
    let id = own.or(shared).map_or_else(|| ContactId::from(identifier), |row| row.contact.id.clone());
    let row = editable(tx, caller, &id)?;
    for state in [JobState::Waiting, JobState::Inbox, JobState::Active] {
        if !tx.store.jobs_of_contact(&id, state)?.is_empty() {
            return Err(Failure::reason("CONTACT_IN_USE", BTreeMap::new()));
        }
    }
    delete(tx, caller, &row)?;
    json(&Success { success: true })
}

/// Deletes a contact that a cancelled import created, unless somebody has worked with it since.
pub(crate) fn take_back(tx: &mut Transaction<'_, '_>, caller: &Caller, id: &ContactId) -> StoreResult<()> {
    let Some(row) = tx.store.contact(id)? else { return Ok(()) };
    for state in [JobState::Waiting, JobState::Inbox, JobState::Active, JobState::Ended] {
        if !tx.store.jobs_of_contact(id, state)?.is_empty() {
            return Ok(());
        }
    }
    if row.contact.version > 1 || !row.contact.tags.is_empty() || row.last_contact_at.is_some() {
        return Ok(());
    }
    match delete(tx, caller, &row) {
        Ok(()) => Ok(()),
        Err(Failure::Store(error)) => Err(error),
        Err(_) => Err(StoreError::Corrupt("a deletion was refused".to_owned())),
    }
}

fn delete(tx: &mut Transaction<'_, '_>, caller: &Caller, row: &ContactRow) -> Result<(), Failure> {
    tx.store.delete_rows_of_contact(row.contact.id.as_str())?;
    tx.store.delete_contact(row)?;
    let subject = audit::contact(row);
    audit::record(tx, caller, "deleted", &subject.without_fields(), Some(&subject))
}
