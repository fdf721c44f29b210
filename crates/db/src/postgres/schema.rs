//! The connection on which a PostgreSQL schema changes: one of its own, without a time limit.

use tokio::runtime::{self, Runtime};
use tokio_postgres::{Client, SimpleQueryMessage};

use super::faults;
use super::target::Target;
use crate::migrations::{AppliedMigration, SchemaConnection};
use crate::{Error, Result};

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
            // How the link ended is told to whoever uses the client next.
            let _ = link.await;
        });
        let mut connection = PostgresSchema { client, runtime };
        connection.batch(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET client_min_messages = warning",
        )?;
        Ok(connection)
    }
}

impl SchemaConnection for PostgresSchema {
    fn batch(&mut self, sql: &str) -> Result<()> {
        self.runtime.block_on(self.client.batch_execute(sql)).map_err(|error| faults::error(&error))
    }

    fn history(&mut self, sql: &str) -> Result<Vec<AppliedMigration>> {
        let messages = self
            .runtime
            .block_on(self.client.simple_query(sql))
            .map_err(|error| faults::error(&error))?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        rows.map(|row| {
            let text = |index: usize| row.get(index).unwrap_or_default().to_owned();
            let number = text(0)
                .parse()
                .map_err(|_| Error::Schema(format!("no migration number: {}", text(0))))?;
            Ok(AppliedMigration { number, name: text(1), checksum: text(2) })
        })
        .collect()
    }

    // PostgreSQL checked every constraint on the way.
    fn verify(&mut self) -> Result<()> {
        Ok(())
    }
}
