//! SQL of the generic access to rows, for both databases: `$1`, `$2`, … are parameters in the order of the text.
//! Identifiers come from the declarations of tables, values only as parameters.

use contact_centre::store::{Column, ContactRow, ContactSearch, Index, Key, Record, Row, Scan, Table, Value};

/// The database whose SQL is written.
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
struct Parameters(Vec<Value>);

impl Parameters {
    fn add(&mut self, value: Value) -> String {
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

/// `json`: the row.
pub fn write(record: &Record<'_>, json: String) -> Query {
    let table = record.table;
    let Query { mut text, parameters } = insert(table, record.values.clone(), ROW_VERSION, json);
    if !record.is_new {
        let others = table.columns.iter().skip(table.key).map(|column| column.name).chain(["version", "row"]);
        let changes: Vec<String> = others.map(|name| format!("\"{name}\" = excluded.\"{name}\"")).collect();
        text += &format!(" ON CONFLICT ({}) DO UPDATE SET {}", quoted(key_columns(table)), changes.join(", "));
    }
    Query { text, parameters }
}

/// Fails if the key exists.
pub fn insert(table: &'static Table, values: Key, version: i64, json: String) -> Query {
    let columns = table.columns.iter().map(|column| column.name).chain(["version", "row"]);
    let mut parameters = values;
    parameters.extend([Value::Integer(version), Value::Text(json)]);
    let places: Vec<String> = (1..=parameters.len()).map(|number| format!("${number}")).collect();
    let text = format!("INSERT INTO \"{}\" ({}) VALUES ({})", table.name, quoted(columns), places.join(", "));
    Query { text, parameters }
}

/// The number of matches and one page of them.
pub fn search_contacts(search: &ContactSearch<'_>, dialect: Dialect) -> (Query, Query) {
    let mut parameters = Parameters::default();
    let place = match dialect {
        Dialect::Sqlite => "instr",
        Dialect::Postgres => "strpos",
    };
    let text = parameters.add(Value::text(search.text));
    let units: Vec<String> = search.org_units.iter().map(|unit| parameters.add(Value::text(unit))).collect();
    let units = if units.is_empty() { "NULL".to_owned() } else { units.join(", ") };
    let table = ContactRow::TABLE.name;
    let condition = format!(
        "FROM \"{table}\" WHERE {place}(\"{}\", {text}) > 0 AND \"{}\" IN ({units})",
        ContactRow::SEARCH,
        ContactRow::ORG_UNIT
    );
    let total = Query { text: format!("SELECT count(*) {condition}"), parameters: parameters.0.clone() };
    let (limit, offset) = (parameters.add(Value::number(search.limit)), parameters.add(Value::number(search.offset)));
    let page = format!(
        "SELECT \"row\", \"version\" {condition} ORDER BY \"{}\", {} LIMIT {limit} OFFSET {offset}",
        ContactRow::NAME,
        quoted(key_columns(ContactRow::TABLE)),
    );
    (total, Query { text: page, parameters: parameters.0 })
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
            // Ordered by bytes, as in every other backend.
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

/// The columns that a table must have, by name, and whether they are optional.
pub fn declared_columns(table: &'static Table) -> Vec<(String, bool)> {
    let declared = table.columns.iter().map(|column| (column.name, column.is_optional));
    let mut columns: Vec<(String, bool)> = declared
        .chain([("row", false), ("version", false)])
        .map(|(name, optional)| (name.to_owned(), optional))
        .collect();
    columns.sort();
    columns
}
