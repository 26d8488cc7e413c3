//! The index of the lists that an agent searches (docs/decisions/0048-search-of-contacts.md): rows of terms, which every
//! backend stores as it stores other rows. A text is found by the beginnings of its words; a property such as the
//! wallet's agent is a term of its own.

use super::StoreResult;
use super::backend::{Backend, delete, get, list, put, typed};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Scan, Table, Value};
use crate::address::{self, NumberCountry};
use crate::fold::folded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wire::OrgUnitId;

/// Longest term, in characters.
const TERM_CHARS: usize = 40;
/// Maximum of words of a searched text that are used.
const WORDS: usize = 8;
/// Number of digits of a Brazilian number with country code.
const WITH_COUNTRY: std::ops::RangeInclusive<usize> = 12..=13;
/// Number of digits of a Brazilian number with area code.
const WITH_AREA: std::ops::RangeInclusive<usize> = 10..=11;

/// One term of a row: the list, the row's org unit, the term, what the list is ordered by, the row's identifier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TermRow(String, String, String, String, String);

impl TermRow {
    /// Column of the list.
    pub const LIST: &'static str = "list";
    /// Column of the org unit.
    pub const ORG_UNIT: &'static str = "org_unit_id";
    /// Column of the term.
    pub const TERM: &'static str = "term";
    /// Column of the name by which a list is ordered.
    pub const NAME: &'static str = "name";
    /// Column of the row's identifier.
    pub const ID: &'static str = "id";

    fn key(&self) -> Vec<Value> {
        [&self.0, &self.1, &self.2, &self.3, &self.4].map(Value::text).to_vec()
    }
}

impl Row for TermRow {
    const TABLE: &'static Table = &Table {
        name: "search_term",
        columns: &[
            Column::text(TermRow::LIST),
            Column::text(TermRow::ORG_UNIT),
            Column::text(TermRow::TERM),
            Column::text(TermRow::NAME),
            Column::text(TermRow::ID),
        ],
        key: 5,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("written and deleted with the contact or company that it finds")];
    const ERASURE: Erasure<Self> = Erasure::Together("deleted with its contact");

    fn values(&self) -> Vec<Value> {
        self.key()
    }
}

/// A row of a list that is searched. Its table's key is one identifier.
pub(super) trait Searched: Row {
    /// Name of the list.
    const LIST: &'static str;
    /// The row's identifier.
    fn id(&self) -> &str;
    /// The row's org unit.
    fn org_unit(&self) -> &OrgUnitId;
    /// The name.
    fn name(&self) -> &str;
    /// Adds the terms by which the row is found.
    fn add_terms(&self, terms: &mut Terms);
}

/// The terms of one row.
pub(super) struct Terms {
    terms: BTreeSet<String>,
    country: NumberCountry,
}

impl Terms {
    /// Each word of a text, without accents, case and punctuation. A word that contains punctuation is found by the
    /// beginning of each of its parts; a mail address by its beginning and by its domain.
    pub fn add_text(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let folded = folded(word);
            let mut starts = Vec::new();
            let mut before = None;
            for (position, letter) in folded.char_indices() {
                let begins = letter.is_alphanumeric() && before.is_none_or(|before: char| !before.is_alphanumeric());
                if begins {
                    starts.push((position, before));
                }
                before = Some(letter);
            }
            let is_address = folded.contains('@');
            for (number, (position, before)) in starts.into_iter().enumerate() {
                if is_address && number > 0 && before != Some('@') {
                    continue;
                }
                self.terms.insert(squeezed(folded.get(position..).unwrap_or_default()));
            }
        }
    }

    /// A telephone number in every form that people search: with and without country code and area code, and with and without the ninth
    /// digit.
    pub fn add_phone(&mut self, number: &str) {
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        let canonical = address::key(self.country, number);
        if self.country != NumberCountry::BRAZIL {
            self.terms.extend(self.country.within_area(&canonical));
        }
        for digits in address::similar(self.country, &canonical).into_iter().chain([digits]) {
            let local = match digits.strip_prefix("55") {
                Some(local) if WITH_COUNTRY.contains(&digits.len()) => local.to_owned(),
                _ => digits.clone(),
            };
            if self.country == NumberCountry::BRAZIL && WITH_AREA.contains(&local.len()) {
                self.terms.extend(local.get(2..).map(str::to_owned));
            }
            self.terms.extend([digits, local].into_iter().filter(|digits| !digits.is_empty()));
        }
    }

    /// A property with a value.
    pub fn add_facet(&mut self, facet: Facet, value: &str) {
        self.terms.insert(facet.term(value));
    }
}

