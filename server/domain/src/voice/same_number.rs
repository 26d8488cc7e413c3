//! Finds calls, attempts and list entries by a number in any written form. Lists of campaigns come from other systems, and a customer whose number
//! is in two lists, or twice in one, is called once (decision 84).

use crate::address::{self, NumberCountry};
use crate::centre::Transaction;
use crate::store::{CallRow, DialRow, DialerNumberRow, StoreResult};
use std::collections::BTreeSet;
use wire::OrgUnitId;

/// Every form in which the number may stand in a row, its own included.
fn writings(country: NumberCountry, phone: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = address::writings(country, &address::key(country, phone)).into_iter().collect();
    found.insert(phone.to_owned());
    found
}

/// The attempt of the org unit that dials the number.
pub(super) fn dial_of(tx: &Transaction<'_, '_>, unit: &OrgUnitId, phone: &str) -> StoreResult<Option<DialRow>> {
    for writing in writings(tx.store.number_country(), phone) {
        if let Some(dial) = tx.store.dial(unit, &writing)? {
            return Ok(Some(dial));
        }
    }
    Ok(None)
}

/// The open calls with the number, in all org units.
pub(super) fn open_calls_of(tx: &Transaction<'_, '_>, phone: &str) -> StoreResult<Vec<CallRow>> {
    let mut found = Vec::new();
    for writing in writings(tx.store.number_country(), phone) {
        found.extend(tx.store.calls_of_phone(&writing)?.into_iter().filter(|call| !call.is_over()));
    }
    Ok(found)
}

/// Whether the campaign also has the number in another form that is dialled instead: the canonical one, else the first of them.
pub(super) fn is_repeated(tx: &Transaction<'_, '_>, number: &DialerNumberRow) -> StoreResult<bool> {
    let country = tx.store.number_country();
    let canonical = address::key(country, &number.phone);
    let rank = |phone: &str| (phone != canonical, phone.to_owned());
    for writing in writings(country, &number.phone) {
        let is_first = rank(&writing) < rank(&number.phone);
        if is_first && tx.store.dialer_number(&number.campaign_id, &writing)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
