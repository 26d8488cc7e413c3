//! Brings the tables of a PostgreSQL database to their declarations: creates a new table, rebuilds one whose columns
//! changed from its stored rows, creates and drops indexes. An index whose columns change needs a new name.

use contact_centre::store::{ENTITIES, Entity, Found, Row as _, Sequence, StoreError, TextRow};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Transaction};

use super::backend::{Parameter, failed};
use crate::store::sql::{self, Dialect, Query};
use crate::store::texts;

/// Schema of all tables.
pub const SCHEMA: &str = "contact_centre";
/// Raised when an older server must not use the tables.
const SCHEMA_VERSION: i64 = 2;
/// Rows that a rebuild reads at once.
const BATCH: u32 = 500;

/// Why the tables cannot be used.
pub enum SchemaError {
    /// The tables belong to a newer version.
    Newer,
    /// PostgreSQL failed, or a row cannot be read; the text is the cause.
    Failed(String),
}

impl From<Error> for SchemaError {
    fn from(error: Error) -> Self {
        SchemaError::Failed(failed(&error).to_string())
    }
}

/// Name of the sequence's database object.
pub fn sequence_name(sequence: Sequence) -> String {
    format!("{sequence}_number")
}

/// Brings all tables, sequences and indexes to their declarations.
pub async fn follow_declarations(transaction: &Transaction<'_>) -> Result<(), SchemaError> {
    check_version(transaction).await?;
    let mut script =
        "CREATE TABLE IF NOT EXISTS \"counter\" (\"name\" TEXT PRIMARY KEY, \"value\" BIGINT NOT NULL);".to_owned();
    for sequence in Sequence::ALL {
        script += &format!("CREATE SEQUENCE IF NOT EXISTS \"{}\";", sequence_name(sequence));
    }
    transaction.batch_execute(&script).await?;
    for entity in ENTITIES {
        follow_declaration(transaction, entity).await?;
    }
    Ok(())
}

/// Whether every table has the columns of its declaration, in the schema of this version.
pub async fn is_declared(transaction: &Transaction<'_>) -> Result<bool, Error> {
    for entity in ENTITIES {
        if columns_of(transaction, entity.table.name).await? != sql::declared_columns(entity.table) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn check_version(transaction: &Transaction<'_>) -> Result<(), SchemaError> {
    let table = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";
    transaction.batch_execute(table).await?;
    match transaction.query_opt("SELECT version FROM schema_version", &[]).await? {
        Some(row) if row.try_get::<_, i64>(0)? > SCHEMA_VERSION => Err(SchemaError::Newer),
        Some(_) => {
            transaction.execute("UPDATE schema_version SET version = $1", &[&SCHEMA_VERSION]).await?;
            Ok(())
        }
        None => {
            transaction.execute("INSERT INTO schema_version (version) VALUES ($1)", &[&SCHEMA_VERSION]).await?;
            Ok(())
        }
    }
}

async fn follow_declaration(transaction: &Transaction<'_>, entity: &Entity) -> Result<(), SchemaError> {
    let name = entity.table.name;
    let columns = columns_of(transaction, name).await?;
    if columns.is_empty() {
        transaction.batch_execute(&sql::create_table(entity.table, name, Dialect::Postgres)).await?;
    } else if columns != sql::declared_columns(entity.table) {
        rebuild(transaction, entity).await?;
    }
    let found = names(
        transaction,
        "SELECT indexname::text FROM pg_indexes
         WHERE schemaname = $1 AND tablename = $2 AND indexname NOT LIKE '%\\_pkey'",
        name,
    )
    .await?;
    for index in &found {
        let is_declared = entity.table.indexes.iter().any(|declared| declared.name == index);
        if !is_declared && index != texts::WORDS_INDEX {
            transaction.batch_execute(&format!("DROP INDEX \"{index}\"")).await?;
        }
    }
    for index in entity.table.indexes {
        if !found.iter().any(|found| found == index.name) {
            transaction.batch_execute(&sql::create_index(entity.table, index)).await?;
        }
    }
    if name == TextRow::TABLE.name && !found.iter().any(|found| found == texts::WORDS_INDEX) {
        transaction.batch_execute(&texts::create_in_postgres()).await?;
    }
    Ok(())
}

/// The table's columns by name, each with whether it is optional; empty if the table does not exist.
async fn columns_of(transaction: &Transaction<'_>, table: &str) -> Result<Vec<(String, bool)>, Error> {
    let query = "SELECT column_name::text, is_nullable = 'YES' FROM information_schema.columns
        WHERE table_schema = $1 AND table_name = $2 ORDER BY column_name COLLATE \"C\"";
    let rows = transaction.query(query, &[&SCHEMA, &table]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

async fn names(transaction: &Transaction<'_>, query: &str, table: &str) -> Result<Vec<String>, Error> {
    let rows = transaction.query(query, &[&SCHEMA, &table]).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Computes all columns anew from the rows, and divides those of older versions.
async fn rebuild(transaction: &Transaction<'_>, entity: &Entity) -> Result<(), SchemaError> {
    let name = entity.table.name;
    let old = format!("{name}_before");
    let script = format!(
        "ALTER TABLE \"{name}\" RENAME TO \"{old}\"; ALTER INDEX \"{name}_pkey\" RENAME TO \"{old}_pkey\"; {};
         DECLARE stored_rows NO SCROLL CURSOR FOR SELECT \"row\", \"version\" FROM \"{old}\"",
        sql::create_table(entity.table, name, Dialect::Postgres)
    );
    transaction.batch_execute(&script).await?;
    loop {
        let rows = transaction.query(&format!("FETCH {BATCH} FROM stored_rows"), &[]).await?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            insert(transaction, entity, row).await?;
        }
    }
    transaction.batch_execute(&format!("CLOSE stored_rows; DROP TABLE \"{old}\"")).await?;
    Ok(())
}

async fn insert(transaction: &Transaction<'_>, entity: &Entity, row: &Row) -> Result<(), SchemaError> {
    let (json, version): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    let failed = |error: StoreError| SchemaError::Failed(error.to_string());
    let divided = (entity.divide)(json).map_err(failed)?;
    let values = (entity.values_of)(Found::Json(divided.row.clone())).map_err(failed)?;
    execute(transaction, &sql::insert(entity.table, values, version, divided.row)).await?;
    for part in divided.parts {
        execute(transaction, &sql::insert(part.table, part.values, sql::ROW_VERSION, part.row)).await?;
    }
    Ok(())
}

async fn execute(transaction: &Transaction<'_>, query: &Query) -> Result<(), Error> {
    let parameters: Vec<Parameter<'_>> = query.parameters.iter().map(Parameter).collect();
    let parameters: Vec<&(dyn ToSql + Sync)> = parameters.iter().map(|value| value as _).collect();
    transaction.execute(&query.text, &parameters).await.map(|_| ())
}
