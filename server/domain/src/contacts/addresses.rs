//! Indexes numbers of contacts that an older server stored, so that each written form finds them; one portion in a transaction. Contacts that turn
//! out to have one number are proposed as the same person.

use super::same_person::note_contact;
use crate::address::{self, Number, NumberCountry};
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{ContactField, ContactRow, StoreResult};
use wire::ContactId;

/// Contacts in one transaction.
const PORTION: usize = 200;

/// Begins if no contact is indexed by its number yet. New contacts are indexed at once, and a portion that waits goes on by itself.
pub(crate) fn index_addresses(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    if tx.store.lacks_contact_addresses()? { tx.set_due(Due::ContactAddresses, "", Some(tx.now())) } else { Ok(()) }
}

/// Continues after this contact.
pub(crate) fn addresses_are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let rows = tx.store.index_contacts_behind(&ContactId::from(subject), PORTION)?;
    rows.iter().try_for_each(|row| note_contact(tx, row))?;
    match rows.last() {
        Some(last) => tx.set_due(Due::ContactAddresses, last.contact.id.as_str(), Some(tx.now())),
        None => Ok(()),
    }
}

/// The contact with its numbers in their canonical form; `None`: they have it, or are no numbers.
pub(crate) fn with_canonical_numbers(country: NumberCountry, row: &ContactRow) -> Option<ContactRow> {
    let mut read = row.clone();
    let identifiers = &mut read.contact.identifiers;
    for (field, value) in [
        (ContactField::Phone1, &mut identifiers.phone1),
        (ContactField::WhatsappIdentifier, &mut identifiers.whatsapp_identifier),
    ] {
        *value = canonical(country, field, value);
    }
    let shown = identifiers.whatsapp_identifier.clone();
    for value in &mut read.other_whatsapp {
        *value = canonical(country, ContactField::WhatsappIdentifier, value);
    }
    let mut known = vec![shown];
    read.other_whatsapp.retain(|value| {
        let is_new = !known.contains(value);
        known.push(value.clone());
        is_new
    });
    for other in &mut read.other_identifiers {
        if other.field == ContactField::Phone1.as_str() {
            other.value = canonical(country, ContactField::Phone1, &other.value);
        }
    }
    (read != *row).then_some(read)
}

/// Fields of the contact whose text is no number: an older server stored the text as the agent wrote it. The texts stay
/// as they are.
pub(crate) fn unreadable_numbers(country: NumberCountry, row: &ContactRow) -> Vec<String> {
    let is_unreadable = |field: &ContactField| {
        let value = row.identifier(*field);
        !value.is_empty() && read(country, *field, value).is_none()
    };
    ContactField::NUMBERS.into_iter().filter(is_unreadable).map(|field| field.as_str().to_owned()).collect()
}

fn canonical(country: NumberCountry, field: ContactField, value: &str) -> String {
    read(country, field, value).unwrap_or_else(|| value.to_owned())
}

/// The stored form of a number; `None`: the text is no number. Networks also name customers by ids.
fn read(country: NumberCountry, field: ContactField, value: &str) -> Option<String> {
    if field != ContactField::WhatsappIdentifier {
        return address::of_person(country, value).ok().map(Number::into_digits);
    }
    let key = address::network_key(country, value);
    let is_key = address::is_user_id(&key) || (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()));
    is_key.then_some(key)
}
