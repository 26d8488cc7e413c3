//! Contacts: look-up, search, create, save, link with an attendance (spec conversation §3, §5, §7).
//!
//! An identifier loses one leading '+', contains no whitespace and is unique among the contacts visible to an org unit.
//! A contact without an org unit is visible to all. Tags of contacts belong to another area.

mod addresses;
mod columns;
mod draft;
mod joined;
mod joining;
mod list;
mod removal;
mod same_person;
mod shown;

pub(crate) use addresses::{addresses_are_due, index_addresses, with_canonical_numbers};
#[cfg(feature = "development")]
pub(crate) use columns::main_columns;
pub(crate) use columns::{by_category, importable as importable_columns, of_contact};
pub(crate) use draft::clean_identifier;
pub(crate) use joining::{join, refuse, undo};
pub(crate) use list::{filter_list, filtered, query_of, search};
pub(crate) use removal::{remove, take_back};
pub(crate) use same_person::{Other, list as same_persons, note_contact, propose};
pub(crate) use shown::{note_attendance, shown, shown_with_last};

use crate::address::NumberCountry;
use crate::audit;
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::{Areas, Transaction};
use crate::chat;
use crate::http::{Failure, Listed, json};
use crate::jobs;
use crate::store::{ContactField, ContactRow, JobRow, JobState, Sequence};
use draft::{apply, without_plus};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::{Channel, Contact, ContactDraft, ContactId, ContactSave, FieldErrors, Protocol, VinculateRequest};

/// `GET /contacts/{id}?by_field&agent&empty_org_unit`.
pub(crate) fn find(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let field = match call.query("by_field") {
        // No schedules are stored yet, so the attendance opens without a contact (VOI-012).
        Some("schedule") => return json(&Listed::<Contact> { data: Vec::new() }),
        Some("external_identifier") => ContactField::Id,
        Some(name) => ContactField::parse(name).ok_or_else(|| Failure::field("by_field", "invalid"))?,
        None => ContactField::Id,
    };
    let without_unit = match call.query("empty_org_unit") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(Failure::field("empty_org_unit", "invalid")),
    };
    let value = without_plus(call.param("id"));
    let mut rows = tx.store.contacts_by(field, value)?;
    if field == ContactField::Id {
        // The contact's own id is accepted as well as its external identifier.
        let by_number = tx.store.contact(&ContactId::from(value))?;
        rows.extend(by_number.filter(|row| row.identifier(ContactField::Id) != value));
    }
    rows.retain(|row| row.org_unit_id == caller.org_unit_id || (without_unit && row.org_unit_id.is_empty()));
    // For an unknown identifier, normal at a first contact, the reply is an empty list. An unknown contact id is 404.
    if rows.is_empty() && call.query("by_field").is_none() {
        return Err(Failure::not_found("contact"));
    }
    // Loads the details of a contact found by its number; look-ups that open an attendance need less.
    let by_number = call.query("by_field").is_none();
    let view = |row| if by_number { shown_with_last(tx, caller, row) } else { shown(tx, row) };
    let data = rows.into_iter().map(view).collect::<Result<_, _>>()?;
    json(&Listed::<Contact> { data })
}

/// `POST /contacts`.
pub(crate) fn create(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ContactSave = call.body()?;
    check_attendance(tx, caller, &request)?;
    if request.contact.id.is_some() {
        return Err(Failure::field("id", "unknown"));
    }
    let mut row = create_from(tx, caller, request.contact)?;
    if let Some(protocol) = &request.protocol {
        row = link_registered(tx, caller, protocol, row)?;
    }
    json(&shown(tx, row)?)
}

/// Verifies that the attendance in the request belongs to the caller.
fn check_attendance(tx: &Transaction<'_, '_>, caller: &Caller, request: &ContactSave) -> Result<(), Failure> {
    request.protocol.as_ref().map_or(Ok(()), |protocol| chat::assigned_job(tx, caller, protocol).map(|_| ()))
}

/// The attendance in which the agent registered the customer gets the contact. From now on the contact is found by the attendance's
/// identifier too, unless nobody confirmed that identifier or another contact has it.
fn link_registered(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    protocol: &Protocol,
    mut row: ContactRow,
) -> Result<ContactRow, Failure> {
    let mut job = chat::assigned_job(tx, caller, protocol)?;
    if job.contact_id.is_some() {
        return Ok(row);
    }
    let field = tx.rules(job.channel).identifier();
    let is_free = !job.chat_identifier.is_empty() && tx.store.contacts_by(field, &job.chat_identifier)?.is_empty();
    if is_free && !job.has_unverified_identifier() {
        joined::add_identifier(tx.store.number_country(), &mut row, field, &job.chat_identifier);
        row = put_and_publish(tx, caller, row)?;
    }
    job.contact_id = Some(row.contact.id.clone());
    publish_job(tx, job)?;
    Ok(row)
}

