//! Migrations that build indexes with CONCURRENTLY, without blocking writers.

use super::Migration;
use crate::{Error, Result};

const CONCURRENTLY: &str = "INDEX CONCURRENTLY ";
const AT_ONCE: &str = "INDEX ";

/// Index that a migration builds with CREATE INDEX CONCURRENTLY.
pub(crate) struct Index {
    /// Schema of the partition that the index is on; `None` if the index is on a whole table.
    schema: Option<String>,
    name: String,
    pub table: String,
    is_unique: bool,
    /// Text of the CREATE INDEX statement after the table's name.
    definition: String,
}

impl Index {
    fn parse(sql: &str) -> Option<Index> {
        let (is_unique, sql) = match sql.strip_prefix("CREATE UNIQUE ") {
            Some(sql) => (true, sql),
            None => (false, sql.strip_prefix("CREATE ")?),
        };
        let (name, sql) = sql.strip_prefix(CONCURRENTLY)?.split_once(char::is_whitespace)?;
        let sql = sql.trim_start().strip_prefix("ON")?.trim_start();
        let (table, definition) = sql.split_at(sql.find([' ', '\n', '('])?);
        Some(Index {
            schema: None,
            name: name.to_owned(),
            table: table.to_owned(),
            is_unique,
            definition: definition.to_owned(),
        })
    }

    /// Returns the same index on one partition of its table.
    pub fn on_partition(&self, schema: &str, table: &str, number: usize) -> Index {
        Index {
            schema: Some(schema.to_owned()),
            name: format!("{}_{number}", self.name),
            table: format!("{schema}.{table}"),
            is_unique: self.is_unique,
            definition: self.definition.clone(),
        }
    }

    /// Returns the name of the index, with the schema if the index is on a partition.
    pub fn full_name(&self) -> String {
        self.schema.iter().map(|schema| format!("{schema}.")).chain([self.name.clone()]).collect()
    }

    /// Returns the CREATE INDEX CONCURRENTLY statement, which must run outside a transaction.
    pub fn sql(&self) -> String {
        self.statement(CONCURRENTLY)
    }

    /// Returns the statement without CONCURRENTLY, which may run inside a transaction.
    pub fn sql_in_transaction(&self) -> String {
        self.statement(AT_ONCE)
    }

    fn statement(&self, how: &str) -> String {
        let Index { name, table, definition, .. } = self;
        let unique = if self.is_unique { "UNIQUE " } else { "" };
        format!("CREATE {unique}{how}{name} ON {table}{definition}")
    }
}

/// Parses a migration that only builds indexes concurrently. Returns `None` for any other
/// migration.
fn only_builds_indexes(sql: &str) -> Option<Vec<Index>> {
    let lines: Vec<&str> =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let statements = lines.join("\n");
    let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    let indexes: Vec<Index> = statements.map(Index::parse).collect::<Option<_>>()?;
    (!indexes.is_empty()).then_some(indexes)
}

impl Migration {
    /// Returns the indexes to build outside a transaction, or `None` for an ordinary migration. A
    /// migration that mixes such indexes with other statements is an error.
    pub(crate) fn indexes(&self) -> Result<Option<Vec<Index>>> {
        let indexes = only_builds_indexes(self.sql);
        if indexes.is_none() && self.sql.contains(CONCURRENTLY) {
            return Err(Error::Schema(format!(
                "migration {self} mixes CREATE INDEX CONCURRENTLY with other statements: it wants a migration of its own"
            )));
        }
        Ok(indexes)
    }

    /// Returns the migration's SQL without CONCURRENTLY, for use inside a transaction on a database
    /// where blocking writers does no harm.
    pub(super) fn sql_in_transaction(&self) -> String {
        self.sql.replace(CONCURRENTLY, AT_ONCE)
    }
}
