//! Full access to a database without the program, as an attacker or operator would have.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use ::db::testing::Cluster;
use rusqlite::{Connection, types::ValueRef};

use crate::Failure;

pub enum Owner {
    Sqlite(PathBuf),
    Postgres { psql: PathBuf, url: String },
}

impl Owner {
    pub fn of_file(file: &Path) -> Owner {
        Owner::Sqlite(file.to_owned())
    }

    pub fn of_server(cluster: &Cluster, url: &str) -> Result<Owner, Failure> {
        Ok(Owner::Postgres { psql: cluster.program("psql")?, url: url.to_owned() })
    }

    /// Runs SQL statements that return no rows.
    pub fn run(&self, script: &str) -> Result<(), Failure> {
        match self {
            Owner::Sqlite(file) => Ok(Connection::open(file)?.execute_batch(script)?),
            Owner::Postgres { psql, url } => ask(psql, url, script).map(drop),
        }
    }

    /// Runs one SQL statement and returns its rows, with every column as text.
    pub fn rows(&self, sql: &str) -> Result<Vec<Vec<String>>, Failure> {
        match self {
            Owner::Sqlite(file) => {
                let connection = Connection::open(file)?;
                let mut statement = connection.prepare(sql)?;
                let columns = statement.column_count();
                let rows = statement.query_map([], |row| {
                    (0..columns).map(|at| row.get_ref(at).map(text)).collect()
                })?;
                Ok(rows.collect::<rusqlite::Result<_>>()?)
            }
            Owner::Postgres { psql, url } => {
                let told = ask(psql, url, sql)?;
                let words = |line: &str| line.split('|').map(str::to_owned).collect();
                Ok(told.lines().map(words).collect())
            }
        }
    }

    pub fn count(&self, table: &str) -> Result<u64, Failure> {
        let rows = self.rows(&format!("SELECT count(*) FROM {table}"))?;
        Ok(rows.first().and_then(|row| row.first()).ok_or("no count")?.parse()?)
    }

    /// Returns the names of a table's columns. Returns an empty list if the table does not exist.
    pub fn columns(&self, table: &str) -> Result<Vec<String>, Failure> {
        let sql = match self {
            Owner::Sqlite(_) => format!("SELECT name FROM pragma_table_info('{table}')"),
            Owner::Postgres { .. } => format!(
                "SELECT column_name FROM information_schema.columns
                 WHERE table_schema = 'public' AND table_name = '{table}'"
            ),
        };
        Ok(self.rows(&sql)?.into_iter().flatten().collect())
    }

    /// Returns the name and the CREATE statement of each index of these tables. Indexes of primary
    /// keys and unique constraints are omitted.
    pub fn indexes(&self, tables: &[&str]) -> Result<Vec<(String, String)>, Failure> {
        let tables = format!("'{}'", tables.join("', '"));
        let sql = match self {
            Owner::Sqlite(_) => format!(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ({tables})"
            ),
            Owner::Postgres { .. } => format!(
                "SELECT i.indexname, i.indexdef FROM pg_indexes i
                 WHERE i.schemaname = 'public' AND i.tablename IN ({tables})
                   AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)"
            ),
        };
        let pair = |row: Vec<String>| Some((row.first()?.clone(), row.get(1)?.clone()));
        Ok(self.rows(&sql)?.into_iter().filter_map(pair).collect())
    }
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => String::new(),
    }
}

fn ask(psql: &Path, url: &str, script: &str) -> Result<String, Failure> {
    let output = Command::new(psql)
        .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
        .args(["--set", "ON_ERROR_STOP=1", "--command", script])
        .arg(url)
        .output()?;
    if !output.status.success() {
        return Err(format!("psql: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
