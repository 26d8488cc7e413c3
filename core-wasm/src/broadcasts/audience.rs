//! The chosen contacts of a draft: contacts of the org unit, and the rows of a file.

use crate::flow::{SortedSet, Text};
use crate::imports::proposed;
use crate::people::whatsapp_number;
use crate::wire::{BroadcastContact, Contact, Name};
use derive::ReadObject;
use serde::Serialize;
use std::collections::BTreeMap;

/// A chosen contact, or a row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Chosen {
    /// The customer as the server reads it.
    pub contact: BroadcastContact,
    /// Name that the agent reads.
    pub name: String,
    /// Number that the agent reads.
    pub phone: String,
    /// Number of the line of the file; 0 for a contact.
    pub line: u32,
}

impl Chosen {
    /// A contact of the org unit.
    pub(super) fn of(contact: &Contact) -> Self {
        Self {
            contact: BroadcastContact { contact_id: contact.id.clone(), ..BroadcastContact::default() },
            name: contact.fullname.clone(),
            phone: whatsapp_number(contact).to_owned(),
            line: 0,
        }
    }

    /// Identifies the contact among those to choose from.
    pub(super) fn key(&self) -> Name {
        if self.line == 0 { self.contact.contact_id.as_str().into() } else { format!("row-{}", self.line).into() }
    }
}

/// A row of a file: the number of its line, and its values.
pub(super) type FileRow = (u32, Vec<String>);

/// What became of the rows of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileResult {
    /// Name of the file; empty without one.
    pub name: String,
    /// Number of rows.
    pub read: u32,
    /// Number of rows whose number another row has.
    pub repeated: u32,
    /// Lines without a number.
    pub without_phone: Vec<u32>,
    /// The headings of the columns.
    pub columns: Vec<String>,
}

/// The customers of a file. Each row has the number of its line.
///
/// # Errors
/// The file has no column with numbers.
pub(super) fn rows_of(name: &str, headings: &[String], rows: Vec<FileRow>) -> Result<(Vec<Chosen>, FileResult), Text> {
    let meanings = proposed(headings, &[]);
    let column = |meaning: &str| meanings.iter().position(|of| of == meaning);
    let Some(phone) = column("whatsapp_identifier").or_else(|| column("phone1")) else {
        return Err(Text::key("broadcasts.file.noPhoneColumn"));
    };
    let customer = column("fullname");
    let columns = headings.iter().filter(|heading| !heading.trim().is_empty()).cloned().collect();
    let mut result = FileResult { name: name.to_owned(), columns, ..FileResult::default() };
    let mut numbers = SortedSet::new();
    let mut chosen = Vec::new();
    for (line, row) in rows {
        result.read += 1;
        let value = |index: usize| row.get(index).map(|value| value.trim()).unwrap_or_default();
        let digits: String = value(phone).chars().filter(char::is_ascii_digit).collect();
        if digits.is_empty() {
            result.without_phone.push(line);
            continue;
        }
        if !numbers.insert(digits) {
            result.repeated += 1;
            continue;
        }
        let fields: BTreeMap<String, String> = headings
            .iter()
            .enumerate()
            .filter(|(index, heading)| !heading.trim().is_empty() && !value(*index).is_empty())
            .map(|(index, heading)| (heading.clone(), value(index).to_owned()))
            .collect();
        let (name, phone) = (customer.map(value).unwrap_or_default().to_owned(), value(phone).to_owned());
        let contact =
            BroadcastContact { phone: phone.clone(), name: name.clone(), fields, ..BroadcastContact::default() };
        chosen.push(Chosen { contact, name, phone, line });
    }
    Ok((chosen, result))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn rows_of_a_file_are_customers_with_the_values_of_their_columns() {
        let rows = vec![
            owned(&["Ana", "+55 11 98877-6655", "Fibra 500"]),
            owned(&["Bruno", "", "Fibra 300"]),
            owned(&["Ana P.", "5511988776655", ""]),
            owned(&["Carla", "5511977665544"]),
        ];
        let rows = [2, 4, 5, 6].into_iter().zip(rows).collect();
        let (chosen, result) = rows_of("c.csv", &owned(&["Nome", "Telefone", "Plano"]), rows).expect("a file");
        assert_eq!((result.read, result.repeated, result.without_phone), (4, 1, vec![4]));
        let shown: Vec<_> = chosen.iter().map(|row| (row.key().to_string(), row.name.as_str())).collect();
        assert_eq!(shown, [("row-2".to_owned(), "Ana"), ("row-6".to_owned(), "Carla")]);
        assert_eq!(chosen[0].contact.fields.get("Plano").map(String::as_str), Some("Fibra 500"));
        assert_eq!(chosen[1].contact.fields.len(), 2, "an empty value is no value");
    }

    #[test]
    fn a_file_without_a_column_of_numbers_is_refused() {
        let refused = rows_of("c.csv", &owned(&["Nome", "Plano"]), vec![(2, owned(&["Ana", "Fibra"]))]);
        assert_eq!(refused.map_err(|text| text.key), Err("broadcasts.file.noPhoneColumn".to_owned()));
    }
}
