//! Columns of the contact table (CTC-004), as the org unit orders them.

use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::store::{ContactField, StoreResult};
use wire::{ColumnCategory, ContactColumn, ContactId, OrgUnitId};

/// Name and label of the columns that every contact has.
const MAIN: [(&str, &str); 7] = [
    ("fullname", "Nome"),
    ("phone1", "Telefone"),
    ("email", "E-mail"),
    ("employer_name", "Empresa"),
    ("whatsapp_identifier", "WhatsApp"),
    ("id", "Identificador"),
    ("chat_identifier", "Chat"),
];

/// Whether it is a field of every contact and not a column of the org unit.
pub(super) fn is_main(name: &str) -> bool {
    MAIN.iter().any(|(main, _)| *main == name)
}

/// The org unit's columns in their order; the main ones if it has none.
pub(super) fn of_unit(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId) -> StoreResult<Vec<ContactColumn>> {
    let mut columns: Vec<ContactColumn> =
        tx.store.contact_columns_of(org_unit)?.into_iter().map(|row| row.column).collect();
    if columns.is_empty() {
        columns = main_columns().collect();
    }
    columns.sort_by(|one, other| (one.order, &one.database).cmp(&(other.order, &other.database)));
    Ok(columns)
}

/// The main columns, all shown.
pub(crate) fn main_columns() -> impl Iterator<Item = ContactColumn> {
    (1..).zip(MAIN).map(|(order, (database, desc))| ContactColumn {
        database: database.to_owned(),
        desc: desc.to_owned(),
        show: "Y".to_owned(),
        order,
        category: String::new(),
    })
}

/// The fields that a column of a file can be imported into. The company is not among them: a name does not identify a
/// company.
pub(crate) fn importable(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId) -> StoreResult<Vec<String>> {
    let main = MAIN.iter().map(|(name, _)| (*name).to_owned());
    let own = of_unit(tx, org_unit)?.into_iter().map(|column| column.database);
    Ok(main.chain(own).filter(|name| name != "employer_name").collect())
}

/// `GET /contacts/{id}/columns`: the columns of a contact of the org unit or of all org units.
pub(crate) fn of_contact(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    super::visible(tx, caller, &ContactId::from(call.param("id")))?;
    json(&Listed { data: of_unit(tx, &caller.org_unit_id)? })
}

/// `GET /contacts/columns?group_by=category&by_field`: the org unit's columns by category. `by_field` names the identifier
/// by which the page finds contacts, as in `GET /contacts/{id}`; the columns are the same for all.
pub(crate) fn by_category(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    if call.query("group_by").is_some_and(|group| group != "category") {
        return Err(Failure::field("group_by", "invalid"));
    }
    if call.query("by_field").is_some_and(|field| ContactField::parse(field).is_none()) {
        return Err(Failure::field("by_field", "invalid"));
    }
    let mut categories: Vec<ColumnCategory> = Vec::new();
    for column in of_unit(tx, &caller.org_unit_id)? {
        match categories.iter_mut().find(|found| found.category == column.category) {
            Some(found) => found.columns.push(column),
            None => categories.push(ColumnCategory { category: column.category.clone(), columns: vec![column] }),
        }
    }
    json(&Listed { data: categories })
}