/// A property that lists are filtered or ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// Matches every row.
    All,
    /// The agent in whose wallet the contact is.
    Wallet,
    /// The contact's company.
    Employer,
    /// A tag.
    Tag,
    /// Start of the last attendance; every contact has it.
    LastContact,
    /// Risk that the customer leaves; every contact has it.
    Risk,
    /// A date in a column: `column:date`.
    Date,
}

impl Facet {
    /// The term of a value. No word of a text begins with `=`.
    pub fn term(self, value: &str) -> String {
        let name = match self {
            Facet::All => "all",
            Facet::Wallet => "wallet",
            Facet::Employer => "employer",
            Facet::Tag => "tag",
            Facet::LastContact => "last",
            Facet::Risk => "risk",
            Facet::Date => "date",
        };
        format!("={name}:{value}")
    }
}

/// A range of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermRange {
    /// The first term.
    pub from: String,
    /// The first term after the range; `None`: the range is a single term.
    pub to: Option<String>,
}

impl TermRange {
    /// Exactly this property.
    pub fn facet(facet: Facet, value: &str) -> Self {
        Self { from: facet.term(value), to: None }
    }

    /// Terms that begin with the text.
    pub fn beginning(text: impl Into<String>) -> Self {
        let from = text.into();
        let to = Some(format!("{from}\u{10ffff}"));
        Self { from, to }
    }

    /// Values of a property from the first one up to, but not including, the second one.
    pub fn between(facet: Facet, from: &str, to: &str) -> Self {
        Self { from: facet.term(from), to: Some(facet.term(to)) }
    }

    /// Whether the term is in the range.
    pub fn contains(&self, term: &str) -> bool {
        match &self.to {
            None => term == self.from,
            Some(to) => term >= self.from.as_str() && term < to.as_str(),
        }
    }
}

/// The search terms of a text: for each word the ranges of which a row needs one; a text without a letter or digit
/// finds nothing.
pub fn text_ranges(country: NumberCountry, text: &str) -> Vec<Vec<TermRange>> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    if let Some(written) = address::searched(country, text) {
        return vec![written.into_iter().map(TermRange::beginning).collect()];
    }
    let mut words: Vec<String> = text.split_whitespace().map(|word| squeezed(&folded(word))).collect();
    words.retain(|word| !word.is_empty());
    if words.is_empty() {
        return vec![Vec::new()];
    }
    // The longest word has the fewest rows; the rows found by it are compared with the other words.
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.dedup();
    words.truncate(WORDS);
    words.into_iter().map(|word| vec![TermRange::beginning(word)]).collect()
}

/// Splits a text into letters and digits.
pub(super) fn squeezed(folded: &str) -> String {
    folded.chars().filter(|letter| letter.is_alphanumeric()).take(TERM_CHARS).collect()
}

/// Order of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOrder {
    /// The property; its values are ordered as texts. `None`: the name.
    pub by: Option<Facet>,
    /// Last row first.
    pub is_descending: bool,
}

/// One portion of a list.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Name of the list.
    pub list: &'static str,
    /// Table of its rows.
    pub table: &'static Table,
    /// Only rows of these org units.
    pub org_units: &'a [OrgUnitId],
    /// A row needs a term of one range of each group.
    pub groups: &'a [Vec<TermRange>],
    /// Order; rows that are equal in it are ordered by name and identifier.
    pub order: &'a SearchOrder,
    /// Number of matches to leave out.
    pub offset: usize,
    /// Maximum of rows.
    pub limit: usize,
}

/// The portion that a page asks for, without the list.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// Only rows of these org units.
    pub org_units: Vec<OrgUnitId>,
    /// A row needs a term of one range of each group.
    pub groups: Vec<Vec<TermRange>>,
    /// Order.
    pub order: SearchOrder,
    /// Number of matches to leave out.
    pub offset: usize,
    /// Maximum of rows.
    pub limit: usize,
}

/// One portion of a list and the number of all matches.
pub(super) fn search<R: Searched>(store: &(impl Backend + ?Sized), query: &ListQuery) -> StoreResult<(Vec<R>, usize)> {
    if query.groups.iter().any(Vec::is_empty) {
        return Ok((Vec::new(), 0));
    }
    let all = vec![vec![TermRange::facet(Facet::All, "")]];
    let groups = if query.groups.is_empty() { &all } else { &query.groups };
    let ListQuery { org_units, order, offset, limit, .. } = query;
    let (offset, limit) = (*offset, *limit);
    let search = Search { list: R::LIST, table: R::TABLE, org_units, groups, order, offset, limit };
    let (rows, total) = store.search(&search)?;
    Ok((rows.into_iter().map(|found| typed(store, found)).collect::<StoreResult<_>>()?, total))
}

