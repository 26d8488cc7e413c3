//! Numbers that an older server stored as people and lists wrote them get their canonical form, a portion in a transaction: contacts, the list of
//! blocked numbers, numbers of campaigns, and what customers of WhatsApp wish. Nothing is merged: two contacts with one number are proposed as the same
//! person. What is no number stays as it was written, and answers mark it (`Contact::unreadable`).
//!
//! Not rewritten: numbers that are dialled at this moment, keys of conversations (found by each writing), and digests of erased customers.

use crate::address;
use crate::centre::Transaction;
use crate::contacts;
use crate::due::Due;
use crate::store::{
    BlockedNumberRow, ContactRow, ConversationRow, DialerNumberRow, DialerNumberState, StoreError, StoreResult,
};
use serde::{Deserialize, Serialize};
use wire::{ContactId, MetaType};

/// Contacts of one transaction.
const PORTION: usize = 200;

/// Where the work continues: a table, and the key of the last row that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Place {
    table: Numbers,
    #[serde(default)]
    last: Vec<String>,
}

/// A table with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Numbers {
    Contacts,
    Blocked,
    Campaigns,
    Conversations,
}

impl Numbers {
    const ALL: [Self; 4] = [Self::Contacts, Self::Blocked, Self::Campaigns, Self::Conversations];
}

/// Begins if the last server was an older one, or one of another country.
pub(crate) fn begin(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    if !tx.store.begin_numbers_of_country()? {
        return Ok(());
    }
    Numbers::ALL.into_iter().try_for_each(|table| goes_on(tx, &Place { table, last: Vec::new() }))
}

fn goes_on(tx: &mut Transaction<'_, '_>, place: &Place) -> StoreResult<()> {
    let subject = serde_json::to_string(place).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    tx.set_due(Due::StoredNumbers, &subject, Some(tx.now()))
}

/// A portion of a table.
pub(crate) fn are_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let Place { table, last } =
        serde_json::from_str(subject).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let last = match table {
        Numbers::Contacts => contacts(tx, last.first().map(String::as_str).unwrap_or_default())?,
        Numbers::Blocked => {
            let rows = tx.store.blocked_numbers_behind(&last)?;
            rows.iter().try_for_each(|row| blocked(tx, row))?;
            rows.last().map(|row| vec![row.org_unit_id.to_string(), row.phone.clone()])
        }
        Numbers::Campaigns => {
            let rows = tx.store.dialer_numbers_behind(&last)?;
            rows.iter().try_for_each(|row| of_campaign(tx, row))?;
            rows.last().map(|row| vec![row.campaign_id.to_string(), row.phone.clone()])
        }
        Numbers::Conversations => {
            let rows = tx.store.conversations_behind(&last)?;
            rows.iter().try_for_each(|row| keep_opt_out(tx, row))?;
            rows.last().map(|row| vec![row.route_id.clone(), row.customer.clone()])
        }
    };
    last.map_or(Ok(()), |last| goes_on(tx, &Place { table, last }))
}

fn contacts(tx: &mut Transaction<'_, '_>, last: &str) -> StoreResult<Option<Vec<String>>> {
    let rows = tx.store.index_contacts_behind(&ContactId::from(last), PORTION)?;
    for row in &rows {
        let read = contacts::with_canonical_numbers(tx.store.number_country(), row);
        let row: &ContactRow = match &read {
            Some(changed) => {
                tx.store.put_contact(changed)?;
                changed
            }
            None => row,
        };
        contacts::note_contact(tx, row)?;
    }
    Ok(rows.last().map(|row| vec![row.contact.id.to_string()]))
}

/// The canonical form, if the text is a number in another notation.
fn canonical(tx: &Transaction<'_, '_>, phone: &str) -> Option<String> {
    let number = address::of_person(tx.store.number_country(), phone).ok()?;
    Some(number.into_digits()).filter(|digits| digits != phone)
}

fn blocked(tx: &mut Transaction<'_, '_>, row: &BlockedNumberRow) -> StoreResult<()> {
    let Some(phone) = canonical(tx, &row.phone) else { return Ok(()) };
    tx.store.delete_blocked_number(row)?;
    tx.store.put_blocked_number(&BlockedNumberRow { phone, ..row.clone() })
}

/// A list with a number in two notations keeps the canonical one, which is dialled in place of both. A number that is
/// dialled now, or whose attendance is not qualified, is named by other rows and stays.
fn of_campaign(tx: &mut Transaction<'_, '_>, row: &DialerNumberRow) -> StoreResult<()> {
    let is_named = matches!(row.state, DialerNumberState::Dialling | DialerNumberState::Reached);
    let Some(phone) = canonical(tx, &row.phone).filter(|_| !is_named) else { return Ok(()) };
    tx.store.delete_dialer_number(row)?;
    match tx.store.dialer_number(&row.campaign_id, &phone)? {
        Some(_) => Ok(()),
        None => tx.store.put_dialer_number(&DialerNumberRow { phone, ..row.clone() }),
    }
}

/// A customer with two conversations of an older server on one route, of which one says that no messages are wanted, wants none in the one that counts.
fn keep_opt_out(tx: &mut Transaction<'_, '_>, row: &ConversationRow) -> StoreResult<()> {
    let name = address::of_network(&row.customer);
    if !row.opted_out || name == row.customer {
        return Ok(());
    }
    let route = tx.store.whatsapp_route(&row.route_id)?;
    if route.is_none_or(|route| route.meta_type != MetaType::Whatsapp) {
        return Ok(());
    }
    match tx.store.conversation(&row.route_id, &name)?.filter(|other| !other.opted_out) {
        Some(other) => {
            tx.store.put_conversation(&ConversationRow { opted_out: true, consent_at: row.consent_at, ..other })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