/// Creates the contact of a draft and links the caller's attendances with it. Nothing is changed if the draft is refused.
pub(crate) fn create_from(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    draft: ContactDraft,
) -> Result<ContactRow, Failure> {
    let mut required = FieldErrors::new();
    for (name, value) in [("contact_identifier", &draft.contact_identifier), ("fullname", &draft.fullname)] {
        if value.is_none() {
            required.insert(name.to_owned(), "required".to_owned());
        }
    }
    if !required.is_empty() {
        return Err(Failure::fields(required));
    }
    let org_unit_id = caller.org_unit_id.clone();
    let contact = Contact::default();
    let mut row = ContactRow {
        contact,
        org_unit_id,
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    };
    apply(tx, caller, &mut row, draft)?;
    draft::fill_email(&mut row.contact);
    refuse_duplicate(tx, caller, &row)?;
    row.contact.id = ContactId(tx.store.next_number(Sequence::Contact)?.to_string());
    // The agent typed the values: the new contact has no data that the customer could claim.
    store_and_link(tx, caller, row, |_| true)
}

/// `PUT /contacts/{id}`: fields missing in the payload are kept.
pub(crate) fn save(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ContactSave = call.body()?;
    check_attendance(tx, caller, &request)?;
    let id = ContactId::from(call.param("id"));
    if request.contact.id.as_ref().is_some_and(|given| given != &id) {
        return Err(Failure::field("id", "invalid"));
    }
    let mut row = editable(tx, caller, &id)?;
    if request.contact.version.is_some_and(|version| version != row.contact.version) {
        let now = serde_json::to_value(shown(tx, row)?).unwrap_or_default();
        return Err(Failure::reason("CHANGED_CONTACT", BTreeMap::from([("contact".to_owned(), now)])));
    }
    apply(tx, caller, &mut row, request.contact)?;
    refuse_duplicate(tx, caller, &row)?;
    let row = store_and_link(tx, caller, row, |job| !job.has_unverified_identifier())?;
    json(&shown(tx, row)?)
}

/// `PUT /contacts/{id}/vinculate-with-contact/{channel}`: the contact gets the attendance's identifier of that channel,
/// the attendance gets the contact.
pub(crate) fn vinculate(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: VinculateRequest = call.body()?;
    let data = request.data;
    let mut job = chat::assigned_job(tx, caller, &data.protocol)?;
    if call.param("channel") != job.channel.as_str() {
        return Err(Failure::field("channel", "invalid"));
    }
    let identifier = clean_identifier("contact_identifier", &data.contact_identifier)?;
    if identifier != without_plus(&job.chat_identifier) {
        return Err(Failure::field("contact_identifier", "invalid"));
    }
    let mut row = linkable(tx, caller, &ContactId::from(call.param("id")))?;
    let (previous, previous_others) = (row.contact.identifiers.clone(), row.other_whatsapp.clone());
    let identifiers = &mut row.contact.identifiers;
    let identifier = match job.channel {
        Channel::Chat => &mut identifiers.chat_identifier,
        Channel::Voice => &mut identifiers.phone1,
        Channel::Whatsapp => &mut identifiers.whatsapp_identifier,
    };
    let loses_number = !identifier.is_empty() && *identifier != job.chat_identifier;
    if loses_number
        && let Some(reason) = tx.rules(job.channel).engagement(tx, &caller.agent_id, &caller.org_unit_id, identifier)?
    {
        return Err(Failure::reason(reason, BTreeMap::new()));
    }
    let former = std::mem::replace(identifier, job.chat_identifier.clone());
    // A customer with two telephones is found by both numbers.
    if job.channel == Channel::Whatsapp && !former.is_empty() && former != job.chat_identifier {
        row.other_whatsapp.retain(|number| *number != job.chat_identifier);
        row.other_whatsapp.push(former);
    }
    // A contact must not become reachable by an identifier that somebody else may have typed.
    if job.has_unverified_identifier() && tx.config.identifier_secret.is_some() {
        row.contact.identifiers.clone_from(&previous);
        row.other_whatsapp = previous_others;
    }
    if row.is_shared() && row.contact.identifiers != previous {
        return Err(Failure::reason("SHARED_CONTACT", BTreeMap::new()));
    }
    refuse_duplicate(tx, caller, &row)?;
    job.contact_id = Some(row.contact.id.clone());
    let row = put_and_publish(tx, caller, row)?;
    same_person::note_contact(tx, &row)?;
    publish_job(tx, job)?;
    json(&shown(tx, row)?)
}

/// A contact of the caller's org unit or of all org units; other contacts do not exist for the caller.
fn visible(tx: &Transaction<'_, '_>, caller: &Caller, id: &ContactId) -> Result<ContactRow, Failure> {
    let row = tx.store.contact(id)?;
    let row = row.filter(|row| row.org_unit_id.is_empty() || row.org_unit_id == caller.org_unit_id);
    row.ok_or_else(|| Failure::not_found("contact"))
}

