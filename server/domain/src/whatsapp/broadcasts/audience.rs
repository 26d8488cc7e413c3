//! Who of the customers of a request gets the message, and with which values. The reasons are one function of facts, which the check, the
//! creation and the moment of the send use.

use crate::address::{self, Number, NumberCountry};
use crate::store::{ContactField, ContactRow};
use serde_json::Value;
use wire::broadcast_reasons as reasons;
use wire::templates::clean_value;
use wire::{BroadcastContact, EntryStatus, VariableSource};

/// What is known of a customer when it is decided whether the message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts<'a> {
    /// The named contact exists and is of the org unit, or the request names none.
    pub is_of_unit: bool,
    /// The number.
    pub number: &'a NumberFact,
    /// A variable of the template has no value.
    pub lacks_value: bool,
    /// An earlier row of the list is the same customer, who gets a message.
    pub is_duplicate: bool,
    /// The customer opted out.
    pub is_opted_out: bool,
    /// The number is blocked.
    pub is_blocked: bool,
    /// A consent is needed, and the contact has none.
    pub lacks_opt_in: bool,
    /// An attendance with the customer is open.
    pub is_in_attendance: bool,
}

/// The number of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NumberFact {
    /// There is none, or the text is no number.
    Missing,
    /// The number has no country or area code.
    WithoutPrefix,
    /// The number in its canonical form, or the id of a customer without a number.
    Full(String),
}

impl NumberFact {
    /// The number as a file or a contact has it.
    pub fn of(country: NumberCountry, written: &str) -> Self {
        match address::of_person(country, written) {
            Ok(Number::Full(number)) => Self::Full(number),
            Ok(Number::Local(_)) => Self::WithoutPrefix,
            Err(_) if address::is_user_id(written) => Self::Full(written.to_owned()),
            Err(_) => Self::Missing,
        }
    }

    /// The canonical number; empty without one.
    pub fn canonical(&self) -> &str {
        match self {
            Self::Full(number) => number,
            Self::Missing | Self::WithoutPrefix => "",
        }
    }
}

/// Why a customer gets no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Omission {
    /// Status of the entry.
    pub status: EntryStatus,
    /// Reason of the entry; empty where the status says everything.
    pub reason: &'static str,
    /// Whether a later attempt may succeed with the same list.
    pub is_retryable: bool,
}

/// Why the customer gets no message; `None`: the message is sent. The first reason counts.
pub(super) fn omission(facts: Facts<'_>) -> Option<Omission> {
    let never = |status, reason| Some(Omission { status, reason, is_retryable: false });
    match facts {
        Facts { is_of_unit: false, .. } => never(EntryStatus::Mismatch, ""),
        Facts { number: NumberFact::Missing, .. } => never(EntryStatus::IdentifierNotFound, reasons::NO_NUMBER),
        Facts { number: NumberFact::WithoutPrefix, .. } => never(EntryStatus::MissingPrefix, ""),
        Facts { is_duplicate: true, .. } => never(EntryStatus::Mismatch, reasons::DUPLICATE),
        Facts { is_opted_out: true, .. } => never(EntryStatus::Failed, reasons::OPTED_OUT),
        Facts { is_blocked: true, .. } => never(EntryStatus::Failed, reasons::BLOCKED),
        Facts { lacks_opt_in: true, .. } => never(EntryStatus::Failed, reasons::NO_OPT_IN),
        Facts { lacks_value: true, .. } => never(EntryStatus::Mismatch, reasons::MISSING_VALUE),
        Facts { is_in_attendance: true, .. } => {
            Some(Omission { status: EntryStatus::AlreadyInAttendance, reason: "", is_retryable: true })
        }
        Facts { .. } => None,
    }
}

/// A customer of a request: the row of the file and the contact.
pub(super) struct Customer<'a> {
    /// The row, which comes first.
    pub row: &'a BroadcastContact,
    /// The contact, if the row names one of the org unit.
    pub contact: Option<&'a ContactRow>,
}

impl Customer<'_> {
    /// The name.
    pub fn name(&self) -> String {
        let of_contact = || self.contact.map(|row| row.contact.fullname.clone()).unwrap_or_default();
        Some(self.row.name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(of_contact)
    }

    /// Identifier of the contact, or the number as the file has it.
    pub fn identifier(&self) -> String {
        match self.contact {
            Some(row) if !row.contact.identifiers.id.is_empty() => row.contact.identifiers.id.clone(),
            Some(_) | None => self.row.phone.trim().to_owned(),
        }
    }

    /// The number to which the message goes.
    pub fn number(&self, country: NumberCountry) -> NumberFact {
        let of_contact =
            || self.contact.map(|row| row.identifier(ContactField::WhatsappIdentifier)).unwrap_or_default();
        let written = Some(self.row.phone.trim()).filter(|phone| !phone.is_empty()).unwrap_or_else(of_contact);
        NumberFact::of(country, written)
    }

    /// The value of a column, as networks accept it; empty without one.
    pub fn value_of(&self, column: &str) -> String {
        let of_row = self.row.fields.get(column).map(|value| clean_value(value));
        // A file has the name by its meaning, whatever the heading of its column is.
        let of_name = || (column == "fullname").then(|| clean_value(&self.row.name));
        let value = of_row.filter(|value| wire::is_visible(value)).or_else(of_name);
        let value = value.filter(|value| wire::is_visible(value));
        value.or_else(|| self.contact.map(|row| clean_value(&field_of(row, column)))).unwrap_or_default()
    }

    /// The values of the variables; `Err`: the first column without a value.
    pub fn values(&self, sources: &[VariableSource]) -> Result<Vec<String>, String> {
        let value = |source: &VariableSource| {
            let text = if source.column.is_empty() { clean_value(&source.text) } else { self.value_of(&source.column) };
            if wire::is_visible(&text) { Ok(text) } else { Err(source.column.clone()) }
        };
        sources.iter().map(value).collect()
    }

    /// Whether the column has the customer's consent: a value other than a word of refusal.
    pub fn has_opt_in(&self, column: &str) -> bool {
        const REFUSALS: [&str; 7] = ["0", "n", "nao", "não", "no", "false", "falso"];
        let value = self.value_of(column).to_lowercase();
        wire::is_visible(&value) && !REFUSALS.contains(&value.as_str())
    }
}

