//! The index over the texts of messages and internal notes (docs/decisions/0096-search-of-messages.md): one row for each text that has a
//! word. A backend finds rows by the beginnings of their words with its own kind of index.
//!
//! The row is written by the same method of the store that writes the message or the attendance, so that no rule can forget it.

use super::backend::{Backend, get, insert, list, put, typed};
use super::erasure::Erasure;
use super::retention::{OwnedRows, Owner, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::search::squeezed;
use super::{JobRow, StoreResult};
use crate::fold::folded;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;
use wire::{AgentId, Message, MessageKind, OrgUnitId, Protocol, Wall};

/// Maximum of words of one text that are indexed, the first ones. A text full of addresses has thousands of words, which
/// would enlarge the index.
const WORDS_OF_TEXT: usize = 1_000;
/// Maximum of words of a search that are used.
const WORDS_OF_SEARCH: usize = 8;
/// Number of positions within one millisecond. With it times of some 9,000,000,000 s fit into a number of a database.
const NUMBERS_OF_MS: i64 = 1_000_000;
/// Number of positions of one attendance within a millisecond.
const PLACES: i64 = 1_000;
/// Begins a marker that is not a word of a text but says whose text it is. No word begins with it, and no database
/// splits a word at it.
const MARK: char = '\u{b7}';

/// The kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextSource {
    /// A message.
    Message,
    /// An internal note.
    Note,
}

impl TextSource {
    fn as_str(self) -> &'static str {
        match self {
            TextSource::Message => "message",
            TextSource::Note => "note",
        }
    }
}

/// The words of one text. Key: (`protocol`, `source`, `id`); look-up: `number`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextRow {
    /// The attendance.
    pub protocol: Protocol,
    /// The kind of text.
    pub source: TextSource,
    /// Position of the message in its thread, or the id of the note.
    pub id: String,
    /// Position of the text among all texts: grows with the time of writing, and no two texts have the same position.
    pub number: i64,
    /// Markers of the agents who may find the text, and the words of the text, with a space around each.
    pub words: String,
}

impl TextRow {
    /// Column of the position.
    pub const NUMBER: &'static str = "number";
    /// Column of the words.
    pub const WORDS: &'static str = "words";
    /// Index by position.
    pub const BY_NUMBER: &'static Index = &Index::unique("text_index_by_number", &[TextRow::NUMBER]);
}

impl Row for TextRow {
    const TABLE: &'static Table = &Table {
        name: "text_index",
        columns: &[
            Column::text("protocol"),
            Column::text("source"),
            Column::text("id"),
            Column::number(TextRow::NUMBER),
            Column::text(TextRow::WORDS),
        ],
        key: 3,
        indexes: &[TextRow::BY_NUMBER],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.protocol),
            Value::text(self.source.as_str()),
            Value::text(&self.id),
            Value::Integer(self.number),
            Value::text(&self.words),
        ]
    }
}

/// The texts that are searched: those in the caller's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextsOf {
    /// Texts of the attendances that this agent has or had last.
    Agent(AgentId),
    /// Texts of all attendances of the org unit.
    OrgUnit,
}

/// A search in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSearch {
    /// Words that every found text contains, with a space before each; the first one is a complete marker, the others
    /// are beginnings of words.
    scope: String,
    words: Vec<String>,
    /// Only texts with a smaller position.
    pub before: i64,
    /// Maximum of texts.
    pub limit: usize,
}

impl TextSearch {
    /// Texts with a word that begins with each of `words`.
    pub fn new(org_unit: &OrgUnitId, of: &TextsOf, words: &[String], before: Option<i64>, limit: usize) -> Self {
        let scope = match of {
            TextsOf::OrgUnit => scope_of_unit(org_unit),
            TextsOf::Agent(agent) => scope_of_agent(org_unit, agent),
        };
        Self { scope, words: words.to_vec(), before: before.unwrap_or(i64::MAX), limit }
    }

    /// The marker that every found text contains.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// Beginnings of words: letters and digits only.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The patterns that the words of a found text contain.
    pub fn parts(&self) -> Vec<String> {
        let words = self.words.iter().map(|word| format!(" {word}"));
        std::iter::once(format!(" {} ", self.scope)).chain(words).collect()
    }
}

/// The words of a search, the longest first; none if the text has no letter or digit.
pub(crate) fn searched_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(|word| squeezed(&folded(word))).collect();
    words.retain(|word| !word.is_empty());
    words.sort_by(|one, other| (other.chars().count(), one).cmp(&(one.chars().count(), other)));
    words.dedup();
    words.truncate(WORDS_OF_SEARCH);
    words
}

