//! Indexes numbers of contacts that an older server stored, so that each written form finds them; one portion in a transaction. Contacts that turn
//! out to have one number are proposed as the same person.

use super::same_person::note_contact;
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::StoreResult;
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
