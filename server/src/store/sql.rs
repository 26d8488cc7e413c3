//! SQL of the generic access to rows, for both databases: `$1`, `$2`, … are parameters in the order of the text.
//! Identifiers come from the declarations of tables, values only as parameters.

use contact_centre::store::{Column, Facet, Index, Key, Record, Row, Scan, Search, Table, TermRange, TermRow, Value};
use contact_centre::wire::OrgUnitId;

/// The database whose dialect is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A statement and its parameters.
#[derive(Debug, PartialEq)]
pub struct Query {
    pub text: String,
    pub parameters: Vec<Value>,
}

/// The version that rows are written in. An older server refuses rows of a newer version.
pub const ROW_VERSION: i64 = 1;

fn quoted(names: impl IntoIterator<Item = &'static str>) -> String {
    names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn key_columns(table: &'static Table) -> impl Iterator<Item = &'static str> {
    table.columns.iter().take(table.key).map(|column| column.name)
}

/// Collects parameters and numbers them.
#[derive(Default)]
pub(super) struct Parameters(pub Vec<Value>);

impl Parameters {
    pub fn add(&mut self, value: Value) -> String {
        self.0.push(value);
        format!("${}", self.0.len())
    }
}

pub fn get(table: &'static Table, key: &[Value]) -> Query {
    let scan =
        Scan { table, index: None, prefix: key.to_vec(), after: None, before: None, is_descending: false, limit: None };
    let mut parameters = Parameters::default();
    let condition = condition(&scan, &mut parameters);
    let text = format!("SELECT \"row\", \"version\" FROM \"{}\"{condition}", table.name);
    Query { text, parameters: parameters.0 }
}

pub fn scan(scan: &Scan) -> Query {
    let mut parameters = Parameters::default();
    let condition = condition(scan, &mut parameters);
    let direction = if scan.is_descending { " DESC" } else { "" };
    let order = scan.table.order(scan.index).into_iter().skip(scan.prefix.len());
    let order: Vec<String> = order.map(|name| format!("\"{name}\"{direction}")).collect();
    let order = if order.is_empty() { String::new() } else { format!(" ORDER BY {}", order.join(", ")) };
    let limit = scan.limit.map(|limit| format!(" LIMIT {}", parameters.add(Value::number(limit)))).unwrap_or_default();
    let text = format!("SELECT \"row\", \"version\" FROM \"{}\"{condition}{order}{limit}", scan.table.name);
    Query { text, parameters: parameters.0 }
}

pub fn count(scan: &Scan) -> Query {
    let mut parameters = Parameters::default();
    let condition = condition(scan, &mut parameters);
    Query { text: format!("SELECT count(*) FROM \"{}\"{condition}", scan.table.name), parameters: parameters.0 }
}

pub fn delete(scan: &Scan) -> Query {
    let mut parameters = Parameters::default();
    let condition = condition(scan, &mut parameters);
    Query { text: format!("DELETE FROM \"{}\"{condition}", scan.table.name), parameters: parameters.0 }
}

fn condition(scan: &Scan, parameters: &mut Parameters) -> String {
    let order = scan.table.order(scan.index);
    let mut terms: Vec<String> = order
        .iter()
        .zip(&scan.prefix)
        .map(|(column, value)| format!("\"{column}\" = {}", parameters.add(value.clone())))
        .collect();
    if let Some(column) = order.get(scan.prefix.len()) {
        let mut bound = |value: &Option<Value>, sign: &str| {
            let value = value.clone()?;
            Some(format!("\"{column}\" {sign} {}", parameters.add(value)))
        };
        terms.extend(bound(&scan.after, ">"));
        terms.extend(bound(&scan.before, "<"));
    }
    if terms.is_empty() { String::new() } else { format!(" WHERE {}", terms.join(" AND ")) }
}

/// Names of the columns that are not part of the key.
fn changed_columns(table: &'static Table) -> impl Iterator<Item = &'static str> {
    table.columns.iter().skip(table.key).map(|column| column.name).chain(["version", "row"])
}

/// `json`: the row.
pub fn write(record: &Record<'_>, json: String) -> Query {
    let table = record.table;
    let Query { mut text, parameters } = insert(table, record.values.clone(), ROW_VERSION, json);
    if !record.is_new {
        let changes: Vec<String> =
            changed_columns(table).map(|name| format!("\"{name}\" = excluded.\"{name}\"")).collect();
        text += &format!(" ON CONFLICT ({}) DO UPDATE SET {}", quoted(key_columns(table)), changes.join(", "));
    }
    Query { text, parameters }
}

/// Changes the row with this key if there is one. In PostgreSQL a row that the transaction sees and that another one has deleted
/// causes a conflict here; `write` would create it again.
pub fn update(record: &Record<'_>, json: String) -> Query {
    let table = record.table;
    let mut parameters = record.values.clone();
    parameters.extend([Value::Integer(ROW_VERSION), Value::Text(json)]);
    let place = |(number, name): (usize, &str)| format!("\"{name}\" = ${number}");
    let key: Vec<String> = (1..).zip(key_columns(table)).map(place).collect();
    let changes: Vec<String> = (table.key + 1..).zip(changed_columns(table)).map(place).collect();
    let text = format!("UPDATE \"{}\" SET {} WHERE {}", table.name, changes.join(", "), key.join(" AND "));
    Query { text, parameters }
}

/// Inserts the row; fails if the key exists.
pub fn insert(table: &'static Table, values: Key, version: i64, json: String) -> Query {
    let columns = table.columns.iter().map(|column| column.name).chain(["version", "row"]);
    let mut parameters = values;
    parameters.extend([Value::Integer(version), Value::Text(json)]);
    let places: Vec<String> = (1..=parameters.len()).map(|number| format!("${number}")).collect();
    let text = format!("INSERT INTO \"{}\" ({}) VALUES ({})", table.name, quoted(columns), places.join(", "));
    Query { text, parameters }
}

/// The number of matches and one portion of them, by the index of terms.
pub fn search(search: &Search<'_>) -> (Query, Query) {
    let mut parameters = Parameters::default();
    let counts = search.org_units.iter().map(|unit| {
        let what = if by_one_term(search) { "count(*)" } else { "count(DISTINCT \"id\")" };
        format!("(SELECT {what} FROM {})", candidate_rows(search, None, unit, &mut parameters))
    });
    let counts: Vec<String> = counts.collect();
    let total = Query { text: format!("SELECT {}", sum(&counts)), parameters: parameters.0 };

    let mut parameters = Parameters::default();
    let direction = if search.order.is_descending { " DESC" } else { "" };
    let columns = match search.order.by {
        Some(_) => [TermRow::TERM, TermRow::NAME, TermRow::ID].as_slice(),
        None => &[TermRow::NAME, TermRow::ID],
    };
    let order = |table: &str| {
        let columns = columns.iter().map(|column| format!("{table}\"{column}\"{direction}"));
        columns.collect::<Vec<_>>().join(", ")
    };
    let listed = quoted(columns.iter().copied());
    let distinct = if search.order.by.is_some() || by_one_term(search) { "" } else { "DISTINCT " };
    let units = search.org_units.iter().enumerate().map(|(number, unit)| {
        let candidates = candidate_rows(search, search.order.by, unit, &mut parameters);
        let limit = parameters.add(Value::number(search.offset.saturating_add(search.limit)));
        let of_unit = format!("SELECT {distinct}{listed} FROM {candidates} ORDER BY {} LIMIT {limit}", order(""));
        format!("SELECT {listed} FROM ({of_unit}) AS \"unit{number}\"")
    });
    let units = units.collect::<Vec<_>>().join(" UNION ALL ");
    let (limit, offset) = (parameters.add(Value::number(search.limit)), parameters.add(Value::number(search.offset)));
    let page =
        format!("SELECT {listed} FROM ({units}) AS \"units\" ORDER BY {} LIMIT {limit} OFFSET {offset}", order(""));
    let key = quoted(key_columns(search.table));
    let text = format!(
        "SELECT \"listed\".\"row\", \"listed\".\"version\" FROM ({page}) AS \"found\" \
         JOIN \"{}\" AS \"listed\" ON \"listed\".{key} = \"found\".\"id\" ORDER BY {}",
        search.table.name,
        order("\"found\".")
    );
    (total, Query { text, parameters: parameters.0 })
}

fn is_everybody(group: &[TermRange]) -> bool {
    matches!(group, [TermRange { from, to: None }] if *from == Facet::All.term(""))
}

/// The first group is one term, which a row has once.
fn by_one_term(search: &Search<'_>) -> bool {
    matches!(search.groups.first().map(Vec::as_slice), Some([TermRange { to: None, .. }]))
}

/// Terms of an org unit's rows that are in every group. They are read by the terms of `by`, else by those of the first
/// group, and compared with the others.
fn candidate_rows(search: &Search<'_>, by: Option<Facet>, unit: &OrgUnitId, parameters: &mut Parameters) -> String {
    let (first, others) = match by {
        Some(facet) => (vec![TermRange::beginning(facet.term(""))], search.groups),
        None => (search.groups.first().cloned().unwrap_or_default(), search.groups.get(1..).unwrap_or_default()),
    };
    let mut text = of_group(search, &first, unit, parameters);
    // Every row has this term, so it excludes none.
    for group in others.iter().filter(|group| !is_everybody(group)) {
        let ids = of_group(search, group, unit, parameters);
        text += &format!(" AND \"{0}\" IN (SELECT \"{0}\" FROM {ids})", TermRow::ID);
    }
    text
}

/// Several ranges are a `UNION ALL`: SQLite reads each of them by the primary key, but with an `OR` of ranges it reads all
/// terms of the org unit.
fn of_group(search: &Search<'_>, group: &[TermRange], unit: &OrgUnitId, parameters: &mut Parameters) -> String {
    let (list, unit) = (parameters.add(Value::text(search.list)), parameters.add(Value::text(unit)));
    let term = TermRow::TERM;
    let ranges: Vec<String> = group
        .iter()
        .map(|range| {
            let from = parameters.add(Value::text(&range.from));
            let terms = match &range.to {
                None => format!("\"{term}\" = {from}"),
                Some(to) => format!("\"{term}\" >= {from} AND \"{term}\" < {}", parameters.add(Value::text(to))),
            };
            let (table, list_column, unit_column) = (TermRow::TABLE.name, TermRow::LIST, TermRow::ORG_UNIT);
            format!("\"{table}\" WHERE \"{list_column}\" = {list} AND \"{unit_column}\" = {unit} AND {terms}")
        })
        .collect();
    if let [range] = ranges.as_slice() {
        return range.clone();
    }
    let columns = quoted([term, TermRow::NAME, TermRow::ID]);
    let ranges: Vec<String> = ranges.iter().map(|range| format!("SELECT {columns} FROM {range}")).collect();
    format!("({}) AS \"ranges\" WHERE TRUE", ranges.join(" UNION ALL "))
}

fn sum(terms: &[String]) -> String {
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// Counters: the next value, which a roll-back takes back.
pub fn next_version(counter: &str) -> Query {
    let text = "INSERT INTO \"counter\" (\"name\", \"value\") VALUES ($1, 1)
        ON CONFLICT (\"name\") DO UPDATE SET \"value\" = \"counter\".\"value\" + 1 RETURNING \"value\"";
    Query { text: text.to_owned(), parameters: vec![Value::text(counter)] }
}

/// Creates the table of a declaration, as `name`.
pub fn create_table(table: &'static Table, name: &str, dialect: Dialect) -> String {
    let column = |column: &Column| {
        let kind = match (dialect, column.is_number) {
            (Dialect::Sqlite, true) => "INTEGER",
            (Dialect::Sqlite, false) => "TEXT",
            (Dialect::Postgres, true) => "BIGINT",
            // Texts are ordered by bytes, as in every other backend.
            (Dialect::Postgres, false) => "TEXT COLLATE \"C\"",
        };
        let null = if column.is_optional { "" } else { " NOT NULL" };
        format!("\"{}\" {kind}{null}", column.name)
    };
    let mut parts: Vec<String> = table.columns.iter().map(column).collect();
    let (number, options) = match dialect {
        Dialect::Sqlite => ("INTEGER", " STRICT, WITHOUT ROWID"),
        Dialect::Postgres => ("BIGINT", ""),
    };
    parts.push(format!("\"version\" {number} NOT NULL DEFAULT {ROW_VERSION}"));
    parts.push("\"row\" TEXT NOT NULL".to_owned());
    parts.push(format!("PRIMARY KEY ({})", quoted(key_columns(table))));
    format!("CREATE TABLE \"{name}\" ({}){options}", parts.join(", "))
}

pub fn create_index(table: &'static Table, index: &Index) -> String {
    let unique = if index.is_unique { "UNIQUE " } else { "" };
    let columns = quoted(index.columns.iter().copied());
    format!("CREATE {unique}INDEX \"{}\" ON \"{}\" ({columns})", index.name, table.name)
}

/// The columns that a table must have by name, each with whether it is optional.
pub fn declared_columns(table: &'static Table) -> Vec<(String, bool)> {
    let declared = table.columns.iter().map(|column| (column.name, column.is_optional));
    let mut columns: Vec<(String, bool)> = declared
        .chain([("row", false), ("version", false)])
        .map(|(name, optional)| (name.to_owned(), optional))
        .collect();
    columns.sort();
    columns
}