/// A contact of the caller's org unit that is not blocked. A contact of all org units cannot be changed: every unit
/// would see what an agent of one unit wrote.
pub(crate) fn editable(tx: &Transaction<'_, '_>, caller: &Caller, id: &ContactId) -> Result<ContactRow, Failure> {
    let row = linkable(tx, caller, id)?;
    if row.is_shared() { Err(Failure::reason("SHARED_CONTACT", BTreeMap::new())) } else { Ok(row) }
}

/// A contact that an attendance may be linked with: of the caller's org unit or of all org units, and not blocked.
fn linkable(tx: &Transaction<'_, '_>, caller: &Caller, id: &ContactId) -> Result<ContactRow, Failure> {
    let row = tx.store.contact(id)?.ok_or_else(|| Failure::not_found("contact"))?;
    if !row.is_shared() {
        caller.must_belong_to(&row.org_unit_id)?;
    }
    if row.blocked { Err(Failure::reason("BLOCKED_CONTACT", BTreeMap::new())) } else { Ok(row) }
}

/// Refuses if another contact visible to the caller has one of these identifiers.
fn refuse_duplicate(tx: &Transaction<'_, '_>, caller: &Caller, row: &ContactRow) -> Result<(), Failure> {
    refuse_duplicate_besides(tx, caller, row, &row.contact.id)
}

/// Like `refuse_duplicate`, but ignores this contact.
fn refuse_duplicate_besides(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    row: &ContactRow,
    besides: &ContactId,
) -> Result<(), Failure> {
    for field in ContactField::ALL {
        let value = row.identifier(field);
        if value.is_empty() {
            continue;
        }
        let others = tx.store.contacts_by(field, value)?;
        let other = others.into_iter().find(|other| {
            other.contact.id != row.contact.id
                && other.contact.id != *besides
                && (other.org_unit_id.is_empty() || other.org_unit_id == caller.org_unit_id)
        });
        if let Some(other) = other {
            let reason = if other.blocked { "BLOCKED_CONTACT" } else { "DUPLICATE_IDENTIFIER" };
            let details = BTreeMap::from([
                ("field".to_owned(), Value::from(field.as_str())),
                ("identifier".to_owned(), Value::from(value)),
            ]);
            return Err(Failure::reason(reason, details));
        }
    }
    Ok(())
}

/// Stores the contact and links the caller's attendances that have no contact, have the contact's identifier for their
/// channel, and may be linked.
fn store_and_link(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    row: ContactRow,
    may_link: fn(&JobRow) -> bool,
) -> Result<ContactRow, Failure> {
    let row = put_and_publish(tx, caller, row)?;
    same_person::note_contact(tx, &row)?;
    for mut job in tx.store.jobs_of_agent(&caller.agent_id)? {
        let identifier = row.identifier(tx.rules(job.channel).identifier());
        if job.contact_id.is_none() && may_link(&job) && is_same(tx.areas, tx.store.number_country(), &job, identifier)
        {
            job.contact_id = Some(row.contact.id.clone());
            publish_job(tx, job)?;
        }
    }
    Ok(row)
}

/// Whether the attendance's customer has this identifier.
fn is_same(areas: &Areas, country: NumberCountry, job: &JobRow, identifier: &str) -> bool {
    !identifier.is_empty() && areas.rules(job.channel).is_same_customer(country, &job.chat_identifier, identifier)
}

/// Stores what the agent changed, under the next version, and publishes it to every agent who has an attendance with the
/// contact that is not qualified.
pub(crate) fn put_and_publish(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    mut row: ContactRow,
) -> Result<ContactRow, Failure> {
    let before = tx.store.contact(&row.contact.id)?;
    if before.as_ref() == Some(&row) {
        return Ok(row);
    }
    row.contact.version += 1;
    tx.store.put_contact(&row)?;
    let action = if before.is_some() { "changed" } else { "created" };
    audit::record(tx, caller, action, &audit::contact(&row), before.as_ref().map(audit::contact).as_ref())?;
    if before.is_some() {
        publish(tx, &row.contact.id)?;
    }
    Ok(row)
}

/// Publishes a changed contact to every agent who has an attendance with it that is not qualified.
pub(crate) fn publish(tx: &mut Transaction<'_, '_>, id: &ContactId) -> Result<(), Failure> {
    for state in [JobState::Active, JobState::Ended] {
        for job in tx.store.jobs_of_contact(id, state)? {
            publish_job(tx, job)?;
        }
    }
    Ok(())
}

fn publish_job(tx: &mut Transaction<'_, '_>, job: JobRow) -> Result<(), Failure> {
    let job = jobs::save(tx, job)?;
    Ok(jobs::publish(tx, &job)?)
}

#[cfg(test)]
mod list_tests;
#[cfg(test)]
mod same_person_tests;
#[cfg(test)]
mod tests;
