//! Migrations that build indexes beside writers, as their text says with CONCURRENTLY.

use super::Migration;
use crate::{Error, Result};

const CONCURRENTLY: &str = "INDEX CONCURRENTLY ";

/// One index of such a migration.
pub(crate) struct Index {
    pub name: String,
    /// As PostgreSQL takes it outside of a transaction.
    pub sql: String,
}

/// The statements of a migration that builds indexes and does nothing else; `None` for any other text.
fn only_builds_indexes(sql: &str) -> Option<Vec<String>> {
    let lines: Vec<&str> =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let statements = lines.join("\n");
    let statements = statements.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    let statements: Vec<String> = statements.map(str::to_owned).collect();
    let builds = |sql: &String| name_of(sql).is_some();
    (!statements.is_empty() && statements.iter().all(builds)).then_some(statements)
}

fn name_of(sql: &str) -> Option<&str> {
    let sql = sql.strip_prefix("CREATE UNIQUE ").or_else(|| sql.strip_prefix("CREATE "))?;
    sql.strip_prefix(CONCURRENTLY)?.split_whitespace().next()
}

impl Migration {
    /// The indexes to build outside of a transaction, if this migration is one that does so.
    pub(crate) fn indexes(&self) -> Result<Option<Vec<Index>>> {
        let Some(statements) = only_builds_indexes(self.sql) else {
            if self.sql.contains(CONCURRENTLY) {
                return Err(Error::Schema(format!(
                    "migration {self} mixes CREATE INDEX CONCURRENTLY with other statements: it wants a migration of its own"
                )));
            }
            return Ok(None);
        };
        let index = |sql: String| Some(Index { name: name_of(&sql)?.to_owned(), sql });
        Ok(statements.into_iter().map(index).collect())
    }

    /// The text as it runs in a transaction, where nobody has to be let by.
    pub(super) fn sql_in_transaction(&self) -> String {
        self.sql.replace(CONCURRENTLY, "INDEX ")
    }
}
