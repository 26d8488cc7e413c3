//! Converts one line of a file to the draft of a contact.

use crate::address::{self, Number, NumberCountry};
use crate::fold::folded;
use crate::http::Failure;
use crate::store::{RefusedLine, StoreError};
use wire::ContactDraft;
use wire::limits::{FIELD_MAX_CHARS, FORM_VALUE_MAX_CHARS, NAME_MAX_CHARS};

/// The draft that the values of a line make, or the field that is refused and why. An empty value is none. A contact without
/// an identifier is identified by its telephone, its WhatsApp number, its chat identifier or its mail address.
pub(super) fn draft(
    country: NumberCountry,
    columns: &[String],
    values: &[String],
) -> Result<ContactDraft, (String, &'static str)> {
    if is_total(country, columns, values) {
        return Err(("fullname".to_owned(), "total"));
    }
    let mut draft = ContactDraft::default();
    for (column, value) in columns.iter().zip(values) {
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        let value = match column.as_str() {
            "phone1" => number_of(country, column, value)?.into_digits(),
            "whatsapp_identifier" => match number_of(country, column, value)? {
                Number::Full(digits) => digits,
                Number::Local(_) => return Err((column.clone(), "invalid")),
            },
            _ => value.to_owned(),
        };
        if value.chars().count() > most_chars(column) {
            return Err((column.clone(), "tooLong"));
        }
        match column.as_str() {
            "fullname" => draft.fullname = Some(value),
            "id" => draft.contact_identifier = Some(value),
            "whatsapp_identifier" => draft.whatsapp_identifier = Some(value),
            "chat_identifier" => draft.chat_identifier = Some(value),
            "phone1" => draft.contact_phone1 = Some(value),
            "email" => draft.email = Some(value),
            _ => drop(draft.data.get_or_insert_default().insert(column.clone(), value)),
        }
    }
    if draft.contact_identifier.is_none() {
        let others = [&draft.contact_phone1, &draft.whatsapp_identifier, &draft.chat_identifier, &draft.email];
        draft.contact_identifier = others.into_iter().flatten().next().cloned();
    }
    Ok(draft)
}

/// The refusal of a line; a failure that the line did not cause is returned.
pub(super) fn refusal(line: u32, failure: Failure) -> Result<RefusedLine, StoreError> {
    let body = match failure {
        Failure::Refused { body, .. } => body,
        Failure::Store(error) => return Err(error),
        Failure::Password(_) => return Err(StoreError::Corrupt("a line needs no password".to_owned())),
    };
    let (field, reason) = match body.errors.into_iter().next() {
        Some((field, fault)) => (field, fault),
        None => {
            let field = body.details.get("field").and_then(serde_json::Value::as_str).unwrap_or_default();
            (field.to_owned(), body.reason.unwrap_or_default())
        }
    };
    Ok(RefusedLine { line, field: column_of(&field).to_owned(), reason })
}

/// The column that a field of the draft comes from.
fn column_of(field: &str) -> &str {
    match field {
        "contact_identifier" => "id",
        "contact_phone1" => "phone1",
        other => other,
    }
}

/// The line in which a spreadsheet adds up the lines above it: a word for that as the name, and beside it nothing that only a person has.
fn is_total(country: NumberCountry, columns: &[String], values: &[String]) -> bool {
    let is_of_a_person = |column: &str, value: &str| match column {
        "fullname" => false,
        "phone1" | "whatsapp_identifier" => matches!(address::of_person(country, value), Ok(Number::Full(_))),
        "email" | "chat_identifier" => value.contains('@'),
        _ => value.chars().any(char::is_alphabetic),
    };
    let mut pairs = columns.iter().map(String::as_str).zip(values.iter().map(|value| value.trim()));
    let is_word = pairs.clone().any(|(column, value)| column == "fullname" && is_word_for_a_total(value));
    is_word && !pairs.any(|(column, value)| is_of_a_person(column, value))
}

/// Names of totals: `Total`, `Total geral: 250`, `SUBTOTAL`.
fn is_word_for_a_total(name: &str) -> bool {
    let folded = folded(name);
    let words: Vec<&str> =
        folded.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    matches!(
        words.as_slice(),
        ["total" | "totais" | "totals" | "subtotal" | "subtotais" | "soma" | "sum"]
            | ["total", "geral" | "gerais"]
            | ["grand", "total"]
            | ["sub", "total"]
            | [
                "total",
                "de" | "of",
                "contatos" | "clientes" | "registros" | "linhas" | "contacts" | "customers" | "rows"
            ]
    )
}

fn number_of(country: NumberCountry, column: &str, value: &str) -> Result<Number, (String, &'static str)> {
    address::of_person(country, value).map_err(|fault| (column.to_owned(), fault.as_str()))
}

