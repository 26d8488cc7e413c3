//! Finds everything that belongs to a customer: from one identifier to the contacts that have it, their other identifiers, and the
//! attendances with any of these identifiers.

use crate::address::{self, NumberCountry};
use crate::centre::Transaction;
use crate::store::{
    AuditRow, ContactField, ContactRow, ErasedCustomer, JobState, ListQuery, SearchOrder, StoreResult, for_every_row,
    text_ranges,
};
use std::collections::BTreeSet;
use wire::{ContactId, OrgUnitId, Protocol};

/// Maximum of contacts that a search by one identifier compares.
const COMPARED: usize = 1_000;
/// A shorter text is compared only with identifiers of one contact, for example its id.
const SHORTEST: usize = 5;
/// The identifier of a call without a number.
const ANONYMOUS: &str = "anonymous";
/// Number of digits of a Brazilian number without country code.
const WITH_AREA: std::ops::RangeInclusive<usize> = 10..=11;
const BRAZIL: &str = "55";

/// The customer of the org unit with this identifier; `None` if it is empty, or the placeholder of calls without a
/// number.
pub(super) fn customer(
    tx: &mut Transaction<'_, '_>,
    org_unit: &OrgUnitId,
    identifier: &str,
) -> StoreResult<Option<ErasedCustomer>> {
    let identifier = identifier.trim();
    if identifier.is_empty() || identifier.eq_ignore_ascii_case(ANONYMOUS) {
        return Ok(None);
    }
    let routes = tx.store.whatsapp_routes_of_unit(org_unit)?.into_iter();
    let mut customer = ErasedCustomer {
        org_unit_id: org_unit.clone(),
        routes: routes.map(|route| route.id).collect(),
        campaigns: tx.store.campaigns_of_unit(org_unit)?.into_iter().map(|campaign| campaign.id).collect(),
        country: tx.store.number_country(),
        identifiers: spellings(tx.store.number_country(), identifier),
        ..ErasedCustomer::default()
    };
    let by_id = tx.store.contact(&ContactId::from(identifier))?.filter(|row| is_visible(row, org_unit));
    let by_text = contacts_with(tx, org_unit, identifier)?;
    by_id.iter().chain(&by_text).for_each(|row| add_contact(&mut customer, row));
    loop {
        let before = size(&customer);
        for identifier in customer.identifiers.clone() {
            contacts_with(tx, org_unit, &identifier)?.iter().for_each(|row| add_contact(&mut customer, row));
            let attendances = attendances_with(tx, org_unit, &identifier)?;
            customer.protocols.extend(attendances);
        }
        for identifier in customer.identifiers.clone() {
            let names = further_names(tx, &customer, &identifier)?;
            customer.identifiers.extend(names.iter().flat_map(|name| spellings(customer.country, name)));
        }
        for contact in customer.contacts.clone() {
            for state in JobState::ALL {
                let of_contact = tx.store.jobs_of_contact(&contact, state)?;
                let of_unit = of_contact.into_iter().filter(|job| &job.org_unit_id == org_unit);
                customer.protocols.extend(of_unit.map(|job| job.protocol));
            }
        }
        for protocol in customer.protocols.clone() {
            add_attendance(tx, &mut customer, &protocol)?;
        }
        if size(&customer) == before {
            break;
        }
    }
    add_deleted_contacts(tx, &mut customer)?;
    Ok(Some(customer))
}

/// Other names under which a network knows the customer with this name.
fn further_names(
    tx: &Transaction<'_, '_>,
    customer: &ErasedCustomer,
    identifier: &str,
) -> StoreResult<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for route in &customer.routes {
        found.extend(tx.store.conversation_alias(route, identifier)?.map(|row| row.customer));
        found.extend(tx.store.aliases_of_conversation(route, identifier)?.into_iter().map(|row| row.alias));
    }
    Ok(found)
}

fn size(customer: &ErasedCustomer) -> usize {
    customer.contacts.len() + customer.identifiers.len() + customer.protocols.len()
}

/// Contacts without an org unit are visible to all.
fn is_visible(row: &ContactRow, org_unit: &OrgUnitId) -> bool {
    row.is_shared() || &row.org_unit_id == org_unit
}

fn add_contact(customer: &mut ErasedCustomer, row: &ContactRow) {
    customer.contacts.insert(row.contact.id.clone());
    customer.identifiers.extend(identifiers_of(customer.country, row));
    add_name(customer, &row.contact.fullname);
}

fn add_name(customer: &mut ErasedCustomer, name: &str) {
    if !name.trim().is_empty() {
        customer.names.insert(name.trim().to_owned());
    }
}

