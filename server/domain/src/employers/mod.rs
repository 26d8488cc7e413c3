//! Companies that contacts belong to (spec conversation §3 "Employer", §5, §7).
//!
//! The code and the tax id are unique in an org unit; a second company with the same one is refused with the message
//! `duplicated` (EMP-013 to EMP-019).

use crate::audit;
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::contacts::query_of;
use crate::http::{Failure, json};
use crate::names::is_visible;
use crate::paging::{Page, flag};
use crate::store::{
    ContactRow, EmployerRow, Facet, ListQuery, SearchOrder, Sequence, StoreResult, TermRange, text_ranges,
};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::limits::{CNPJ_DIGITS, EMPLOYER_CODE_MAX_CHARS, EMPLOYER_NAME_MAX_CHARS, EMPLOYER_ROLE_MAX_CHARS};
use wire::{
    Employer, EmployerId, EmployerRole, EmployerSave, EmployerSaved, EmployerSearchRequest, ErrorBody, FieldErrors,
    OrgUnitId,
};

const PER_PAGE: u32 = 10;
const MAX_PER_PAGE: u32 = 100;
/// Maximum of companies in a list that is not divided into portions.
const ALL: u32 = 9_999;
const BY_NAME: SearchOrder = SearchOrder { by: None, is_descending: false };

/// `GET /employers?agent_id&paginated&page&per_page&search`: companies of the org unit by name; all of them unless
/// `paginated` is true.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    require_agent(call)?;
    let page = match flag(call, "paginated")? {
        Some(true) => Page::of(call, PER_PAGE, MAX_PER_PAGE)?,
        _ => Page::of(call, ALL, ALL)?,
    };
    list_found_by(tx, caller, &page, call.query("search").unwrap_or_default())
}

/// `POST /employers/search?agent_id&page&per_page`.
pub(crate) fn search(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    require_agent(call)?;
    let EmployerSearchRequest { employer_name } = call.body()?;
    list_found_by(tx, caller, &Page::of(call, PER_PAGE, MAX_PER_PAGE)?, &employer_name)
}

fn list_found_by(tx: &Transaction<'_, '_>, caller: &Caller, page: &Page, text: &str) -> Answer {
    let query = query_of(page, caller, text_ranges(tx.store.number_country(), text), BY_NAME, false);
    let (rows, total) = tx.store.employers_listed(&query)?;
    page.answer(rows.into_iter().map(|row| with_contact_count(tx, row)).collect::<Result<Vec<_>, _>>()?, total)
}

/// `GET /employers/{id}`.
pub(crate) fn read(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let row = of_unit(tx, caller, call.param("id"))?;
    json(&with_contact_count(tx, row)?)
}

/// A company of the caller's org unit; other companies do not exist for the caller.
pub(crate) fn of_unit(tx: &Transaction<'_, '_>, caller: &Caller, id: &str) -> Result<EmployerRow, Failure> {
    let row = tx.store.employer(&EmployerId::from(id))?;
    row.filter(|row| row.org_unit_id == caller.org_unit_id).ok_or_else(|| Failure::not_found("employer"))
}

/// The company's contacts by name, including those of all org units.
pub(crate) fn contacts_of(tx: &Transaction<'_, '_>, row: &EmployerRow) -> StoreResult<Vec<ContactRow>> {
    let groups = vec![vec![TermRange::facet(Facet::Employer, row.employer.employer_id.as_str())]];
    let org_units = vec![row.org_unit_id.clone(), OrgUnitId::default()];
    let query = ListQuery { org_units, groups, order: BY_NAME, offset: 0, limit: ALL as usize };
    Ok(tx.store.contacts_listed(&query)?.0)
}

/// The company with the number of its contacts.
fn with_contact_count(tx: &Transaction<'_, '_>, row: EmployerRow) -> Result<Employer, Failure> {
    let id = row.employer.employer_id.as_str();
    let own = tx.store.contacts_with(&row.org_unit_id, Facet::Employer, id)?;
    let shared = tx.store.contacts_with(&OrgUnitId::default(), Facet::Employer, id)?;
    Ok(Employer { contacts: u32::try_from(own + shared).unwrap_or(u32::MAX), ..row.employer })
}

fn require_agent(call: &Call) -> Result<(), Failure> {
    call.query("agent_id").map(drop).ok_or_else(|| Failure::field("agent_id", "required"))
}

/// `POST /employers/create`.
pub(crate) fn create(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: EmployerSave = call.body()?;
    let employer = Employer::default();
    let mut row = EmployerRow { employer, org_unit_id: caller.org_unit_id.clone(), last_role: 0 };
    apply(&mut row, request)?;
    refuse_duplicate(tx, &row)?;
    row.employer.employer_id = EmployerId(tx.store.next_number(Sequence::Employer)?.to_string());
    store(tx, caller, row, None)
}

