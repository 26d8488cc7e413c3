//! Index rows of contacts: their numbers in canonical form, so that every written form finds the contact, and their further identifiers. The rows are
//! written and deleted with the contact, which may have several of one kind.

use super::backend::{Backend, delete, get, list, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Scan, Table, Value};
use super::search;
use super::{ContactField, ContactRow, StoreResult};
use crate::address::{self, NumberCountry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wire::ContactId;

/// Kind of the one row that says for which country the others were written.
const COUNTRY: &str = "country";

/// An identifier of a contact. Key: kind, identifier, contact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ContactAddressRow {
    /// Kind of the identifier, as `ContactField::as_str`.
    pub kind: String,
    /// The identifier; a number is in canonical form.
    pub address: String,
    /// The contact.
    pub contact_id: ContactId,
}

impl ContactAddressRow {
    fn key(&self) -> Vec<Value> {
        vec![Value::text(&self.kind), Value::text(&self.address), Value::text(&self.contact_id)]
    }
}

impl Row for ContactAddressRow {
    const TABLE: &'static Table = &Table {
        name: "contact_address",
        columns: &[Column::text("kind"), Column::text("address"), Column::text("contact_id")],
        key: 3,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("written and deleted with the contact that it finds")];
    const ERASURE: Erasure<Self> = Erasure::Together("deleted with its contact");

    fn values(&self) -> Vec<Value> {
        self.key()
    }
}

/// The canonical form of an identifier of this kind.
fn address_of(country: NumberCountry, field: ContactField, value: &str) -> String {
    match field {
        ContactField::WhatsappIdentifier => address::network_key(country, value),
        ContactField::Phone1 => address::key(country, value),
        ContactField::Id | ContactField::ChatIdentifier => value.to_owned(),
    }
}

/// The numbers of a contact, and its further identifiers.
fn rows_of(country: NumberCountry, row: &ContactRow) -> BTreeSet<ContactAddressRow> {
    let of = |field: ContactField, number: &str| ContactAddressRow {
        kind: field.as_str().to_owned(),
        address: address_of(country, field, number),
        contact_id: row.contact.id.clone(),
    };
    let shown = ContactField::NUMBERS.into_iter().map(|field| of(field, row.identifier(field)));
    let others = row.others().map(|(field, value)| of(field, value));
    shown.chain(others).filter(|row| !row.address.is_empty()).collect()
}

/// Contacts that have the number in any written form, or the further identifier, by contact id.
pub(super) fn contacts_with(
    store: &(impl Backend + ?Sized),
    field: ContactField,
    number: &str,
) -> StoreResult<Vec<ContactRow>> {
    let equal = [Value::text(field.as_str()), Value::Text(address_of(store.number_country(), field, number))];
    let rows: Vec<ContactAddressRow> = list(store, &Scan::of::<ContactAddressRow>().equal(equal))?;
    let mut found = Vec::new();
    for row in rows {
        found.extend(get::<ContactRow>(store, [Value::text(&row.contact_id)])?);
    }
    Ok(found)
}

/// Inserts or replaces a contact with its index rows of numbers and terms.
pub(super) fn put_contact(store: &mut (impl Backend + ?Sized), row: &ContactRow) -> StoreResult<()> {
    let before: Option<ContactRow> = get(store, [Value::text(&row.contact.id)])?;
    let country = store.number_country();
    let old = before.as_ref().map(|before| rows_of(country, before)).unwrap_or_default();
    let new = rows_of(country, row);
    search::put_searched(store, row)?;
    old.difference(&new).try_for_each(|row| delete::<ContactAddressRow>(store, row.key()))?;
    new.difference(&old).try_for_each(|row| put(store, row))
}

/// Deletes a contact with its index rows of numbers and terms.
pub(super) fn delete_contact(store: &mut (impl Backend + ?Sized), row: &ContactRow) -> StoreResult<()> {
    rows_of(store.number_country(), row).iter().try_for_each(|row| delete::<ContactAddressRow>(store, row.key()))?;
    search::delete_searched(store, row)
}

/// Writes the index rows of a portion of contacts after `after`, which an older server stored without them. Returns the portion; it is empty after
/// the last contact.
pub(super) fn index_again(
    store: &mut (impl Backend + ?Sized),
    after: &ContactId,
    portion: usize,
) -> StoreResult<Vec<ContactRow>> {
    let scan = Scan::of::<ContactRow>().after(Value::text(after)).limit(portion);
    let rows: Vec<ContactRow> = list(store, &scan)?;
    for row in &rows {
        search::put_terms(store, row)?;
        rows_of(store.number_country(), row).iter().try_for_each(|row| put(store, row))?;
    }
    Ok(rows)
}

/// Whether no contact has an index row yet.
pub(super) fn is_empty(store: &(impl Backend + ?Sized)) -> StoreResult<bool> {
    let rows: Vec<ContactAddressRow> = list(store, &Scan::of::<ContactAddressRow>().limit(2))?;
    Ok(rows.iter().all(|row| row.kind == COUNTRY))
}

/// The code of the country for which the rows were written; `None`: of an older server, for Brazil.
pub(super) fn country_of_rows(store: &(impl Backend + ?Sized)) -> StoreResult<Option<String>> {
    let rows: Vec<ContactAddressRow> =
        list(store, &Scan::of::<ContactAddressRow>().equal([Value::text(COUNTRY)]).limit(1))?;
    Ok(rows.into_iter().next().map(|row| row.address))
}

/// Notes that the rows are for the centre's country.
pub(super) fn put_country(store: &mut (impl Backend + ?Sized)) -> StoreResult<()> {
    let address = store.number_country().code();
    put(store, &ContactAddressRow { kind: COUNTRY.to_owned(), address, contact_id: ContactId::default() })
}

/// Deletes what finds contacts, which was written for another country.
pub(super) fn forget(store: &mut (impl Backend + ?Sized)) -> StoreResult<()> {
    store.delete(&Scan::of::<ContactAddressRow>())?;
    search::forget::<ContactRow>(store)
}
