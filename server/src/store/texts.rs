//! The search in texts: FTS5 in SQLite, `tsvector` with GIN in PostgreSQL (docs/decisions/0096-search-of-messages.md). Both follow the rows of
//! `TextRow` by themselves: SQLite by triggers, PostgreSQL by an index. The domain has already normalised the words and separated them by
//! spaces, so neither database normalises, splits or uses a language.

use contact_centre::store::{Row, TextRow, TextSearch, Value};

use super::sql::{Parameters, Query};

/// Name of the FTS5 table, and of the index in PostgreSQL.
pub const WORDS_INDEX: &str = "text_index_words";
/// Name of the first trigger: the others were created with it.
pub const TRIGGER: &str = "text_index_inserted";
/// The newest texts, which PostgreSQL reads one by one before it uses the index: frequent words are found there.
const NEWEST: usize = 20_000;

/// Creates the index of words in SQLite, from the existing rows.
///
/// For a word prefix whose length has an index of its own, rows are read one by one from the last one. For a longer prefix FTS5 first collects all
/// rows, which takes hundreds of milliseconds for a word of every third message. Few words of more than eight letters are so frequent. `detail=none`:
/// no positions, which no search asks for. `secure-delete`: the words of a deleted text leave the index at once, not with a later merge.
pub fn create_in_sqlite() -> String {
    let (table, number, words) = (TextRow::TABLE.name, TextRow::NUMBER, TextRow::WORDS);
    let insert =
        format!("INSERT INTO \"{WORDS_INDEX}\" (rowid, \"{words}\") VALUES (new.\"{number}\", new.\"{words}\");");
    let delete = format!(
        "INSERT INTO \"{WORDS_INDEX}\" (\"{WORDS_INDEX}\", rowid, \"{words}\") VALUES ('delete', old.\"{number}\", old.\"{words}\");"
    );
    format!(
        "DROP TABLE IF EXISTS \"{WORDS_INDEX}\";
         CREATE VIRTUAL TABLE \"{WORDS_INDEX}\" USING fts5(\"{words}\", content='{table}', content_rowid='{number}', detail=none,
             columnsize=0, prefix='2 3 4 5 6 7 8', tokenize='ascii');
         INSERT INTO \"{WORDS_INDEX}\" (\"{WORDS_INDEX}\", rank) VALUES ('secure-delete', 1);
         INSERT INTO \"{WORDS_INDEX}\" (\"{WORDS_INDEX}\") VALUES ('rebuild');
         CREATE TRIGGER \"{TRIGGER}\" AFTER INSERT ON \"{table}\" BEGIN {insert} END;
         CREATE TRIGGER \"text_index_deleted\" AFTER DELETE ON \"{table}\" BEGIN {delete} END;
         CREATE TRIGGER \"text_index_changed\" AFTER UPDATE ON \"{table}\" BEGIN {delete} {insert} END;"
    )
}

/// Texts with all words, in the order of their numbers from the last one: FTS5 reads the rows of each word in this order and stops when the
/// portion is full.
pub fn search_in_sqlite(search: &TextSearch) -> Query {
    let words = search.words().iter().map(|word| format!("\"{word}\" *"));
    let words: Vec<String> = words.chain([format!("\"{}\"", search.scope())]).collect();
    let mut parameters = Parameters::default();
    let wanted = parameters.add(Value::Text(words.join(" AND ")));
    let before = parameters.add(Value::Integer(search.before));
    let limit = parameters.add(Value::number(search.limit));
    let (table, number) = (TextRow::TABLE.name, TextRow::NUMBER);
    let text = format!(
        "SELECT \"listed\".\"row\", \"listed\".\"version\" FROM
             (SELECT rowid AS \"place\" FROM \"{WORDS_INDEX}\" WHERE \"{WORDS_INDEX}\" MATCH {wanted} AND rowid < {before}
              ORDER BY rowid DESC LIMIT {limit}) AS \"found\"
         CROSS JOIN \"{table}\" AS \"listed\" ON \"listed\".\"{number}\" = \"found\".\"place\" ORDER BY \"found\".\"place\" DESC"
    );
    Query { text, parameters: parameters.0 }
}

/// The words of a row in the form that PostgreSQL compares.
fn lexemes() -> String {
    format!("array_to_tsvector(string_to_array(btrim(\"{}\"), ' '))", TextRow::WORDS)
}

/// Creates the index of words in PostgreSQL.
pub fn create_in_postgres() -> String {
    format!("CREATE INDEX \"{WORDS_INDEX}\" ON \"{}\" USING gin ({})", TextRow::TABLE.name, lexemes())
}

/// The first search in PostgreSQL: in the newest texts only. If it fills the portion, it is the answer.
pub fn search_newest_in_postgres(search: &TextSearch) -> Query {
    let (table, number, words) = (TextRow::TABLE.name, TextRow::NUMBER, TextRow::WORDS);
    let mut parameters = Parameters::default();
    let before = parameters.add(Value::Integer(search.before));
    let newest = parameters.add(Value::number(NEWEST));
    let parts = search.parts().into_iter().map(|part| {
        let part = parameters.add(Value::Text(part));
        format!("strpos(\"{words}\", {part}) > 0")
    });
    let parts = parts.collect::<Vec<_>>().join(" AND ");
    let limit = parameters.add(Value::number(search.limit));
    let text = format!(
        "SELECT \"row\", \"version\" FROM
             (SELECT \"row\", \"version\", \"{words}\", \"{number}\" FROM \"{table}\" WHERE \"{number}\" < {before}
              ORDER BY \"{number}\" DESC LIMIT {newest}) AS \"newest\"
         WHERE {parts} ORDER BY \"{number}\" DESC LIMIT {limit}"
    );
    Query { text, parameters: parameters.0 }
}

/// The second search in PostgreSQL: in all texts, by the index. The words are a sub-query, so that the plan does not depend on them, and the number
/// is no condition that an index serves: reading all texts in order is what the first search has just tried.
pub fn search_all_in_postgres(search: &TextSearch) -> Query {
    let words = search.words().iter().map(|word| format!("'{word}':*"));
    let words: Vec<String> = words.chain([format!("'{}'", search.scope())]).collect();
    let mut parameters = Parameters::default();
    let wanted = parameters.add(Value::Text(words.join(" & ")));
    let before = parameters.add(Value::Integer(search.before));
    let limit = parameters.add(Value::number(search.limit));
    let (table, number, lexemes) = (TextRow::TABLE.name, TextRow::NUMBER, lexemes());
    let text = format!(
        "WITH \"found\" AS MATERIALIZED (SELECT \"{number}\" FROM \"{table}\"
             WHERE {lexemes} @@ (SELECT {wanted}::text::tsquery) AND \"{number}\" + 0 < {before})
         SELECT \"row\", \"version\" FROM \"{table}\" WHERE \"{number}\" IN
             (SELECT \"{number}\" FROM \"found\" ORDER BY \"{number}\" DESC LIMIT {limit}) ORDER BY \"{number}\" DESC"
    );
    Query { text, parameters: parameters.0 }
}