fn identifiers_of(country: NumberCountry, row: &ContactRow) -> BTreeSet<String> {
    row.every_identifier()
        .map(|(_, value)| value)
        .chain([row.contact.email.as_str()])
        .flat_map(|text| spellings(country, text))
        .collect()
}

/// An identifier as rows may have it: without a plus, a number with and without the code of the country, a mail address also in lower case.
fn spellings(country: NumberCountry, identifier: &str) -> BTreeSet<String> {
    let identifier = identifier.trim();
    let identifier = identifier.strip_prefix('+').unwrap_or(identifier);
    let mut found = BTreeSet::from([identifier.to_owned(), identifier.to_lowercase()]);
    if identifier.chars().all(|letter| letter.is_ascii_digit() || " ()-.".contains(letter)) {
        let digits: String = identifier.chars().filter(char::is_ascii_digit).collect();
        found.extend(address::writings(country, &address::key(country, identifier)));
        if country == NumberCountry::BRAZIL {
            if let Some(local) = digits.strip_prefix(BRAZIL).filter(|local| WITH_AREA.contains(&local.len())) {
                found.insert(local.to_owned());
            }
            if WITH_AREA.contains(&digits.len()) {
                found.insert(format!("{BRAZIL}{digits}"));
            }
        }
        found.insert(digits);
    }
    found.retain(|text| text.chars().count() >= SHORTEST && text != ANONYMOUS);
    found
}

/// Contacts that the org unit sees and whose identifier or mail address it is.
fn contacts_with(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, identifier: &str) -> StoreResult<Vec<ContactRow>> {
    let mut found = Vec::new();
    for field in ContactField::ALL {
        found.extend(tx.store.contacts_by(field, identifier)?);
    }
    let query = ListQuery {
        org_units: vec![org_unit.clone(), OrgUnitId::default()],
        groups: text_ranges(tx.store.number_country(), identifier),
        order: SearchOrder { by: None, is_descending: false },
        offset: 0,
        limit: COMPARED,
    };
    let (searched, _) = tx.store.contacts_listed(&query)?;
    let country = tx.store.number_country();
    let wanted = spellings(country, identifier);
    found.extend(searched.into_iter().filter(|row| !identifiers_of(country, row).is_disjoint(&wanted)));
    found.retain(|row| is_visible(row, org_unit));
    Ok(found)
}

/// Attendances of the org unit whose customer has the identifier on their channel.
fn attendances_with(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, identifier: &str) -> StoreResult<Vec<Protocol>> {
    let of_identifier = tx.store.jobs_of_identifier(org_unit, identifier)?;
    let mut found: Vec<Protocol> = of_identifier.into_iter().map(|job| job.protocol).collect();
    let calls = tx.store.calls_of_phone(identifier)?.into_iter().map(|call| call.protocol);
    let messages = tx.store.whatsapp_jobs_of(identifier)?.into_iter().map(|facts| facts.protocol);
    for protocol in calls.chain(messages) {
        if tx.store.job(&protocol)?.is_some_and(|job| &job.org_unit_id == org_unit) {
            found.push(protocol);
        }
    }
    Ok(found)
}

/// The customer's name in an attendance, and its identifier if no other customer used it: an agent may have linked a call from a
/// shared number.
fn add_attendance(tx: &Transaction<'_, '_>, customer: &mut ErasedCustomer, protocol: &Protocol) -> StoreResult<()> {
    let Some(job) = tx.store.job(protocol)? else { return Ok(()) };
    add_name(customer, &job.customer_name);
    if !customer.identifiers.contains(&job.chat_identifier) {
        let used = attendances_with(tx, &customer.org_unit_id, &job.chat_identifier)?;
        if used.iter().all(|protocol| customer.protocols.contains(protocol)) {
            customer.identifiers.extend(spellings(customer.country, &job.chat_identifier));
        }
    }
    Ok(())
}

/// A contact that an agent deleted exists only in the audit.
fn add_deleted_contacts(tx: &mut Transaction<'_, '_>, customer: &mut ErasedCustomer) -> StoreResult<()> {
    let mut mentioned = BTreeSet::new();
    for_every_row::<AuditRow>(tx.store, |_, row, _| {
        if row.kind == "contact" && row.org_unit_id == customer.org_unit_id && row.is_about(customer) {
            mentioned.insert(ContactId::from(row.id.as_str()));
        }
        Ok(())
    })?;
    for id in mentioned {
        if tx.store.contact(&id)?.is_none() {
            customer.contacts.insert(id);
        }
    }
    Ok(())
}
