//! Separate connection for schema changes, without a time limit.

use std::thread;
use std::time::Duration;

use tokio::runtime::{self, Runtime};
use tokio_postgres::{Client, SimpleQueryMessage};

use super::faults;
use super::target::Target;
use crate::migrations::{Index, SchemaConnection, SharedConnection};
use crate::{Engine, Error, Result};

/// Key of the advisory lock by which only one node migrates at a time. The value is arbitrary, but
/// the same on all nodes.
const ADVISORY_LOCK: i64 = 7_305_808_869_231_650;
/// Interval between attempts to get the advisory lock while another node migrates.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// Pause before a blocked migration is retried, so that other transactions can use the tables in
/// between.
const PAUSE: Duration = Duration::from_secs(1);

pub(super) struct PostgresSchema {
    client: Client,
    runtime: Runtime,
}

impl PostgresSchema {
    pub fn open(target: &Target) -> Result<Self> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| target.unreachable(&error.to_string()))?;
        let (client, link) = runtime.block_on(target.connect())?;
        runtime.spawn(async {
            // The next use of the client reports how the connection ended.
            let _ = link.await;
        });
        let mut connection = PostgresSchema { client, runtime };
        connection.batch(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET client_min_messages = warning",
        )?;
        Ok(connection)
    }

    /// Returns the value of a query with one column and at most one row.
    fn text(&mut self, sql: &str) -> Result<Option<String>> {
        Ok(self.rows(sql)?.pop().and_then(|mut row| row.pop()).flatten())
    }

    /// Returns whether an index is valid, or `None` if it does not exist. An interrupted build
    /// leaves an invalid index.
    fn is_valid(&mut self, index: &Index) -> Result<Option<bool>> {
        let name = index.full_name();
        let valid = self.text(&format!(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('{name}')"
        ))?;
        Ok(valid.map(|valid| valid == "t"))
    }

    /// Returns one index for each partition of the table; an empty list if the table is not
    /// partitioned. PostgreSQL can't build an index concurrently on a whole partitioned table.
    fn on_partitions(&mut self, index: &Index) -> Result<Vec<Index>> {
        let partitions = self.rows(&format!(
            "SELECT quote_ident(n.nspname), quote_ident(c.relname)
             FROM pg_partition_tree('{}') t
             JOIN pg_class c ON c.oid = t.relid
             JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE t.isleaf AND t.level > 0 ORDER BY t.relid",
            index.table
        ))?;
        let on = |(number, row): (usize, Vec<Option<String>>)| match &row[..] {
            [Some(schema), Some(table)] => Some(index.on_partition(schema, table, number)),
            _ => None,
        };
        Ok(partitions.into_iter().enumerate().filter_map(on).collect())
    }

    fn build_on_table(&mut self, index: &Index) -> Result<()> {
        match self.is_valid(index)? {
            Some(true) => return Ok(()),
            Some(false) => self.remove(index)?,
            None => {}
        }
        let built = self.batch(&index.sql());
        if matches!(&built, Err(error) if !matches!(error, Error::Unavailable(_))) {
            // An invalid index slows down every write and serves no query.
            self.remove(index)?;
        }
        built
    }

    /// Lets new tables have foreign keys that a Citus cluster refuses until they are distributed. The
    /// setting does nothing on any other database.
    pub fn create_like_on_a_plain_database(&mut self) -> Result<()> {
        self.batch("SET citus.enable_local_reference_table_foreign_keys = off")
    }

    fn remove(&mut self, index: &Index) -> Result<()> {
        self.batch(&format!("DROP INDEX CONCURRENTLY IF EXISTS {}", index.full_name()))
    }
}

impl SchemaConnection for PostgresSchema {
    fn engine(&self) -> Engine {
        Engine::Postgres
    }

    fn batch(&mut self, sql: &str) -> Result<()> {
        self.runtime.block_on(self.client.batch_execute(sql)).map_err(|error| faults::error(&error))
    }

    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Option<String>>>> {
        let messages = self
            .runtime
            .block_on(self.client.simple_query(sql))
            .map_err(|error| faults::error(&error))?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        Ok(rows
            .map(|row| (0..row.len()).map(|at| row.get(at).map(str::to_owned)).collect())
            .collect())
    }

    // PostgreSQL has checked every constraint already.
    fn verify(&mut self) -> Result<()> {
        Ok(())
    }
}

impl SharedConnection for PostgresSchema {
    /// Polls for the advisory lock, until no other node migrates. A statement waiting inside the
    /// server would delay concurrent index builds, which wait for all earlier statements.
    fn lock(&mut self) -> Result<()> {
        let lock = format!("SELECT pg_try_advisory_lock({ADVISORY_LOCK})");
        while self.text(&lock)?.as_deref() != Some("t") {
            wait(BETWEEN_LOOKS);
        }
        Ok(())
    }

    fn unlock(&mut self) {
        // If this statement fails, the end of the connection releases the lock a little later.
        let _ = self.batch(&format!("SELECT pg_advisory_unlock({ADVISORY_LOCK})"));
    }

    fn build(&mut self, index: &Index) -> Result<()> {
        let partitions = self.on_partitions(index)?;
        if partitions.is_empty() {
            return self.build_on_table(index);
        }
        if self.is_valid(index)? == Some(true) {
            return Ok(());
        }
        let each = partitions.iter().try_for_each(|partition| self.build_on_table(partition));
        let built = each.and_then(|()| {
            // Creates the index of the whole table from the finished indexes of its partitions.
            // Both statements form one implicit transaction, in which no index is built.
            let take_over = index.sql_in_transaction();
            self.batch(&format!("SET LOCAL lock_timeout = '1s'; {take_over}"))
        });
        if matches!(built, Err(Error::Unique { .. })) {
            partitions.iter().try_for_each(|partition| self.remove(partition))?;
        }
        built
    }

    fn pause(&self) {
        wait(PAUSE);
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the server does not report that a lock is free; this thread does nothing else"
)]
fn wait(time: Duration) {
    thread::sleep(time);
}
