//! What a database must have: tables, columns, and in a file the indexes.

use super::schema;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Lists the columns of a SQLite database, each with its table.
pub(super) const COLUMNS_OF_FILE: &str = "SELECT t.name, c.name
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'";
/// Lists the columns of a PostgreSQL database that names without a schema lead to.
pub(super) const COLUMNS_OF_SERVER: &str = "SELECT c.relname::text, a.attname::text
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relnamespace <> 'pg_catalog'::regnamespace AND pg_table_is_visible(c.oid)";
/// Lists the indexes of a SQLite database; those of keys have names of their own.
const INDEXES: &str = "SELECT name FROM sqlite_schema WHERE type = 'index'";

/// The columns of a database, each with its table.
pub(super) type Columns = BTreeSet<(String, String)>;

/// Returns the columns of a database of the newest version.
///
/// # Errors
/// If SQLite has no memory for them.
fn newest() -> rusqlite::Result<&'static Columns> {
    static NEWEST: OnceLock<Columns> = OnceLock::new();
    if let Some(known) = NEWEST.get() {
        return Ok(known);
    }
    let columns = columns(&model(schema::known())?)?;
    Ok(NEWEST.get_or_init(|| columns))
}

/// Returns an empty database of a version, in memory.
fn model(version: i64) -> rusqlite::Result<Connection> {
    let database = Connection::open_in_memory()?;
    schema::statements(version).try_for_each(|one| database.execute(one, []).map(drop))?;
    Ok(database)
}

fn columns(database: &Connection) -> rusqlite::Result<Columns> {
    let mut all = database.prepare(COLUMNS_OF_FILE)?;
    let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

fn indexes(database: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut all = database.prepare(INDEXES)?;
    let rows = all.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// Names the first column of the newest version that is not among these; none if all are.
///
/// # Errors
/// If SQLite has no memory for the list.
pub(super) fn lost(found: &Columns) -> rusqlite::Result<Option<String>> {
    Ok(newest()?.difference(found).next().map(named))
}

/// Names what a SQLite database lacks that those of its version have; none if it has everything.
///
/// # Errors
/// If the database cannot be read.
pub(super) fn lacks(database: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let model = model(version)?;
    let (wanted, found) = (columns(&model)?, columns(database)?);
    if let Some(lost) = wanted.difference(&found).next() {
        return Ok(Some(named(lost)));
    }
    let (wanted, found) = (indexes(&model)?, indexes(database)?);
    let lost = wanted.difference(&found).next();
    Ok(lost.map(|name| format!("the index {name}")))
}

fn named((table, column): &(String, String)) -> String {
    format!("the column {column} of the table {table}")
}