fn terms_of<R: Searched>(country: NumberCountry, row: &R) -> BTreeSet<TermRow> {
    let mut terms = Terms { terms: BTreeSet::new(), country };
    terms.add_facet(Facet::All, "");
    row.add_terms(&mut terms);
    let name: String = folded(row.name()).chars().take(TERM_CHARS).collect();
    let of = |term| TermRow(R::LIST.to_owned(), row.org_unit().to_string(), term, name.clone(), row.id().to_owned());
    terms.terms.into_iter().map(of).collect()
}

/// Inserts or replaces a row and its terms.
pub(super) fn put_searched<R: Searched>(store: &mut (impl Backend + ?Sized), row: &R) -> StoreResult<()> {
    let before: Option<R> = get(store, [Value::text(row.id())])?;
    put(store, row)?;
    let country = store.number_country();
    let old = before.as_ref().map(|before| terms_of(country, before)).unwrap_or_default();
    let new = terms_of(country, row);
    old.difference(&new).try_for_each(|term| delete::<TermRow>(store, term.key()))?;
    new.difference(&old).try_for_each(|term| put(store, term))
}

/// Writes the terms of a row that an older version stored with fewer terms.
pub(super) fn put_terms<R: Searched>(store: &mut (impl Backend + ?Sized), row: &R) -> StoreResult<()> {
    terms_of(store.number_country(), row).iter().try_for_each(|term| put(store, term))
}

/// Deletes a row and its terms.
pub(super) fn delete_searched<R: Searched>(store: &mut (impl Backend + ?Sized), row: &R) -> StoreResult<()> {
    terms_of(store.number_country(), row).iter().try_for_each(|term| delete::<TermRow>(store, term.key()))?;
    delete::<R>(store, [Value::text(row.id())])
}

/// Deletes the terms of all rows of the list.
pub(super) fn forget<R: Searched>(store: &mut (impl Backend + ?Sized)) -> StoreResult<()> {
    store.delete(&Scan::of::<TermRow>().equal([Value::text(R::LIST)]))
}

/// Number of rows of the org unit with this property.
pub(super) fn count_with(
    store: &(impl Backend + ?Sized),
    list: &str,
    org_unit: &OrgUnitId,
    term: &str,
) -> StoreResult<usize> {
    store.count(&Scan::of::<TermRow>().equal([Value::text(list), Value::text(org_unit), Value::text(term)]))
}

/// Writes the terms of rows that an older version stored.
pub(super) fn index_again<R: Searched>(store: &mut (impl Backend + ?Sized)) -> StoreResult<()> {
    let first: Vec<TermRow> = list(store, &Scan::of::<TermRow>().equal([Value::text(R::LIST)]).limit(1))?;
    if !first.is_empty() {
        return Ok(());
    }
    let rows: Vec<R> = list(store, &Scan::of::<R>())?;
    let country = store.number_country();
    rows.iter()
        .flat_map(|row| terms_of(country, row))
        .collect::<BTreeSet<_>>()
        .iter()
        .try_for_each(|term| put(store, term))
}

/// The search for a backend that has the terms as ordered keys: `keys` returns the terms, names and identifiers of a
/// list and org unit.
pub(super) fn found_ids(search: &Search<'_>, terms: &[(&str, &str, &str)]) -> BTreeSet<(String, String, String)> {
    let of_group = |group: &Vec<TermRange>| -> BTreeSet<&str> {
        let found = terms.iter().filter(|(term, ..)| group.iter().any(|range| range.contains(term)));
        found.map(|(_, _, id)| *id).collect()
    };
    let mut groups = search.groups.iter().map(of_group);
    let first = groups.next().unwrap_or_default();
    let ids = groups.fold(first, |found, next| found.intersection(&next).copied().collect());
    let by = TermRange::beginning(search.order.by.unwrap_or(Facet::All).term(""));
    let ordered = terms.iter().filter(|(term, _, id)| by.contains(term) && ids.contains(id));
    ordered.map(|(term, name, id)| ((*term).to_owned(), (*name).to_owned(), (*id).to_owned())).collect()
}