/// `PUT /employers/{id}/update`.
pub(crate) fn update(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: EmployerSave = call.body()?;
    let before = of_unit(tx, caller, call.param("id"))?;
    if request.version.is_some_and(|version| version != before.employer.version) {
        let now = serde_json::to_value(with_contact_count(tx, before)?).unwrap_or_default();
        return Err(Failure::reason("CHANGED_EMPLOYER", BTreeMap::from([("employer".to_owned(), now)])));
    }
    let mut row = before.clone();
    apply(&mut row, request)?;
    refuse_duplicate(tx, &row)?;
    store(tx, caller, row, Some(before))
}

fn store(tx: &mut Transaction<'_, '_>, caller: &Caller, mut row: EmployerRow, before: Option<EmployerRow>) -> Answer {
    let (action, message) = if before.is_some() { ("changed", "updated") } else { ("created", "created") };
    if before.as_ref() != Some(&row) {
        row.employer.version += 1;
        tx.store.put_employer(&row)?;
        audit::record(tx, caller, action, &audit::employer(&row), before.as_ref().map(audit::employer).as_ref())?;
    }
    json(&EmployerSaved { message: message.to_owned(), employer: Some(with_contact_count(tx, row)?) })
}

/// Copies the payload into the company; reports every invalid field.
fn apply(row: &mut EmployerRow, request: EmployerSave) -> Result<(), Failure> {
    let mut errors = FieldErrors::new();
    let mut text = |name: &str, value: &str, required: bool, most: usize| {
        let value = value.trim().to_owned();
        let fault = match value.chars().count() {
            _ if required && !is_visible(&value) => Some("required"),
            length if length > most => Some("tooLong"),
            _ => None,
        };
        errors.extend(fault.map(|fault| (name.to_owned(), fault.to_owned())));
        value
    };
    let employer = &mut row.employer;
    employer.name = text("name", &request.name, true, EMPLOYER_NAME_MAX_CHARS);
    employer.social_name = text("socialName", &request.social_name, false, EMPLOYER_NAME_MAX_CHARS);
    employer.code = text("code", &request.code, true, EMPLOYER_CODE_MAX_CHARS);
    let mut roles: Vec<EmployerRole> = Vec::new();
    for role in request.roles {
        let name = text("roles", &role.name, true, EMPLOYER_ROLE_MAX_CHARS);
        roles.push(EmployerRole { name, ..role });
    }
    for (number, role) in roles.iter().enumerate() {
        let id = &role.employer_role_id;
        let is_known = employer.roles.iter().any(|known| known.employer_role_id == *id);
        let is_repeated = roles.iter().take(number).any(|other| other.employer_role_id == *id);
        if !id.is_empty() && (!is_known || is_repeated) {
            errors.insert("roles".to_owned(), "invalid".to_owned());
        }
    }
    let digits: String = request.cnpj.chars().filter(char::is_ascii_digit).collect();
    let is_written = request.cnpj.chars().all(|letter| letter.is_ascii_digit() || " ./-".contains(letter));
    if !is_written || ![0, CNPJ_DIGITS].contains(&digits.len()) {
        errors.insert("cnpj".to_owned(), "invalid".to_owned());
    }
    employer.cnpj = digits;
    if !errors.is_empty() {
        return Err(Failure::fields(errors));
    }
    for role in roles.iter_mut().filter(|role| role.employer_role_id.is_empty()) {
        row.last_role += 1;
        role.employer_role_id = row.last_role.to_string();
    }
    employer.roles = roles;
    Ok(())
}

/// Refuses if another company of the org unit has the code or the tax id.
fn refuse_duplicate(tx: &Transaction<'_, '_>, row: &EmployerRow) -> Result<(), Failure> {
    let Employer { employer_id, code, cnpj, .. } = &row.employer;
    let others = tx.store.employers_like(&row.org_unit_id, code, cnpj)?;
    let Some(other) = others.into_iter().find(|other| other.employer.employer_id != *employer_id) else {
        return Ok(());
    };
    let field = if other.employer.code.to_lowercase() == code.to_lowercase() { "code" } else { "cnpj" };
    let details = BTreeMap::from([("field".to_owned(), Value::from(field))]);
    // The fields of `EmployerSaved`; the message is the key of the displayed text (EMP-015, EMP-017).
    Err(Failure::refused(409, ErrorBody { message: "duplicated".to_owned(), details, ..ErrorBody::default() }))
}

#[cfg(test)]
mod tests;
