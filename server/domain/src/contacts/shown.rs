//! A contact in the form of a reply: with its company's name and tags, its own tags as text, and the agent of its
//! wallet.

use super::addresses::unreadable_numbers;
use crate::auth::Caller;
use crate::centre::Transaction;
use crate::churn;
use crate::history;
use crate::store::{ContactField, ContactRow, JobRow, StoreResult};
use wire::{Contact, JobTag, OtherIdentifier};

/// The contact with the data of other rows.
pub(crate) fn shown(tx: &Transaction<'_, '_>, row: ContactRow) -> StoreResult<Contact> {
    let keeper = row.keeper().cloned();
    let other = |(field, value): (ContactField, &str)| OtherIdentifier {
        field: field.as_str().to_owned(),
        value: value.to_owned(),
    };
    let other_identifiers = row.others().map(other).collect();
    let unreadable = unreadable_numbers(tx.store.number_country(), &row);
    let mut contact = row.contact;
    contact.other_identifiers = other_identifiers;
    contact.unreadable = unreadable;
    contact.preferential = keeper.is_some();
    contact.contact_tags = text_of(&contact.tags);
    // The stored risk is that of the last change and is only used to order lists.
    contact.churn_risk = None;
    if !contact.employer_id.is_empty() {
        let employer = tx.store.employer(&contact.employer_id)?;
        let employer = employer.map(|row| row.employer).unwrap_or_default();
        contact.employer_tags = text_of(&employer.tags);
        contact.employer_name = employer.name;
    }
    if let Some(agent) = keeper {
        let owner = tx.store.agent(&agent)?;
        contact.preferential_agent_name = owner.map(|owner| owner.record.agent_name).unwrap_or_default();
        contact.preferential_agent_id = agent;
    }
    Ok(contact)
}

/// Like `shown`, with the last attendance and the churn risk of today in the caller's org unit.
pub(crate) fn shown_with_last(tx: &Transaction<'_, '_>, caller: &Caller, row: ContactRow) -> StoreResult<Contact> {
    let mut contact = shown(tx, row)?;
    contact.last_contact = history::last_contact(tx, &caller.org_unit_id, &contact.id)?;
    contact.churn_risk = churn::probability(tx, &caller.org_unit_id, &contact.id)?;
    Ok(contact)
}

/// Stores a new attendance as the contact's last one.
pub(crate) fn note_attendance(tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
    if job.contact_id == job.contact_noted {
        return Ok(());
    }
    job.contact_noted.clone_from(&job.contact_id);
    let Some(id) = &job.contact_id else { return Ok(()) };
    if let Some(mut row) = tx.store.contact(id)?
        && row.last_contact_at.is_none_or(|last| last < job.created_at)
    {
        row.last_contact_at = Some(job.created_at);
        tx.store.put_contact(&row)?;
    }
    Ok(())
}

/// Tags as JSON text, in the form of the contact of an attendance (CTC-003); an empty text without tags.
fn text_of(tags: &[JobTag]) -> String {
    if tags.is_empty() { String::new() } else { wire::json_text(tags) }
}
