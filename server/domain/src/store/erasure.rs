//! How rows are changed when one customer is erased: every entity declares its rule, and `erase_rows` applies it.

use super::backend::{Backend, put};
use super::row::{Entity, Row, Scan, Value};
use super::{ENTITIES, StoreResult, retention};
use crate::address::NumberCountry;
use std::collections::{BTreeMap, BTreeSet};
use wire::{ContactId, OrgUnitId, Protocol, QueueId};

/// Number of rows that are read at a time.
const PORTION: usize = 500;
/// Identifiers and names shorter than this occur in other texts by chance.
const SHORTEST: usize = 5;

/// The data by which an org unit knows a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErasedCustomer {
    /// The country of the centre, whose numbers rows may have without its code.
    pub country: NumberCountry,
    /// The org unit.
    pub org_unit_id: OrgUnitId,
    /// Ids of the customer's contacts.
    pub contacts: BTreeSet<ContactId>,
    /// Numbers, mail addresses and other identifiers, in the forms in which rows store them.
    pub identifiers: BTreeSet<String>,
    /// Names of the customer.
    pub names: BTreeSet<String>,
    /// Protocols of the customer's attendances.
    pub protocols: BTreeSet<Protocol>,
    /// Routes of the org unit.
    pub routes: Vec<String>,
    /// Voice campaigns of the org unit.
    pub campaigns: Vec<QueueId>,
}

impl ErasedCustomer {
    /// Whether the text contains an identifier or a protocol of the customer.
    pub fn is_mentioned(&self, text: &str) -> bool {
        let identifiers = self.identifiers.iter().filter(|identifier| identifier.chars().count() >= SHORTEST);
        identifiers.map(String::as_str).chain(self.protocols.iter().map(Protocol::as_str)).any(|word| has(text, word))
    }

    /// Like `is_mentioned`, but also true for a name of the customer. For texts that may be deleted even if another
    /// person has the name.
    pub fn is_named(&self, text: &str) -> bool {
        let mut names = self.names.iter().filter(|name| name.chars().count() >= SHORTEST);
        self.is_mentioned(text) || names.any(|name| has(text, name))
    }
}

/// Whether the text contains the word as a whole word.
fn has(text: &str, word: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
        !is_part(before) && !is_part(after)
    })
}

/// The consequence of an erasure for one row.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate<R> {
    /// The row holds no data of the customer and stays unchanged.
    Kept,
    /// The row is deleted.
    Deleted,
    /// The row stays, without the customer's data.
    Blanked(Box<R>),
}

/// The rule for the rows of an entity when a customer is erased.
pub enum Erasure<R: 'static> {
    /// The rows hold no customer data; the text is the reason.
    Nothing(&'static str),
    /// The rows of the customer's attendances and contacts are deleted, found as `Row::RETENTION` declares.
    Owned,
    /// The rows are changed together with those of another entity, which the text names.
    Together(&'static str),
    /// The rows with these keys are deleted.
    Keys(fn(&ErasedCustomer) -> Vec<Vec<Value>>),
    /// Every row of the table is examined.
    EveryRow(fn(&R, &ErasedCustomer) -> Fate<R>),
}

/// Deletes or blanks the customer's data in the rows of every table, except those declared `Erasure::Together`. Returns the number of
/// rows by table; tables without any are left out.
///
/// # Errors
/// The store failed.
pub fn erase_rows(store: &mut dyn Backend, customer: &ErasedCustomer) -> StoreResult<BTreeMap<&'static str, usize>> {
    let mut changed = BTreeMap::new();
    for entity in ENTITIES {
        let rows = (entity.erase)(store, entity, customer)?;
        if rows > 0 {
            changed.insert(entity.table.name, rows);
        }
    }
    Ok(changed)
}

/// Applies `Entity::erase` to rows of this type; returns the number of changed rows.
pub(super) fn erase_entity<R: Row>(
    store: &mut dyn Backend,
    entity: &Entity,
    customer: &ErasedCustomer,
) -> StoreResult<usize> {
    match R::ERASURE {
        Erasure::Nothing(_) | Erasure::Together(_) => Ok(0),
        Erasure::Owned => retention::delete_of_customer(store, entity, customer),
        Erasure::Keys(keys) => {
            let mut deleted = 0;
            for key in keys(customer) {
                let scan = Scan::of::<R>().equal(key);
                deleted += store.count(&scan)?;
                store.delete(&scan)?;
            }
            Ok(deleted)
        }
        Erasure::EveryRow(fate) => {
            let mut changed = 0;
            for_every_row::<R>(store, |store, row, key| {
                match fate(&row, customer) {
                    Fate::Kept => return Ok(()),
                    Fate::Deleted => store.delete(&Scan::of::<R>().equal(key))?,
                    Fate::Blanked(row) => put(store, &*row)?,
                }
                changed += 1;
                Ok(())
            })?;
            Ok(changed)
        }
    }
}

/// Reads all rows of a table, a portion at a time.
pub(crate) fn for_every_row<R: Row>(
    store: &mut dyn Backend,
    mut visit: impl FnMut(&mut dyn Backend, R, Vec<Value>) -> StoreResult<()>,
) -> StoreResult<()> {
    let mut last: Option<Vec<Value>> = None;
    loop {
        let rows: Vec<R> = rows_behind(store, last.as_deref())?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let mut key = row.values();
            key.truncate(R::TABLE.key);
            last = Some(key.clone());
            visit(store, row, key)?;
        }
    }
}

/// Rows behind a key, in the order of keys; at least one if there is any.
pub(super) fn rows_behind<R: Row>(store: &dyn Backend, last: Option<&[Value]>) -> StoreResult<Vec<R>> {
    let Some(last) = last else { return super::backend::list(store, &Scan::of::<R>().limit(PORTION)) };
    // Rows with the same first columns come before those with greater ones.
    for column in (0..last.len()).rev() {
        let (Some(prefix), Some(after)) = (last.get(..column), last.get(column)) else { continue };
        let scan = Scan::of::<R>().equal(prefix.to_vec()).after(after.clone()).limit(PORTION);
        let rows: Vec<R> = super::backend::list(store, &scan)?;
        if !rows.is_empty() {
            return Ok(rows);
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::an_identifier_between_signs(r#"{"phone":"5511999990000"}"#, true)]
    #[case::an_identifier_alone("5511999990000", true)]
    #[case::not_as_part_of_a_longer_number("15511999990000", false)]
    #[case::not_before_more_digits("55119999900001", false)]
    #[case::the_second_occurrence("155119999900001 5511999990000", true)]
    #[case::the_protocol_of_an_attendance("20261128000001.4|ab", true)]
    #[case::the_protocol_of_another_attendance("202611280000012", false)]
    #[case::a_text_without_the_customer("another text", false)]
    fn a_text_mentions_a_customer_by_whole_words(#[case] text: &str, #[case] expected: bool) {
        let customer = ErasedCustomer {
            identifiers: ["5511999990000".to_owned(), "12".to_owned()].into(),
            protocols: [Protocol::from("20261128000001")].into(),
            ..ErasedCustomer::default()
        };
        assert_eq!(customer.is_mentioned(text), expected);
    }

    #[test]
    fn short_names_and_identifiers_do_not_count_as_a_mention() {
        let customer = ErasedCustomer {
            identifiers: ["12".to_owned()].into(),
            names: ["Ana".to_owned(), "Helena Prado".to_owned()].into(),
            ..ErasedCustomer::default()
        };
        assert!(!customer.is_named("Ana 12") && customer.is_named("Mensagem de Helena Prado"));
    }
}
