//! "The same person?": pairs of contacts that may be one customer and are not joined automatically. Agents decide; nothing is merged silently, and
//! a pair that was refused is not proposed again. A pair is always of one org unit.

use super::joined;
use crate::address::{self, Number, NumberCountry};
use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::contacts::shown;
use crate::http::Failure;
use crate::paging::Page;
use crate::retention::JOIN_UNDO_MS;
use crate::store::{ContactField, ContactRow, SamePersonRow, StoreResult};
use std::collections::BTreeMap;
use wire::{ContactId, OrgUnitId, SamePerson, SamePersonReason, SamePersonState};

const PER_PAGE: u32 = 20;
const MAX_PER_PAGE: u32 = 100;

/// The possible second half of a proposal: what the first contact may be identical with.
pub(crate) enum Other<'a> {
    /// Another contact.
    Contact(&'a ContactId),
    /// A customer without a contact, with the name that the customer gave.
    Customer(&'a str),
}

/// Proposes other contacts of the org unit with a number of this one, in any written form and for any kind of number. A number that is only
/// similar (a land line and a mobile number) is a different number, and a service number belongs to no person.
pub(crate) fn note_contact(tx: &mut Transaction<'_, '_>, row: &ContactRow) -> StoreResult<()> {
    if row.is_shared() {
        return Ok(());
    }
    let mut found: BTreeMap<ContactId, String> = BTreeMap::new();
    for number in numbers_of(tx.store.number_country(), row) {
        for field in ContactField::NUMBERS {
            for other in tx.store.contacts_by(field, &number)? {
                if other.contact.id != row.contact.id && other.org_unit_id == row.org_unit_id {
                    found.entry(other.contact.id).or_insert_with(|| number.clone());
                }
            }
        }
    }
    let unit = row.org_unit_id.clone();
    for (other, number) in found {
        propose(tx, &unit, &row.contact.id, Other::Contact(&other), &number, SamePersonReason::SameNumber)?;
    }
    Ok(())
}

/// The numbers of a contact that belong to one person or company, in their canonical form.
fn numbers_of(country: NumberCountry, row: &ContactRow) -> Vec<String> {
    let is_number = |(field, _): &(ContactField, &str)| ContactField::NUMBERS.contains(field);
    let numbers = row.every_identifier().filter(is_number);
    let mut numbers: Vec<String> = numbers
        .filter_map(|(field, value)| match field {
            ContactField::WhatsappIdentifier => {
                let key = address::network_key(country, value);
                let is_service =
                    matches!(address::of_person(country, value), Ok(Number::Local(digits)) if digits == key);
                (!is_service).then_some(key)
            }
            _ => match address::of_person(country, value) {
                Ok(Number::Full(digits)) => Some(digits),
                Ok(Number::Local(_)) | Err(_) => None,
            },
        })
        .collect();
    numbers.sort();
    numbers.dedup();
    numbers
}

/// Stores a proposal, unless the pair has one already, whatever its decision is.
pub(crate) fn propose(
    tx: &mut Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    contact: &ContactId,
    other: Other<'_>,
    number: &str,
    reason: SamePersonReason,
) -> StoreResult<()> {
    let (first, second, customer_name) = match other {
        Other::Contact(other) => {
            let (first, second) = in_order(contact, other);
            (first.clone(), Some(second.clone()), "")
        }
        Other::Customer(name) => (contact.clone(), None, name),
    };
    let id = id_of(&first, second.as_ref(), number);
    if tx.store.same_person(org_unit, &id)?.is_some() {
        return Ok(());
    }
    let row = SamePersonRow {
        org_unit_id: org_unit.clone(),
        id,
        first,
        second,
        number: number.to_owned(),
        customer_name: customer_name.to_owned(),
        reason,
        state: SamePersonState::Proposed,
        at: tx.now(),
        decision: None,
        join: None,
    };
    tx.store.put_same_person(&row)
}

/// The pair, with the lower contact number first.
pub(super) fn in_order<'a>(one: &'a ContactId, other: &'a ContactId) -> (&'a ContactId, &'a ContactId) {
    let order = |id: &ContactId| (id.as_str().len(), id.to_string());
    if order(one) <= order(other) { (one, other) } else { (other, one) }
}

/// The id of a pair; part of a path.
pub(super) fn id_of(first: &ContactId, second: Option<&ContactId>, number: &str) -> String {
    match second {
        Some(second) => format!("{first}.{second}"),
        None => format!("{first}.n{number}"),
    }
}

