//! Numbers that must not be called or written to: the org unit's list, and opt-outs of erased customers. Of an erased customer only a
//! keyed digest is stored. A known number can be compared with it, but the number cannot be recovered without the key, which is not in
//! the database.

use crate::address::{self, NumberCountry};
use crate::centre::Transaction;
use crate::digest::sign_hex;
use crate::store::{StoreResult, SuppressedRow};
use wire::OrgUnitId;

fn calls_of(org_unit: &OrgUnitId) -> String {
    format!("calls:{org_unit}")
}

fn messages_of(route: &str) -> String {
    format!("messages:{route}")
}

/// The forms in which a number that must not be called may have been stored: the suppression applies to every form.
fn writings(country: NumberCountry, number: &str) -> Vec<String> {
    let mut found = address::writings(country, &address::key(country, number));
    found.extend(Some(number.to_owned()).filter(|number| !found.contains(number)));
    found
}

fn digest(tx: &Transaction<'_, '_>, number: &str) -> String {
    // The same key signs addresses of files; the signed texts of the two purposes can never be equal.
    sign_hex(&tx.config.whatsapp.media_key, &format!("suppressed number {number}"))
}

/// Whether the org unit must not call the number.
pub(crate) fn is_blocked(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, number: &str) -> StoreResult<bool> {
    for number in writings(tx.store.number_country(), number) {
        if tx.store.is_blocked_number(org_unit, &number)?
            || tx.store.is_suppressed(&calls_of(org_unit), &digest(tx, &number))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether an erased customer opted out of messages that the company begins.
pub(crate) fn has_opted_out(tx: &Transaction<'_, '_>, route: &str, customer: &str) -> StoreResult<bool> {
    for customer in address::network_writings(&address::network_key(tx.store.number_country(), customer)) {
        if tx.store.is_suppressed(&messages_of(route), &digest(tx, &customer))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deletes the opt-out: the customer allows messages now.
pub(crate) fn forget_opt_out(tx: &mut Transaction<'_, '_>, route: &str, customer: &str) -> StoreResult<()> {
    for customer in address::network_writings(&address::network_key(tx.store.number_country(), customer)) {
        let digest = digest(tx, &customer);
        tx.store.delete_suppressed(&messages_of(route), &digest)?;
    }
    Ok(())
}

/// Replaces the number in the org unit's list by its digest, so that it stays blocked.
pub(crate) fn remember_blocked(tx: &mut Transaction<'_, '_>, org_unit: &OrgUnitId, number: &str) -> StoreResult<()> {
    store_suppression(tx, calls_of(org_unit), number)
}

/// Stores the opt-out of an erased customer's conversation.
pub(crate) fn remember_opt_out(tx: &mut Transaction<'_, '_>, route: &str, customer: &str) -> StoreResult<()> {
    store_suppression(tx, messages_of(route), customer)
}

fn store_suppression(tx: &mut Transaction<'_, '_>, scope: String, number: &str) -> StoreResult<()> {
    let digest = digest(tx, number);
    tx.store.put_suppressed(&SuppressedRow { scope, digest, at: tx.now() })
}