/// The text of a message that is searched; empty for a system message, a receipt and a removed message.
pub(crate) fn text_of_message(message: &Message) -> String {
    if message.system_message || message.revoked || message.kind == MessageKind::Receipt {
        return String::new();
    }
    let parts = [&message.message, &message.caption, &message.file_name];
    parts.into_iter().filter(|part| !part.trim().is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// An identifier as a part of a word: every character that is no small letter or digit is written as a number between
/// marks.
fn add_id(word: &mut String, id: &str) {
    word.push(MARK);
    for letter in id.chars() {
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            word.push(letter);
        } else {
            // Writing to a text does not fail.
            let _ = write!(word, "{MARK}{:x}{MARK}", u32::from(letter));
        }
    }
}

fn scope_of_unit(org_unit: &OrgUnitId) -> String {
    let mut word = format!("{MARK}u");
    add_id(&mut word, org_unit.as_str());
    word
}

fn scope_of_agent(org_unit: &OrgUnitId, agent: &AgentId) -> String {
    let mut word = format!("{MARK}a");
    add_id(&mut word, agent.as_str());
    add_id(&mut word, org_unit.as_str());
    word
}

/// Markers of the agents whose history has the attendance, each with a space after it.
fn scopes_of(job: &JobRow) -> String {
    if !job.is_in_history() {
        return String::new();
    }
    let mut scopes = format!("{} ", scope_of_unit(&job.org_unit_id));
    if !job.agent_id.is_empty() {
        scopes += &format!("{} ", scope_of_agent(&job.org_unit_id, &job.agent_id));
    }
    scopes
}

/// The words of a text, with a space after each.
fn words_of(text: &str) -> String {
    let mut words = BTreeSet::new();
    'text: for word in text.split_whitespace() {
        let folded = folded(word);
        let mut before = None;
        for (position, letter) in folded.char_indices() {
            let begins = letter.is_alphanumeric() && before.is_none_or(|before: char| !before.is_alphanumeric());
            before = Some(letter);
            if begins {
                words.insert(squeezed(folded.get(position..).unwrap_or_default()));
                if words.len() == WORDS_OF_TEXT {
                    break 'text;
                }
            }
        }
    }
    words.into_iter().fold(String::new(), |all, word| all + &word + " ")
}

/// A position for a text that no other text has.
fn number_of(store: &(impl Backend + ?Sized), protocol: &Protocol, place: u64, at: Wall) -> StoreResult<i64> {
    // Attendances with messages of the same millisecond have different positions, and the messages of one attendance
    // keep their order.
    let spread = protocol.as_str().bytes().fold(7_i64, |sum, byte| (sum * 31 + i64::from(byte)) % PLACES);
    let place = i64::try_from(place % PLACES as u64).unwrap_or_default();
    let mut number = at.0.clamp(0, i64::MAX / NUMBERS_OF_MS - 1) * NUMBERS_OF_MS + spread * PLACES + place;
    while store.count(&Scan::of::<TextRow>().by(TextRow::BY_NUMBER).equal([Value::Integer(number)]))? > 0 {
        number += 1;
    }
    Ok(number)
}

/// A text to index.
struct Indexed<'t> {
    protocol: &'t Protocol,
    source: TextSource,
    id: String,
    place: u64,
    at: Wall,
    text: &'t str,
}

/// Writes the row of a text, or deletes it if the text has no word.
fn index(store: &mut (impl Backend + ?Sized), text: &Indexed<'_>, is_new: bool) -> StoreResult<()> {
    let key = vec![Value::text(text.protocol), Value::text(text.source.as_str()), Value::text(&text.id)];
    let words = words_of(text.text);
    let known: Option<TextRow> = if is_new { None } else { get(store, key.clone())? };
    if words.is_empty() {
        return if known.is_some() { store.delete(&Scan::of::<TextRow>().equal(key)) } else { Ok(()) };
    }
    let job: Option<JobRow> = get(store, [Value::text(text.protocol)])?;
    let words = format!(" {}{words}", job.as_ref().map(scopes_of).unwrap_or_default());
    let number = match &known {
        Some(known) if known.words == words => return Ok(()),
        Some(known) => known.number,
        None => number_of(store, text.protocol, text.place, text.at)?,
    };
    let (protocol, source, id) = (text.protocol.clone(), text.source, text.id.clone());
    let row = TextRow { protocol, source, id, number, words };
    if known.is_some() { put(store, &row) } else { insert(store, &row) }
}

/// Writes the row of a message's text.
pub(super) fn index_message(store: &mut (impl Backend + ?Sized), message: &Message, is_new: bool) -> StoreResult<()> {
    let text = text_of_message(message);
    let at = message.placed_at.or(message.time).unwrap_or_default();
    let (protocol, place) = (&message.protocol, message.seq);
    let source = TextSource::Message;
    index(store, &Indexed { protocol, source, id: place.to_string(), place, at, text: &text }, is_new)
}

