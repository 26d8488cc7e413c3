//! Numbers of contacts that an older server stored: found by each writing, a portion in a transaction.

use crate::centre::Transaction;
use crate::due::Due;
use crate::store::StoreResult;
use wire::ContactId;

/// Contacts of one transaction.
const PORTION: usize = 200;

/// Begins if no contact is found by its number yet. New contacts are found from the start, and a portion that waits goes on by itself.
pub(crate) fn index_addresses(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    if tx.store.lacks_contact_addresses()? { tx.set_due(Due::ContactAddresses, "", Some(tx.now())) } else { Ok(()) }
}

/// Goes on behind this contact.
pub(crate) fn addresses_are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    match tx.store.index_contacts_behind(&ContactId::from(subject), PORTION)? {
        Some(last) => tx.set_due(Due::ContactAddresses, last.as_str(), Some(tx.now())),
        None => Ok(()),
    }
}
