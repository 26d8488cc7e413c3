//! How two contact rows are joined, and how the join is undone. Pure functions of rows, without access to the store.

use crate::address::{self, NumberCountry};
use crate::store::{ContactField, ContactRow, OtherIdentifierFact};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The kept contact with what the other one has beyond it. What both have stays as the kept one has it; identifiers of both find it.
pub(super) fn joined(country: NumberCountry, kept: &ContactRow, other: &ContactRow) -> ContactRow {
    let mut row = kept.clone();
    for (field, value) in other.every_identifier() {
        add_identifier(country, &mut row, field, value);
    }
    let (contact, more) = (&mut row.contact, &other.contact);
    if contact.email.is_empty() {
        contact.email.clone_from(&more.email);
    }
    if contact.employer_id.is_empty() {
        contact.employer_id.clone_from(&more.employer_id);
    }
    let mut data = object(more.data.as_ref());
    data.extend(object(contact.data.as_ref()));
    contact.data = (!data.is_empty()).then_some(Value::Object(data));
    for tag in &more.tags {
        if !contact.tags.iter().any(|own| own.tag_item_id == tag.tag_item_id) {
            contact.tags.push(tag.clone());
        }
    }
    row.wallet = row.wallet.or_else(|| other.wallet.clone());
    row.contact.preferential = row.wallet.is_some();
    row.last_contact_at = row.last_contact_at.max(other.last_contact_at);
    row
}

/// Adds an identifier: as the displayed one if the contact has none of this kind, else as a further one.
pub(super) fn add_identifier(country: NumberCountry, row: &mut ContactRow, field: ContactField, value: &str) {
    let is_known = row.every_identifier().any(|(own, known)| own == field && is_same(country, field, known, value));
    if is_known {
        return;
    }
    let shown = shown_mut(row, field);
    if shown.is_empty() {
        value.clone_into(shown);
    } else if field == ContactField::WhatsappIdentifier {
        row.other_whatsapp.push(value.to_owned());
    } else {
        let (field, value) = (field.as_str().to_owned(), value.to_owned());
        row.other_identifiers.push(OtherIdentifierFact { field, value });
    }
}

fn shown_mut(row: &mut ContactRow, field: ContactField) -> &mut String {
    let identifiers = &mut row.contact.identifiers;
    match field {
        ContactField::Id => &mut identifiers.id,
        ContactField::WhatsappIdentifier => &mut identifiers.whatsapp_identifier,
        ContactField::ChatIdentifier => &mut identifiers.chat_identifier,
        ContactField::Phone1 => &mut identifiers.phone1,
    }
}

/// Whether two identifiers of a kind are equal; numbers are compared in any notation.
pub(super) fn is_same(country: NumberCountry, field: ContactField, one: &str, other: &str) -> bool {
    match field {
        ContactField::WhatsappIdentifier => address::network_key(country, one) == address::network_key(country, other),
        ContactField::Phone1 => address::key(country, one) == address::key(country, other),
        ContactField::Id | ContactField::ChatIdentifier => one == other,
    }
}

fn object(data: Option<&Value>) -> Map<String, Value> {
    data.and_then(Value::as_object).cloned().unwrap_or_default()
}

/// The kept contact without what a join gave it. Later changes of other fields stay.
///
/// # Errors
/// The fields that the join set and somebody has changed since.
pub(super) fn separated(now: &ContactRow, before: &ContactRow, after: &ContactRow) -> Result<ContactRow, Vec<String>> {
    let mut row = now.clone();
    let mut changed: Vec<String> = Vec::new();
    for field in ContactField::ALL {
        let name = field.as_str();
        let [now, before, after] = [now, before, after].map(|row| row.identifier(field).to_owned());
        restore(name, shown_mut(&mut row, field), &now, &before, &after, &mut changed);
    }
    let (of_row, was, got) = (&mut row, before, after);
    restore(
        "whatsapp_identifier",
        &mut of_row.other_whatsapp,
        &now.other_whatsapp,
        &was.other_whatsapp,
        &got.other_whatsapp,
        &mut changed,
    );
    restore(
        "other_identifiers",
        &mut of_row.other_identifiers,
        &now.other_identifiers,
        &was.other_identifiers,
        &got.other_identifiers,
        &mut changed,
    );
    restore(
        "email",
        &mut of_row.contact.email,
        &now.contact.email,
        &was.contact.email,
        &got.contact.email,
        &mut changed,
    );
    let employer = |row: &ContactRow| row.contact.employer_id.clone();
    restore(
        "employer_id",
        &mut of_row.contact.employer_id,
        &employer(now),
        &employer(was),
        &employer(got),
        &mut changed,
    );
    restore("preferential", &mut of_row.wallet, &now.wallet, &was.wallet, &got.wallet, &mut changed);
    of_row.contact.preferential = of_row.wallet.is_some();
    let [mut data, was_data, got_data] = [now, before, after].map(|row| object(row.contact.data.as_ref()));
    for name in got_data.keys().filter(|name| !was_data.contains_key(*name)) {
        if data.get(name) == got_data.get(name) {
            data.remove(name);
        } else {
            changed.push(format!("data.{name}"));
        }
    }
    row.contact.data = (!data.is_empty()).then_some(Value::Object(data));
    let ids =
        |row: &ContactRow| -> BTreeSet<String> { row.contact.tags.iter().map(|tag| tag.tag_item_id.clone()).collect() };
    let (was_tags, got_tags) = (ids(before), ids(after));
    row.contact.tags.retain(|tag| was_tags.contains(&tag.tag_item_id) || !got_tags.contains(&tag.tag_item_id));
    if now.last_contact_at == after.last_contact_at {
        row.last_contact_at = before.last_contact_at;
    }
    changed.dedup();
    if changed.is_empty() { Ok(row) } else { Err(changed) }
}

/// Removes a joined value, or reports that it has been changed since.
fn restore<T: Clone + PartialEq>(name: &str, value: &mut T, now: &T, before: &T, after: &T, changed: &mut Vec<String>) {
    if before == after {
        return;
    }
    if now == after {
        value.clone_from(before);
    } else {
        changed.push(name.to_owned());
    }
}