/// Stores the attendance and updates the markers of its texts, so that agents whose history has it now find them.
pub(super) fn put_job(store: &mut (impl Backend + ?Sized), row: &JobRow) -> StoreResult<()> {
    let before: Option<JobRow> = get(store, [Value::text(&row.protocol)])?;
    put(store, row)?;
    let scopes = scopes_of(row);
    if before.as_ref().map(scopes_of).unwrap_or_default() == scopes {
        return Ok(());
    }
    let texts: Vec<TextRow> = list(store, &Scan::of::<TextRow>().equal([Value::text(&row.protocol)]))?;
    for text in texts {
        let words = text.words.split(' ').filter(|word| !word.is_empty() && !word.starts_with(MARK));
        let words = words.fold(format!(" {scopes}"), |all, word| all + word + " ");
        put(store, &TextRow { words, ..text })?;
    }
    Ok(())
}

/// The index of texts; part of `Store`.
pub trait TextStore: Backend {
    /// Texts with all the words, the last one first.
    fn find_texts(&self, search: &TextSearch) -> StoreResult<Vec<TextRow>> {
        self.search_texts(search)?.into_iter().map(|found| typed(self, found)).collect()
    }
    /// Writes the row of a note's text, or deletes it if the note has no text any more.
    fn index_note_text(&mut self, protocol: &Protocol, id: &str, at: Wall, text: &str) -> StoreResult<()> {
        let source = TextSource::Note;
        index(self, &Indexed { protocol, source, id: id.to_owned(), place: 0, at, text }, false)
    }
    /// Every row, by key.
    #[cfg(test)]
    fn every_text(&self) -> StoreResult<Vec<TextRow>> {
        list(self, &Scan::of::<TextRow>())
    }
    /// Whether there are messages and none is indexed: they were stored by an older server.
    fn lacks_texts(&self) -> StoreResult<bool> {
        let texts: Vec<TextRow> = list(self, &Scan::of::<TextRow>().limit(1))?;
        let messages: Vec<Message> = list(self, &Scan::of::<Message>().limit(1))?;
        Ok(texts.is_empty() && !messages.is_empty())
    }
    /// Writes the rows of at most `limit` messages after a position, in the order of protocols; returns the position of the last
    /// one.
    fn index_messages_behind(
        &mut self,
        protocol: &Protocol,
        seq: u64,
        limit: usize,
    ) -> StoreResult<Option<(Protocol, u64)>> {
        let same = Scan::of::<Message>().equal([Value::text(protocol)]).after(Value::number(seq)).limit(limit);
        let mut messages: Vec<Message> = list(self, &same)?;
        if messages.len() < limit {
            let others = Scan::of::<Message>().after(Value::text(protocol)).limit(limit - messages.len());
            messages.extend(list::<Message>(self, &others)?);
        }
        messages.iter().try_for_each(|message| index_message(self, message, false))?;
        Ok(messages.pop().map(|last| (last.protocol, last.seq)))
    }
}

impl<B: Backend> TextStore for B {}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_text_with_accents_and_case("AÇÃO é", " acao e ")]
    #[case::a_text_with_punctuation("*Oi*, (tudo)?", " oi tudo ")]
    #[case::a_word_with_a_hyphen("guarda-chuva", " chuva guardachuva ")]
    #[case::a_mail_address("ana@exemplo.com", " anaexemplocom com exemplocom ")]
    #[case::a_text_of_signs_only("🙂 --- ·", " ")]
    #[case::a_repeated_word("sim sim", " sim ")]
    fn a_text_is_indexed_by_words_without_accents_case_and_signs(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(format!(" {}", words_of(text)), expected);
    }

    #[test]
    fn the_number_of_indexed_words_of_a_text_is_limited() {
        let text: Vec<String> = (0..5_000).map(|number| format!("p{number}")).collect();
        assert_eq!(words_of(&text.join("/")).split_whitespace().count(), WORDS_OF_TEXT);
    }

    #[rstest]
    #[case::the_longest_word_first("o Pagamento", &["pagamento", "o"])]
    #[case::a_repeated_word("sim SIM sím", &["sim"])]
    #[case::a_search_of_signs("?!", &[])]
    fn a_searched_text_is_split_into_words_with_the_longest_first(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(searched_words(text), expected);
    }

    #[test]
    fn two_identifiers_never_become_the_same_word() {
        let ids = ["a", "A", "a.", "a ", "a/u", "b7", "\u{b7}"];
        let words: BTreeSet<String> = ids.iter().map(|id| scope_of_unit(&OrgUnitId::from(*id))).collect();
        assert_eq!(words.len(), ids.len());
        assert!(words.iter().all(|word| !word.contains(' ')));
    }
}
