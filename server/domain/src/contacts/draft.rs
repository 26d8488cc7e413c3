//! The fields that an agent typed, copied into a contact.

use super::columns;
use crate::address::{self, Number, NumberCountry};
use crate::auth::Caller;
use crate::centre::Transaction;
use crate::http::Failure;
use crate::names::is_visible;
use crate::store::ContactRow;
use serde_json::Value;
use std::collections::BTreeMap;
use wire::limits::FORM_VALUE_MAX_CHARS;
use wire::{ContactDraft, ContactIdentifiers, FieldErrors};

/// Copies the payload's fields into the contact; reports every invalid field.
pub(super) fn apply(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    row: &mut ContactRow,
    mut draft: ContactDraft,
) -> Result<(), Failure> {
    let mut errors = FieldErrors::new();
    set_data(tx, row, draft.data.take().unwrap_or_default(), &mut errors)?;
    if let Some(employer) = draft.employer_id.take() {
        let found = if employer.is_empty() { None } else { tx.store.employer(&employer)? };
        if !employer.is_empty() && found.is_none_or(|found| found.org_unit_id != caller.org_unit_id) {
            errors.insert("employer_id".to_owned(), "unknown".to_owned());
        }
        row.contact.employer_id = employer;
    }
    if let Some(preferential) = draft.preferential {
        set_wallet(tx, caller, row, preferential)?;
    }
    let contact = &mut row.contact;
    let ContactIdentifiers { id, whatsapp_identifier, chat_identifier, phone1 } = &mut contact.identifiers;
    let fields = [
        ("contact_identifier", id, draft.contact_identifier),
        ("whatsapp_identifier", whatsapp_identifier, draft.whatsapp_identifier),
        ("chat_identifier", chat_identifier, draft.chat_identifier),
        ("contact_phone1", phone1, draft.contact_phone1),
    ];
    for (name, target, value) in fields {
        let Some(value) = value else { continue };
        // An invalid value that an older server stored is accepted while nobody changes it.
        if value == *target {
            continue;
        }
        // Instagram names its customers by an id of its own, which is no number. The network has verified that id.
        let is_customer = name == "whatsapp_identifier" && !tx.store.whatsapp_jobs_of(&value)?.is_empty();
        let stored = if is_customer { Ok(value) } else { stored_identifier(tx.store.number_country(), name, &value) };
        match stored {
            Err(fault) => {
                errors.insert(name.to_owned(), fault.to_owned());
            }
            Ok(stored) => *target = stored,
        }
    }
    if let Some(fullname) = draft.fullname {
        contact.fullname = fullname.trim().to_owned();
        if !is_visible(&contact.fullname) {
            errors.insert("fullname".to_owned(), "required".to_owned());
        }
    }
    if let Some(email) = draft.email {
        contact.email = email.trim().to_owned();
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::fields(errors)) }
}

/// A new contact without an e-mail address gets the address that is its identifier, because the registration form has no separate field for
/// it.
pub(super) fn fill_email(contact: &mut wire::Contact) {
    if contact.email.is_empty()
        && let Some(address) = email_address(&contact.identifiers)
    {
        contact.email = address.to_owned();
    }
}

/// The identifier that is an e-mail address.
fn email_address(identifiers: &ContactIdentifiers) -> Option<&str> {
    [&identifiers.chat_identifier, &identifiers.id].into_iter().map(String::as_str).find(|text| is_email_address(text))
}

/// One `@`, a domain with a dot inside, and no separators of words.
fn is_email_address(text: &str) -> bool {
    let Some((mailbox, domain)) = text.split_once('@') else { return false };
    let is_plain =
        !text.contains(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '<' | '>' | '"'));
    let labels: Vec<&str> = domain.split('.').collect();
    is_plain
        && !mailbox.is_empty()
        && !domain.contains('@')
        && labels.len() > 1
        && labels.iter().all(|label| !label.is_empty())
}

/// Sets the org unit's columns of the contact; an empty value clears one.
fn set_data(
    tx: &Transaction<'_, '_>,
    row: &mut ContactRow,
    given: BTreeMap<String, String>,
    errors: &mut FieldErrors,
) -> Result<(), Failure> {
    if given.is_empty() {
        return Ok(());
    }
    let known = columns::of_unit(tx, &row.org_unit_id)?;
    let mut data = row.contact.data.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
    for (name, value) in given {
        let is_column = known.iter().any(|column| column.database == name) && !columns::is_main(&name);
        let fault = if !is_column { "unknown" } else { "tooLong" };
        if !is_column || value.chars().count() > FORM_VALUE_MAX_CHARS {
            errors.insert(name, fault.to_owned());
        } else if value.trim().is_empty() {
            data.remove(&name);
        } else {
            data.insert(name, Value::from(value.trim()));
        }
    }
    row.contact.data = (!data.is_empty()).then_some(Value::Object(data));
    Ok(())
}

/// Adds the contact to the caller's wallet or removes it; a contact in another agent's wallet stays there (WAL-005).
fn set_wallet(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    row: &mut ContactRow,
    preferential: bool,
) -> Result<(), Failure> {
    if let Some(other) = row.wallet.as_ref().filter(|agent| **agent != caller.agent_id) {
        let name = tx.store.agent(other)?.map(|agent| agent.record.agent_name).unwrap_or_default();
        let details = BTreeMap::from([
            ("agentId".to_owned(), Value::from(other.as_str())),
            ("agentName".to_owned(), Value::from(name)),
        ]);
        return Err(Failure::reason("PREFERENTIAL_OF_OTHER_AGENT", details));
    }
    row.wallet = preferential.then(|| caller.agent_id.clone());
    row.contact.preferential = preferential;
    Ok(())
}

/// The stored form of a typed identifier, or why it is refused: numbers in their canonical form, other identifiers as
/// they are.
fn stored_identifier(country: NumberCountry, name: &str, value: &str) -> Result<String, &'static str> {
    match (name, address::of_person(country, value)) {
        (_, _) if without_plus(value.trim()).is_empty() => Err("required"),
        // Instagram and WhatsApp name customers without a number by an id.
        ("whatsapp_identifier", Err(_)) if address::is_user_id(value) => Ok(value.to_owned()),
        ("contact_phone1", Ok(number)) => Ok(number.into_digits()),
        ("whatsapp_identifier", Ok(Number::Full(number))) => Ok(number),
        ("whatsapp_identifier", Ok(Number::Local(_))) => Err("invalid"),
        ("whatsapp_identifier" | "contact_phone1", Err(fault)) => Err(fault.as_str()),
        _ => clean(value),
    }
}

fn clean(value: &str) -> Result<String, &'static str> {
    identifier_fault(value).map_or_else(|| Ok(without_plus(value).to_owned()), Err)
}

fn identifier_fault(value: &str) -> Option<&'static str> {
    if without_plus(value).is_empty() {
        Some("required")
    } else if value.chars().any(char::is_whitespace) {
        Some("whitespace")
    } else {
        None
    }
}

/// Validates one identifier and removes its leading plus.
pub(crate) fn clean_identifier(field: &str, value: &str) -> Result<String, Failure> {
    clean(value).map_err(|fault| Failure::field(field, fault))
}

/// Removes one leading plus (CTC-018).
pub(super) fn without_plus(value: &str) -> &str {
    value.strip_prefix('+').unwrap_or(value)
}