/// `GET /contacts/same-person?page&per_page&contact_id`: the proposals of the org unit, or those of one contact that can still be decided or
/// undone.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let page = Page::of(call, PER_PAGE, MAX_PER_PAGE)?;
    let unit = &caller.org_unit_id;
    if let Some(id) = call.query("contact_id") {
        let is_open = |row: &SamePersonRow| {
            row.org_unit_id == *unit && matches!(row.state, SamePersonState::Proposed | SamePersonState::Joined)
        };
        let rows = tx.store.same_persons_of(&ContactId::from(id))?;
        let found = rows.into_iter().filter(is_open).map(|row| view(tx, row)).collect::<Result<Vec<_>, _>>()?;
        let found: Vec<SamePerson> = found.into_iter().flatten().collect();
        let total = found.len();
        return page.answer(found.into_iter().skip(page.offset()).take(page.limit()).collect(), total);
    }
    let (rows, total) = tx.store.same_persons_in(unit, SamePersonState::Proposed, page.offset(), page.limit())?;
    let found = rows.into_iter().map(|row| view(tx, row)).collect::<Result<Vec<_>, _>>()?;
    page.answer(found.into_iter().flatten().collect(), total)
}

/// A proposal in the form of the reply; `None` if one of its contacts is gone.
fn view(tx: &Transaction<'_, '_>, row: SamePersonRow) -> StoreResult<Option<SamePerson>> {
    let kept = row.join.as_ref().map_or(&row.first, |join| &join.after.contact.id);
    let Some(first) = tx.store.contact(kept)? else { return Ok(None) };
    let second = match (&row.join, &row.second) {
        (Some(join), _) => join.joined.clone(),
        (None, Some(id)) => {
            let Some(second) = tx.store.contact(id)? else { return Ok(None) };
            Some(second)
        }
        (None, None) => None,
    };
    let undo_until = row.decision.as_ref().filter(|_| row.join.is_some());
    Ok(Some(SamePerson {
        id: row.id,
        state: row.state,
        reason: row.reason,
        number: row.number,
        at: Some(row.at),
        first: shown(tx, first)?,
        second: second.map(|second| shown(tx, second)).transpose()?,
        customer_name: row.customer_name,
        agent_name: row.decision.as_ref().map(|decision| decision.agent_name.clone()).unwrap_or_default(),
        decided_at: row.decision.as_ref().map(|decision| decision.at),
        undo_until: undo_until.map(|decision| decision.at.plus_ms(JOIN_UNDO_MS)),
    }))
}

/// The caller's proposal if it is in one of these states.
pub(super) fn found(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    id: &str,
    state: SamePersonState,
) -> Result<SamePersonRow, Failure> {
    let row = tx.store.same_person(&caller.org_unit_id, id)?.ok_or_else(|| Failure::not_found("proposal"))?;
    if row.state == state { Ok(row) } else { Err(Failure::reason("ALREADY_DECIDED", BTreeMap::new())) }
}

/// Decisions about a contact that was joined into another one also hold for that one: agents are not asked again.
pub(super) fn inherit_decisions(
    tx: &mut Transaction<'_, '_>,
    kept: &ContactRow,
    former: Vec<SamePersonRow>,
    gone: &ContactId,
) -> StoreResult<()> {
    for row in former.into_iter().filter(|row| matches!(row.state, SamePersonState::Refused | SamePersonState::Undone))
    {
        let other = if row.first == *gone { row.second.clone() } else { Some(row.first.clone()) };
        let (first, second) = match other {
            Some(other) if other == kept.contact.id => continue,
            Some(other) => {
                let (first, second) = in_order(&kept.contact.id, &other);
                (first.clone(), Some(second.clone()))
            }
            None => (kept.contact.id.clone(), None),
        };
        let id = id_of(&first, second.as_ref(), &row.number);
        if tx.store.same_person(&row.org_unit_id, &id)?.is_none_or(|known| known.state == SamePersonState::Proposed) {
            tx.store.put_same_person(&SamePersonRow { id, first, second, join: None, ..row })?;
        }
    }
    Ok(())
}

/// Whether the contact has the number, in any notation.
pub(super) fn has_number(country: NumberCountry, row: &ContactRow, number: &str) -> bool {
    let field = ContactField::WhatsappIdentifier;
    row.every_identifier().any(|(own, value)| own == field && joined::is_same(country, field, value, number))
}