/// The value of a contact's column.
fn field_of(row: &ContactRow, column: &str) -> String {
    let contact = &row.contact;
    match column {
        "fullname" => contact.fullname.clone(),
        "email" => contact.email.clone(),
        "employer_name" => contact.employer_name.clone(),
        "phone1" => contact.identifiers.phone1.clone(),
        "whatsapp_identifier" => contact.identifiers.whatsapp_identifier.clone(),
        "chat_identifier" => contact.identifiers.chat_identifier.clone(),
        "id" => contact.identifiers.id.clone(),
        other => match contact.data.as_ref().and_then(|data| data.get(other)) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => String::new(),
            Some(value) => value.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn good(number: &NumberFact) -> Facts<'_> {
        Facts {
            is_of_unit: true,
            number,
            lacks_value: false,
            is_duplicate: false,
            is_opted_out: false,
            is_blocked: false,
            lacks_opt_in: false,
            is_in_attendance: false,
        }
    }

    #[rstest]
    #[case::nothing_against_it(|_: &mut Facts<'_>| (), None)]
    #[case::a_contact_of_another_unit(|facts: &mut Facts<'_>| facts.is_of_unit = false, Some((EntryStatus::Mismatch, "", false)))]
    #[case::no_number(|facts: &mut Facts<'_>| facts.number = &NumberFact::Missing, Some((EntryStatus::IdentifierNotFound, "noNumber", false)))]
    #[case::no_prefix(|facts: &mut Facts<'_>| facts.number = &NumberFact::WithoutPrefix, Some((EntryStatus::MissingPrefix, "", false)))]
    #[case::a_missing_value(|facts: &mut Facts<'_>| facts.lacks_value = true, Some((EntryStatus::Mismatch, "missingValue", false)))]
    #[case::a_second_row(|facts: &mut Facts<'_>| facts.is_duplicate = true, Some((EntryStatus::Mismatch, "duplicate", false)))]
    #[case::opted_out(|facts: &mut Facts<'_>| facts.is_opted_out = true, Some((EntryStatus::Failed, "optedOut", false)))]
    #[case::blocked(|facts: &mut Facts<'_>| facts.is_blocked = true, Some((EntryStatus::Failed, "blocked", false)))]
    #[case::no_consent(|facts: &mut Facts<'_>| facts.lacks_opt_in = true, Some((EntryStatus::Failed, "noOptIn", false)))]
    #[case::in_attendance(|facts: &mut Facts<'_>| facts.is_in_attendance = true, Some((EntryStatus::AlreadyInAttendance, "", true)))]
    #[case::opted_out_and_in_attendance(
        |facts: &mut Facts<'_>| (facts.is_opted_out, facts.is_in_attendance) = (true, true),
        Some((EntryStatus::Failed, "optedOut", false))
    )]
    fn the_first_fact_against_a_message_is_its_reason(
        #[case] change: impl FnOnce(&mut Facts<'_>),
        #[case] expected: Option<(EntryStatus, &str, bool)>,
    ) {
        let number = NumberFact::Full("5511955550101".to_owned());
        let mut facts = good(&number);
        change(&mut facts);
        let found = omission(facts).map(|omission| (omission.status, omission.reason, omission.is_retryable));
        assert_eq!(found, expected);
    }

    #[rstest]
    #[case::with_all_codes("+55 (11) 95555-0101", NumberFact::Full("5511955550101".to_owned()))]
    #[case::before_the_ninth_digit("551187654321", NumberFact::Full("5511987654321".to_owned()))]
    #[case::without_the_area("95555-0101", NumberFact::WithoutPrefix)]
    #[case::an_id_of_the_network("BR.1A2B", NumberFact::Full("BR.1A2B".to_owned()))]
    #[case::no_number("sem telefone", NumberFact::Missing)]
    #[case::empty("", NumberFact::Missing)]
    fn a_number_is_read_in_its_canonical_form(#[case] written: &str, #[case] expected: NumberFact) {
        assert_eq!(NumberFact::of(NumberCountry::BRAZIL, written), expected);
    }
}
