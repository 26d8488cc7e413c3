//! Brings the tables of a SQLite database to their declarations: creates a new table, adds or rebuilds columns from the
//! stored rows, and replaces indexes that changed. Migrations (`migrations/`) change data only.

use contact_centre::store::{ENTITIES, Entity, Found, StoreError, StoreResult};
use rusqlite::{Connection, Transaction, params, params_from_iter};

use super::sql::{self, Dialect, Query};
use super::sqlite::{Parameter, failed};
use super::texts;

const VERSION: &str = "version";

/// Brings every table to its declaration.
pub fn follow_declarations(transaction: &Transaction<'_>) -> StoreResult<()> {
    for entity in ENTITIES {
        let name = entity.table.name;
        let columns = columns_of(transaction, name)?;
        let declared = sql::declared_columns(entity.table);
        if columns.is_empty() {
            run(transaction, &sql::create_table(entity.table, name, Dialect::Sqlite))?;
        } else if columns != declared {
            let has_version = columns.iter().any(|(name, _)| name == VERSION);
            let is_complete = declared.iter().filter(|(name, _)| name != VERSION).eq(&columns);
            if is_complete {
                let default = sql::ROW_VERSION;
                let column = format!("\"version\" INTEGER NOT NULL DEFAULT {default}");
                run(transaction, &format!("ALTER TABLE \"{name}\" ADD COLUMN {column}"))?;
            } else {
                rebuild(transaction, entity, has_version)?;
            }
        }
        replace_indexes(transaction, entity)?;
    }
    follow_texts(transaction)
}

/// Whether every table has the columns of its declaration.
pub fn is_declared(connection: &Connection) -> StoreResult<bool> {
    for entity in ENTITIES {
        if columns_of(connection, entity.table.name)? != sql::declared_columns(entity.table) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The table's columns by name, each with whether it is optional; empty if the table does not exist.
fn columns_of(transaction: &Connection, table: &str) -> StoreResult<Vec<(String, bool)>> {
    let query = "SELECT name, \"notnull\" = 0 FROM pragma_table_info(?1) ORDER BY name";
    let mut statement = transaction.prepare(query).map_err(failed)?;
    let columns = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
    columns.collect::<Result<_, _>>().map_err(failed)
}

/// Computes all columns anew from the rows, and divides those of older versions.
fn rebuild(transaction: &Transaction<'_>, entity: &Entity, has_version: bool) -> StoreResult<()> {
    let name = entity.table.name;
    let rebuilt = format!("{name}_rebuilt");
    run(transaction, &sql::create_table(entity.table, &rebuilt, Dialect::Sqlite))?;
    let version = if has_version { VERSION.to_owned() } else { sql::ROW_VERSION.to_string() };
    let mut statement = transaction.prepare(&format!("SELECT \"row\", {version} FROM \"{name}\"")).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let (json, version): (String, i64) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
        let divided = (entity.divide)(json)?;
        let values = (entity.values_of)(Found::Json(divided.row.clone()))?;
        let mut insert = sql::insert(entity.table, values, version, divided.row);
        insert.text = insert.text.replacen(name, &rebuilt, 1);
        execute(transaction, &insert)?;
        for part in divided.parts {
            execute(transaction, &sql::insert(part.table, part.values, sql::ROW_VERSION, part.row))?;
        }
    }
    run(transaction, &format!("DROP TABLE \"{name}\""))?;
    run(transaction, &format!("ALTER TABLE \"{rebuilt}\" RENAME TO \"{name}\""))
}

fn replace_indexes(transaction: &Transaction<'_>, entity: &Entity) -> StoreResult<()> {
    let mut declared: Vec<(&str, String)> =
        entity.table.indexes.iter().map(|index| (index.name, sql::create_index(entity.table, index))).collect();
    let mut statement = transaction
        .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL")
        .map_err(failed)?;
    let found = statement
        .query_map(params![entity.table.name], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .map_err(failed)?
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    for (name, text) in found {
        if declared.iter().any(|(_, wanted)| *wanted == text) {
            declared.retain(|(_, wanted)| *wanted != text);
        } else {
            run(transaction, &format!("DROP INDEX \"{name}\""))?;
        }
    }
    declared.iter().try_for_each(|(_, text)| run(transaction, text))
}

/// Restores the index of words, which a rebuilt table has lost with its triggers.
fn follow_texts(transaction: &Transaction<'_>) -> StoreResult<()> {
    let query = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name = ?1";
    let triggers: i64 = transaction.query_row(query, [texts::TRIGGER], |row| row.get(0)).map_err(failed)?;
    if triggers > 0 { Ok(()) } else { run(transaction, &texts::create_in_sqlite()) }
}

fn execute(transaction: &Transaction<'_>, query: &Query) -> StoreResult<()> {
    let mut statement = transaction.prepare_cached(&query.text).map_err(failed)?;
    statement.execute(params_from_iter(query.parameters.iter().map(Parameter))).map(|_| ()).map_err(failed)
}

fn run(transaction: &Transaction<'_>, text: &str) -> StoreResult<()> {
    transaction.execute_batch(text).map_err(|error| match failed(error) {
        StoreError::Conflict(cause) => StoreError::Corrupt(cause),
        other => other,
    })
}
