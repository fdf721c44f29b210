//! Migrations that build indexes beside writers, as their text says with CONCURRENTLY.

use super::Migration;
use crate::{Error, Result};

const CONCURRENTLY: &str = "INDEX CONCURRENTLY ";
const AT_ONCE: &str = "INDEX ";

/// One index of such a migration.
pub(crate) struct Index {
    /// Of a partition that stands in another schema than what it is a part of.
    schema: Option<String>,
    name: String,
    pub table: String,
    is_unique: bool,
    /// What follows the table's name.
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

    /// The same on one of the partitions of its table.
    pub fn on_partition(&self, schema: &str, table: &str, number: usize) -> Index {
        Index {
            schema: Some(schema.to_owned()),
            name: format!("{}_{number}", self.name),
            table: format!("{schema}.{table}"),
            is_unique: self.is_unique,
            definition: self.definition.clone(),
        }
    }

    /// How it is called once it is there.
    pub fn full_name(&self) -> String {
        self.schema.iter().map(|schema| format!("{schema}.")).chain([self.name.clone()]).collect()
    }

    /// As PostgreSQL takes it outside of a transaction.
    pub fn sql(&self) -> String {
        self.statement(CONCURRENTLY)
    }

    /// As it runs in a transaction.
    pub fn sql_in_transaction(&self) -> String {
        self.statement(AT_ONCE)
    }

    fn statement(&self, how: &str) -> String {
        let Index { name, table, definition, .. } = self;
        let unique = if self.is_unique { "UNIQUE " } else { "" };
        format!("CREATE {unique}{how}{name} ON {table}{definition}")
    }
}

/// The indexes of a migration that builds indexes and does nothing else; `None` for any other text.
fn only_builds_indexes(sql: &str) -> Option<Vec<Index>> {
    let lines: Vec<&str> =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let statements = lines.join("\n");
    let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    let indexes: Vec<Index> = statements.map(Index::parse).collect::<Option<_>>()?;
    (!indexes.is_empty()).then_some(indexes)
}

impl Migration {
    /// The indexes to build outside of a transaction, if this migration is one that does so.
    pub(crate) fn indexes(&self) -> Result<Option<Vec<Index>>> {
        let indexes = only_builds_indexes(self.sql);
        if indexes.is_none() && self.sql.contains(CONCURRENTLY) {
            return Err(Error::Schema(format!(
                "migration {self} mixes CREATE INDEX CONCURRENTLY with other statements: it wants a migration of its own"
            )));
        }
        Ok(indexes)
    }

    /// The text as it runs in a transaction, where nobody has to be let by.
    pub(super) fn sql_in_transaction(&self) -> String {
        self.sql.replace(CONCURRENTLY, AT_ONCE)
    }
}