fn most_chars(column: &str) -> usize {
    match column {
        "fullname" => NAME_MAX_CHARS,
        "id" | "whatsapp_identifier" | "chat_identifier" | "phone1" | "email" => FIELD_MAX_CHARS,
        _ => FORM_VALUE_MAX_CHARS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn read(columns: &[&str], values: &[&str]) -> Result<ContactDraft, (String, &'static str)> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        draft(NumberCountry::BRAZIL, &owned(columns), &owned(values))
    }

    #[rstest]
    #[case::a_number_as_people_write_it("+55 (11) 95555-0101", "5511955550101")]
    #[case::a_number_with_a_no_break_space("11\u{a0}95555.0101", "5511955550101")]
    fn a_telephone_number_is_imported_as_its_digits(#[case] written: &str, #[case] expected: &str) {
        assert_eq!(read(&["phone1"], &[written]).unwrap().contact_phone1.as_deref(), Some(expected));
    }

    #[rstest]
    #[case::an_identifier_of_its_own(&["id", "phone1", "email"], &["C-1", "11 4555-0101", "a@b"], Some("C-1"))]
    #[case::the_telephone_as_identifier(&["id", "phone1", "email"], &[" ", "11 4555-0101", "a@b"], Some("551145550101"))]
    #[case::the_mail_address_as_identifier(&["fullname", "email"], &["Ana", "a@b"], Some("a@b"))]
    #[case::no_identifier(&["fullname", "phone1"], &["Ana", ""], None)]
    #[case::a_short_line(&["fullname", "phone1"], &["Ana"], None)]
    fn a_line_without_an_identifier_takes_telephone_or_mail_address_as_identifier(
        #[case] columns: &[&str],
        #[case] values: &[&str],
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(read(columns, values).unwrap().contact_identifier.as_deref(), expected);
    }

    #[rstest]
    #[case::letters_in_a_telephone("phone1", "ligar depois", "invalid")]
    #[case::a_number_in_scientific_notation("phone1", "5,51196E+12", "invalid")]
    #[case::a_whatsapp_number_in_scientific_notation("whatsapp_identifier", "5.511955557003E12", "invalid")]
    #[case::a_formula("whatsapp_identifier", "=\"5511955557001\"", "invalid")]
    #[case::an_error_of_a_spreadsheet("whatsapp_identifier", "#N/A", "invalid")]
    #[case::three_digits("whatsapp_identifier", "190", "invalid")]
    #[case::thirty_digits("whatsapp_identifier", "551195555010155119555501015511", "tooLong")]
    #[case::two_numbers("phone1", "11955550101 / 11955550102", "invalid")]
    #[case::a_name_of_100_kb("fullname", &"a".repeat(102_400), "tooLong")]
    #[case::a_long_identifier("id", &"1".repeat(255), "tooLong")]
    #[case::a_long_value("plano", &"x".repeat(2_001), "tooLong")]
    fn a_line_with_an_invalid_value_is_refused(#[case] column: &str, #[case] value: &str, #[case] fault: &'static str) {
        assert_eq!(read(&[column], &[value]), Err((column.to_owned(), fault)));
    }

    #[rstest]
    #[case::the_word_alone(&["fullname", "phone1"], &["Total", ""], true)]
    #[case::the_word_with_a_count(&["fullname", "phone1"], &["TOTAL GERAL:", "1500"], true)]
    #[case::the_word_with_the_count_in_the_name(&["fullname", "phone1"], &["Total: 250", ""], true)]
    #[case::the_word_with_a_sum(&["fullname", "phone1", "plano"], &["Subtotal", "", "R$ 1.250,00"], false)]
    #[case::the_word_with_a_plain_sum(&["fullname", "phone1", "plano"], &["Subtotal", "", "1.250,00"], true)]
    #[case::a_total_of_rows(&["fullname", "id"], &["Total de clientes", "12"], true)]
    #[case::a_person_of_that_name(&["fullname", "phone1"], &["Total", "11 95555-0101"], false)]
    #[case::the_word_with_a_mail_address(&["fullname", "email"], &["Soma", "contato@soma.example"], false)]
    #[case::a_company(&["fullname", "phone1"], &["Total Seguros", ""], false)]
    #[case::another_name(&["fullname", "phone1"], &["Antotal", ""], false)]
    fn a_line_of_totals_is_not_imported_as_a_contact(
        #[case] columns: &[&str],
        #[case] values: &[&str],
        #[case] expected: bool,
    ) {
        let fault = Err(("fullname".to_owned(), "total"));
        assert_eq!(read(columns, values) == fault, expected);
    }

    #[test]
    fn html_bidi_marks_and_formulas_in_a_line_are_imported_as_text() {
        let name = "=1+1 <b>Ana</b> \u{202e}lmth.exe";
        let draft = read(&["fullname", "plano"], &[name, "@SUM(A1)"]).unwrap();
        assert_eq!(draft.fullname.as_deref(), Some(name));
        assert_eq!(draft.data.unwrap()["plano"], "@SUM(A1)");
    }
}
